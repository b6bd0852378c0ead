// The words that were heard, the tokens that are written over them, and every edit since.
//
// Words are never altered. A token points at the words `first` to `last` (exclusive); all tokens
// together cover each word once, in order. An edit puts other tokens over the same words, so that
// times stay whatever is written. Who speaks is kept beside the words, as it may be corrected.

import { carryCapital, nextCase, takenApart } from "./written_words.js";

const SENTENCE_ENDS = ".?!。？！";
const MAX_UNDO_STEPS = 10000;

export class EditedTranscript {
  constructor(data) {
    this.name = data.name ?? null;
    this.language = data.language ?? null;
    this.alternatives = data.alternatives ?? [];
    this.words = Object.freeze((data.words ?? []).map((word) => Object.freeze({ ...word })));
    this.speakers = this.words.map((word) => word.speaker ?? null);
    const given = data.tokens?.length ? data.tokens.map(tokenOf) : asHeard(this.words, 0, this.words.length);
    checkCover(given, 0, this.words.length);
    this.tokens = given;
    this.version = 0;
    this.listeners = new Set();
    this.done = [];
    this.undone = [];
  }

  // Where a word's token stands; the last one for the end.
  tokenOver(word) {
    let low = 0;
    let high = this.tokens.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tokens[middle].first <= word) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  heard(token) {
    return this.words.slice(token.first, token.last);
  }

  // Seconds; of a token that has none, null.
  times(token) {
    const known = this.heard(token);
    const starts = known.map((word) => word.start).filter((time) => time != null);
    const ends = known.map((word) => word.end).filter((time) => time != null);
    return [starts.length ? Math.min(...starts) : null, ends.length ? Math.max(...ends) : null];
  }

  // The chance that all its words are right; null where nobody knows.
  confidence(token) {
    let product = 1;
    for (let i = token.first; i < token.last; i++) {
      if (this.words[i].confidence == null) return null;
      product *= this.words[i].confidence;
    }
    return product;
  }

  speaker(token) {
    return this.speakers[token.first];
  }

  get edited() {
    return this.tokens.filter((token) => token.edited).length;
  }

  // ---- edits: each is one step of undo, and says which token is looked at afterwards

  // What was typed in the place of some tokens: as many pieces as words are a token each, anything
  // else is one token over all of them.
  write(at, last, typed) {
    return this.#replace(at, last, this.#typed(at, last, typed));
  }

  // A reading of the model: tokens with places of their own, which may reach further.
  put(tokens) {
    const first = tokens[0].first;
    const last = tokens.at(-1).last;
    let at = this.tokenOver(first);
    let end = this.tokenOver(last - 1) + 1;
    const before = asEdited(asHeard(this.words, this.tokens[at].first, first));
    const after = asEdited(asHeard(this.words, last, this.tokens[end - 1].last));
    return this.#replace(at, end, [...before, ...asEdited(tokens.map(tokenOf)), ...after]);
  }

