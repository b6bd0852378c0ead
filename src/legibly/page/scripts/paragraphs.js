// Tokens in paragraphs, which are the rows of the editor; and times as people read them.

import { ends } from "./edited_transcript.js";

const FULL_WORDS = 55; // a paragraph ends with the next sentence
const LONGEST_WORDS = 140; // and here at the latest
const LONG_PAUSE_SECONDS = 1.5;

// [{first, last, speaker}], positions of tokens.
export function paragraphs(transcript) {
  const { tokens, words, speakers } = transcript;
  const rows = [];
  let first = 0;
  for (let i = 1; i <= tokens.length; i++) {
    if (i < tokens.length && !breaks(tokens, words, speakers, first, i)) continue;
    rows.push({ first, last: i, speaker: speakers[tokens[first].first] });
    first = i;
  }
  return tokens.length ? rows : [];
}

function breaks(tokens, words, speakers, first, at) {
  const { last: before } = tokens[at - 1];
  if (speakers[before - 1] !== speakers[before]) return true;
  if (tokens[at].kind === "paragraph") return true;
  const length = at - first;
  if (length >= LONGEST_WORDS) return true;
  if (length < FULL_WORDS) return false;
  return ends(tokens[at - 1].after) || words[before].start - words[before - 1].end > LONG_PAUSE_SECONDS;
}

// 1:02:03, or 2:03 under an hour.
export function clock(seconds) {
  if (seconds == null) return "";
  const whole = Math.floor(seconds);
  const pad = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return (hours ? `${hours}:${pad(minutes)}` : `${minutes}`) + `:${pad(whole % 60)}`;
}

// The first word that is still heard at a time, or that begins after it; words without times are
// passed over.
export class WordClock {
  constructor(words) {
    this.places = [];
    this.starts = [];
    let reached = -Infinity;
    words.forEach((word, i) => {
      if (word.start == null || word.start < reached) return;
      reached = word.start;
      this.places.push(i);
      this.starts.push(word.start);
    });
  }

  wordAt(seconds) {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= seconds) low = middle + 1;
      else high = middle;
    }
    return low ? this.places[low - 1] : null;
  }
}
