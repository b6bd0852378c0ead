"""Runs a training recipe: a TOML file that names corpora with their weights, the noise, and the stages.

A stage starts from weights in a folder, from another stage or from the mean of several, and may learn from others. The
last one is the result. Stages that are done are remembered in the work folder, so that an interrupted run goes on.
"""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
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
from legibly.training.neural.network import Tagger, start_from
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
    stages: list[Stage] = field(default_factory=lambda: [Stage("tagger")])


@dataclass(frozen=True)
class Stage:
    """One network on its way. `start`: a stage, several with their shares, or a folder (beside the run's own)."""

    name: str
    start: str | dict[str, float] = ""
    layers: int = 0  # as many as the start has, or more: then some of its layers are used twice in a row
    bits: int = 0  # of a piece's vector, 8 or 4; as the start has
    positions: int = 0  # as many as the start has, or the first of them
    teachers: list[str] = field(default_factory=list)
    schedule: Schedule | None = field(default_factory=Schedule)


def read_recipe(path: Path) -> Recipe:
    facts = load_toml(path.read_text("utf-8"), str(path))
    try:
        if "stages" in facts:
            facts["stages"] = [_stage(settings) for settings in facts["stages"]]
            _check(facts["stages"], path)
        return Recipe(**facts)
    except (TypeError, AttributeError) as error:
        raise DataError(f"{path}: {error}") from None


def _check(stages: Sequence[Stage], path: Path) -> None:
    """What a stage names must come before it; that a folder is missing is said before anything is trained."""
    if not stages:
        raise DataError(f"{path}: no stages; expected one or more [[stages]]")
    before: set[str] = set()
    for stage in stages:
        named = [*stage.teachers, *(stage.start if isinstance(stage.start, dict) else ())]
        unknown = [name for name in named if name not in before]
        if unknown or stage.name in before:
            what = f"no stage {unknown[0]!r} before it" if unknown else "there is one of that name already"
            raise DataError(f"{path}: stage {stage.name!r}: {what}")
        if stage.bits not in (0, 4, 8):
            raise DataError(f"{path}: stage {stage.name!r}: bits = {stage.bits}; expected 4 or 8")
        before.add(stage.name)


def _stage(settings: dict[str, Any]) -> Stage:
    own = {field.name for field in fields(Stage)}
    schedule = {key: value for key, value in settings.items() if key not in own}
    # A mean of others need not be trained.
    return Stage(
        **{key: value for key, value in settings.items() if key in own},
        schedule=Schedule(**schedule) if schedule else None,
    )


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
        stages = {stage.name for stage in self.recipe.stages}
        for stage in self.recipe.stages:
            if isinstance(stage.start, str) and stage.start not in stages and not self.weights_of(stage).is_file():
                raise UsageError(f"{self.weights_of(stage)}: no such file; stage {stage.name!r} starts from it")
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
        for stage in self.recipe.stages:
            done = self.work / f"{stage.name}.safetensors"
            if done.is_file():
                self.say(f"{stage.name}: taken from {done}")
                continue
            tagger = changed(self.start_of(stage), stage.layers, stage.bits, stage.positions)
            if stage.schedule is not None:
                own = mixture
                if stage.teachers:
                    own = mixture.taught([self.of(name).to(self.device) for name in stage.teachers], self.signs)
                tagger = self.train(stage.name, tagger, own, stage.schedule)
            save_tagger(tagger, done)
        return self.of(self.recipe.stages[-1].name)

    def of(self, name: str) -> Tagger:
        return load_tagger(self.work / f"{name}.safetensors")

    def start_of(self, stage: Stage) -> Tagger:
        if isinstance(stage.start, dict):
            return averaged([(self.of(name), share) for name, share in stage.start.items()])
        if (self.work / f"{stage.start}.safetensors").is_file():
            return self.of(stage.start)
        return start_from(load_file(self.weights_of(stage)))

    def weights_of(self, stage: Stage) -> Path:
        """The file of a stage that starts from a folder: the run's own, or one beside it."""
        return (self.start.parent / str(stage.start) if stage.start else self.start) / MODEL

    def train(self, name: str, tagger: Tagger, mixture: Mixture, schedule: Schedule) -> Tagger:
        begin = time.monotonic()

        def report(step: int, steps: int, loss: float) -> None:
            if step % 200 == 1 or step == steps:
                self.say(f"{name}: {step}/{steps} loss {loss:.4f} {time.monotonic() - begin:.0f} s")

        checkpoint = self.work / f"{name}.checkpoint"
        tagger = train(tagger, mixture, schedule, self.signs, checkpoint=checkpoint, report=report)
        if self.recipe.dev and not schedule.masked:
            slots = iwslt_slots(tagger, self.dev, self.signs)
            self.say(f"{name}: dev F1 {slots.f1:.4f} P {slots.precision:.4f} R {slots.recall:.4f}")
        checkpoint.unlink(missing_ok=True)
        return tagger

    def say(self, text: str) -> None:
        print(text, flush=True)


def changed(tagger: Tagger, layers: int = 0, bits: int = 0, positions: int = 0) -> Tagger:
    """A copy with so many layers, each used several times in a row where there are more."""
    old = tagger.shape
    layers, positions = layers or old.layers, positions or old.positions
    copy = Tagger(replace(old, layers=layers, bits=bits or old.bits, positions=positions))
    state = {name: value for name, value in tagger.state_dict().items() if not name.startswith("layers.")}
    for at in range(layers):
        own = f"layers.{at * old.layers // layers}."
        for name, value in tagger.state_dict().items():
            if name.startswith(own):
                state[f"layers.{at}.{name.removeprefix(own)}"] = value
    state["positions.weight"] = state["positions.weight"][:positions]
    copy.load_state_dict({name: value.detach().cpu().clone() for name, value in state.items()})
    return copy


def averaged(taggers: Sequence[tuple[Tagger, float]]) -> Tagger:
    """One network whose weights are the mean of several that come from the same start."""
    total = sum(share for _, share in taggers)
    copy = changed(taggers[0][0])
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
