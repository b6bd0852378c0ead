// The page: its parts, and what they tell each other.

import { COMMANDS, commandOf } from "./commands.js";
import { Compare } from "./compare.js";
import { DetailsPanel, HoverCard, Readings } from "./details.js";
import { byId, element, fill, later, say } from "./dom.js";
import { Downloads } from "./downloads.js";
import { EditedTranscript } from "./edited_transcript.js";
import { Editor } from "./editor.js";
import { exampleCall } from "./example.js";
import { FindBar } from "./find_bar.js";
import { Live } from "./live.js";
import { Opening } from "./opening.js";
import { WordClock } from "./paragraphs.js";
import { Player } from "./player.js";
import { ReadableView } from "./readable_view.js";
import { Server } from "./server.js";
import { SpeakerDialog } from "./speakers.js";
import { Subtitles } from "./subtitles.js";
import { Switches } from "./switches.js";
import { dataOf } from "./writers.js";

const PRISTINE = document.documentElement.outerHTML;
const HEAD_WORDS = 400;
const TABS = ["edit", "subtitles", "live", "compare"];
const SOUND_ENDINGS = ["wav", "mp3", "m4a", "ogg", "opus", "flac", "mp4", "webm"];

// What is open: the recordings of a file, and the one that is shown.
class State {
  constructor() {
    Object.assign(this, { recordings: [], originals: [], shown: null, formatted: null, fileName: "" });
  }

  get index() {
    return this.recordings.indexOf(this.shown);
  }

  get unsaved() {
    return this.recordings.some((recording) => recording.edited && recording.version !== recording.savedVersion);
  }

  saved() {
    for (const recording of this.recordings) recording.savedVersion = recording.version;
  }

  toData() {
    const all = this.recordings.map((recording) => recording.toData());
    return all.length === 1 ? all[0] : { legibly: 1, transcripts: all.map(({ legibly: _, ...rest }) => rest) };
  }
}

