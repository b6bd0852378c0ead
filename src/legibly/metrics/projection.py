"""What one side of an alignment can give the other.

`project`: marks, case, speakers and labels of a reference onto the words of a recogniser (Batista's
AUT corpus). `retime`: times and confidences of a recogniser onto a human text.
"""

from __future__ import annotations

from dataclasses import replace

from legibly.casing import Case, case_of, write_case
from legibly.marks import core_mark, stronger_mark
from legibly.metrics.pairs import AlignedPair, normal
from legibly.sound_tags import is_unknown_word
from legibly.transcript import Transcript, Word

INTERPOLATED = "interpolated"


def project(pair: AlignedPair) -> Transcript:
    """The recogniser's words, times and confidences, written as the reference writes them.

    A mark after a word that the recogniser missed goes to the word before it, unless that has a
    stronger one.
    """
    hyp = pair.hyp.transcript
    words, tokens = list(hyp.words), list(hyp.tokens)
    place_of = {token.first: at for at, token in enumerate(hyp.tokens)}
    last: int | None = None
    for i, j in pair.pairs:
        ref_token = pair.ref.tokens[i] if i is not None else None
        if j is None:
            assert ref_token is not None
            # A mark of a missing word goes to the one before, where it outweighs what is there.
            if last is not None and core_mark(ref_token.after):
                before = tokens[last].after
                if not core_mark(before) or stronger_mark(before, ref_token.after) != before:
                    tokens[last] = tokens[last]._replace(after=ref_token.after)
            continue
        last = place_of[pair.hyp.tokens[j].first]
        token = tokens[last]
        if ref_token is None:
            tokens[last] = token._replace(text=_unless_unknown(token.text), before="", after="")
            continue
        tokens[last] = token._replace(
            text=_written_like(token.text, ref_token.text),
            before=ref_token.before,
            after=ref_token.after,
        )
        like = pair.ref.transcript.words[ref_token.first]
        for at in range(token.first, token.last):
            words[at] = words[at]._replace(
                speaker=like.speaker if like.speaker is not None else words[at].speaker,
                labels={**words[at].labels, **like.labels},
            )

    return replace(hyp, words=tuple(words), tokens=tuple(tokens))


def _unless_unknown(word: str) -> str:
    return word if is_unknown_word(word) else normal(word)


def _written_like(word: str, like: str) -> str:
    """The reference's own form of the same word, or another word in its case."""
    if normal(word) == normal(like) or is_unknown_word(word):
        return like if not is_unknown_word(word) else word
    case = case_of(like)
    return write_case(normal(word), case) if case in (Case.CAPITAL, Case.UPPER) else normal(word)


def retime(pair: AlignedPair) -> Transcript:
    """The human text with the recogniser's times. A word without a counterpart lies between its
    neighbours, evenly, and is labelled `interpolated`; before the first and after the last
    counterpart there is no time.
    """
    ref = pair.ref.transcript
    words = [word._replace(start=None, end=None) for word in ref.words]
    for i, j in pair.pairs:
        if i is None or j is None:
            continue
        token = pair.ref.tokens[i]
        start, end = pair.hyp.transcript.times(pair.hyp.tokens[j])
        confidence = pair.hyp.transcript.confidence(pair.hyp.tokens[j])
        words[token.first] = words[token.first]._replace(start=start)
        words[token.last - 1] = words[token.last - 1]._replace(end=end)
        for at in range(token.first, token.last):
            words[at] = words[at]._replace(confidence=confidence)

    return replace(ref, words=tuple(_interpolated(words)))


def _interpolated(words: list[Word]) -> list[Word]:
    filled = list(words)
    at = 0
    while at < len(words):
        if words[at].start is not None or words[at].end is not None:
            at += 1
            continue
        first = at
        while at < len(words) and words[at].start is None and words[at].end is None:
            at += 1
        begin = filled[first - 1].end if first else None
        stop = words[at].start if at < len(words) else None
        if begin is None or stop is None:
            continue
        step = max(0.0, stop - begin) / (at - first)
        for k in range(first, at):
            start, end = (round(begin + (i - first) * step, 3) for i in (k, k + 1))
            labels = {**words[k].labels, INTERPOLATED: True}
            filled[k] = words[k]._replace(start=start, end=end, labels=labels)

    return filled
