"""Whisper's JSON, as openai-whisper, faster-whisper, WhisperX, whisper.cpp and OpenAI's service
write it.

Words have times with `--word_timestamps True`; WhisperX leaves out those of words that it could not
align. Without words, a segment's text has its times at its ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.overlay import overlay
from legibly.formats.recognisers.amberscript import is_amberscript
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format

_PLAIN = {"text", "usage", "logprobs", "language", "languages", "duration", "model"}


def _fits(document: Any) -> bool:
    if isinstance(document, list):  # segments dumped as they are
        return bool(document) and {"start", "end", "text"} <= set(document[0])
    if "transcription" in document:
        return all("text" in item and "word" not in item for item in document["transcription"])
    if isinstance(document.get("segments"), list):
        return "status" not in document and not is_amberscript(document)
    if "text" in document and ("task" in document or _is_plain(document)):
        return True

    words = document.get("words")  # of OpenAI's service, which may say "segments": null
    return (
        "text" in document
        and "status" not in document
        and isinstance(words, list)
        and "word" in words[0]
    )


def _is_plain(document: dict[str, Any]) -> bool:
    """All that OpenAI's newer models give."""
    return bool({"usage", "logprobs"} & set(document)) and set(document) <= _PLAIN


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if isinstance(document, list):
            yield from _segments(document, collector)
        elif "transcription" in document:
            collector.set_language(document.get("result", {}).get("language"))
            yield from _whisper_cpp(document, collector)
        else:
            collector.set_language(document.get("language"))
            segments = objects(document.get("segments"))
            if objects(document.get("words")) and not any(
                segment.get("words") for segment in segments
            ):
                _service_words(document, collector)
                yield None
            elif segments:
                yield from _segments(segments, collector)
            else:
                collector.add_text(document.get("text"))
                yield None


def _segments(segments: object, collector: WordCollector) -> Iterator[object]:
    for number, segment in enumerate(objects(segments)):
        speaker = segment.get("speaker")
        words = objects(segment.get("words"))
        for group in _whole_words(words, "word"):
            known = [w.get("probability", w.get("score", w.get("confidence"))) for w in group]
            sure = [value for value in known if isinstance(value, (int, float))]
            collector.add(
                "".join(str(w.get("word")) for w in group)
                if len(group) > 1
                else group[0].get("word", group[0].get("text")),
                group[0].get("start"),
                group[-1].get("end"),
                min(sure) if sure else known[0],
                group[0].get("speaker", speaker),
                {"segment": number},
            )
        if not words:
            collector.add_text(
                segment.get("text"), segment.get("start"), segment.get("end"), speaker
            )
        yield None


def _whole_words(items: list[dict[str, Any]], key: str) -> list[list[dict[str, Any]]]:
    """Whisper's pieces of words begin with a space where a word begins (` state`, `-of`, `-the`,
    `-art`).
    """
    if not any(str(item.get(key, "")).startswith(" ") for item in items):
        return [[item] for item in items]

    groups: list[list[dict[str, Any]]] = []
    for item in items:
        if groups and isinstance(item.get(key), str) and not item[key].startswith(" "):
            groups[-1].append(item)
        else:
            groups.append([item])

    return groups


def _service_words(document: dict[str, Any], collector: WordCollector) -> None:
    """Words with times but no marks, and the text with them: the marks are laid over the words."""
    heard = [
        collector.word(w.get("word"), w.get("start"), w.get("end"))
        for w in objects(document["words"])
    ]
    words = [word for word in heard if word is not None]
    text = document.get("text")
    tokens = (
        overlay([w.text for w in words], text, collector.source.abbreviations)
        if isinstance(text, str)
        else None
    )
    collector.builder.add_tokens(words, tokens)


def _whisper_cpp(document: dict[str, Any], collector: WordCollector) -> Iterator[object]:
    """Milliseconds under `offsets`; with `-ojf` also pieces of words, which begin with a space."""
    for group in _whole_words(objects(document["transcription"]), "text"):
        speaker = group[0].get("speaker")
        pieces = [
            p
            for segment in group
            for p in objects(segment.get("tokens"))
            if _is_text(p.get("text"))
        ]
        damaged = any("\ufffd" in p["text"] for p in pieces)
        for word in [] if damaged else _whole_words(pieces, "text"):
            start, _ = _offsets(word[0], collector)
            _, end = _offsets(word[-1], collector)
            sure = [piece["p"] for piece in word if isinstance(piece.get("p"), (int, float))]
            collector.add(
                "".join(p["text"] for p in word), start, end, min(sure) if sure else None, speaker
            )
        if not pieces or damaged:
            text = "".join(str(segment.get("text", "")) for segment in group)
            collector.add_text(
                text, _offsets(group[0], collector)[0], _offsets(group[-1], collector)[1], speaker
            )
        yield None


def _is_text(text: object) -> bool:
    """Not one of Whisper's signs (`[_BEG_]`)."""
    return isinstance(text, str) and not text.startswith("[_")


def _offsets(item: dict[str, Any], collector: WordCollector) -> tuple[float | None, float | None]:
    offsets = item.get("offsets")
    if not isinstance(offsets, dict):
        return None, None
    return collector.seconds(offsets.get("from"), 0.001), collector.seconds(
        offsets.get("to"), 0.001
    )


FORMATS = (
    json_format(
        "whisper",
        "JSON of Whisper, faster-whisper, WhisperX and whisper.cpp",
        ("text", "segments", "language"),
        _fits,
        _walk,
    ),
)
