"""Word lines (`.jsonl`): one word an object.

Keys: `w` word, `p` marks after it, `pre` marks before it, `s` and `e` seconds or null, `spk`,
`conf`; every other key is a label (`ent`, `turn`, `clip` ...). The long names of legibly's JSON
(`text`, `start`, `end`, `speaker`, `confidence`, `after`, `before`) are understood too. An object
with `words` is a recording of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.formats.word_checks import check_times, end_after_start, parse_confidence
from legibly.transcript import Transcript, Word

_SHORT = {
    "text": "w",
    "after": "p",
    "before": "pre",
    "start": "s",
    "end": "e",
    "speaker": "spk",
    "confidence": "conf",
}
_KEYS = frozenset(_SHORT.values())


class BadWordError(ValueError):
    """What is wrong with a word object."""


def read_word_lines(source: Source) -> Iterator[Transcript]:
    builder = PartBuilder(source.recording, source.language)
    for number, line in source.lines():
        if not line or line.isspace():
            continue
        try:
            item = parse_object(line)
            if isinstance(item.get("words"), list):
                if not builder.empty:
                    yield builder.take(continued=False)
                yield _nested(item, source)
            else:
                add_word(builder, item, source)
        except BadWordError as error:
            source.bad(number, str(error))
        if builder.full:
            yield builder.take(continued=True)

    if not builder.empty:
        yield builder.take(continued=False)


def parse_object(line: str) -> dict[str, Any]:
    try:
        item = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadWordError(f"not valid JSON ({error})") from None
    if not isinstance(item, dict):
        raise BadWordError(
            f'found {type(item).__name__}; expected an object like {{"w": "word", "p": ","}}'
        )
    if "\\ud" in line.lower() and not is_text(json.dumps(item, ensure_ascii=False)):
        raise BadWordError("half of a surrogate pair; expected text")
    return item


def _nested(item: dict[str, Any], source: Source) -> Transcript:
    name = item.get("id", item.get("recording", item.get("name")))
    builder = PartBuilder(None if name is None else str(name), source.language)
    for word in item["words"]:
        if not isinstance(word, dict):
            raise BadWordError(f"found {type(word).__name__} in 'words'; expected word objects")
        add_word(builder, word, source)
    return builder.take(continued=False)


def add_word(builder: PartBuilder, item: dict[str, Any], source: Source) -> None:
    """One word object. A word without its mark apart (`p`) is taken as written, with the marks on
    it.
    """
    if "w" not in item:
        item = {_SHORT.get(key, key): value for key, value in item.items()}
    text = item.get("w")
    if not isinstance(text, str) or not is_text(text):
        raise BadWordError(f"'w' is {text!r}; expected the word as a string")

    start = seconds(item, "s")
    end = end_after_start(start, seconds(item, "e"), source)
    if wrong := check_times(start, end):
        raise BadWordError(wrong)

    speaker = item.get("spk")
    labels = {key: value for key, value in item.items() if key not in _KEYS and value is not None}
    word = Word(
        text,
        start,
        end,
        parse_confidence(item.get("conf"), source),
        None if speaker is None else str(speaker),
        labels if labels else {},
    )
    before, after = item.get("pre") or "", item.get("p")
    if after is None and not before:
        builder.add_written(word, source.abbreviations)
    elif not isinstance(before, str) or not isinstance(after or "", str):
        raise BadWordError(f"'p' is {after!r} and 'pre' is {before!r}; expected marks as strings")
    else:
        builder.add(word, before, after or "")


def is_text(text: str) -> bool:
    """Can be written: half of a surrogate pair, which JSON can spell, cannot."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def seconds(item: dict[str, Any], key: str) -> float | None:
    value = item.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadWordError(f"{key!r} is {value!r}; expected seconds as a number, or null")
    try:
        return float(value)
    except OverflowError:
        raise BadWordError(
            f"{key!r} is a number of {len(str(value))} digits; expected seconds"
        ) from None


def write_word_lines(parts: Iterator[Transcript], out: TextIO) -> None:
    """One token a line, with the labels of its first word."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    for part in parts:
        for token in part.tokens:
            if not token.written:
                continue
            start, end = part.times(token)
            first = part.words[token.first]
            item = {
                "w": token.text,
                "p": token.after,
                "s": start,
                "e": end,
                "spk": first.speaker,
                "conf": part.confidence(token),
                "ent": None,
                **{key: value for key, value in first.labels.items() if key not in _KEYS},
            }
            if token.before:
                item["pre"] = token.before
            out.write(encode(item) + "\n")


_LONG = {"start", "end", "confidence", "speaker", "after", "before"}
_OTHERS = {
    "result",
    "results",
    "segments",
    "alternatives",
    "language_code",
    "status",
    "utterances",
    "task",
}


_BESIDE_WORDS = {"text", "transcription", "paragraphs", "language"}


def looks_like_word_lines(opening: str) -> bool:
    line = next((line for line in opening.split("\n") if line.strip()), "")
    try:
        item = json.loads(line)
    except (ValueError, RecursionError):
        # The first line may be longer than the opening; the first key says enough.
        return line.startswith('{"w":') or line.startswith('{"recording":')

    if not isinstance(item, dict) or "legibly" in item:
        return False

    text = item.get("w", item.get("text"))
    if not isinstance(text, str) or _OTHERS & set(item):
        return _is_nested(item)
    if "w" in item:
        return True
    return _is_nested(item) or (not any(map(str.isspace, text)) and bool(set(item) & _LONG))


def _is_nested(item: dict[str, Any]) -> bool:
    """A recording of its own, not a recogniser's words beside other things."""
    words = item.get("words")
    if not isinstance(words, list) or (_OTHERS | _BESIDE_WORDS) & set(item):
        return False
    return not words or not isinstance(words[0], dict) or bool({"w", "text"} & set(words[0]))


FORMATS = (
    Format(
        "words",
        "one word a line, as JSON objects",
        (".jsonl",),
        read_word_lines,
        write_word_lines,
        looks_like_word_lines,
        carries=frozenset(
            {
                Carries.MARKS,
                Carries.WORD_TIMES,
                Carries.CONFIDENCE,
                Carries.SPEAKERS,
                Carries.LABELS,
            }
        ),
    ),
)
