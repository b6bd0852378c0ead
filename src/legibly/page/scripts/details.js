// What is known of a word: the words heard, their times and confidences, what else might be written
// or have been said. In a panel for the active word, in a card for the one under the pointer.

import { byId, element, fill } from "./dom.js";
import { clock } from "./paragraphs.js";
import { runningText } from "./writers.js";

const WORTH_SHOWING = 0.0005; // of all readings
const CONTEXT_WORDS = 24; // on each side, that are sent to be read in other ways

export class Readings {
  constructor(server, switches) {
    Object.assign(this, { server, switches, known: new Map() });
  }

  forget() {
    this.known.clear();
  }

  // The model's ways to write some words, the best first; null where nobody can be asked.
  async of(transcript, token, signal) {
    if (!this.server.there) return null;
    const key = `${token.first}:${token.last}`;
    if (!this.known.has(key)) {
      const begin = Math.max(0, token.first - CONTEXT_WORDS);
      const words = transcript.words.slice(begin, token.last + CONTEXT_WORDS);
      const options = { ...this.switches.values, count: 6 };
      const { readings } = await this.server.readings(words, transcript.language, token.first - begin, token.last - begin, options, signal);
      for (const reading of readings) {
        for (const item of reading.tokens) [item.first, item.last] = [item.first + begin, item.last + begin];
      }
      this.known.set(key, readings.filter((reading) => reading.share >= WORTH_SHOWING));
    }
    return this.known.get(key);
  }
}

function percent(share) {
  return share >= 0.0995 ? `${Math.round(share * 100)} %` : `${(share * 100).toFixed(1)} %`;
}

function seconds(time) {
  return time == null ? "?" : `${time.toFixed(2)}`;
}

export function heardFacts(transcript, token) {
  return transcript.heard(token).map((word) => {
    const facts = [];
    if (word.start != null) facts.push(`${clock(word.start)} (${seconds(word.start)}–${seconds(word.end)} s)`);
    if (word.confidence != null) facts.push(percent(word.confidence));
    return { text: word.text, facts: facts.join(", ") };
  });
}

// What the recogniser would also have heard.
export function heardOtherwise(transcript, token) {
  return transcript.alternatives
    .filter((item) => item.first < token.last && item.last > token.first)
    .map((item) => item.words.map((word) => word.text).join(" ") || "(nothing)");
}

export function heardLine(transcript, token) {
  const facts = heardFacts(transcript, token).map(({ text, facts }) => `${text}${facts ? `, ${facts}` : ""}`);
  return `heard: ${facts.join("; ")}`;
}

export class HoverCard {
  constructor(readings) {
    this.readings = readings;
    this.card = byId("card");
  }

  async show(transcript, token, cell) {
    const heard = heardFacts(transcript, token).map(({ text, facts }) => element("div", {}, element("b", {}, text), facts ? ` ${facts}` : ""));
    const others = heardOtherwise(transcript, token);
    const more = element("div", { class: "others" }, others.length ? `or heard: ${others.join(" | ")}` : "");
    fill(this.card, heard, more);
    this.card.hidden = false;
    const box = cell.getBoundingClientRect();
    const width = this.card.offsetWidth;
    this.card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    const below = box.bottom + 6;
    this.card.style.top = below + this.card.offsetHeight > innerHeight ? `${box.top - this.card.offsetHeight - 6}px` : `${below}px`;
    this.shown = token;
    const found = await this.readings.of(transcript, token).catch(() => null);
    if (this.shown !== token || !found || found.length < 2) return;
    fill(this.card, heard, more, element("div", { class: "others" }, `or: ${found.slice(1).map(readingText).join(" | ")}`));
  }

  hide() {
    this.shown = null;
    this.card.hidden = true;
  }
}

export function readingText(reading) {
  return `${runningText(reading.tokens) || "(left out)"} ${percent(reading.share)}`;
}

export class DetailsPanel {
  constructor(readings, choose) {
    Object.assign(this, { readings, choose });
    this.asking = null;
  }

  show(transcript, at) {
    const token = transcript.tokens[at];
    if (!token) return;
    fill(byId("written-word"), runningText([token]) || "(left out)");
    const heard = heardFacts(transcript, token).map(({ text, facts }) => element("li", {}, element("b", {}, text), facts ? ` ${facts}` : ""));
    fill(byId("heard-words"), heard);
    const others = heardOtherwise(transcript, token);
    byId("heard-otherwise").textContent = others.length ? `or heard: ${others.join(" | ")}` : "";
    byId("token-kind").textContent = [token.kind === "word" ? "" : token.kind, token.edited ? "edited" : ""].filter(Boolean).join(", ");
    this.#askReadings(transcript, token);
  }

  async #askReadings(transcript, token) {
    const place = byId("readings");
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    if (!this.readings.server.there) {
      fill(place, element("p", { class: "quiet" }, "The model is not in this file: `legibly open` shows what else it would write."));
      return;
    }
    await new Promise((done) => setTimeout(done, 150));
    if (asking.signal.aborted) return;
    try {
      const found = await this.readings.of(transcript, token, asking.signal);
      if (asking.signal.aborted) return;
      fill(place, found.length ? found.map((reading) => this.#button(reading)) : element("p", { class: "quiet" }, "none"));
    } catch (error) {
      if (!asking.signal.aborted) fill(place, element("p", { class: "quiet" }, error.message));
    }
  }

  #button(reading) {
    const text = runningText(reading.tokens) || "(left out)";
    const button = element("button", { type: "button", class: "reading" }, element("span", {}, text), element("small", {}, percent(reading.share)));
    button.addEventListener("click", () => this.choose(reading.tokens));
    return button;
  }
}
