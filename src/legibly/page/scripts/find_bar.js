// Find and replace, in a bar above the text.

import { byId, later, say } from "./dom.js";
import { findAll, replaceAll, replaced } from "./finding.js";

export class FindBar {
  constructor(view) {
    this.view = view;
    this.bar = byId("find-bar");
    this.wanted = byId("find-text");
    this.replacement = byId("replace-text");
    this.found = [];
    this.current = 0;
    this.search = later(() => this.find(), 120);
    this.wanted.addEventListener("input", this.search);
    for (const id of ["match-case", "whole-words"]) byId(id).addEventListener("change", () => this.find());
    byId("find-next").addEventListener("click", () => this.step(1));
    byId("find-previous").addEventListener("click", () => this.step(-1));
    byId("replace-one").addEventListener("click", () => this.replace());
    byId("replace-all").addEventListener("click", () => this.replaceAll());
    byId("find-close").addEventListener("click", () => this.close());
    this.bar.addEventListener("keydown", (event) => this.#key(event));
  }

  get options() {
    return { matchCase: byId("match-case").checked, wholeWords: byId("whole-words").checked };
  }

  open(replacing) {
    this.bar.hidden = false;
    (replacing && this.wanted.value ? this.replacement : this.wanted).focus();
    this.wanted.select();
    this.find();
  }

  close() {
    this.bar.hidden = true;
    const place = this.found[this.current];
    this.view.highlight([], 0);
    if (place) this.view.go(place.first);
    else this.view.focus();
  }

  find(from = this.view.active) {
    const { transcript } = this.view;
    if (!transcript) return;
    this.found = findAll(transcript.tokens, this.wanted.value, this.options);
    const ahead = this.found.findIndex((place) => place.last > from);
    this.current = Math.max(0, ahead);
    this.#show();
  }

  step(direction) {
    if (this.bar.hidden) this.open(false);
    if (!this.found.length) return;
    this.current = (this.current + direction + this.found.length) % this.found.length;
    this.#show();
  }

  replace() {
    const place = this.found[this.current];
    if (!place) return;
    const { transcript } = this.view;
    transcript.write(place.first, place.last, replaced(transcript.tokens, place, this.wanted.value, this.replacement.value, this.options));
    this.find(place.first + 1);
  }

  replaceAll() {
    const { transcript } = this.view;
    const count = replaceAll(transcript, this.wanted.value, this.replacement.value, this.options);
    say(`${count} ${count === 1 ? "place" : "places"} replaced`);
    this.find();
  }

  #show() {
    byId("find-count").textContent = this.wanted.value.trim() ? (this.found.length ? `${this.current + 1} of ${this.found.length}` : "none") : "";
    this.view.highlight(this.found, this.current);
  }

  #key(event) {
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && event.target === this.wanted) this.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && event.target === this.replacement) this.replace();
    else return;
    event.preventDefault();
  }
}
