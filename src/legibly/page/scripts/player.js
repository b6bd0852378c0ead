// The sound of the transcript: one media element, and controls that a keyboard reaches.

import { byId, element } from "./dom.js";
import { clock } from "./paragraphs.js";

export class Player extends EventTarget {
  constructor() {
    super();
    this.media = byId("media");
    this.bar = byId("player");
    this.button = byId("play");
    this.slider = byId("position");
    this.button.addEventListener("click", () => this.toggle());
    this.slider.addEventListener("input", () => (this.media.currentTime = Number(this.slider.value)));
    byId("rate").addEventListener("change", (event) => (this.media.playbackRate = Number(event.target.value)));
    for (const name of ["timeupdate", "seeked", "loadedmetadata", "play", "pause"]) {
      this.media.addEventListener(name, () => this.#show());
    }
    this.media.addEventListener("play", () => this.#tick());
  }

  get loaded() {
    return !this.bar.hidden;
  }

  get playing() {
    return !this.media.paused;
  }

  // A file of the user's.
  loadFile(file) {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(file);
    this.#load([this.url]);
  }

  // Files beside a saved page: the first that is there.
  loadBeside(addresses) {
    this.#load(addresses);
  }

  playFrom(seconds) {
    if (!this.loaded || seconds === null) return;
    this.media.currentTime = seconds;
    this.media.play().catch(() => {});
  }

  toggle() {
    if (!this.loaded) return;
    if (this.media.paused) this.media.play().catch(() => {});
    else this.media.pause();
  }

  pause() {
    this.media.pause();
  }

  #load(addresses) {
    this.bar.hidden = true;
    this.media.replaceChildren(...addresses.map((address) => element("source", { src: address })));
    this.media.load();
  }

  #show() {
    const { currentTime, duration, paused } = this.media;
    if (Number.isFinite(duration)) {
      this.bar.hidden = false;
      this.slider.max = String(duration);
      byId("screen").classList.toggle("with-picture", this.media.videoWidth > 0);
    }
    this.slider.value = String(currentTime);
    this.slider.setAttribute("aria-valuetext", clock(currentTime));
    byId("clock").textContent = `${clock(currentTime)} / ${clock(duration || 0)}`;
    this.button.setAttribute("aria-label", paused ? "Play" : "Pause");
    this.button.textContent = paused ? "▶" : "⏸";
    this.dispatchEvent(new CustomEvent("time", { detail: { seconds: currentTime } }));
  }

  // Words are shorter than the distance of two `timeupdate`s.
  #tick() {
    if (this.media.paused) return;
    this.dispatchEvent(new CustomEvent("time", { detail: { seconds: this.media.currentTime } }));
    requestAnimationFrame(() => this.#tick());
  }
}
