// Marks and capitals of one written word.

const OPENING = "\"“„‘«‹([{¿¡「『（《";
const CLOSING = "\"”’»›)]}」』）》";
const TRAILING = ".,?!:;…—–，、。？！：；؟،।" + CLOSING;

export const MARKS = [".", ",", "?", "!", ":", ";", "—"];

// What was typed, without the marks around it: `"Hello,"` has the text Hello. Initials keep their
// stops (U.S., p.m.), and a single letter that is a capital (J.).
export function takenApart(typed) {
  let first = 0;
  let last = typed.length;
  while (first < last && OPENING.includes(typed[first])) first++;
  while (last > first && TRAILING.includes(typed[last - 1])) last--;
  const text = typed.slice(first, last);
  if (!text) return { before: "", text: "", after: "" };
  if (typed[last] === "." && typed[last + 1] !== "." && keepsStop(text)) last++;
  return { before: typed.slice(0, first), text: typed.slice(first, last), after: typed.slice(last) };
}

function keepsStop(text) {
  return /(?:^|\s)(?:\p{L}\.)+\p{L}$/u.test(text) || /^(?!I$)\p{Lu}$/u.test(text);
}

export function capitalised(text) {
  const at = text.search(/\p{L}/u);
  if (at < 0) return text;
  const [letter] = text.slice(at);
  return text.slice(0, at) + letter.toUpperCase() + text.slice(at + letter.length);
}

function smallFirst(text) {
  const at = text.search(/\p{L}/u);
  if (at < 0) return text;
  const [letter] = text.slice(at);
  return text.slice(0, at) + letter.toLowerCase() + text.slice(at + letter.length);
}

// word, Word, WORD, word ...; a mixed form (iPhone) becomes small first.
export function nextCase(text) {
  const lower = text.toLowerCase();
  const title = capitalised(lower);
  if (text === lower) return title;
  return text === title && text !== text.toUpperCase() ? text.toUpperCase() : lower;
}

// The capital behind the end of a sentence, and without it: a form that is all capitals, mixed, or
// a name stays.
export function carryCapital(text, opens, isName) {
  if (opens) return /\p{Lu}/u.test(text) ? text : capitalised(text);
  const plain = text === capitalised(text.toLowerCase()) && !/^\p{Lu}(?:['’]|$)/u.test(text);
  return plain && !isName ? smallFirst(text) : text;
}

const DASHES = ["—", "–", "--", "---", "-"];

// A token with its marks; a dash keeps its distance.
export function drawn(token) {
  const between = DASHES.includes(token.after) && token.text ? " " : "";
  return `${token.before}${token.text}${between}${token.after}`;
}

const HAN = /[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]|[\ud840-\ud87f][\udc00-\udfff]/;
const NUMERAL = /[\d%°²³$€£¥₩±+-]/;

// Nothing between two Chinese signs, or one and a number, nor after a full-width mark.
export function needsSpace(before, after) {
  const last = before.at(-1) ?? "";
  const first = after[0] ?? "";
  if ((HAN.test(last) && NUMERAL.test(first)) || (HAN.test(first) && NUMERAL.test(last))) return false;
  if (/[\u3000-\u303f\uff00-\uffef]/.test(last)) return false;
  return !(HAN.test(last) && (HAN.test(first) || /[\u3000-\u303f]/.test(first)));
}
