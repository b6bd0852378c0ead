"""One teacher of three languages, and what it says taught to a student each.

`python -m recipes.three_languages.teach LESSON OUT --minutes 20` wants a GPU. Each student is
written to OUT as soon as it is made.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from legibly.casing import Case
from legibly.scorers.neural import NETWORK
from legibly.training.neural.decoder import Decoder, read_decoder
from legibly.training.neural.encoding import IGNORED, Encoded
from legibly.training.neural.evaluation import iwslt_slots
from legibly.training.neural.export import export
from legibly.training.neural.from_onnx import restore
from legibly.training.neural.network import Tagger
from legibly.training.neural.probabilities import compiled, piece_scores
from legibly.training.neural.trainer import (
    Mixture,
    Schedule,
    Signs,
    save_tagger,
    train,
)
from recipes.three_languages.lesson import TEACHER, TRAIN, Subject, read_subjects, rows_of
from recipes.three_languages.rows import PieceTable, in_pieces

TEACHER_SHARE = 0.4  # of the time; the students have what is left
ROUNDED_SHARE = 0.15  # of a student's time, at the end, counting as the int8 network will
LABEL_WINDOW, LABEL_BATCH = 510, 64  # pieces; windows
STRETCH = 1_000_000  # pieces
LABELLED_SHARE = 1.0  # of a stretch
TEACHING = Schedule(passes=4.0, rate=6e-5, batch=96, warmup=0.06, scrambled=0.04, dropout=0.0)
LEARNING = Schedule(
    passes=40.0, rate=4e-4, distil=0.7, dropout=0.05, scrambled=0.02, short=0.15, seed=2
)
ROUNDING = replace(LEARNING, rate=6e-5, dropout=0.0, rounded=True, seed=3)


@dataclass
class Clock:
    """Minutes that are left."""

    minutes: float
    begin: float

    @property
    def left(self) -> float:
        return self.minutes - (time.monotonic() - self.begin) / 60

    def say(self, text: str) -> None:
        print(f"{(time.monotonic() - self.begin):6.0f} s  {text}", flush=True)


def encoded(lesson: Path, subject: Subject, name: str, who: str) -> tuple[Encoded, Any]:
    found, owners = in_pieces(
        rows_of(lesson, subject, name), PieceTable.load(subject.table(lesson, who))
    )
    if not subject.openings:  # nothing is known of them
        found = replace(found, openings=np.full_like(found.openings, IGNORED))
    return found, owners


def teach(
    lesson: Path, subjects: list[Subject], begin: int, minutes: float, clock: Clock, device: str
) -> Decoder:
    marks = max((subject.marks for subject in subjects), key=len)
    openings = max((subject.openings for subject in subjects), key=len)
    clock.say("reading the teacher")
    teacher = read_decoder(lesson / TEACHER, 99, None, len(marks), len(openings))
    corpora = [(encoded(lesson, subject, TRAIN, "teacher")[0], 1.0) for subject in subjects]
    for subject, (text, _) in zip(subjects, corpora, strict=True):
        clock.say(f"{subject.language}: {len(text)} of the teacher's pieces")
    mixture = Mixture.of(corpora, device)
    signs = Signs(begin, begin, -1)
    taught = cast(Any, train)(
        teacher,
        mixture,
        replace(TEACHING, minutes=minutes),
        signs,
        report=reporter("teacher", clock),
    )
    for subject in subjects:
        report_dev(taught, lesson, subject, "teacher", signs, clock)
    return cast(Decoder, taught)


def reporter(name: str, clock: Clock) -> Any:
    def report(step: int, steps: int, loss: float) -> None:
        if step % 200 == 1:
            clock.say(f"{name}: step {step} of {steps} at most, loss {loss:.4f}")

    return report


def report_dev(
    tagger: Any, lesson: Path, subject: Subject, who: str, signs: Signs, clock: Clock
) -> None:
    for name in subject.dev:
        text, _ = encoded(lesson, subject, name, who)
        marks = subject.marks if who == "student" else (*subject.marks, "、")[: tagger.sizes[0]]
        slots = iwslt_slots(tagger, text, signs, marks)
        clock.say(
            f"{subject.language}: {who} on {name}: F1 {slots.f1 or 0:.4f} "
            f"P {slots.precision or 0:.4f} R {slots.recall or 0:.4f}"
        )


def labelled(
    teacher: Any, lesson: Path, subject: Subject, begin: int, share: float, device: str
) -> Tensor:
    """What the teacher holds probable of every word [words, marks + cases + openings of its
    language]. Of each stretch it is asked a share; elsewhere the labels count as certain.
    """
    text, _ = encoded(lesson, subject, TRAIN, "teacher")
    pieces = torch.from_numpy(text.pieces.astype(np.int32)).to(device)
    lasts, firsts = (np.flatnonzero(row != IGNORED) for row in (text.marks, text.cases))
    sizes = [len(subject.marks), len(Case), *filter(None, [len(subject.openings)])]
    places = [lasts, firsts, firsts][: len(sizes)]
    labels = [text.marks[lasts], text.cases[firsts], text.openings[firsts]][: len(sizes)]
    certain = [
        functional.one_hot(torch.from_numpy(row.astype(np.int64)).to(device), size).half()
        for row, size in zip(labels, sizes, strict=True)
    ]
    for begins in range(0, len(pieces), STRETCH):
        ends = min(len(pieces), begins + max(1, int(STRETCH * share)))
        scores = piece_scores(
            teacher, pieces[begins:ends], begin, begin, batch=LABEL_BATCH, longest=LABEL_WINDOW
        )
        for table, where, found in zip(certain, places, scores, strict=False):
            low, high = np.searchsorted(where, (begins, ends))
            at = torch.from_numpy(where[low:high] - begins).to(device)
            asked = found[at].exp()
            size = table.shape[1]
            table[low:high] = asked[:, :size]
            if size < asked.shape[1]:  # a mark of another language: a comma
                table[low:high, 1] += asked[:, size:].sum(1)
    return torch.cat(certain, 1)


def learn(
    lesson: Path,
    subject: Subject,
    wanted: Tensor,
    minutes: float,
    clock: Clock,
    device: str,
) -> Tagger:
    text, owners = encoded(lesson, subject, TRAIN, "student")
    mixture = replace(
        Mixture.of([(text, 1.0)], device), wanted=_at_pieces(wanted, owners, text, subject)
    )
    signs = Signs(subject.begin, subject.end, subject.mask)
    clock.say(f"{subject.language}: {len(text)} of the student's pieces, {minutes:.1f} minutes")
    tagger = restore(subject.start(lesson))
    tagger.words.known_steps = None  # its vectors will move
    name = f"{subject.language} student"
    for schedule, share in ((LEARNING, 1 - ROUNDED_SHARE), (ROUNDING, ROUNDED_SHARE)):
        tagger = train(
            tagger,
            mixture,
            replace(schedule, minutes=minutes * share),
            signs,
            report=reporter(name, clock),
        )
        report_dev(tagger, lesson, subject, "student", signs, clock)
    return tagger


def _at_pieces(words: Tensor, owners: NDArray[np.int64], text: Encoded, subject: Subject) -> Tensor:
    """A word's marks at its last piece, the rest at its first; what is elsewhere does not count."""
    count = len(subject.marks)
    of_word = torch.from_numpy(owners).to(words.device)
    wanted = torch.zeros(len(text), words.shape[1], dtype=torch.half, device=words.device)
    for labels, columns in ((text.marks, slice(0, count)), (text.cases, slice(count, None))):
        places = torch.from_numpy(np.flatnonzero(labels != IGNORED)).to(words.device)
        wanted[places, columns] = words[of_word[places], columns]
    return wanted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lesson", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--teacher-share", type=float, default=TEACHER_SHARE)
    parser.add_argument("--labelled-share", type=float, default=LABELLED_SHARE)
    arguments = parser.parse_args()
    run(
        arguments.lesson,
        arguments.out,
        arguments.minutes,
        arguments.device,
        teacher_share=arguments.teacher_share,
        labelled_share=arguments.labelled_share,
    )


