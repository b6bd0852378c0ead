"""The words that are heard where a text is read out: numbers are said, tags are not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from legibly.grammars.stack import has_grammars
from legibly.grammars.verbalizer import MAX_TOKENS, say_first
from legibly.languages import known_language
from legibly.sound_tags import is_tag
from legibly.transcript import Transcript

Spoken = tuple[str, ...]


def spoken_forms(transcript: Transcript, language: str) -> list[Spoken]:
    """For each word what is heard of it: "$5" is "five dollars". Nothing is heard of a tag."""
    texts = _written(transcript)
    if known_language(language) is None or not has_grammars(language):
        return [(text,) if text else () for text in texts]
    forms: list[Spoken] = []
    while len(forms) < len(texts):
        forms += _first_forms(texts[len(forms) : len(forms) + MAX_TOKENS], language)
    return forms


def _written(transcript: Transcript) -> list[str]:
    """Words with the marks behind them, which tell dates and amounts from other numbers."""
    texts = ["" if is_tag(word.text) else "".join(word.text.split()) for word in transcript.words]
    for token in transcript.tokens:
        if texts[token.last - 1]:
            texts[token.last - 1] += token.after.split()[0] if token.after.strip() else ""
    return texts


def _first_forms(texts: Sequence[str], language: str) -> list[Spoken]:
    """Of the first word, and of those that are said together with it."""
    together = list(texts[: texts.index("")] if "" in texts else texts)
    if not together:
        return [()]
    count, words = say_first(together, language)
    forms = _shared_out(together[:count], words, language)
    return forms or [tuple(say_first(together[:1], language)[1])]


def _shared_out(texts: Sequence[str], words: Sequence[str], language: str) -> list[Spoken]:
    """Who of several written words is heard where: each one up to where what is said of the words
    before and of it alone goes another way. Empty where that is nowhere.
    """
    ends = [0]
    for count in range(1, len(texts)):
        said, alone = [], list(texts[:count])
        while alone:
            taken, found = say_first(alone, language)
            said += found
            alone = alone[taken:]
        alike = 0
        while alike < min(len(said), len(words)) and said[alike] == words[alike]:
            alike += 1
        ends.append(alike)
    ends.append(len(words))
    forms = [tuple(words[first:last]) for first, last in pairwise(ends)]
    return forms if all(forms) else []
