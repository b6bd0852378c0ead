// The transcript as rows of words that can be walked through and edited with the keyboard.
//
// It is a grid (https://www.w3.org/WAI/ARIA/apg/patterns/grid/): a row a paragraph, a cell a word.
// One word is active, and has the focus while the grid has; Shift extends a selection from it.

import { element, later } from "./dom.js";
import { clock, paragraphs } from "./paragraphs.js";
import { VirtualList } from "./virtual_list.js";
import { drawn, needsSpace, takenApart } from "./written_words.js";

const LINE_PIXELS = 29;
const CHARACTER_PIXELS = 8.4;

export class ReadableView extends EventTarget {
  constructor(scroller, body) {
    super();
    this.scroller = scroller;
    this.transcript = null;
    this.rows = [];
    this.active = 0;
    this.anchor = 0;
    this.found = [];
    this.doubtful = 0.8;
    this.playing = -1;
    this.input = null;
    this.list = new VirtualList(scroller, body, {
      make: (index) => this.#row(index),
      guess: (index) => this.#guess(index),
      key: (index) => `${this.transcript.tokens[this.rows[index].first].first}:${this.rows[index].last - this.rows[index].first}`,
      leave: () => this.#park(),
      drawn: () => this.#setStop(),
    });
    this.body = body;
    body.addEventListener("click", (event) => this.#clicked(event));
    body.addEventListener("dblclick", (event) => this.#doubleClicked(event));
    body.addEventListener("pointermove", (event) => this.#moved(event));
    body.addEventListener("pointerleave", () => this.#tell("hover", { at: null }));
    body.addEventListener("focusin", (event) => this.#focused(event));
    scroller.addEventListener("focus", () => this.parking || this.focus());
    this.onChange = () => this.refresh();
  }

  show(transcript) {
    this.transcript?.listeners.delete(this.onChange);
    this.transcript = transcript;
    transcript.listeners.add(this.onChange);
    this.active = this.anchor = 0;
    this.playing = -1;
    this.found = [];
    this.rows = paragraphs(transcript);
    this.list.heights.clear();
    this.scroller.scrollTop = 0;
    this.list.update(this.rows.length);
    this.body.setAttribute("aria-rowcount", this.rows.length);
  }

  // Rows as the transcript is now; those that have not changed stay in the document.
  refresh() {
    const focused = this.body.contains(document.activeElement);
    this.#closeInput();
    this.rows = paragraphs(this.transcript);
    this.active = Math.min(this.active, this.transcript.tokens.length - 1);
    this.anchor = Math.min(this.anchor, this.transcript.tokens.length - 1);
    this.list.update(this.rows.length, (index, shown) => this.#holds(index, shown));
    this.body.setAttribute("aria-rowcount", this.rows.length);
    this.#mark();
    if (focused) this.focus();
  }

  // All rows anew: what they show has changed, and not the transcript.
  redraw() {
    this.list.heights.clear();
    this.list.update(this.rows.length);
    this.#mark();
  }

  get selection() {
    return { first: Math.min(this.active, this.anchor), last: Math.max(this.active, this.anchor) + 1 };
  }

  rowOf(token) {
    let low = 0;
    let high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].first <= token) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  cellOf(token) {
    const row = this.rowOf(token);
    return this.list.elementOf(row)?.cells[token - this.rows[row].first] ?? null;
  }

  // A token becomes the active one, in view and with the focus.
  go(at, { extend = false, focus = true } = {}) {
    if (!this.transcript.tokens.length) return;
    this.active = Math.max(0, Math.min(at, this.transcript.tokens.length - 1));
    if (!extend) this.anchor = this.active;
    this.list.reveal(this.rowOf(this.active));
    this.#mark();
    if (focus) this.focus();
    this.#tell("active", { at: this.active });
  }

  select({ at, last }) {
    this.anchor = at;
    this.active = at;
    this.go(at);
    if (last - 1 > at) this.go(last - 1, { extend: true });
  }

  focus() {
    if (!this.transcript?.tokens.length) return;
    this.list.reveal(this.rowOf(this.active));
    const cell = this.cellOf(this.active);
    cell?.focus({ preventScroll: true });
    if (cell) this.#keepInView(cell);
  }

  // Scrolled away from the active word: the keys still work from where it is.
  #park() {
    this.parking = true;
    this.scroller.focus({ preventScroll: true });
    this.parking = false;
  }

  // Where the active word is not in the document, Tab leads to it by way of the scroller.
  #setStop() {
    this.scroller.tabIndex = this.transcript?.tokens.length && !this.cellOf(this.active) ? 0 : -1;
  }

  step(count) {
    return Math.max(0, Math.min(this.active + count, this.transcript.tokens.length - 1));
  }

  // The word above or below, on the next line of text.
  lineStep(direction) {
    const cell = this.cellOf(this.active);
    if (!cell) return this.active;
    const from = cell.getBoundingClientRect();
    const row = this.rowOf(this.active);
    let best = null;
    for (const index of [row, row + direction]) {
      if (index < 0 || index >= this.rows.length) continue;
      const cells = (this.list.elementOf(index) ?? this.list.reveal(index))?.cells ?? [];
      cells.forEach((other, i) => {
        const box = other.getBoundingClientRect();
        const down = direction * (box.top - from.top);
        if (down < from.height / 2 || !box.width) return;
        const cost = Math.round(down / 6) * 100000 + Math.abs(box.left + box.width / 2 - from.left - from.width / 2);
        if (!best || cost < best.cost) best = { cost, at: this.rows[index].first + i };
      });
      if (best) break;
    }
    return best ? best.at : this.active;
  }

  // ---- editing in place

  edit(typed = null) {
    const { first, last } = this.selection;
    const cell = this.cellOf(first);
    if (!cell || this.input) return;
    const text = this.transcript.tokens.slice(first, last).map(drawn).filter(Boolean).join(" ");
    const input = element("input", {
      class: "in-place",
      "aria-label": "Written words",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "true",
      value: typed ?? text,
    });
    input.style.width = `${Math.max(4, input.value.length + 2)}ch`;
    input.addEventListener("input", () => (input.style.width = `${Math.max(4, input.value.length + 2)}ch`));
    input.addEventListener("keydown", (event) => this.#typed(event, first, last));
    input.addEventListener("blur", () => this.#commit(first, last, 0));
    this.input = input;
    this.overtyped = typed !== null;
    for (let i = first + 1; i < last; i++) this.cellOf(i)?.classList.add("covered");
    cell.replaceChildren(input);
    input.focus();
    if (typed === null) input.select();
    else input.setSelectionRange(typed.length, typed.length);
  }

  #typed(event, first, last) {
    event.stopPropagation();
    if (event.key === "Escape") {
      this.#closeInput();
      this.redrawRow(first);
      this.focus();
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.#commit(first, last, event.key === "Enter" ? 0 : event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  }

  #commit(first, last, move) {
    const input = this.input;
    if (!input) return;
    this.input = null;
    const before = this.transcript.tokens.slice(first, last).map(drawn).filter(Boolean).join(" ");
    this.active = this.anchor = first;
    const text = this.#withMarks(input.value.trim(), first, last);
    let looked = { at: first, last };
    if (!text) looked = this.transcript.leaveOut(first, last);
    else if (text !== before) looked = this.transcript.write(first, last, text);
    this.redrawRow(looked.at);
    this.go(move > 0 ? looked.last : looked.at + move);
  }

  // A word that was typed over another has its marks, unless it brings some.
  #withMarks(text, first, last) {
    const typed = takenApart(text);
    if (!this.overtyped || !typed.text || typed.before || typed.after) return text;
    const { tokens } = this.transcript;
    return drawn({ text, before: tokens[first].before, after: tokens[last - 1].after });
  }

  #closeInput() {
    this.input = null;
  }

  redrawRow(token) {
    const row = this.rowOf(token);
    this.list.update(this.rows.length, (index) => index !== row);
    this.#mark();
  }

  // ---- what is heard, and found

  play(word) {
    const token = word === null ? -1 : this.transcript.tokenOver(word);
    if (token === this.playing) return;
    this.cellOf(this.playing)?.classList.remove("playing");
    this.playing = token;
    if (token < 0) return;
    this.cellOf(token)?.classList.add("playing");
  }

  follow() {
    if (this.playing < 0 || this.input) return;
    const cell = this.list.reveal(this.rowOf(this.playing)) && this.cellOf(this.playing);
    if (cell) this.#keepInView(cell);
  }

  // Found places, and which of them is looked at.
  highlight(found, current) {
    this.found = found;
    this.current = found[current] ?? null;
    if (this.current) this.list.reveal(this.rowOf(this.current.first));
    this.#mark();
    const cell = this.current && this.cellOf(this.current.first);
    if (cell) this.#keepInView(cell);
  }

  nextDoubtful(direction) {
    const { tokens } = this.transcript;
    for (let i = this.active + direction; i >= 0 && i < tokens.length; i += direction) {
      const confidence = this.transcript.confidence(tokens[i]);
      if (confidence !== null && confidence < this.doubtful && !tokens[i].edited) return i;
    }
    return null;
  }

  // ---- rows

  #row(index) {
    const { transcript } = this;
    const { first, last, speaker } = this.rows[index];
    const tokens = transcript.tokens.slice(first, last);
    const [start] = transcript.times(tokens[0]);
    const cells = tokens.map((token, i) => this.#cell(token, first + i));
    const text = [];
    cells.forEach((cell, i) => {
      if (i && needsSpace(drawn(tokens[i - 1]), drawn(tokens[i]))) text.push(" ");
      text.push(cell);
    });
    const who = element(
      "div",
      { role: "rowheader", class: "who" },
      element("button", { type: "button", class: "speaker", tabindex: -1, "data-say": "speaker" }, speaker ?? "speaker?"),
      start !== null ? element("button", { type: "button", class: "time", tabindex: -1, "data-say": "play", title: "Play from here" }, clock(start)) : null,
    );
    const heard = transcript.words.slice(tokens[0].first, tokens.at(-1).last).map((word) => word.text).join(" ");
    const row = element(
      "div",
      { role: "row", class: "row", "aria-rowindex": String(index + 1) },
      who,
      element("div", { role: "none", class: "readable", dir: "auto" }, text),
      element("div", { role: "gridcell", class: "raw", dir: "auto" }, heard),
    );
    row.index = index;
    row.cells = cells;
    row.signature = this.#signature(index);
    if (speaker !== null) row.classList.add(`voice-${this.#voice(speaker)}`);
    else row.classList.add("nobody");
    this.#markRow(row, first);
    return row;
  }

  #cell(token, at) {
    const confidence = this.transcript.confidence(token);
    const names = ["token"];
    if (token.edited) names.push("edited");
    if (!token.text && !token.after) names.push("left-out");
    if (confidence !== null && confidence < this.doubtful && !token.edited) names.push(confidence < this.doubtful / 2 ? "very-doubtful" : "doubtful");
    const shown = token.text || token.after ? drawn(token) : this.transcript.heard(token).map((word) => word.text).join(" ");
    const cell = element("span", { role: "gridcell", class: names.join(" "), tabindex: at === this.active ? 0 : -1 }, shown);
    if (!token.text && !token.after) cell.setAttribute("aria-label", `${shown}, left out`);
    return cell;
  }

  #voice(speaker) {
    this.voices ??= new Map();
    if (!this.voices.has(speaker)) this.voices.set(speaker, (this.voices.size % 6) + 1);
    return this.voices.get(speaker);
  }

  // What a row shows: where it is the same, its element holds.
  #signature(index) {
    const { first, last, speaker } = this.rows[index];
    return { tokens: this.transcript.tokens.slice(first, last), speaker, doubtful: this.doubtful };
  }