def run(
    lesson: Path,
    out: Path,
    minutes: float,
    device: str,
    *,
    teacher_share: float = TEACHER_SHARE,
    labelled_share: float = LABELLED_SHARE,
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    clock = Clock(minutes, time.monotonic())
    begin, subjects = read_subjects(lesson)
    teacher = teach(lesson, subjects, begin, minutes * teacher_share, clock, device)
    clock.say("the teacher says what it thinks")
    wanted = {}
    subjects = [subject for subject in subjects if subject.has_student]
    with compiled(cast(Any, teacher)):
        for subject in subjects:
            wanted[subject.language] = labelled(
                teacher, lesson, subject, begin, labelled_share, device
            )
            clock.say(f"{subject.language}: {len(wanted[subject.language])} words")
    teacher.cpu()
    del teacher
    if device == "cuda":
        torch.cuda.empty_cache()

    for number, subject in enumerate(subjects):
        share = max(0.05, clock.left / (len(subjects) - number) - 0.4)
        tagger = learn(lesson, subject, wanted[subject.language], share, clock, device)
        save_tagger(tagger, out / f"{subject.language}.safetensors")
        export(tagger, out / f"{subject.language}.{NETWORK}")
        clock.say(f"{subject.language}: written")


if __name__ == "__main__":
    main()