class Page {
  constructor() {
    this.server = new Server();
    this.state = new State();
    this.player = new Player();
    this.view = new ReadableView(byId("scroller"), byId("grid"));
    this.switches = new Switches();
    this.readings = new Readings(this.server, this.switches);
    this.card = new HoverCard(this.readings);
    this.panel = new DetailsPanel(this.readings, (tokens) => this.view.select(this.view.transcript.put(tokens)));
    this.find = new FindBar(this.view);
    this.speakers = new SpeakerDialog(this.view);
    this.opening = new Opening((transcript, sound) => this.open(transcript, sound));
    this.subtitles = new Subtitles(this.server, this.state, this.player, (token) => this.#toText(token));
    this.downloads = new Downloads(this.server, this.state, () => this.subtitles.rules(), () => this.#emptyPage());
    this.live = new Live(this.server, () => this.#replayed(), (data) => this.#keepLive(data));
    this.compare = new Compare(this.server, this.state);
    this.editor = new Editor(this.view, this.player, this.#others());
    this.server.askToken = () => this.#askToken();
    this.#connect();
    if (!this.server.there) this.#withoutServer();
  }

  #others() {
    return {
      find: () => this.find.open(false),
      replace: () => this.find.open(true),
      "find-next": () => this.find.step(1),
      "find-previous": () => this.find.step(-1),
      open: () => this.opening.choose(),
      paste: () => this.opening.paste(),
      save: () => this.downloads.open().catch((error) => say(error.message, "wrong")),
      speaker: () => this.speakers.open(),
      raw: () => this.#toggleRaw(),
      switches: () => this.#toggleSwitches(),
      help: () => byId("help-dialog").showModal(),
    };
  }

  #connect() {
    const { view, player } = this;
    view.addEventListener("active", ({ detail }) => {
      this.card.hide();
      this.panel.show(view.transcript, detail.at);
      this.#describe();
    });
    view.addEventListener("hover", ({ detail }) => {
      if (detail.at === null || view.input) this.card.hide();
      else this.card.show(view.transcript, view.transcript.tokens[detail.at], detail.cell);
    });
    view.addEventListener("play", ({ detail }) => {
      const [start] = view.transcript.times(view.transcript.tokens[detail.at]);
      player.playFrom(start);
    });
    view.addEventListener("speaker", () => this.speakers.open());
    view.scroller.addEventListener("scroll", () => this.card.hide(), { passive: true });
    player.addEventListener("time", ({ detail }) => this.#heard(detail.seconds));
    this.switches.addEventListener("change", () => this.#formatAgain());
    byId("threshold").addEventListener("input", (event) => this.#shade(Number(event.target.value)));
    byId("recordings").addEventListener("change", (event) => this.#show(this.state.recordings[event.target.value]));
    byId("example").addEventListener("click", () => this.#example());
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", () => this.card.hide(), { capture: true });
    document.addEventListener("click", (event) => {
      const name = event.target.closest("[data-command]")?.dataset.command;
      if (name) this.editor.run(name);
    });
    byId("details").addEventListener("keydown", (event) => this.#inPanel(event));
    addEventListener("beforeunload", (event) => this.state.unsaved && event.preventDefault());
    fill(byId("help-keys"), COMMANDS.map(({ keys, help }) => element("tr", {}, element("th", { scope: "row" }, keys.map((key) => element("kbd", {}, key))), element("td", {}, help))));
    byId("help-close").addEventListener("click", () => byId("help-dialog").close());
    this.#tabs();
    this.#theme();
    if (matchMedia("(max-width: 40rem)").matches) this.#toggleRaw();
  }

  #describe = later(() => this.editor.describe(), 500);

  // ---- opening

  async open(file, sound) {
    if (sound) this.player.loadFile(sound);
    if (!file) return;
    if (this.state.unsaved && !confirm("Your edits were not saved. Open another transcript all the same?")) return;
    try {
      const { data, notes } = this.server.there ? await this.server.read(file) : { data: JSON.parse(await dataIn(file)), notes: [] };
      if (notes.length) say(notes.join("; "));
      await this.load(data, file.name);
    } catch (error) {
      say(error instanceof SyntaxError ? `${file.name}: without a server only legibly's JSON and saved pages open here` : error.message, "wrong");
    }
  }

  // What a file holds is shown at once, and made readable where it is not.
  async load(data, name, { readable = false } = {}) {
    const recordings = data.transcripts ?? [data];
    this.state.fileName = name ?? data.name ?? "transcript";
    this.state.originals = recordings.map((recording) => ({ ...recording, legibly: 1 }));
    this.state.recordings = recordings.map((recording) => new EditedTranscript(recording));
    const choice = byId("recordings");
    fill(choice, recordings.map((recording, i) => element("option", { value: String(i) }, recording.name ?? `recording ${i + 1}`)));
    byId("recordings-label").hidden = recordings.length < 2;
    byId("file-name").textContent = this.state.fileName;
    document.title = `${this.state.fileName} – legibly`;
    byId("welcome").hidden = true;
    byId("workspace").hidden = false;
    this.#selectTab("edit");
    this.#show(this.state.recordings[0]);
    if (!readable && this.server.there && !isWritten(recordings[0])) await this.#formatAgain();
  }

  #show(recording) {
    this.state.shown = recording;
    this.state.formatted = recording.formatted ?? recording.toData();
    recording.listeners.add(this.onEdit);
    this.readings.forget();
    this.clock = new WordClock(recording.words);
    byId("grid").lang = recording.language ?? "";
    this.view.show(recording);
    this.panel.show(recording, 0);
    this.#count();
    if (this.server.there && !recording.formatted && !isWritten(this.state.originals[this.state.index]) && this.state.index > 0) this.#formatAgain();
  }

  onEdit = () => {
    this.#count();
    this.panel.show(this.view.transcript, this.view.active);
    this.#refreshSubtitles();
  };

  #refreshSubtitles = later(() => this.subtitles.refresh(), 400);

  async #formatAgain() {
    const { shown, index } = this.state;
    if (!shown?.words.length || !this.server.there) return;
    this.formatting?.abort();
    const asking = (this.formatting = new AbortController());
    byId("workspace").setAttribute("aria-busy", "true");
    byId("busy").hidden = false;
    try {
      if (!shown.formatted && !shown.done.length) await this.#formatHead(shown, this.state.originals[index], asking.signal);
      const answer = await this.server.format(this.state.originals[index], this.switches.values, asking.signal);
      this.readings.forget();
      const place = shown.tokens[this.view.active]?.first ?? 0;
      const first = !shown.formatted && !shown.edited;
      shown.formatted = answer;
      if (this.state.shown === shown) this.state.formatted = answer;
      shown.reformat(answer.tokens ?? []);
      if (first) shown.forgetSteps();
      shown.language ??= answer.language ?? null;
      byId("grid").lang = this.state.shown.language ?? "";
      this.view.active = this.view.anchor = shown.tokenOver(place);
      this.view.refresh();
    } catch (error) {
      if (!asking.signal.aborted) say(error.message, "wrong");
    }
    if (this.formatting === asking) {
      byId("busy").hidden = true;
      byId("workspace").removeAttribute("aria-busy");
    }
  }

  // The beginning of a long transcript is readable before all of it is.
  async #formatHead(shown, original, signal) {
    if (original.words.length < 2 * HEAD_WORDS) return;
    const last = Math.max(...(original.tokens ?? []).filter((token) => token.first < HEAD_WORDS).map((token) => token.last), HEAD_WORDS);
    const inside = (items) => items?.filter((item) => item.last <= last);
    const head = { ...original, words: original.words.slice(0, last), tokens: inside(original.tokens), alternatives: inside(original.alternatives) };
    const { tokens } = await this.server.format(head, this.switches.values, signal);
    const rest = shown.tokens.slice(shown.tokenOver(last));
    shown.reformat([...tokens, ...rest]);
  }

  #count() {
    const { shown } = this.state;
    const edited = shown.edited;
    byId("counts").textContent = `${shown.words.length.toLocaleString("en")} words${edited ? `, ${edited.toLocaleString("en")} edited` : ""}`;
    byId("undo").disabled = !shown.done.length;
    byId("redo").disabled = !shown.undone.length;
  }

  #example() {
    this.load(exampleCall(), "example").catch((error) => say(error.message, "wrong"));
  }

  // ---- the rest

  #heard(seconds) {
    if (!this.clock || byId("panel-edit").hidden) return;
    this.view.play(this.clock.wordAt(seconds));
    if (this.player.playing && byId("follow").checked) this.view.follow();
  }

  #shade(percent) {
    byId("threshold-value").textContent = `${percent} %`;
    this.view.doubtful = percent / 100;
    if (this.view.transcript) this.view.redraw();
  }

  #toggleRaw() {
    const shown = byId("grid").classList.toggle("with-raw");
    byId("raw").setAttribute("aria-pressed", String(shown));
    if (this.view.transcript) this.view.redraw();
  }

