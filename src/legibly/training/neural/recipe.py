"""Runs a training recipe: a TOML file that names corpora with their weights, the noise, and the stages.

Stages that are done are remembered in the work folder, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from legibly.errors import DataError, UsageError
from legibly.scorers.neural import Pieces
from legibly.toml import load_toml
from legibly.training.conditioning import NO_NOISE, Noise, condition
from legibly.training.corpus import read_corpus
from legibly.training.neural.corpora import prepare
from legibly.training.neural.encoding import encode
from legibly.training.neural.evaluation import iwslt_slots
from legibly.training.neural.network import Tagger, shape_of, start_from
from legibly.training.neural.trainer import Mixture, Schedule, Signs, load_tagger, save_tagger, train
from legibly.training.overlap import Banned

MODEL, VOCABULARY = "model.safetensors", "tokenizer.json"


@dataclass(frozen=True)
class Recipe:
    """What a TOML file says. Corpora and tests are patterns relative to a data folder."""

    language: str
    corpora: dict[str, list[str]]
    weights: dict[str, float] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)  # kept out of the training text
    dev: list[str] = field(default_factory=list)  # looked at after each stage
    confusions: list[str] = field(default_factory=list)  # word lines with op, said, h: what was taken for what
    noise: dict[str, float] = field(default_factory=dict)
    variants: int = 1  # how often all text is disturbed anew
    pretrain: dict[str, Any] | None = None
    teachers: list[dict[str, Any]] = field(default_factory=list)
    student: dict[str, Any] = field(default_factory=dict)
    again: dict[str, Any] | None = None  # `teacher` and `student`: both go on from the student
    rounded: list[dict[str, Any]] = field(default_factory=list)  # a last stage of each student, counted as int8


def read_recipe(path: Path) -> Recipe:
    facts = load_toml(path.read_text("utf-8"), str(path))
    try:
        return Recipe(**facts)
    except TypeError as error:
        raise DataError(f"{path}: {error}") from None


def expand(patterns: Sequence[str], data: Path) -> list[str]:
    found = [
        str(path)
        for pattern in patterns
        for path in ([Path(pattern)] if Path(pattern).is_absolute() else sorted(data.glob(pattern)))
    ]
    if not found:
        raise UsageError(f"no files match {' '.join(patterns)} under {data}")
    return found


def learn_confusions(files: Sequence[str]) -> dict[str, list[str]]:
    """What a recogniser wrote instead of each word, as often as it did."""
    found: dict[str, list[str]] = {}
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                item = json.loads(line)
                if item.get("op") == "S" and item.get("said") and item.get("h"):
                    found.setdefault(item["said"].lower(), []).append(item["h"].lower())
    return found


@dataclass
class Run:
    recipe: Recipe
    data: Path
    start: Path  # folder with a BERT's weights and vocabulary
    work: Path
    device: str = "cpu"

    def __post_init__(self) -> None:
        self.work.mkdir(parents=True, exist_ok=True)
        for name in (MODEL, VOCABULARY):
            if not (self.start / name).is_file():
                raise UsageError(f"{self.start}: no {name}; expected a folder with a BERT's weights and tokenizer")
        pieces = Pieces.load(self.start / VOCABULARY)
        if self.recipe.dev:
            texts = read_corpus(expand(self.recipe.dev, self.data), self.recipe.language)
            self.dev = encode((condition(text) for text in texts), pieces)
        self.signs = Signs(pieces.begin, pieces.end, pieces.mask)

    def mixture(self) -> Mixture:
        recipe = self.recipe
        noise = Noise(
            **recipe.noise,  # type: ignore[arg-type]
            confusions=learn_confusions(expand(recipe.confusions, self.data)) if recipe.confusions else {},
        )
        banned = None
        if recipe.tests:
            banned = Banned(read_corpus(expand(recipe.tests, self.data), recipe.language))
            self.say(f"{len(banned)} runs of eight words of test sets are kept out")
        corpora = {name: expand(patterns, self.data) for name, patterns in recipe.corpora.items()}
        variants = [(1, noise)] if recipe.noise else [(1, NO_NOISE)]
        if recipe.noise:  # the same text again, other words disturbed
            variants += [(1 + i, noise) for i in range(1, recipe.variants)]
        encoded = prepare(
            corpora, recipe.language, self.start / VOCABULARY, self.work / "encoded", variants, banned=banned
        )
        total = sum(len(found[0]) for found in encoded.values())
        self.say(f"{len(corpora)} corpora, {total} pieces")
        weighted = [
            (one, recipe.weights.get(name, 1.0) / len(variants)) for name, two in encoded.items() for one in two
        ]
        return Mixture.of(weighted, self.device)

    def run(self) -> Tagger:
        mixture = self.mixture()
        weights = load_file(self.start / MODEL)
        begun = start_from(weights, shape_of(weights))
        if self.recipe.pretrain is not None:
            begun = self.stage("pretrained", begun, mixture, {**self.recipe.pretrain, "masked": True})
        teachers = []
        for number, settings in enumerate(self.recipe.teachers):
            layers = settings.get("layers", begun.shape.layers)
            tagger = deeper(begun, layers)
            schedule = {key: value for key, value in settings.items() if key != "layers"}
            teachers.append(self.stage(f"teacher-{number}", tagger, mixture, schedule).to(self.device))
        student = self.stage("student", deeper(begun, begun.shape.layers), mixture, self.recipe.student, teachers)
        students = [(student, teachers)]
        if self.recipe.again is not None:
            students.append(self.again(student, mixture, self.recipe.again))
        if not self.recipe.rounded:
            return students[-1][0]
        rounded = []
        for number, ((tagger, own), settings) in enumerate(zip(students, self.recipe.rounded, strict=True)):
            schedule = {key: value for key, value in settings.items() if key != "share"} | {"rounded": True}
            done = self.stage(f"rounded-{number}", deeper(tagger, tagger.shape.layers), mixture, schedule, own)
            rounded.append((done, float(settings.get("share", 1.0))))
        return averaged(rounded)

    def again(self, student: Tagger, mixture: Mixture, settings: dict[str, Any]) -> tuple[Tagger, list[Tagger]]:
        """A deeper teacher grown from the student, which then learns from it."""
        schedule = dict(settings["teacher"])
        layers = schedule.pop("layers", student.shape.layers)
        teacher = self.stage("teacher-again", deeper(student, layers), mixture, schedule).to(self.device)
        same = deeper(student, student.shape.layers)
        return self.stage("student-again", same, mixture, settings["student"], [teacher]), [teacher]

    def stage(
        self,
        name: str,
        tagger: Tagger,
        mixture: Mixture,
        settings: dict[str, Any],
        teachers: Sequence[Tagger] = (),
    ) -> Tagger:
        done = self.work / f"{name}.safetensors"
        if done.is_file():
            self.say(f"{name}: taken from {done}")
            return load_tagger(done)
        begin = time.monotonic()

        def report(step: int, steps: int, loss: float) -> None:
            if step % 200 == 1 or step == steps:
                self.say(f"{name}: {step}/{steps} loss {loss:.4f} {time.monotonic() - begin:.0f} s")

        checkpoint = self.work / f"{name}.checkpoint"
        schedule = replace(Schedule(), **settings)
        tagger = train(tagger, mixture, schedule, self.signs, teachers=teachers, checkpoint=checkpoint, report=report)
        save_tagger(tagger, done)
        if self.recipe.dev and not schedule.masked:
            slots = iwslt_slots(tagger, self.dev, self.signs)
            self.say(f"{name}: dev F1 {slots.f1:.4f} P {slots.precision:.4f} R {slots.recall:.4f}")
        checkpoint.unlink(missing_ok=True)
        return tagger

    def say(self, text: str) -> None:
        print(text, flush=True)


def deeper(tagger: Tagger, layers: int) -> Tagger:
    """A copy with so many layers, each used several times in a row where there are more; dropout on."""
    shape = replace(tagger.shape, layers=layers)
    copy = Tagger(shape)
    state = {name: value for name, value in tagger.state_dict().items() if not name.startswith("layers.")}
    for at in range(layers):
        own = f"layers.{at * tagger.shape.layers // layers}."
        for name, value in tagger.state_dict().items():
            if name.startswith(own):
                state[f"layers.{at}.{name.removeprefix(own)}"] = value
    copy.load_state_dict({name: value.detach().cpu().clone() for name, value in state.items()})
    return copy


def averaged(taggers: Sequence[tuple[Tagger, float]]) -> Tagger:
    """One network whose weights are the mean of several that come from the same start."""
    total = sum(share for _, share in taggers)
    copy = deeper(taggers[0][0], taggers[0][0].shape.layers)
    states = [(tagger.state_dict(), share / total) for tagger, share in taggers]
    copy.load_state_dict(
        {name: sum(share * state[name].cpu() for state, share in states) for name in copy.state_dict()}
    )
    return copy.eval()


def main() -> None:
    """On a machine that has torch but not the command line's libraries: recipe, data, start, work."""
    import sys

    recipe, data, start, work = (Path(argument) for argument in sys.argv[1:5])
    device = "cuda" if torch.cuda.is_available() else "cpu"
    save_tagger(Run(read_recipe(recipe), data, start, work, device).run(), work / "final.safetensors")


if __name__ == "__main__":
    main()