  #holds(index, shown) {
    const { first, last, speaker } = this.rows[index];
    const known = shown.signature;
    if (known.speaker !== speaker || known.tokens.length !== last - first) return false;
    for (let i = 0; i < known.tokens.length; i++) if (known.tokens[i] !== this.transcript.tokens[first + i]) return false;
    return true;
  }

  #guess(index) {
    const { first, last } = this.rows[index];
    const { tokens } = this.transcript;
    const count = (tokens[last - 1].last - tokens[first].first) * 5.4;
    const width = Math.max(160, (this.list?.width ?? 800) * 0.6);
    return Math.ceil((count * CHARACTER_PIXELS) / width) * LINE_PIXELS + 18;
  }

  #mark() {
    for (const row of this.list.shown.values()) this.#markRow(row, this.rows[row.index].first);
  }

  #markRow(row, first) {
    const selection = this.selection;
    row.cells.forEach((cell, i) => {
      const at = first + i;
      const selected = at >= selection.first && at < selection.last;
      cell.tabIndex = at === this.active ? 0 : -1;
      cell.classList.toggle("active", at === this.active);
      cell.classList.toggle("selected", selected && selection.last - selection.first > 1);
      cell.classList.toggle("playing", at === this.playing);
      cell.ariaSelected = selected ? "true" : null;
    });
    const last = first + row.cells.length;
    for (const cell of row.querySelectorAll(".found")) cell.classList.remove("found", "current");
    for (const place of this.#placesIn(first, last)) {
      for (let i = Math.max(first, place.first); i < Math.min(last, place.last); i++) {
        row.cells[i - first].classList.add("found");
        if (place === this.current) row.cells[i - first].classList.add("current");
      }
    }
  }

  #placesIn(first, last) {
    let low = 0;
    let high = this.found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.found[middle].last <= first) low = middle + 1;
      else high = middle;
    }
    const places = [];
    while (low < this.found.length && this.found[low].first < last) places.push(this.found[low++]);
    return places;
  }

  #keepInView(cell) {
    const box = cell.getBoundingClientRect();
    const view = this.scroller.getBoundingClientRect();
    const margin = Math.min(60, view.height / 5);
    if (box.top < view.top + margin) this.scroller.scrollTop -= view.top + margin - box.top;
    else if (box.bottom > view.bottom - margin) this.scroller.scrollTop += box.bottom - view.bottom + margin;
  }

  // ---- pointers

  #place(target) {
    const row = target.closest?.(".row");
    const cell = target.closest?.(".token");
    if (!row) return {};
    const { first } = this.rows[row.index];
    return { row, at: cell ? first + row.cells.indexOf(cell) : null, first };
  }

  #clicked(event) {
    if (event.target === this.input) return;
    const { row, at, first } = this.#place(event.target);
    if (!row) return;
    const said = event.target.closest("[data-say]")?.dataset.say;
    if (said) {
      this.go(first, { focus: false });
      this.#tell(said, { at: first });
    } else if (at !== null) {
      this.go(at, { extend: event.shiftKey });
      if (!event.shiftKey && event.detail === 1) this.#tell("play", { at, from: "word" });
    }
  }

  #doubleClicked(event) {
    const { at } = this.#place(event.target);
    if (at === null || at === undefined) return;
    getSelection()?.removeAllRanges();
    this.go(at);
    this.edit();
  }

  // Text that moves under a pointer at rest is not pointed at.
  #moved(event) {
    const { clientX: x, clientY: y } = event;
    if (this.pointer?.x === x && this.pointer.y === y) return;
    this.pointer = { x, y };
    this.#hovered(event);
  }

  #hovered = later((event) => {
    if (event.pointerType === "touch") return;
    const { at } = this.#place(event.target);
    if (at === undefined || at === null) this.#tell("hover", { at: null });
    else this.#tell("hover", { at, cell: event.target.closest(".token") });
  }, 120);

  #focused(event) {
    const { at } = this.#place(event.target);
    if (at === null || at === undefined || at === this.active || this.input) return;
    this.go(at, { focus: false });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
