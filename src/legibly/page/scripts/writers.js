// What the page writes without a server: text, Markdown, JSON, itself, and text to adapt a model.

import { paragraphs } from "./paragraphs.js";
import { drawn, needsSpace } from "./written_words.js";

export const OWN_FORMATS = [
  { name: "html", description: "this page as one file, which opens offline", suffix: ".html", type: "text/html" },
  { name: "json", description: "legibly's own JSON, lossless", suffix: ".json", type: "application/json" },
  { name: "text", description: "plain text", suffix: ".txt", type: "text/plain" },
  { name: "markdown", description: "paragraphs with speakers, as Markdown", suffix: ".md", type: "text/markdown" },
  { name: "training", description: "corrected paragraphs, to learn from: legibly adapt", suffix: ".corrections.txt", type: "text/plain" },
];

export function runningText(tokens) {
  let text = "";
  for (const token of tokens) {
    if (!token.text && !token.after) continue;
    const piece = drawn(token);
    text += (text && needsSpace(text, piece) ? " " : "") + piece;
  }
  return text.replace(/[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+/g, " ");
}

export function writeText(transcript) {
  return `${runs(transcript, false).map(({ text }) => text).join("\n\n")}\n`;
}

export function writeMarkdown(transcript) {
  const escaped = (text) => text.replace(/([\\`*_{}[\]<>#|])/g, "\\$1");
  const lines = runs(transcript, true).map(({ text, speaker }) => (speaker === null ? escaped(text) : `**${escaped(speaker)}:** ${escaped(text)}`));
  return `${lines.join("\n\n")}\n`;
}

// Paragraphs in which somebody corrected something: they say what is right, one a line.
export function writeTraining(transcript) {
  const rows = runs(transcript, true).filter(({ tokens }) => tokens.some((token) => token.edited));
  return rows.map(({ text }) => `${text}\n`).join("");
}

function runs(transcript, withSpeakers) {
  const rows = [];
  for (const { first, last, speaker } of paragraphs(transcript)) {
    const tokens = transcript.tokens.slice(first, last);
    const text = runningText(tokens);
    if (text) rows.push({ text, tokens, speaker: withSpeakers ? speaker : null });
  }
  return rows;
}

const DATA_BEGINS = '<script type="application/json" id="transcript">';
const DATA_ENDS = "</" + "script>"; // which must not stand in a script as it is

function placeOfData(page) {
  const begin = page.indexOf(DATA_BEGINS) + DATA_BEGINS.length;
  return [begin, page.indexOf(DATA_ENDS, begin)];
}

export function dataOf(page) {
  return page.slice(...placeOfData(page));
}

// A page as text with other data in it. No sign of the data can end its element.
export function withData(page, data) {
  const [begin, end] = placeOfData(page);
  return page.slice(0, begin) + JSON.stringify(data).replaceAll("<", "\\u003c") + page.slice(end);
}
