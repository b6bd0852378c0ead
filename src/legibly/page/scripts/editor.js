// What the commands do with the active words.

import { announce, byId, say } from "./dom.js";
import { commandOf, writes } from "./commands.js";
import { heardLine } from "./details.js";
import { MARKS } from "./written_words.js";

export class Editor {
  // `others` are commands that are not about words: {find, open, save ...}.
  constructor(view, player, others) {
    Object.assign(this, { view, player, others });
    view.body.addEventListener("keydown", (event) => this.#key(event));
    view.scroller.addEventListener("keydown", (event) => event.target === view.scroller && this.#key(event));
  }

  get transcript() {
    return this.view.transcript;
  }

  run(name, { extend = false } = {}) {
    if (this.others[name]) return this.others[name]();
    if (!this.transcript?.tokens.length) return;
    const { first, last } = this.view.selection;
    const target = this.#target(name);
    if (target !== null) return this.view.go(target, { extend });
    if (name.startsWith("mark ")) return this.#mark(last - 1, name.slice(5));
    const actions = {
      edit: () => this.view.edit(),
      "no-mark": () => this.#look(this.transcript.mark(last - 1, "")),
      case: () => this.#look(this.transcript.cycleCase(first, last)),
      join: () => this.#look(this.transcript.join(first, last)),
      "as-heard": () => this.#look(this.transcript.asHeardAgain(first, last)),
      "leave-out": () => this.#look(this.transcript.leaveOut(first, last)),
      readings: () => byId("readings").querySelector("button")?.focus(),
      play: () => this.#play(),
      undo: () => this.#undone(this.transcript.undo(), "nothing to undo"),
      redo: () => this.#undone(this.transcript.redo(), "nothing to do again"),
      "next-doubtful": () => this.#doubtful(1),
      "previous-doubtful": () => this.#doubtful(-1),
    };
    actions[name]?.();
  }

  describe() {
    const { transcript } = this;
    const token = transcript.tokens[this.view.active];
    if (token) announce(heardLine(transcript, token));
  }

  #target(name) {
    const { view, transcript } = this;
    const row = view.rows[view.rowOf(view.active)];
    const page = Math.max(1, Math.round(view.scroller.clientHeight / 40));
    const targets = {
      left: () => view.step(-1),
      right: () => view.step(1),
      up: () => view.lineStep(-1),
      down: () => view.lineStep(1),
      "row-begin": () => row.first,
      "row-end": () => row.last - 1,
      begin: () => 0,
      end: () => transcript.tokens.length - 1,
      "page-up": () => view.step(-page * 8),
      "page-down": () => view.step(page * 8),
    };
    return targets[name]?.() ?? null;
  }

  #mark(at, mark) {
    const known = this.transcript.tokens[at].after;
    this.#look(this.transcript.mark(at, known === mark ? "" : mark));
  }

  #look(place) {
    this.view.select(place);
    this.describe();
  }

  #undone(place, nothing) {
    if (place) this.view.go(place.at);
    else say(nothing);
  }

  #doubtful(direction) {
    const at = this.view.nextDoubtful(direction);
    if (at === null) say("no doubtful word there");
    else this.view.go(at);
  }

  #play() {
    if (this.player.playing) return this.player.pause();
    if (!this.player.loaded) return say("no sound: open the recording beside the transcript");
    const [start] = this.transcript.times(this.transcript.tokens[this.view.active]);
    this.player.playFrom(start);
  }

  #key(event) {
    if (this.view.input) return;
    const found = commandOf(event);
    if (found && !found.command.everywhere) {
      event.preventDefault();
      this.run(found.command.name, { extend: found.extend });
    } else if (!found && writes(event) && !MARKS.includes(event.key)) {
      event.preventDefault();
      this.view.edit(event.key);
    }
  }
}
