"""legibly's own JSON: everything that a transcript holds, nothing lost.

    {"legibly": 1, "language": "en", "name": "call",
     "words": [{"text": "hello", "start": 0.1, "end": 0.4}],
     "tokens": [{"text": "Hello", "first": 0, "last": 1, "after": "."}], "sentences": [...]}

Several recordings in a file stand under `transcripts`. Times and confidences of tokens, and the
sentences, are written for readers in other languages; they follow from the words and tokens and are
not read back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.carries import EVERYTHING
from legibly.formats.registry import Format
from legibly.formats.word_checks import (
    check_length,
    check_times,
    end_after_start,
    parse_confidence,
)
from legibly.formats.word_lines import BadWordError, is_text, seconds
from legibly.marks import Marked, split_marks
from legibly.sound_tags import is_tag
from legibly.transcript import (
    Alternative,
    Token,
    Transcript,
    Word,
    confidence_of,
    join_recordings,
    times_of,
)

JSON_VERSION = 1


def read_json(source: Source) -> Iterator[Transcript]:
    return read_document(source.document(), source)


def read_document(text: str, source: Source) -> Iterator[Transcript]:
    """What stands in a source, or in a part of it."""
    try:
        document = json.loads(text)
    except RecursionError:
        raise DataError(f"{source.name}: JSON nested too deeply") from None
    except json.JSONDecodeError as error:
        raise DataError(
            f"{source.name}:{error.lineno}: not valid JSON ({error.msg}, column {error.colno})"
        ) from None
    except ValueError as error:
        raise DataError(f"{source.name}: not valid JSON ({error})") from None

    if not isinstance(document, dict) or "legibly" not in document:
        raise DataError(
            f'{source.name}: not legibly\'s JSON; expected an object with "legibly": {JSON_VERSION}'
        )
    if document["legibly"] != JSON_VERSION:
        raise DataError(
            f"{source.name}: version {document['legibly']!r} of legibly's JSON; this program "
            f"reads version {JSON_VERSION}"
        )

    items = document.get("transcripts", [document])
    if not isinstance(items, list):
        raise DataError(f"{source.name}: 'transcripts' is {type(items).__name__}; expected a list")
    for i, item in enumerate(items):
        yield _transcript(
            item, source, f"{source.name}: transcript {i}" if len(items) > 1 else source.name
        )


def _transcript(item: Any, source: Source, where: str) -> Transcript:
    if not isinstance(item, dict):
        raise DataError(f"{where}: found {type(item).__name__}; expected an object")
    try:
        words = [_word(word, source) for word in _objects(item, "words")]
        tokens = [_token(token) for token in _objects(item, "tokens")]
        if words and not tokens:  # somebody else's: marks may still be on the words
            words, tokens = _taken_apart(words, source)
        alternatives = [_alternative(a, source) for a in _objects(item, "alternatives")]
        return Transcript(
            words,
            tokens,
            _text(item, "language", None),
            _text(item, "name", None),
            tuple(alternatives),
        )
    except (BadWordError, DataError) as error:
        raise DataError(f"{where}: {error}") from None


def _taken_apart(words: list[Word], source: Source) -> tuple[list[Word], list[Token]]:
    parts = [
        Marked("", word.text, "")
        if is_tag(word.text)
        else split_marks(word.text, source.abbreviations)
        for word in words
    ]
    return [word._replace(text=part.text) for word, part in zip(words, parts, strict=True)], [
        Token(part.text, i, i + 1, part.before, part.after) for i, part in enumerate(parts)
    ]


def _objects(item: Any, key: str) -> list[dict[str, Any]]:
    found = item.get(key) if isinstance(item, dict) else None
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise BadWordError(f"{key!r} is not a list of objects")
    return found


def _word(item: dict[str, Any], source: Source) -> Word:
    start = seconds(item, "start")
    end = end_after_start(start, seconds(item, "end"), source)
    if wrong := check_times(start, end):
        raise BadWordError(wrong)
    labels = item.get("labels") or {}
    if not isinstance(labels, dict):
        raise BadWordError(f"'labels' is {labels!r}; expected an object")
    confidence = parse_confidence(item.get("confidence"), source)
    text = _text(item, "text")
    assert text is not None
    if wrong := check_length(text):
        raise BadWordError(wrong)
    return Word(text, start, end, confidence, _text(item, "speaker", None), labels)


def _token(item: dict[str, Any]) -> Token:
    first, last = item.get("first"), item.get("last")
    if type(first) is not int or type(last) is not int:
        raise BadWordError(f"token has first {first!r} and last {last!r}; expected word positions")
    text, before, after, kind = (
        _text(item, "text"),
        _text(item, "before", ""),
        _text(item, "after", ""),
        _text(item, "kind", "word"),
    )
    return Token(text or "", first, last, before or "", after or "", kind or "word")


def _alternative(item: dict[str, Any], source: Source) -> Alternative:
    token = _token({**item, "text": ""})
    words = tuple(_word(word, source) for word in _objects(item, "words"))
    return Alternative(token.first, token.last, words, seconds(item, "score"))


_REQUIRED = object()


def _text(item: dict[str, Any], key: str, default: object = _REQUIRED) -> str | None:
    value = item.get(key)
    if value is None and default is not _REQUIRED:
        return default  # type: ignore[return-value]
    if not isinstance(value, str) or not is_text(value):
        raise BadWordError(f"{key!r} is {value!r}; expected a string")
    return value


def write_json(parts: Iterator[Transcript], out: TextIO) -> None:
    recordings = join_recordings(parts)
    first, second = next(recordings, Transcript(())), next(recordings, None)
    if second is None:
        out.write(_encode(as_document(first)) + "\n")
        return
    out.write(f'{{"legibly": {JSON_VERSION}, "transcripts": [\n{_encode(as_object(first))}')
    while second is not None:
        out.write(",\n" + _encode(as_object(second)))
        second = next(recordings, None)
    out.write("\n]}\n")


def as_document(transcript: Transcript) -> dict[str, Any]:
    """The whole document of one transcript."""
    return {"legibly": JSON_VERSION, **as_object(transcript)}


def as_object(transcript: Transcript) -> dict[str, Any]:
    """What `--to json` holds of one transcript."""
    return {
        **{
            key: value
            for key in ("name", "language")
            if (value := getattr(transcript, key)) is not None
        },
        "words": [word_object(word) for word in transcript.words],
        "tokens": [
            {
                **token_object(token, transcript.words[token.first : token.last]),
                **_mark_confidence(transcript, token),
            }
            for token in transcript.tokens
        ],
        "sentences": [sentence._asdict() for sentence in transcript.sentences],
        **(
            {"alternatives": [_alternative_object(a) for a in transcript.alternatives]}
            if transcript.alternatives
            else {}
        ),
    }


def word_object(word: Word) -> dict[str, Any]:
    item: dict[str, Any] = {"text": word.text}
    for key, value in zip(Word._fields[1:], word[1:], strict=True):
        if value is not None and value != {}:
            item[key] = value
    return item


def token_object(token: Token, words: Sequence[Word]) -> dict[str, Any]:
    """A token with the times and the confidence of its words."""
    start, end = times_of(words)
    item: dict[str, Any] = {
        "text": token.text,
        "first": token.first,
        "last": token.last,
        "after": token.after,
    }
    if token.before:
        item["before"] = token.before
    item["kind"] = token.kind
    for key, value in (("start", start), ("end", end), ("confidence", confidence_of(words))):
        if value is not None:
            item[key] = value

    return item


def _mark_confidence(transcript: Transcript, token: Token) -> dict[str, float]:
    chance = transcript.mark_confidence(token)
    return {} if chance is None else {"mark_confidence": round(chance, 4)}


def _alternative_object(alternative: Alternative) -> dict[str, Any]:
    item = alternative._asdict()
    item["words"] = [word_object(word) for word in alternative.words]
    return (
        item if alternative.score is not None else {k: v for k, v in item.items() if k != "score"}
    )


def _encode(item: dict[str, Any]) -> str:
    try:
        return json.dumps(item, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise DataError(
            "a label holds a number that JSON cannot (NaN or infinity); convert it first"
        ) from None


def looks_like_legibly_json(opening: str) -> bool:
    return opening.lstrip().startswith("{") and '"legibly"' in opening[:200]


FORMATS = (
    Format(
        "json",
        "legibly's own JSON, lossless",
        (".json",),
        read_json,
        write_json,
        looks_like_legibly_json,
        carries=EVERYTHING,
    ),
)
