// The transcript in every format: some the page writes itself, the others the server does.

import { byId, download, element, fill, say } from "./dom.js";
import { OWN_FORMATS, withData, writeMarkdown, writeText, writeTraining } from "./writers.js";

const SUBTITLES = ["srt", "vtt", "ttml"]; // what most people look for

export class Downloads {
  // `state` has the transcripts and the one that is shown; `rules` the options of subtitles.
  constructor(server, state, rules, emptyPage) {
    Object.assign(this, { server, state, rules, emptyPage });
    this.dialog = byId("save-dialog");
    byId("save-close").addEventListener("click", () => this.dialog.close());
  }

  async open() {
    if (!this.state.shown) return say("nothing to save yet");
    this.dialog.showModal();
    if (this.listed) return;
    fill(byId("save-formats"), OWN_FORMATS.map((format) => this.#row(format, () => this.#own(format))));
    if (!this.server.there) {
      byId("save-more").textContent = "Subtitles, CTM, TextGrid and others: legibly convert FILE.html -o FILE.srt";
      return;
    }
    const names = new Set(OWN_FORMATS.map((format) => format.name));
    const others = (await this.server.formats()).filter((format) => format.writes && !names.has(format.name));
    others.sort((a, b) => SUBTITLES.includes(b.name) - SUBTITLES.includes(a.name));
    byId("save-formats").append(...others.map((format) => this.#row(format, () => this.#byServer(format))));
    this.listed = true;
  }

  #row(format, work) {
    const button = element("button", { type: "button", "data-format": format.name }, format.name === "training" ? "corrections" : format.name);
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await work();
      } catch (error) {
        say(error.message, "wrong");
      }
      button.disabled = false;
    });
    return element("li", {}, button, element("span", {}, format.description));
  }

  async #own(format) {
    const { shown } = this.state;
    const texts = {
      json: () => `${JSON.stringify(this.state.toData())}\n`,
      text: () => writeText(shown),
      markdown: () => writeMarkdown(shown),
      training: () => writeTraining(shown),
      html: async () => withData(await this.emptyPage(), this.state.toData()),
    };
    const text = await texts[format.name]();
    if (!text) return say("nothing was corrected yet");
    download(text, this.#name(format.suffix), format.type);
    if (format.name === "json" || format.name === "html") this.state.saved();
  }

  async #byServer(format) {
    const content = await this.server.convert(this.state.toData(), { to: format.name, ...this.rules() });
    download(content, this.#name(format.suffixes[0] ?? `.${format.name}.txt`));
  }

  #name(suffix) {
    return (this.state.fileName.replace(/\.[^.]*$/, "") || "transcript") + suffix;
  }
}
