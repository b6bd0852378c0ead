// Two versions side by side, errors in colour, by the scorer.

import { byId, element, fill, say } from "./dom.js";
import { VirtualList } from "./virtual_list.js";

const RATES = [
  ["words", (score) => `word errors ${percent(score.wer_without_marks)}`],
  ["marks", (score) => `marks F1 ${percent(score.marks?.overall?.f1)}`],
  ["case", (score) => `capitals F1 ${percent(score.case?.f1)}`],
];

function percent(share) {
  return share == null ? "–" : `${(share * 100).toFixed(1)} %`;
}

export class Compare {
  constructor(server, state) {
    Object.assign(this, { server, state, rows: [], files: {} });
    this.list = new VirtualList(byId("compare-scroller"), byId("compare-rows"), {
      make: (index) => this.#row(this.rows[index]),
      guess: () => 60,
      key: (index) => index,
    });
    for (const side of ["reference", "hypothesis"]) this.#side(side);
    byId("compare-run").addEventListener("click", () => this.run());
    byId("compare-errors").addEventListener("change", () => this.#show());
  }

  #side(side) {
    byId(`${side}-file`).addEventListener("change", (event) => (this.files[side] = event.target.files[0] ?? null));
    byId(`${side}-choice`).addEventListener("change", (event) => {
      byId(`${side}-file`).hidden = event.target.value !== "file";
      byId(`${side}-text`).hidden = event.target.value !== "text";
    });
  }

  // What a side is: the corrected text, what the model wrote, what was heard, a file, or text.
  #content(side) {
    const { state } = this;
    const choice = byId(`${side}-choice`).value;
    if (choice === "file") return this.files[side];
    if (choice === "text") return this.#text(byId(`${side}-text`).value);
    if (!state.shown) return null;
    if (choice === "edited") return this.#data(state.shown.toData());
    if (choice === "model") return this.#data(state.formatted);
    return this.#text(state.shown.words.map((word) => word.text).join(" "));
  }

  #data(data) {
    return data && new File([JSON.stringify(data)], "transcript.json");
  }

  #text(text) {
    return text.trim() ? new File([text], "text.txt") : null;
  }

  async run() {
    const [reference, hypothesis] = ["reference", "hypothesis"].map((side) => this.#content(side));
    if (!reference || !hypothesis) return say("choose two versions to compare", "wrong");
    byId("compare-run").disabled = true;
    try {
      const found = await this.server.compare(reference, hypothesis, { bootstrap: 0 });
      this.all = found.rows;
      byId("compare-score").textContent = RATES.map(([, told]) => told(found.score)).join(" · ");
      this.#show();
    } catch (error) {
      say(error.message, "wrong");
    }
    byId("compare-run").disabled = false;
  }

  #show() {
    const wanted = byId("compare-errors").checked;
    this.rows = (this.all ?? []).filter((row) => !wanted || [...row.reference, ...row.hypothesis].some((piece) => piece.errors.length));
    this.list.update(0);
    this.list.heights.clear();
    this.list.update(this.rows.length);
    fill(byId("compare-empty"), this.all && !this.rows.length ? "no difference" : "");
  }

  #row(row) {
    const side = (pieces) =>
      pieces.flatMap((piece) => [
        piece.errors.length ? element("span", { class: piece.errors.join(" "), title: piece.errors.map((name) => ERRORS[name]).join(", ") }, piece.text) : piece.text,
        " ",
      ]);
    return element("div", { class: "pair", role: "row" }, element("div", { role: "cell" }, side(row.reference)), element("div", { role: "cell" }, side(row.hypothesis)));
  }
}

const ERRORS = {
  sub: "another word",
  del: "only on the left",
  ins: "only on the right",
  msub: "another mark",
  mdel: "mark only on the left",
  mins: "mark only on the right",
  case: "capitals differ",
};
