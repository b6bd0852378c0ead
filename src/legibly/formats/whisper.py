"""Whisper's JSON, as openai-whisper, faster-whisper, WhisperX, whisper.cpp and OpenAI's service write it.

Words have times with `--word_timestamps True`; WhisperX leaves out those of words that it could not align. Without
words, a segment's text has its times at its ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recogniser import Documents, Hearing, json_format, objects
from legibly.formats.written import lay_over


def _fits(document: Any) -> bool:
    if isinstance(document, list):  # segments dumped as they are
        return bool(document) and {"start", "end", "text"} <= set(document[0])
    if "transcription" in document:
        return isinstance(document["transcription"], list)
    if "segments" in document:
        return "status" not in document and isinstance(document["segments"], list)
    return "text" in document and "task" in document


def _walk(documents: Documents, hearing: Hearing) -> Iterator[object]:
    for document in documents:
        if isinstance(document, list):
            yield from _segments(document, hearing)
        elif "transcription" in document:
            hearing.set_language(document.get("result", {}).get("language"))
            yield from _whisper_cpp(document, hearing)
        else:
            hearing.set_language(document.get("language"))
            segments = objects(document.get("segments"))
            if objects(document.get("words")) and not any(segment.get("words") for segment in segments):
                _service_words(document, hearing)
                yield None
            elif segments:
                yield from _segments(segments, hearing)
            else:
                hearing.add_text(document.get("text"))
                yield None


def _segments(segments: object, hearing: Hearing) -> Iterator[object]:
    for number, segment in enumerate(objects(segments)):
        speaker = segment.get("speaker")
        words = objects(segment.get("words"))
        for word in words:
            hearing.add(
                word.get("word", word.get("text")),
                word.get("start"),
                word.get("end"),
                word.get("probability", word.get("score", word.get("confidence"))),
                word.get("speaker", speaker),
                {"segment": number},
            )
        if not words:
            hearing.add_text(segment.get("text"), segment.get("start"), segment.get("end"), speaker)
        yield None


def _service_words(document: dict[str, Any], hearing: Hearing) -> None:
    """Words with times but no marks, and the text with them: the marks are laid over the words."""
    words = objects(document["words"])
    text = document.get("text")
    tokens = lay_over([str(w.get("word")) for w in words], text, ()) if isinstance(text, str) else None
    if tokens is None or any(token.last - token.first > 1 or not token.text for token in tokens):
        for word in words:
            hearing.add(word.get("word"), word.get("start"), word.get("end"))
        return
    for word, token in zip(words, tokens, strict=True):
        hearing.add(token.written, word.get("start"), word.get("end"))


def _whisper_cpp(document: dict[str, Any], hearing: Hearing) -> Iterator[object]:
    """Milliseconds under `offsets`; with `-ojf` also pieces of words, which begin with a space."""
    for segment in objects(document["transcription"]):
        speaker = segment.get("speaker")
        pieces = [p for p in objects(segment.get("tokens")) if not str(p.get("text", "[_")).startswith("[_")]
        words: list[list[dict[str, Any]]] = []
        for piece in pieces:
            if not words or str(piece["text"]).startswith(" "):
                words.append([])
            words[-1].append(piece)
        for group in words:
            start, _ = _offsets(group[0], hearing)
            _, end = _offsets(group[-1], hearing)
            sure = [piece["p"] for piece in group if isinstance(piece.get("p"), (int, float))]
            hearing.add("".join(str(p["text"]) for p in group), start, end, min(sure) if sure else None, speaker)
        if not words:
            hearing.add_text(segment.get("text"), *_offsets(segment, hearing), speaker)
        yield None


def _offsets(item: dict[str, Any], hearing: Hearing) -> tuple[float | None, float | None]:
    offsets = item.get("offsets")
    if not isinstance(offsets, dict):
        return None, None
    return hearing.seconds(offsets.get("from"), 0.001), hearing.seconds(offsets.get("to"), 0.001)


FORMATS = (
    json_format(
        "whisper",
        "JSON of Whisper, faster-whisper, WhisperX and whisper.cpp",
        ("text", "segments", "language"),
        _fits,
        _walk,
    ),
)
