import assert from "node:assert/strict";
import { test } from "node:test";

import { COMMANDS, commandOf, keyOf } from "../../src/legibly/page/scripts/commands.js";
import { EditedTranscript, asHeard } from "../../src/legibly/page/scripts/edited_transcript.js";
import { findAll, replaceAll } from "../../src/legibly/page/scripts/finding.js";
import { WordClock, clock, paragraphs } from "../../src/legibly/page/scripts/paragraphs.js";
import { carryCapital, drawn, needsSpace, nextCase, takenApart } from "../../src/legibly/page/scripts/written_words.js";
import { dataOf, runningText, withData, writeMarkdown, writeText, writeTraining } from "../../src/legibly/page/scripts/writers.js";

function from(text, speakers = []) {
  const words = text.split(" ").map((word, i) => ({ text: word, ...(speakers[i] ? { speaker: speakers[i] } : {}) }));
  return new EditedTranscript({ words });
}

test("typed words are taken apart", () => {
  const cases = [
    ["Hello,", ["", "Hello", ","]],
    ["“Hello!”", ["“", "Hello", "!”"]],
    ["U.S.", ["", "U.S.", ""]],
    ["p.m..", ["", "p.m", ".."]],
    ["J.", ["", "J.", ""]],
    ["I.", ["", "I", "."]],
    ["$3.50.", ["", "$3.50", "."]],
    ["3 p.m.", ["", "3 p.m.", ""]],
    ["...", ["", "", ""]],
  ];
  for (const [typed, [before, text, after]] of cases) assert.deepEqual(takenApart(typed), { before, text, after }, typed);
});

test("case goes round", () => {
  assert.deepEqual(["word", "Word", "WORD", "iPhone", "I", "élan"].map(nextCase), ["Word", "WORD", "word", "iphone", "i", "Élan"]);
  assert.deepEqual([carryCapital("so", true), carryCapital("So", false), carryCapital("I'm", false), carryCapital("NASA", false), carryCapital("iPhone", true)], ["So", "so", "I'm", "NASA", "iPhone"]);
});

test("dashes keep their distance, Chinese signs none", () => {
  assert.equal(drawn({ before: "(", text: "so", after: "—" }), "(so —");
  assert.ok(needsSpace("a", "b") && !needsSpace("好", "的") && !needsSpace("好", "3") && !needsSpace("，", "a"));
});

test("a paragraph ends with a speaker, and after enough words with a sentence", () => {
  const rows = paragraphs(from("a b c d", ["A", "A", "B", "B"]));
  assert.deepEqual(rows, [{ first: 0, last: 2, speaker: "A" }, { first: 2, last: 4, speaker: "B" }]);
  const long = from(Array(200).fill("x").join(" "));
  long.tokens = long.tokens.map((token, i) => (i === 69 ? { ...token, after: "." } : token));
  assert.deepEqual(paragraphs(long).map((row) => row.last), [70, 200]);
  assert.deepEqual(paragraphs(new EditedTranscript({ words: [] })), []);
});

test("times are read and found", () => {
  assert.deepEqual([0, 61.9, 3723, null].map(clock), ["0:00", "1:01", "1:02:03", ""]);
  const words = new WordClock([{ start: 0.5 }, {}, { start: 2 }, { start: 1 }, { start: 3 }]);
  assert.deepEqual([0, 0.5, 1.9, 2.5, 99].map((time) => words.wordAt(time)), [null, 0, 0, 2, 4]);
});

test("phrases are found over tokens, and replaced in one step", () => {
  const edited = from("the cat saw the Cat and a category");
  assert.deepEqual(findAll(edited.tokens, "the cat"), [{ first: 0, last: 2 }, { first: 3, last: 5 }]);
  assert.equal(findAll(edited.tokens, "cat", { matchCase: true, wholeWords: true }).length, 1);
  assert.equal(findAll(edited.tokens, "cat").length, 3);
  assert.equal(replaceAll(edited, "cat", "dog", { wholeWords: true }), 2);
  assert.equal(runningText(edited.tokens), "the dog saw the dog and a category");
  edited.undo();
  assert.equal(runningText(edited.tokens), "the cat saw the Cat and a category");
  assert.deepEqual(findAll(edited.tokens, ".*"), []);
});

test("text, Markdown, and what was corrected as text to learn from", () => {
  const edited = from("so we *met* bill yes", ["A", "A", "A", "A", "B"]);
  edited.write(3, 4, "Bill.");
  assert.equal(writeText(edited), "so we *met* Bill.\n\nyes\n");
  assert.equal(writeMarkdown(edited), "**A:** so we \\*met\\* Bill.\n\n**B:** yes\n");
  assert.equal(writeTraining(edited), "so we *met* Bill.\n");
});

test("data in a page cannot end its element", () => {
  const page = '<title>x</title><script type="application/json" id="transcript"></script>';
  const data = { words: [{ text: "</script><script>alert(1)</script><!--" }] };
  const filled = withData(page, data);
  assert.equal(filled.match(/<\/script>/g).length, 1);
  assert.deepEqual(JSON.parse(dataOf(filled)), data);
  assert.deepEqual(JSON.parse(dataOf(withData(filled, { a: 1 }))), { a: 1 });
});

test("every command has keys of its own", () => {
  const keys = COMMANDS.flatMap((command) => command.keys);
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(COMMANDS.every((command) => command.keys.length && command.help));
});

test("keys are told apart", () => {
  const event = (key, held = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
  assert.equal(keyOf(event("z", { ctrlKey: true, shiftKey: true })), "Ctrl+Shift+Z");
  assert.equal(keyOf(event("z", { metaKey: true })), "Ctrl+Z");
  assert.equal(commandOf(event("?", { shiftKey: true })).command.name, "mark ?");
  assert.deepEqual(commandOf(event("ArrowRight", { shiftKey: true })).extend, true);
  assert.equal(commandOf(event("F8", { shiftKey: true })).command.name, "previous-doubtful");
  assert.equal(commandOf(event("a")), null);
});
