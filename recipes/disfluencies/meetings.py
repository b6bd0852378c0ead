"""Meetings of AMI: there is no edited version of them, so that one of the authors, who knew what
the model had done, has judged a sample of what it leaves out; and how many of the words that were
broken off it finds is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from legibly.formats import read
from legibly.formatting.disfluencies import KnowsRestarts, SpokenFacts
from legibly.languages import Language
from legibly.metrics.counts import Slots
from recipes.disfluencies.measure import found_restarts
from recipes.disfluencies.pairs import Verbatim

JUDGED = Path(__file__).with_name("meetings.tsv")
BROKEN_OFF = "trunc"  # the label of a word that AMI's transcribers heard the beginning of


class Place(NamedTuple):
    """What is left out: of which meeting, from which word on."""

    meeting: str
    first: int
    words: str


class Meeting(NamedTuple):
    name: str
    said: Verbatim
    broken: Sequence[bool]  # by word


def read_meeting(path: Path, language: Language) -> Meeting:
    """As a recogniser would write it: no marks, nothing that shows that a word is not whole."""
    transcript = read(path)
    heard = [(token, transcript.words[token.last - 1]) for token in transcript.tokens if token.text]
    pairs = [(token._replace(after=""), word) for token, word in heard]
    said, places = SpokenFacts(language).said(pairs)
    broken = [BROKEN_OFF in pairs[place][1].labels for place in places]
    return Meeting(path.name.split(".")[0], Verbatim(said, [False] * len(said)), broken)


def judged_places(path: Path = JUDGED) -> dict[Place, bool]:
    """Places of the sample, and whether an editor would leave the words out."""
    rows = (line.split("\t") for line in path.read_text("utf-8").splitlines() if line[0] != "#")
    return {
        Place(meeting, int(first), words): verdict == "left out"
        for meeting, first, verdict, _, words, _ in rows
    }


class Found(NamedTuple):
    judged: dict[Place, bool]  # places that the model leaves out and the reader has seen
    places: int  # all that the model leaves out
    broken: list[Slots]  # words that were broken off, meeting by meeting


def measure(meetings: Iterable[Meeting], judge: KnowsRestarts) -> Found:
    seen = judged_places()
    found = Found({}, 0, [])
    for meeting in meetings:
        words = meeting.said.words
        out: set[int] = set()
        for restart in found_restarts(meeting.said, judge, 0.0):
            out.update(range(restart.first, restart.last))
            text = " ".join(word.text for word in words[restart.first : restart.last])
            place = Place(meeting.name, restart.first, text)
            if place in seen:
                found.judged[place] = seen[place]
            found = found._replace(places=found.places + 1)
        cut = [at for at, is_broken in enumerate(meeting.broken) if is_broken]
        hits = sum(at in out for at in cut)
        found.broken.append(Slots(correct=hits, deleted=len(cut) - hits))
    return found
