// Who speaks: another speaker for some words or a paragraph, or another name everywhere.

import { byId, element, fill } from "./dom.js";

export class SpeakerDialog {
  constructor(view) {
    this.view = view;
    this.dialog = byId("speaker-dialog");
    this.name = byId("speaker-name");
    byId("speaker-form").addEventListener("submit", () => this.#apply());
    byId("speaker-cancel").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.view.focus());
  }

  open() {
    const { transcript, rows } = this.view;
    if (!transcript?.tokens.length) return;
    const { first, last } = this.view.selection;
    this.row = { ...rows[this.view.rowOf(first)] };
    this.words = { first, last };
    this.speaker = transcript.speaker(transcript.tokens[first]);
    const known = [...new Set(transcript.speakers)].filter((name) => name !== null);
    fill(byId("speaker-names"), known.map((name) => element("option", { value: name })));
    this.name.value = this.speaker ?? "";
    byId("speaker-everywhere").textContent = this.speaker === null ? "everywhere where nobody is named" : `everywhere where ${this.speaker} speaks`;
    byId("speaker-selected").textContent = last - first > 1 ? `the ${last - first} selected words` : "from this word to the end of the paragraph";
    byId("scope-everywhere").checked = true;
    this.dialog.showModal();
    this.name.select();
  }

  #apply() {
    const { transcript } = this.view;
    const name = this.name.value.trim() || null;
    if (byId("scope-everywhere").checked) transcript.rename(this.speaker, name);
    else if (byId("scope-paragraph").checked) transcript.say(this.row.first, this.row.last, name);
    else transcript.say(this.words.first, this.words.last - this.words.first > 1 ? this.words.last : this.row.last, name);
  }
}