  join(at, last) {
    const some = this.tokens.slice(at, last);
    const text = some.map((token) => token.text).filter(Boolean).join(" ");
    const span = this.#span(at, last);
    return this.#replace(at, last, [
      { text, ...span, before: some[0].before, after: some.at(-1).after, kind: "word", edited: true },
    ]);
  }

  // Every word as it was heard, a token each.
  asHeardAgain(at, last) {
    const span = this.#span(at, last);
    const tokens = asEdited(asHeard(this.words, span.first, span.last));
    tokens[tokens.length - 1].after = this.tokens[last - 1].after;
    tokens[0].before = this.tokens[at].before;
    return this.#replace(at, last, tokens);
  }

  // A mark after a token; the word behind the end of a sentence gets its capital, or loses one that
  // it is not known to have elsewhere.
  mark(at, mark) {
    const token = this.tokens[at];
    const changed = [{ ...token, after: mark, edited: true }];
    const next = this.#nextWritten(at + 1);
    const ended = ends(token.after);
    if (next === null || ended === ends(mark)) return this.#replace(at, at + 1, changed, at);
    const between = this.tokens.slice(at + 1, next);
    const following = this.tokens[next];
    const text = carryCapital(following.text, !ended, this.#isName(following));
    changed.push(...between, text === following.text ? following : { ...following, text, edited: true });
    return this.#replace(at, next + 1, changed, at);
  }

  cycleCase(at, last) {
    const changed = this.tokens.slice(at, last).map((token) => ({ ...token, text: nextCase(token.text), edited: true }));
    return this.#replace(at, last, changed, at, last);
  }

  // Heard and not written; its mark goes to the word before, unless that has one.
  leaveOut(at, last) {
    const mark = this.tokens[last - 1].after;
    const changed = this.tokens.slice(at, last).map((token) => ({ ...token, text: "", before: "", after: "", edited: true }));
    const before = this.#writtenBefore(at);
    if (mark && before !== null && !this.tokens[before].after) {
      const kept = this.tokens.slice(before, at);
      kept[0] = { ...kept[0], after: mark, edited: true };
      return this.#replace(before, last, [...kept, ...changed], last);
    }
    return this.#replace(at, last, changed, last);
  }

  // Many places at once, [{first, last, typed}] of tokens, none over another.
  writeMany(edits) {
    const changes = [...edits]
      .sort((a, b) => b.first - a.first)
      .map(({ first, last, typed }) => ({ at: first, removed: this.tokens.slice(first, last), inserted: this.#typed(first, last, typed) }));
    return this.#apply({ changes, speakers: [] }, edits[0]?.first ?? 0);
  }

  // Who says the words of some tokens.
  say(at, last, speaker) {
    const { first, last: end } = this.#span(at, last);
    return this.#apply({ changes: [], speakers: [{ first, before: this.speakers.slice(first, end), after: Array(end - first).fill(speaker) }] }, at);
  }

  // Another name wherever somebody speaks.
  rename(speaker, name) {
    const runs = [];
    for (let i = 0; i < this.speakers.length; i++) {
      if (this.speakers[i] !== speaker) continue;
      const first = i;
      while (i < this.speakers.length && this.speakers[i] === speaker) i++;
      runs.push({ first, before: Array(i - first).fill(speaker), after: Array(i - first).fill(name) });
    }
    return this.#apply({ changes: [], speakers: runs }, 0);
  }

  // Other tokens over all words, from other switches; what was edited stays as it is.
  reformat(tokens) {
    const kept = overlaid(tokens.map(tokenOf), this.tokens);
    checkCover(kept, 0, this.words.length);
    return this.#apply({ changes: [{ at: 0, removed: this.tokens, inserted: kept }], speakers: [] }, 0);
  }

  // Nothing before this can be undone.
  forgetSteps() {
    this.done.length = this.undone.length = 0;
    for (const listener of this.listeners) listener(null);
  }

  undo() {
    const step = this.done.pop();
    if (!step) return null;
    for (const change of [...step.changes].reverse()) this.#splice(change.at, change.inserted, change.removed);
    for (const run of step.speakers) this.#setSpeakers(run.first, run.before);
    this.undone.push(step);
    return this.#changed(step);
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.#do(step);
    this.done.push(step);
    return this.#changed(step);
  }

  // As `--to json` has it; `edited` says which tokens a person wrote.
  toData() {
    const words = this.words.map((word, i) => ((word.speaker ?? null) === this.speakers[i] ? word : withSpeaker(word, this.speakers[i])));
    const data = { legibly: 1 };
    if (this.name !== null) data.name = this.name;
    if (this.language !== null) data.language = this.language;
    Object.assign(data, { words, tokens: this.tokens });
    if (this.alternatives.length) data.alternatives = this.alternatives;
    return data;
  }

  #typed(at, last, typed) {
    const span = this.#span(at, last);
    const pieces = typed.trim().replace(/\s+(?=[—–](?:\s|$))/gu, "").split(/\s+/).filter(Boolean);
    if (pieces.length === span.last - span.first && pieces.length > 1) {
      return pieces.map((piece, i) => written(piece, span.first + i, span.first + i + 1));
    }
    return [written(pieces.join(" "), span.first, span.last)];
  }

  #span(at, last) {
    return { first: this.tokens[at].first, last: this.tokens[last - 1].last };
  }

  #nextWritten(at) {
    while (at < this.tokens.length && !this.tokens[at].text) at++;
    return at < this.tokens.length ? at : null;
  }

  #writtenBefore(at) {
    do at--;
    while (at >= 0 && !this.tokens[at].text);
    return at >= 0 ? at : null;
  }

  // Whether a word is mostly written with a capital inside sentences of this transcript.
  #isName(token) {
    const lower = token.text.toLowerCase();
    let capitals = 0;
    let small = 0;
    for (let i = 1; i < this.tokens.length; i++) {
      const other = this.tokens[i];
      if (other === token || other.text.length !== lower.length || ends(this.tokens[i - 1].after)) continue;
      if (other.text === lower) small++;
      else if (other.text.toLowerCase() === lower) capitals++;
    }
    return capitals > small;
  }

  #replace(at, last, inserted, looked = at, lookedLast = looked + 1) {
    const removed = this.tokens.slice(at, last);
    if (same(removed, inserted)) return { at: looked, last: lookedLast };
    const span = this.#span(at, last);
    checkCover(inserted, span.first, span.last);
    return this.#apply({ changes: [{ at, removed, inserted }], speakers: [] }, looked, lookedLast);
  }

  #apply(step, at, last = at + 1) {
    if (!step.changes.length && !step.speakers.length) return { at, last };
    this.#do(step);
    this.done.push({ ...step, at: Math.min(at, this.tokens.length - 1) });
    if (this.done.length > MAX_UNDO_STEPS) this.done.shift();
    this.undone.length = 0;
    this.#changed(step);
    return { at: Math.min(at, this.tokens.length - 1), last: Math.min(last, this.tokens.length) };
  }

  #do(step) {
    for (const change of step.changes) this.#splice(change.at, change.removed, change.inserted);
    for (const run of step.speakers) this.#setSpeakers(run.first, run.after);
  }

  #splice(at, removed, inserted) {
    if (removed.length === this.tokens.length) this.tokens = inserted;
    else this.tokens = this.tokens.toSpliced?.(at, removed.length, ...inserted)
      ?? [...this.tokens.slice(0, at), ...inserted, ...this.tokens.slice(at + removed.length)];
  }

  #setSpeakers(first, speakers) {
    speakers.forEach((speaker, i) => (this.speakers[first + i] = speaker));
  }

  #changed(step) {
    this.version++;
    for (const listener of this.listeners) listener(step);
    return { at: step.at ?? 0, last: (step.at ?? 0) + 1 };
  }
}

