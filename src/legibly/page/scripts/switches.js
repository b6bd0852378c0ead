// How the text is made readable: switches of `legibly format`, which format anew at once.

import { byId, element, fill } from "./dom.js";

const SWITCHES = [
  ["punctuation", "Marks", true],
  ["case", "Capitals", true],
  ["numbers", "Numbers in digits", true],
  ["fillers", "Leave out um, uh", false, "drop"],
  ["disfluencies", "Leave out what was begun anew", false, "drop"],
  ["contractions", "Put apostrophes back", false],
  ["quotes", "Quotation marks", false],
  ["spoken_marks", "Spoken marks (dictation)", false],
  ["redo", "Restore all anew", false],
  ["units", "Short units (km, mph)", false, "short"],
  ["mask", "Hide profanity", false, ["profanity"]],
];

export class Switches extends EventTarget {
  constructor(models = []) {
    super();
    this.values = {};
    const boxes = SWITCHES.map(([name, label, usual, value]) => {
      const box = element("input", { type: "checkbox", checked: usual, name });
      box.addEventListener("change", () => this.#set(name, box.checked === usual ? undefined : value ?? box.checked));
      return element("label", {}, box, ` ${label}`);
    });
    const digits = element("input", { type: "number", min: "0", max: "1000", placeholder: "10", name: "digits_from" });
    digits.addEventListener("change", () => this.#set("digits_from", digits.value === "" ? undefined : Number(digits.value)));
    const rest = [element("label", {}, "Digits from ", digits)];
    if (models.length > 1) {
      const choice = element("select", { name: "model" }, models.map((model) => element("option", { value: model.name }, model.name)));
      choice.addEventListener("change", () => this.#set("model", choice.value));
      rest.push(element("label", {}, "Model ", choice));
    }
    fill(byId("switches"), boxes, rest);
  }

  #set(name, value) {
    if (value === undefined) delete this.values[name];
    else this.values[name] = value;
    this.dispatchEvent(new Event("change"));
  }
}
