// Find and replace over written tokens: a phrase may run over several of them.

import { drawn, needsSpace } from "./written_words.js";

// Running text with the token of every character.
class SearchedText {
  constructor(tokens) {
    this.begins = [];
    this.shown = [];
    let text = "";
    tokens.forEach((token, i) => {
      const piece = drawn(token);
      if (!piece) return;
      if (text && needsSpace(text, piece)) text += " ";
      this.begins.push(text.length);
      this.shown.push(i);
      text += piece;
    });
    this.text = text;
  }

  // The token that a character belongs to.
  tokenAt(place) {
    let low = 0;
    let high = this.begins.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.begins[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return this.shown[low];
  }
}

function pattern(wanted, { matchCase, wholeWords }) {
  const plain = wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
  const bounded = wholeWords ? `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])` : plain;
  return new RegExp(bounded, matchCase ? "gu" : "giu");
}

// [{first, last}], positions of tokens; a place is found once.
export function findAll(tokens, wanted, options = {}) {
  if (!wanted.trim()) return [];
  const searched = new SearchedText(tokens);
  const found = [];
  for (const match of searched.text.matchAll(pattern(wanted.trim(), options))) {
    const first = searched.tokenAt(match.index);
    const last = searched.tokenAt(match.index + match[0].length - 1) + 1;
    if (found.at(-1)?.last > first) continue;
    found.push({ first, last });
  }
  return found;
}

// What is written in the place of found tokens.
export function replaced(tokens, { first, last }, wanted, replacement, options = {}) {
  const searched = new SearchedText(tokens.slice(first, last));
  return searched.text.replace(pattern(wanted.trim(), options), () => replacement);
}

// All of them, as one step: from the last to the first, so that places hold.
export function replaceAll(transcript, wanted, replacement, options = {}) {
  const places = findAll(transcript.tokens, wanted, options);
  const edits = places.map((place) => ({ ...place, typed: replaced(transcript.tokens, place, wanted, replacement, options) }));
  transcript.writeMany(edits);
  return edits.length;
}
