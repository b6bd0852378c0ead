"""How fast the page is, what it weighs, and what an edit leaves alone.

    python -m benchmarks.bench_page [--words 10000] [--edit-words 20000] [--edits 300]

Needs: pip install 'legibly[dev]' (playwright), and Debian's chromium. The call is the example,
again and again, as recognised and formatted by the lexicon baseline: what the page does with it
does not depend on the model.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import legibly
from legibly.formats.transcripts import write
from legibly.page.one_file import empty_document
from legibly.page.page_files import page_files
from legibly.transcript import Transcript
from tools.browser import browser, opened

CALL = Path(__file__).parents[1] / "examples" / "earnings-call.ctm"
SPEAKER_WORDS = 400  # until somebody else speaks
FIRST_VIEW = """() => new Promise((done) => {
  const look = () => document.querySelector(".token")
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
    : requestAnimationFrame(look);
  look();
})"""
# An edit with the layout that follows, and with the frame that shows it.
EDITS = """async (count) => {
  const { view, editor } = legibly;
  const names = ["mark ,", "mark .", "case", "leave-out", "as-heard", "join", "undo", "redo"];
  const worked = [], shown = [];
  let seed = 11;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let i = 0; i < count; i++) {
    if (i % 10 === 0) view.go(random(view.transcript.tokens.length));
    else view.go(view.active + 1);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const begin = performance.now();
    if (i % 9 === 8) {
      view.edit();
      view.input.value = "corrected,";
      view.input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    } else editor.run(names[i % names.length]);
    document.body.offsetHeight;
    worked.push(performance.now() - begin);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    shown.push(performance.now() - begin);
  }
  return { worked, shown };
}"""
KEPT_TIMES = """() => {
  const { transcript } = legibly.view;
  const edited = transcript.tokens.filter((token) => token.edited);
  const kept = edited.filter((token) => transcript.times(token).every((time) => time !== null));
  return [kept.length, edited.length];
}"""


def call(words: int) -> Transcript:
    """The example again and again, each time later, by two speakers."""
    heard = legibly.read(CALL).words
    length = (heard[-1].end or 0.0) + 1.0
    found = []
    for i in range(words):
        word, shift = heard[i % len(heard)], (i // len(heard)) * length
        assert word.start is not None
        assert word.end is not None
        speaker = "AB"[(i // SPEAKER_WORDS) % 2]
        found.append(word._replace(start=word.start + shift, end=word.end + shift, speaker=speaker))
    return Transcript(found, language="en", name="call")


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def print_weight() -> None:
    files = page_files()
    plain = sum(len(file.content) for file in files.values())
    packed = sum(len(gzip.compress(file.content)) for file in files.values())
    whole = empty_document().encode()
    print(
        f"page weight: {plain / 1000:.1f} kB in {len(files)} files, {packed / 1000:.1f} kB as sent "
        f"(gzip); as one file {len(whole) / 1000:.1f} kB, packed "
        f"{len(gzip.compress(whole)) / 1000:.1f} kB (must 300, aim 100)"
    )


def first_views(page_file: Path, transcript_file: Path, words: int, runs: int) -> None:
    with browser() as chromium:
        saved = [_first_view(chromium, page_file.as_uri()) for _ in range(runs)]
    _print_times(f"first view of {words:,} words, page saved as a file", saved)
    with opened(transcript_file, "--model", "en-baseline") as address, browser() as chromium:
        served = [_first_view(chromium, address) for _ in range(runs)]
    _print_times(f"first view of {words:,} words, legibly open (as heard)", served)


def _first_view(chromium: Any, address: str) -> float:
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address, wait_until="commit")
    milliseconds = float(page.evaluate(FIRST_VIEW))
    page.close()
    return milliseconds


def _print_times(what: str, milliseconds: Sequence[float], wanted: str = "must 1,000") -> None:
    print(
        f"{what}: median {percentile(milliseconds, 0.5):.0f} ms, worst {max(milliseconds):.0f} ms "
        f"of {len(milliseconds)} ({wanted}, aim {500 if '1,000' in wanted else 16})"
    )


def edits(page_file: Path, words: int, count: int) -> None:
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 1280, "height": 800})
        page.goto(page_file.as_uri())
        page.wait_for_selector(".token")
        found = page.evaluate(EDITS, count)
        kept, edited = page.evaluate(KEPT_TIMES)
    for name, key in (("work and layout", "worked"), ("until it is shown", "shown")):
        values = found[key]
        print(
            f"an edit in {words:,} words, {name}: median {percentile(values, 0.5):.1f} ms, 95 % "
            f"{percentile(values, 0.95):.1f} ms, worst {max(values):.1f} ms of {count} "
            "(must 50, aim 16)"
        )
    share = kept / edited if edited else 1.0
    print(f"words edited that keep their times: {kept} of {edited}, {share:.0%} (must 100 %)")


def print_keys(page_file: Path) -> None:
    """Commands that have a key, and controls that Tab reaches; buttons in a paragraph (its speaker,
    its time) are commands, too.
    """
    with browser() as chromium:
        page = chromium.new_page()
        page.goto(page_file.as_uri())
        page.wait_for_selector(".token")
        commands, keyed, controls, reached = page.evaluate(
            """() => {
              const rows = [...document.querySelectorAll("#help-keys tr")];
              const controls = [...document.querySelectorAll("button, input, select, textarea")]
                .filter((one) => !one.closest(".row, [role=tablist], .unseen"));
              return [rows.length, rows.filter((row) => row.querySelector("kbd")).length,
                controls.length, controls.filter((one) => one.tabIndex >= 0).length];
            }"""
        )
    print(
        f"by keyboard alone: {keyed} of {commands} commands have a key, {reached} of {controls} "
        "controls are reached with Tab (must all)"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--edit-words", type=int, default=20_000)
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    formatter = legibly.load("en-baseline")
    print_weight()
    with tempfile.TemporaryDirectory() as folder:
        pages = {}
        for words in {options.words, options.edit_words}:
            heard = call(words)
            pages[words] = Path(folder, f"call-{words}.html")
            write(formatter(heard), pages[words])
            write(heard, Path(folder, f"call-{words}.json"))
        first_views(
            pages[options.words],
            Path(folder, f"call-{options.words}.json"),
            options.words,
            options.runs,
        )
        edits(pages[options.edit_words], options.edit_words, options.edits)
        print_keys(pages[options.words])


if __name__ == "__main__":
    main()
