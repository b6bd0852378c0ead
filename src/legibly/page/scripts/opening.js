// Transcripts and sounds come in: dropped, pasted, chosen, or given by `legibly open`.

import { byId, say } from "./dom.js";

const SOUND = /\.(wav|mp3|m4a|aac|ogg|oga|opus|flac|webm|mp4|m4v|mov|mkv)$/i;
const MEDIA_TYPE = /^(audio|video)\//;

export function isSound(file) {
  return MEDIA_TYPE.test(file.type) || SOUND.test(file.name);
}

export class Opening {
  constructor(take) {
    this.take = take; // (transcript file or null, sound file or null)
    const chooser = byId("file-chooser");
    chooser.addEventListener("change", () => {
      this.files([...chooser.files]);
      chooser.value = "";
    });
    const dialog = byId("paste-dialog");
    byId("paste-form").addEventListener("submit", () => this.#pasted(byId("paste-text").value));
    byId("paste-cancel").addEventListener("click", () => dialog.close());
    document.addEventListener("paste", (event) => this.#paste(event));
    this.#listenToDrops();
  }

  choose() {
    byId("file-chooser").click();
  }

  paste() {
    byId("paste-text").value = "";
    byId("paste-dialog").showModal();
  }

  files(files) {
    const sound = files.find(isSound) ?? null;
    const others = files.filter((file) => !isSound(file));
    if (others.length > 1) say(`only ${others[0].name} is opened; open one transcript at a time`, "wrong");
    if (files.length) this.take(others[0] ?? null, sound);
  }

  #pasted(text) {
    if (text.trim()) this.take(new File([text], "pasted"), null);
  }

  #paste(event) {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const { files } = event.clipboardData;
    if (files.length) this.files([...files]);
    else this.#pasted(event.clipboardData.getData("text/plain"));
    event.preventDefault();
  }

  #listenToDrops() {
    const page = document.documentElement;
    page.addEventListener("dragover", (event) => {
      event.preventDefault();
      page.classList.add("dropping");
    });
    page.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) page.classList.remove("dropping");
    });
    page.addEventListener("drop", (event) => {
      event.preventDefault();
      page.classList.remove("dropping");
      const text = event.dataTransfer.getData("text/plain");
      if (event.dataTransfer.files.length) this.files([...event.dataTransfer.files]);
      else this.#pasted(text);
    });
  }
}