export function ends(mark) {
  return [...mark].some((sign) => SENTENCE_ENDS.includes(sign));
}

export function asHeard(words, first, last) {
  const tokens = [];
  for (let i = first; i < last; i++) tokens.push({ text: words[i].text, first: i, last: i + 1, before: "", after: "", kind: "word" });
  return tokens;
}

// Times and confidences follow from the words, and are not kept.
function tokenOf(item) {
  const token = {
    text: item.text ?? "",
    first: item.first,
    last: item.last,
    before: item.before ?? "",
    after: item.after ?? "",
    kind: item.kind ?? "word",
  };
  if (item.edited) token.edited = true;
  return token;
}

function asEdited(tokens) {
  return tokens.map((token) => ({ ...token, edited: true }));
}

function written(typed, first, last) {
  return { ...takenApart(typed), first, last, kind: "word", edited: true };
}

function withSpeaker(word, speaker) {
  const { speaker: _, ...rest } = word;
  return speaker === null ? rest : { ...rest, speaker };
}

function same(some, others) {
  const told = (token) => JSON.stringify([token.text, token.first, token.last, token.before, token.after]);
  return some.length === others.length && some.every((token, i) => told(token) === told(others[i]));
}

export function checkCover(tokens, first, last) {
  let reached = first;
  for (const token of tokens) {
    if (token.first !== reached || !(token.last > token.first)) {
      throw new RangeError(`token ${JSON.stringify(token.text)} covers words ${token.first} to ${token.last}, expected to start at ${reached}`);
    }
    reached = token.last;
  }
  if (reached !== last) throw new RangeError(`tokens cover words up to ${reached}, expected ${last}`);
}

// New tokens, but where old ones were edited: between places where both begin a token.
export function overlaid(fresh, old) {
  const kept = [];
  let i = 0;
  let j = 0;
  while (i < fresh.length && j < old.length) {
    const [begin, start] = [i, j];
    let reach = fresh[i++].last;
    let other = old[j++].last;
    while (reach !== other) {
      if (reach < other) reach = fresh[i++].last;
      else other = old[j++].last;
    }
    const group = old.slice(start, j);
    kept.push(...(group.some((token) => token.edited) ? group : fresh.slice(begin, i)));
  }
  return kept;
}
