"""Sounds with what was said in them, in words and marks that a recogniser may be judged by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from legibly.grammars.verbalizer import MAX_TOKENS, say_first
from legibly.marks import core_mark, fold
from legibly.metrics.score import Score, Settings, score_pair, sum_scores
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.transcript import Token, Transcript, Word
from recipes.kim_woodland_2003.recognised import Reading, Sound
from recipes.kim_woodland_2003.spoken_sets import json_lines
from recipes.place import Place

LONGEST_INITIALISM = 4  # letters, which are said one by one
_PARTS = re.compile(r"[^\W_']+(?:'[^\W_]+)*")
SETTINGS = Settings()


class Talk(NamedTuple):
    corpus: str
    sound: Sound
    said: Transcript  # small letters, with marks
    inside: bool  # its last mark does not count: the end of the file gives it away


def talks(place: Place, lines: int) -> list[Talk]:
    """The addresses, the clips of read speech, and the first lines of the play's test part; a quick
    run has few of them.
    """
    clips = list(_clips(place))[: place.sized(None, lines)]
    return [*place.sized(list(_addresses(place)), []), *clips, *_play(place, lines)]


def _addresses(place: Place) -> Iterator[Talk]:
    folder = place.data / "audio/whitehouse"
    for item in json_lines(folder / "aligned.jsonl.xz"):
        path = (folder / item["file"]).with_suffix(".opus")
        yield Talk("whitehouse", Sound(path, whole=False), _said(item["words"]), False)


def _clips(place: Place) -> Iterator[Talk]:
    folder = place.data / "audio/ljspeech-sample"
    for item in json_lines(folder / "manifest.jsonl.xz"):
        words = [_apart(text) for text in item["text"].split()]
        yield Talk("ljspeech", Sound(folder / item["file"], whole=True), _said(words), True)


def _play(place: Place, most: int) -> Iterator[Talk]:
    folder = place.data / "audio/bass"
    chosen = [item for item in json_lines(folder / "test.jsonl.xz") if len(item["words"]) > 1]
    for item in chosen[:most]:
        sound = Sound(folder / "opus" / item["file"], whole=True)
        yield Talk("bass", sound, _said(item["words"]), True)


def _apart(text: str) -> dict[str, str]:
    bare = text.rstrip(".,?!:;—–-\"'”’)")
    return {"w": bare, "p": text[len(bare) :]}


def _said(items: Sequence[dict[str, str]]) -> Transcript:
    words: list[str] = []
    marks: list[str] = []
    for item in items:
        parts = list(spelt_out(item["w"]))
        words += parts
        marks += [""] * len(parts)
        if marks and item.get("p"):
            marks[-1] = fold(core_mark(item["p"]), set(PROSODY_MARKS))
    return in_words(list(map(Word, words)), marks)


def spelt_out(text: str) -> Iterator[str]:
    """Small letters, numbers said, letters that are said apart."""
    said = [text]
    if any(map(str.isdigit, text)):
        said = say_first([text], "en")[1]
    for word in said:
        for part in _PARTS.findall(word.replace("’", "'")):
            if part.isupper() and 1 < len(part) <= LONGEST_INITIALISM:
                yield from part.lower()
            else:
                yield part.lower()


def in_words(words: Sequence[Word], marks: Sequence[str]) -> Transcript:
    tokens = [
        Token(word.text, i, i + 1, after=mark)
        for i, (word, mark) in enumerate(zip(words, marks, strict=True))
    ]
    return Transcript(tuple(words), tuple(tokens), "en")


def as_judged(written: Transcript, inside: bool) -> Transcript:
    """Words as the reference has them; what is written in digits is said."""
    words: list[Word] = []
    marks: list[str] = []
    tokens = list(written.tokens)
    while tokens:
        texts = [token.text for token in tokens[:MAX_TOKENS]]
        count = say_first(texts, "en")[0] if any(map(str.isdigit, texts[0])) else 1
        said = say_first(texts[:count], "en")[1] if count > 1 else [texts[0]]
        parts = [part for word in said for part in spelt_out(word)]
        words += map(Word, parts)
        marks += [""] * len(parts)
        if marks and tokens[count - 1].after:
            marks[-1] = fold(core_mark(tokens[count - 1].after), set(PROSODY_MARKS))
        del tokens[:count]
    if inside and marks:
        marks[-1] = ""
    return in_words(words, marks)


def judged(corpus: Sequence[Talk], written: Sequence[Transcript]) -> Score:
    """WER with marks, WER' without, and the marks, of all talks together."""
    scores = [
        score_pair(as_judged(talk.said, talk.inside), as_judged(found, talk.inside), SETTINGS)
        for talk, found in zip(corpus, written, strict=True)
    ]
    return sum_scores(scores, SETTINGS)


def joined(readings: Sequence[Reading]) -> Transcript:
    """The segments of a talk."""
    return in_words(
        [word for reading in readings for word in reading.words],
        [mark for reading in readings for mark in reading.marks],
    )


def without_marks(written: Transcript) -> Transcript:
    return in_words(written.words, [""] * len(written.words))


def untimed(written: Transcript) -> Transcript:
    words = [word._replace(start=None, end=None) for word in written.words]
    return in_words(words, [token.after for token in written.tokens])
