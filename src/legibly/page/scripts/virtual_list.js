// A long list of rows of which only those in view, and some around them, are in the document.
//
// Heights are guessed until a row was shown once. When a row above the view turns out to be of
// another height, the view moves with it, so that nothing jumps.

const OVERSCAN_PIXELS = 600;

export class VirtualList {
  // `make(index)` gives the element of a row, `guess(index)` its height, `key(index)` what its
  // height is remembered by; `leave` is called when the row with the focus goes out of the document,
  // `drawn` whenever other rows are in it.
  constructor(scroller, body, { make, guess, key, leave = () => {}, drawn = () => {} }) {
    Object.assign(this, { scroller, body, make, guess, key, leave, drawn });
    this.count = 0;
    this.heights = new Map();
    this.offsets = [0];
    this.shown = new Map(); // index -> element
    this.width = 0;
    scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.#resized()).observe(scroller);
  }

  // Rows are others now; `keep` says of a row that is shown whether its element still holds.
  update(count, keep = () => false) {
    this.count = count;
    for (const [index, shown] of [...this.shown]) {
      if (index < count && keep(index, shown)) continue;
      shown.remove();
      this.shown.delete(index);
    }
    this.#measureOffsets();
    this.draw();
  }

  elementOf(index) {
    return this.shown.get(index) ?? null;
  }

  // A row is brought into view, if it is not there.
  reveal(index) {
    const top = this.offsets[index];
    const { scrollTop, clientHeight } = this.scroller;
    if (!this.shown.has(index) || this.offsets[index + 1] < scrollTop || top > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, top - clientHeight / 3);
      this.draw();
    }
    return this.elementOf(index);
  }

  draw() {
    const { clientHeight } = this.scroller;
    if (!clientHeight || !this.count) return this.#pad(0, 0);
    for (let round = 0; round < 3; round++) {
      const first = this.#indexAt(this.scroller.scrollTop - OVERSCAN_PIXELS);
      const last = Math.min(this.count, this.#indexAt(this.scroller.scrollTop + clientHeight + OVERSCAN_PIXELS) + 1);
      this.#show(first, last);
      if (!this.#learn(first, last)) break;
    }
    this.drawn();
  }

  #show(first, last) {
    for (const [index, shown] of [...this.shown]) {
      if (index >= first && index < last) continue;
      if (shown.contains(document.activeElement)) this.leave();
      shown.remove();
      this.shown.delete(index);
    }
    let before = null;
    for (let index = last - 1; index >= first; index--) {
      let shown = this.shown.get(index);
      if (!shown) {
        shown = this.make(index);
        this.shown.set(index, shown);
        this.body.insertBefore(shown, before);
      }
      before = shown;
    }
    this.#pad(this.offsets[first], this.offsets[this.count] - this.offsets[last]);
  }

  // Whether heights were not as they had been guessed.
  #learn(first, last) {
    const top = this.scroller.scrollTop;
    const anchor = this.#indexAt(top);
    const before = this.offsets[anchor];
    let wrong = false;
    for (let index = first; index < last; index++) {
      const height = this.shown.get(index).offsetHeight;
      const key = this.key(index);
      if (Math.abs((this.heights.get(key) ?? this.guess(index)) - height) < 1) continue;
      this.heights.set(key, height);
      wrong = true;
    }
    if (!wrong) return false;
    this.#measureOffsets();
    this.#pad(this.offsets[first], this.offsets[this.count] - this.offsets[last]);
    const moved = this.offsets[anchor] - before;
    if (moved) this.scroller.scrollTop = top + moved;
    return true;
  }

  #measureOffsets() {
    const offsets = new Float64Array(this.count + 1);
    for (let i = 0; i < this.count; i++) offsets[i + 1] = offsets[i] + (this.heights.get(this.key(i)) ?? this.guess(i));
    this.offsets = offsets;
  }

  #indexAt(pixels) {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offsets[middle] <= pixels) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #pad(above, below) {
    this.body.style.paddingTop = `${above}px`;
    this.body.style.paddingBottom = `${below}px`;
  }

  #resized() {
    if (this.scroller.clientWidth !== this.width) {
      this.width = this.scroller.clientWidth;
      const anchor = this.#indexAt(this.scroller.scrollTop);
      this.heights.clear();
      this.#measureOffsets();
      if (this.count) this.scroller.scrollTop = this.offsets[anchor];
    }
    this.draw();
  }
}
