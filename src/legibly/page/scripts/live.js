// Words while they are spoken: from a WebSocket of a recogniser, from what is typed, or the words
// of a transcript as fast as they were said. They go through /v1/stream, which answers with tokens
// that are firm and a draft of the rest.

import { byId, element, say } from "./dom.js";
import { drawn, needsSpace } from "./written_words.js";

const MAX_SHOWN_CHARACTERS = 200000;

export class Live {
  // `words()` are those of the transcript; `keep(data)` opens what was heard in the editor.
  constructor(server, words, keep) {
    Object.assign(this, { server, words, keep, socket: null });
    byId("live-replay").addEventListener("click", () => this.replay());
    byId("live-connect").addEventListener("submit", (event) => {
      event.preventDefault();
      this.connect(byId("live-url").value);
    });
    byId("live-stop").addEventListener("click", () => this.stop());
    byId("live-keep").addEventListener("click", () => this.#keepAll());
    byId("live-typed").addEventListener("keydown", (event) => this.#typed(event));
  }

  get running() {
    return this.socket !== null;
  }

  async replay() {
    const words = this.words();
    if (!(await this.#begin())) return;
    const speed = Number(byId("live-speed").value);
    const begin = performance.now();
    let next = 0;
    const tick = () => {
      if (!this.running) return;
      const reached = (words[0].start ?? 0) + ((performance.now() - begin) / 1000) * speed;
      const due = [];
      while (next < words.length && (words[next].end ?? next * 0.4) <= reached && due.length < 100) due.push(words[next++]);
      if (due.length) this.#send(due);
      if (next < words.length) setTimeout(tick, 60);
      else this.#finish();
    };
    tick();
  }

  // Messages of a recogniser go on as they are.
  async connect(url) {
    if (!(await this.#begin())) return; // first, so that no message comes too early
    let source;
    try {
      source = new WebSocket(url);
    } catch {
      this.stop();
      return say(`${url}: not an address of a WebSocket`, "wrong");
    }
    this.source = source;
    source.onmessage = ({ data }) => {
      this.heard = null; // words in another's messages are not known here
      if (this.running) this.socket.send(data);
    };
    source.onerror = () => say(`${url} does not answer`, "wrong");
    source.onclose = () => this.#finish();
  }

  stop() {
    this.source?.close();
    this.source = null;
    this.#finish();
  }

  #typed(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    const words = event.target.value.trim().split(/\s+/).filter(Boolean);
    if (words.length) this.#sendTyped(words);
    event.target.value = "";
    event.preventDefault();
  }

  async #sendTyped(words) {
    if (!this.running && !(await this.#begin())) return;
    this.#send(words.map((text) => ({ text })));
  }

  async #begin() {
    this.stop();
    Object.assign(this, { heard: [], tokens: [], last: "", speaker: null });
    byId("live-firm").replaceChildren();
    byId("live-draft").textContent = "";
    if (!this.server.there) {
      say("live words need `legibly serve` or `legibly open`", "wrong");
      return false;
    }
    const socket = this.server.stream({ max_delay: byId("live-delay").value });
    const opened = await new Promise((done) => {
      socket.onopen = () => done(true);
      socket.onerror = () => done(false);
    });
    if (!opened) {
      say("the server takes no stream", "wrong");
      return false;
    }
    socket.onmessage = ({ data }) => this.#answer(JSON.parse(data));
    socket.onclose = () => this.#ended(socket);
    this.socket = socket;
    this.#buttons();
    return true;
  }

  #send(words) {
    this.heard?.push(...words);
    this.socket?.send(JSON.stringify({ words }));
  }

  #finish() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ end: true }));
  }

  #answer(answer) {
    if (answer.error) return say(answer.error.detail, "wrong");
    const firm = byId("live-firm");
    for (const token of answer.committed ?? []) {
      this.tokens.push(token);
      const speaker = this.heard?.[token.first]?.speaker ?? null;
      if (speaker !== null && speaker !== this.speaker) firm.append(element("b", { class: "turn" }, `${speaker}: `));
      this.speaker = speaker;
      const piece = drawn({ before: "", after: "", ...token });
      if (!piece) continue;
      firm.append(this.last && needsSpace(this.last, piece) ? ` ${piece}` : piece);
      this.last = piece;
    }
    while (firm.textContent.length > MAX_SHOWN_CHARACTERS) firm.firstChild.remove();
    byId("live-draft").textContent = answer.provisional ? ` ${answer.provisional}` : "";
    const box = byId("live-text");
    box.scrollTop = box.scrollHeight;
    if (answer.end) this.socket?.close();
  }

  #ended(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.source?.close();
    this.source = null;
    this.#buttons();
  }

  #buttons() {
    byId("live-stop").disabled = !this.running;
    byId("live-keep").disabled = this.running || !this.tokens?.length || this.heard?.length !== this.tokens.at(-1)?.last;
  }

  #keepAll() {
    this.keep({ legibly: 1, name: "live", words: this.heard, tokens: this.tokens });
  }
}
