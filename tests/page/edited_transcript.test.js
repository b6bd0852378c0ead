import assert from "node:assert/strict";
import { test } from "node:test";

import { EditedTranscript, asHeard, checkCover, overlaid } from "../../src/legibly/page/scripts/edited_transcript.js";

const WORDS = "so we met bill in twenty twelve did he say yes".split(" ").map((text, i) => ({
  text,
  start: i,
  end: i + 0.5,
  confidence: 0.9,
  speaker: i < 7 ? "A" : "B",
}));

function tokens() {
  const found = asHeard(WORDS, 0, WORDS.length);
  found.splice(5, 2, { text: "2012", first: 5, last: 7, before: "", after: ".", kind: "year" });
  found[0].text = "So";
  found[3].text = "Bill";
  found[6].text = "Did";
  return found;
}

function transcript() {
  return new EditedTranscript({ name: "talk", language: "en", words: WORDS, tokens: tokens() });
}

function text(edited) {
  return edited.tokens.map((token) => token.before + token.text + token.after).join(" ");
}

test("tokens without any are the words as heard", () => {
  assert.equal(text(new EditedTranscript({ words: WORDS })), "so we met bill in twenty twelve did he say yes");
});

test("tokens that lose a word are refused", () => {
  assert.throws(() => new EditedTranscript({ words: WORDS, tokens: tokens().slice(1) }), /expected to start at 0/);
  assert.throws(() => new EditedTranscript({ words: WORDS, tokens: tokens().slice(0, 3) }), /cover words up to 3/);
});

test("another word keeps the words and their times", () => {
  const edited = transcript();
  edited.write(3, 4, "William,");
  assert.equal(text(edited), "So we met William, in 2012. Did he say yes");
  assert.deepEqual(edited.times(edited.tokens[3]), [3, 3.5]);
  assert.equal(edited.heard(edited.tokens[3])[0].text, "bill");
  assert.ok(edited.tokens[3].edited);
});

test("as many pieces as words are a token each, others one over all", () => {
  const edited = transcript();
  edited.write(5, 6, "twenty twelve.");
  assert.deepEqual(edited.tokens.slice(5, 7).map((token) => [token.text, token.first, token.last, token.after]), [["twenty", 5, 6, ""], ["twelve", 6, 7, "."]]);
  edited.write(1, 2, "we all");
  assert.deepEqual([edited.tokens[1].text, edited.tokens[1].first, edited.tokens[1].last], ["we all", 1, 2]);
});

test("nothing typed leaves the words out, and they are still heard", () => {
  const edited = transcript();
  edited.write(0, 1, "  ");
  assert.equal(edited.tokens[0].text, "");
  assert.equal(edited.heard(edited.tokens[0])[0].text, "so");
});

test("a mark that ends a sentence brings a capital, and takes it back", () => {
  const edited = transcript();
  edited.mark(1, ".");
  assert.equal(text(edited), "So we. Met Bill in 2012. Did he say yes");
  edited.mark(1, ",");
  assert.equal(text(edited), "So we, met Bill in 2012. Did he say yes");
  edited.mark(5, ",");
  assert.equal(text(edited), "So we, met Bill in 2012, did he say yes");
});

test("a name keeps its capital where a full stop goes", () => {
  const words = "we saw bill now bill came".split(" ").map((word) => ({ text: word }));
  const found = asHeard(words, 0, 6);
  Object.assign(found[2], { text: "Bill" });
  Object.assign(found[3], { after: "." });
  Object.assign(found[4], { text: "Bill" });
  const edited = new EditedTranscript({ words, tokens: found });
  edited.mark(3, "");
  assert.equal(text(edited), "we saw Bill now Bill came");
});

test("words left out give their mark to the word before", () => {
  const edited = transcript();
  edited.leaveOut(5, 6);
  assert.equal(text(edited), "So we met Bill in.  Did he say yes");
  assert.deepEqual(edited.times(edited.tokens[5]), [5, 6.5]);
});

test("joined, and as heard again", () => {
  const edited = transcript();
  edited.join(2, 4);
  assert.deepEqual([edited.tokens[2].text, edited.tokens[2].first, edited.tokens[2].last], ["met Bill", 2, 4]);
  edited.asHeardAgain(4, 5);
  assert.equal(text(edited), "So we met Bill in twenty twelve. Did he say yes");
});

test("a reading that reaches further takes its neighbours with it", () => {
  const edited = transcript();
  edited.put([{ text: "MMXII", first: 6, last: 7, after: "" }]);
  assert.equal(text(edited), "So we met Bill in twenty MMXII Did he say yes");
});

test("speakers are named and changed, words stay", () => {
  const edited = transcript();
  edited.rename("A", "Ann");
  edited.say(8, 10, "Cy");
  assert.deepEqual([...edited.speakers], [...Array(7).fill("Ann"), "B", "B", "Cy", "Cy"]);
  assert.equal(edited.words[0].speaker, "A");
  assert.equal(edited.toData().words[0].speaker, "Ann");
  edited.undo();
  edited.undo();
  assert.deepEqual(edited.toData().words, WORDS);
});

test("other switches leave edited words as they are", () => {
  const edited = transcript();
  edited.write(3, 4, "William");
  edited.reformat(asHeard(WORDS, 0, WORDS.length));
  assert.equal(text(edited), "so we met William in twenty twelve did he say yes");
});

test("overlaying keeps what was edited, where places meet", () => {
  const words = Array.from({ length: 5 }, (_, i) => ({ text: String(i) }));
  const old = [...asHeard(words, 0, 1), { text: "x", first: 1, last: 3, edited: true }, ...asHeard(words, 3, 5)];
  const fresh = [...asHeard(words, 0, 2), { text: "y", first: 2, last: 4 }, ...asHeard(words, 4, 5)];
  const kept = overlaid(fresh, old);
  checkCover(kept, 0, 5);
  assert.deepEqual(kept.map((token) => token.text), ["0", "x", "3", "4"]);
});

test("words are frozen", () => {
  assert.throws(() => (transcript().words[0].text = "no"), TypeError);
});

// Any edits in any order: every word is covered once, words never change, and undo goes all the way
// back and forth.
test("random edits keep words and can all be undone", () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 60; round++) {
    const edited = transcript();
    const states = [JSON.stringify(edited.toData())];
    for (let step = 0; step < 25; step++) {
      const at = random(edited.tokens.length);
      const last = Math.min(edited.tokens.length, at + 1 + random(3));
      const edits = [
        () => edited.write(at, last, ["", "one", "two words", "\"three of them,\"", "a — b"][random(5)]),
        () => edited.mark(at, [".", ",", "", "?"][random(4)]),
        () => edited.cycleCase(at, last),
        () => edited.leaveOut(at, last),
        () => edited.join(at, last),
        () => edited.asHeardAgain(at, last),
        () => edited.say(at, last, "C"),
        () => edited.rename("A", "D"),
        () => edited.writeMany([{ first: at, last, typed: "some more" }]),
        () => edited.reformat(tokens()),
      ];
      const before = edited.done.length;
      edits[random(edits.length)]();
      checkCover(edited.tokens, 0, WORDS.length);
      assert.deepEqual(edited.words.map((word) => word.text), WORDS.map((word) => word.text));
      if (edited.done.length > before) states.push(JSON.stringify(edited.toData()));
    }
    for (let i = states.length - 2; i >= 0; i--) {
      edited.undo();
      assert.equal(JSON.stringify(edited.toData()), states[i]);
    }
    for (let i = 1; i < states.length; i++) edited.redo();
    assert.equal(JSON.stringify(edited.toData()), states.at(-1));
  }
});