  #toggleSwitches() {
    const box = byId("switches");
    box.hidden = !box.hidden;
    byId("switches-button").setAttribute("aria-expanded", String(!box.hidden));
    if (!box.hidden) box.querySelector("input").focus();
  }

  #toText(token) {
    this.#selectTab("edit");
    this.view.go(token);
  }

  #replayed() {
    const words = byId("live-what").value === "example" || !this.state.shown ? exampleCall().words : this.state.shown.words;
    return words;
  }

  #keepLive(data) {
    this.load(data, "live", { readable: true });
  }

  #key(event) {
    if (document.querySelector("dialog[open]")) return;
    const found = commandOf(event);
    if (!found?.command.everywhere || event.defaultPrevented) return;
    if (found.command.name === "paste" && event.target.closest("input, textarea")) return;
    event.preventDefault();
    this.editor.run(found.command.name);
  }

  // Arrows walk through the readings; Escape leads back to the text.
  #inPanel(event) {
    if (event.key === "Escape") return this.view.focus();
    const buttons = [...byId("readings").querySelectorAll("button")];
    const at = buttons.indexOf(event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || !step) return;
    buttons[(at + step + buttons.length) % buttons.length].focus();
    event.preventDefault();
  }

  #tabs() {
    for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => this.#selectTab(name));
    byId("tabs").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const tabs = TABS.filter((name) => !byId(`tab-${name}`).hidden);
      const at = tabs.findIndex((name) => byId(`tab-${name}`) === event.target);
      const name = tabs[(at + step + tabs.length) % tabs.length];
      this.#selectTab(name);
      byId(`tab-${name}`).focus();
    });
  }

  #selectTab(name) {
    for (const other of TABS) {
      const selected = other === name;
      byId(`tab-${other}`).setAttribute("aria-selected", String(selected));
      byId(`tab-${other}`).tabIndex = selected ? 0 : -1;
      byId(`panel-${other}`).hidden = !selected;
    }
    byId("stage").hidden = name !== "subtitles";
    if (name === "subtitles") this.subtitles.refresh();
    if (name === "edit" && this.view.transcript) this.view.list.draw();
  }

  #theme() {
    const button = byId("theme");
    button.addEventListener("click", () => {
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
      document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
    });
  }

  #withoutServer() {
    for (const name of ["subtitles", "live", "compare"]) byId(`tab-${name}`).hidden = true;
    byId("switches-button").hidden = true;
  }

  async #emptyPage() {
    return this.server.there ? this.server.emptyPage() : `<!doctype html>\n${PRISTINE}`;
  }

  // Asked once, also where several requests are refused.
  #askToken() {
    const dialog = byId("token-dialog");
    this.asked ??= new Promise((done) => {
      dialog.showModal();
      byId("token-cancel").addEventListener("click", () => dialog.close("cancel"), { once: true });
      dialog.addEventListener("close", () => {
        this.asked = null;
        done(dialog.returnValue === "ok" ? byId("token-value").value.trim() : null);
      }, { once: true });
    });
    return this.asked;
  }

  // What this page was opened with: the data in it, or what `legibly open` was given.
  async start() {
    const data = byId("transcript")?.textContent.trim();
    if (data) {
      const found = JSON.parse(data);
      if (found.sound) this.player.loadBeside([found.sound]);
      else this.player.loadBeside(besides());
      await this.load(found, found.file ?? fileName(), { readable: true });
      return;
    }
    if (!this.server.there) return;
    const opened = await this.server.opened();
    const models = this.server.models().then((some) => this.#offer(some));
    if (opened?.sound) this.#openSound();
    if (opened?.transcript) await this.load(await this.server.openedTranscript(), opened.transcript);
    await models;
  }

  async #openSound() {
    this.player.loadFile(await this.server.openedSound());
  }

  #offer(models) {
    if (models.length < 2) return;
    const values = this.switches.values;
    this.switches = Object.assign(new Switches(models), { values });
    this.readings.switches = this.switches;
    this.switches.addEventListener("change", () => this.#formatAgain());
  }
}

// Whether somebody or something has written more than the words.
function isWritten(data) {
  return (data.tokens ?? []).some((token) => token.edited || token.last - token.first > 1 || token.text !== data.words[token.first].text);
}

function fileName() {
  return decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
}

// A sound that lies beside a saved page, by its name.
function besides() {
  const name = location.href.split(/[?#]/)[0].replace(/\.html?$/i, "");
  return location.protocol === "file:" ? SOUND_ENDINGS.map((ending) => `${name}.${ending}`) : [];
}

// The JSON of a file, or of a page that was saved.
async function dataIn(file) {
  const text = await file.text();
  return text.trimStart().startsWith("<") ? dataOf(text) : text;
}

const page = new Page();
page.start().catch((error) => say(error.message, "wrong"));
globalThis.legibly = page; // for tests, and for those who look
