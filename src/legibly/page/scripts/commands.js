// All that can be done with the words, each with its key. The help is made from this table, and so
// is what a key does.

import { MARKS } from "./written_words.js";

const MARK_NAMES = { ".": "full stop", ",": "comma", "?": "question mark", "!": "exclamation mark", ":": "colon", ";": "semicolon", "—": "dash" };
const MARK_KEYS = { "—": "-" };

// Keys are written as people read them; Ctrl is the command key of a Mac, too.
export const COMMANDS = [
  { name: "left", keys: ["←"], help: "the word before; with Shift, select" },
  { name: "right", keys: ["→"], help: "the next word; with Shift, select" },
  { name: "up", keys: ["↑"], help: "the line above; with Shift, select" },
  { name: "down", keys: ["↓"], help: "the line below; with Shift, select" },
  { name: "row-begin", keys: ["Home"], help: "the beginning of the paragraph" },
  { name: "row-end", keys: ["End"], help: "the end of the paragraph" },
  { name: "begin", keys: ["Ctrl+Home"], help: "the beginning of the text" },
  { name: "end", keys: ["Ctrl+End"], help: "the end of the text" },
  { name: "page-up", keys: ["PageUp"], help: "a page up" },
  { name: "page-down", keys: ["PageDown"], help: "a page down" },
  { name: "next-doubtful", keys: ["F8"], help: "the next doubtful word" },
  { name: "previous-doubtful", keys: ["Shift+F8"], help: "the doubtful word before" },
  { name: "play", keys: ["Space"], help: "play from here; stop" },
  { name: "edit", keys: ["Enter", "F2"], help: "write something else; any letter or digit begins, too" },
  ...MARKS.map((mark) => ({ name: `mark ${mark}`, keys: [MARK_KEYS[mark] ?? mark], help: `a ${MARK_NAMES[mark]} behind it; again, none` })),
  { name: "no-mark", keys: ["Backspace"], help: "no mark behind it" },
  { name: "case", keys: ["Ctrl+U"], help: "capital, capitals, small" },
  { name: "join", keys: ["Ctrl+J"], help: "write the selected words as one" },
  { name: "as-heard", keys: ["Ctrl+Backspace"], help: "as it was heard, word by word" },
  { name: "leave-out", keys: ["Delete"], help: "heard, but not written" },
  { name: "readings", keys: ["Alt+↓"], help: "what else the model would write" },
  { name: "speaker", keys: ["F4"], help: "who speaks; a new name for a speaker" },
  { name: "undo", keys: ["Ctrl+Z"], help: "undo" },
  { name: "redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], help: "redo" },
  { name: "find", keys: ["Ctrl+F"], help: "find", everywhere: true },
  { name: "replace", keys: ["Ctrl+H"], help: "find and replace", everywhere: true },
  { name: "find-next", keys: ["F3"], help: "the next place found", everywhere: true },
  { name: "find-previous", keys: ["Shift+F3"], help: "the place before", everywhere: true },
  { name: "open", keys: ["Ctrl+O"], help: "open a transcript, a sound, or both", everywhere: true },
  { name: "paste", keys: ["Ctrl+Shift+V"], help: "paste a transcript", everywhere: true },
  { name: "save", keys: ["Ctrl+S"], help: "save or download", everywhere: true },
  { name: "raw", keys: ["F9"], help: "show or hide what was heard", everywhere: true },
  { name: "switches", keys: ["F6"], help: "the switches of formatting", everywhere: true },
  { name: "help", keys: ["F1"], help: "this list", everywhere: true },
];

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" };

// The key of an event as the table writes it. Shift is told only where it makes no other sign.
export function keyOf(event) {
  let key = NAMES[event.key] ?? event.key;
  const plain = key.length > 1 || NAMES[event.key];
  if (key.length === 1 && (event.ctrlKey || event.metaKey)) key = key.toUpperCase();
  const shift = event.shiftKey && (plain || event.ctrlKey || event.metaKey);
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

const BY_KEY = new Map(COMMANDS.flatMap((command) => command.keys.map((key) => [key, command])));
const EXTENDING = new Set(["left", "right", "up", "down", "row-begin", "row-end", "begin", "end"]);

// The command of an event, and whether it extends the selection.
export function commandOf(event) {
  const key = keyOf(event);
  const found = BY_KEY.get(key);
  if (found) return { command: found, extend: false };
  const bare = BY_KEY.get(key.replace("Shift+", ""));
  if (bare && EXTENDING.has(bare.name)) return { command: bare, extend: true };
  return null;
}

// Whether a key writes something, so that it begins an edit.
export function writes(event) {
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== " ";
}
