// Subtitles as they will be cut, over the sound; those that break a rule are marked.

import { byId, element, fill, later } from "./dom.js";
import { clock } from "./paragraphs.js";
import { VirtualList } from "./virtual_list.js";

const FIELDS = ["preset", "line_width", "max_lines", "reading_speed", "min_seconds", "max_seconds", "show_speakers"];

function fine(seconds) {
  return `${clock(seconds)}.${Math.floor((seconds % 1) * 10)}`;
}

export class Subtitles {
  constructor(server, state, player, edit) {
    Object.assign(this, { server, state, player, edit, cues: [], version: -1 });
    this.list = new VirtualList(byId("cue-scroller"), byId("cues"), {
      make: (index) => this.#row(index),
      guess: (index) => 24 * Math.max(1, this.cues[index].lines.length) + 22,
      key: (index) => index,
    });
    const ask = later(() => this.refresh(true), 250);
    for (const field of FIELDS) byId(`rule-${field}`).addEventListener("change", ask);
    byId("next-broken").addEventListener("click", () => this.#nextBroken());
    player.addEventListener("time", (event) => this.#time(event.detail.seconds));
  }

  rules() {
    const values = FIELDS.map((field) => [field, byId(`rule-${field}`).value]).filter(([, value]) => value !== "");
    return Object.fromEntries(values);
  }

  // Cut anew where the text has changed.
  async refresh(again = false) {
    const { shown } = this.state;
    if (!shown || byId("panel-subtitles").hidden) return;
    if (!again && this.of === shown && this.version === shown.version) return;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const { version } = shown;
    try {
      const rules = Object.fromEntries(Object.entries(this.rules()).map(([name, value]) => [name, /^[\d.]+$/.test(value) ? Number(value) : value]));
      const found = await this.server.subtitles(shown.toData(), rules, asking.signal);
      Object.assign(this, { cues: found.cues, of: shown, version });
      this.#show();
    } catch (error) {
      if (asking.signal.aborted) return;
      this.cues = [];
      this.#show();
      byId("cue-summary").textContent = error.message;
    }
  }

  #show() {
    this.list.update(0);
    this.list.heights.clear();
    this.list.update(this.cues.length);
    const broken = this.cues.filter((cue) => cue.broken.length).length;
    byId("cue-summary").textContent = `${this.cues.length} subtitles, ${broken ? `${broken} break a rule` : "none breaks a rule"}`;
    byId("next-broken").disabled = !broken;
  }

  #row(index) {
    const cue = this.cues[index];
    const row = element(
      "div",
      { class: cue.broken.length ? "cue broken" : "cue", role: "listitem" },
      element("button", { type: "button", class: "time", title: "Play from here" }, fine(cue.start), element("small", {}, `${(cue.end - cue.start).toFixed(1)} s`)),
      element("div", { class: "lines" }, cue.lines.map((line) => element("div", {}, line))),
      element("div", { class: "rules" }, cue.broken.map((rule) => element("span", { class: "rule" }, `${rule.rule}: ${rule.found} (${rule.allowed})`))),
      element("button", { type: "button", class: "to-text", title: "Edit this text" }, "Edit"),
    );
    row.querySelector(".time").addEventListener("click", () => this.#play(cue));
    row.querySelector(".to-text").addEventListener("click", () => this.edit(cue.first));
    return row;
  }

  #play(cue) {
    byId("caption").textContent = cue.lines.join("\n");
    this.player.playFrom(cue.start);
  }

  #nextBroken() {
    const from = this.looked ?? -1;
    const ahead = this.cues.findIndex((cue, i) => i > from && cue.broken.length);
    this.looked = ahead >= 0 ? ahead : this.cues.findIndex((cue) => cue.broken.length);
    this.list.reveal(this.looked)?.querySelector("button").focus();
  }

  #time(seconds) {
    if (byId("panel-subtitles").hidden) return;
    const cue = this.cues.find((one) => one.start <= seconds && seconds < one.end);
    const text = cue ? cue.lines.join("\n") : "";
    if (byId("caption").textContent !== text) byId("caption").textContent = text;
    if (cue === this.current) return;
    this.list.elementOf(this.cues.indexOf(this.current))?.classList.remove("now");
    this.current = cue;
    this.list.elementOf(this.cues.indexOf(cue))?.classList.add("now");
  }
}
