"""Runs a training recipe: a TOML file that names corpora with their weights, the noise, and the
stages.

A stage starts from weights in a folder, from another stage or from the mean of several, and may
learn from others. The last one is the result. Stages that are done are remembered in the work
folder, so that an interrupted run goes on.
"""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import torch
from safetensors.torch import load_file

from legibly.errors import DataError, UsageError, unknown
from legibly.scorers.neural import VOCABULARY
from legibly.scorers.word_pieces import WordPieces
from legibly.toml import is_finite, load_toml
from legibly.training.corpus import read_corpus
from legibly.training.neural.encoding import encode
from legibly.training.neural.evaluation import iwslt_slots
from legibly.training.neural.network import Tagger, start_from
from legibly.training.neural.shards import prepare
from legibly.training.neural.stages import Stage, read_stages
from legibly.training.neural.trainer import (
    Mixture,
    Schedule,
    Signs,
    key_of,
    load_tagger,
    save_tagger,
    train,
)
from legibly.training.overlap import Banned
from legibly.training.spoken_form import NO_NOISE, Noise, condition

WEIGHTS_FILE = "model.safetensors"


@dataclass(frozen=True)
class Recipe:
    """What a TOML file says. Corpora and tests are patterns relative to a data folder."""

    language: str
    corpora: dict[str, list[str]]
    weights: dict[str, float] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)  # kept out of the training text
    dev: list[str] = field(default_factory=list)  # looked at after each stage
    # Word lines with op, said, h: what was taken for what.
    confusions: list[str] = field(default_factory=list)
    noise: dict[str, float] = field(default_factory=dict)
    variants: int = 1  # how often all text is disturbed anew
    stages: list[Stage] = field(default_factory=lambda: [Stage("tagger")])


def read_recipe(path: Path) -> Recipe:
    try:
        facts = load_toml(path.read_text("utf-8"), str(path))
    except OSError as error:
        raise DataError(f"{path}: cannot be opened ({error.strerror})") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8; expected a recipe in TOML") from None
    try:
        if "stages" in facts:
            facts["stages"] = read_stages(facts["stages"])
        recipe = Recipe(**facts)
        _check(recipe)
    except (TypeError, ValueError, UsageError) as error:
        raise DataError(f"{path}: {error}") from None
    return recipe


def _check(recipe: Recipe) -> None:
    """Raises ValueError."""
    if not isinstance(recipe.language, str):
        raise ValueError(f"language = {recipe.language!r}; expected a string")
    if type(recipe.variants) is not int or recipe.variants < 1:
        raise ValueError(f"variants = {recipe.variants!r}; expected a number above 0")
    for name in ("tests", "dev", "confusions"):
        _check_patterns(name, getattr(recipe, name))
    for name in ("corpora", "weights", "noise"):
        if not isinstance(getattr(recipe, name), dict):
            raise ValueError(f"{name} = {getattr(recipe, name)!r}; expected a table")
    for name, patterns in recipe.corpora.items():
        _check_patterns(f"corpora.{name}", patterns)
    chances = {item.name for item in fields(Noise)} - {"confusions"}
    for table, known in (("weights", set(recipe.corpora)), ("noise", chances)):
        for name, number in getattr(recipe, table).items():
            if name not in known:
                raise unknown(f"key of {table}", name, known)
            if not is_finite(number) or number < 0:
                raise ValueError(f"{table}.{name} = {number!r}; expected a number, 0 or above")


def _check_patterns(name: str, patterns: object) -> None:
    if not isinstance(patterns, list) or not all(isinstance(item, str) for item in patterns):
        raise ValueError(f"{name} = {patterns!r}; expected a list of file names or patterns")


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
        for name in (WEIGHTS_FILE, VOCABULARY):
            if not (self.start / name).is_file():
                raise UsageError(
                    f"{self.start}: no {name}; expected a folder with a BERT's weights and "
                    "tokenizer"
                )

        for stage in self.recipe.stages:
            if self.starts_from_folder(stage) and not self.weights_of(stage).is_file():
                raise UsageError(
                    f"{self.weights_of(stage)}: no such file; stage {stage.name!r} starts from it"
                )

        pieces = WordPieces.load(self.start / VOCABULARY)
        if self.recipe.dev:
            texts = read_corpus(expand(self.recipe.dev, self.data), self.recipe.language)
            self.dev = encode((condition(text) for text in texts), pieces)

        self.pieces = pieces.count
        self.signs = Signs(pieces.begin, pieces.end, pieces.mask)

    def mixture(self) -> Mixture:
        recipe = self.recipe
        noise = Noise(
            **recipe.noise,
            confusions=learn_confusions(expand(recipe.confusions, self.data))
            if recipe.confusions
            else {},
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
            corpora,
            recipe.language,
            self.start / VOCABULARY,
            self.work / "encoded",
            variants,
            banned=banned,
        )
        total = sum(len(found[0]) for found in encoded.values())
        self.say(f"{len(corpora)} corpora, {total} pieces")
        weighted = [
            (one, recipe.weights.get(name, 1.0) / len(variants))
            for name, two in encoded.items()
            for one in two
        ]
        return Mixture.of(weighted, self.device)

    def run(self) -> Tagger:
        mixture = self.mixture()
        keys = {"": repr(replace(self.recipe, stages=[]))}
        for stage in self.recipe.stages:
            done = self.work / f"{stage.name}.safetensors"
            key = keys[stage.name] = stage.key(keys)
            if done.is_file():
                if key_of(done) == key:
                    self.say(f"{stage.name}: taken from {done}")
                    continue
                self.say(f"{stage.name}: there is one of other settings; it is made anew")
            tagger = changed(self.start_of(stage), stage.layers, stage.bits, stage.positions)
            if stage.schedule is not None:
                taught = mixture
                if stage.teachers:
                    taught = mixture.taught(
                        [self.of(name).to(self.device) for name in stage.teachers], self.signs
                    )
                tagger = self.train(stage.name, tagger, taught, stage.schedule, key)
            save_tagger(tagger, done, key)

        return self.of(self.recipe.stages[-1].name)

    def of(self, name: str) -> Tagger:
        return load_tagger(self.work / f"{name}.safetensors")

    def start_of(self, stage: Stage) -> Tagger:
        if isinstance(stage.start, dict):
            return averaged([(self.of(name), share) for name, share in stage.start.items()])
        if not self.starts_from_folder(stage):
            return self.of(stage.start)
        file = self.weights_of(stage)
        tagger = start_from(load_file(file), heads_of(file.with_name("config.json")))
        if tagger.shape.vocabulary != self.pieces:
            known = f"{tagger.shape.vocabulary} pieces, the tokenizer of {self.start} {self.pieces}"
            raise DataError(f"{file}: {known}; expected the same vocabulary")
        return tagger

    def starts_from_folder(self, stage: Stage) -> bool:
        return isinstance(stage.start, str) and stage.start not in {
            other.name for other in self.recipe.stages
        }

    def weights_of(self, stage: Stage) -> Path:
        """The file of a stage that starts from a folder: the run's own, or one beside it."""
        return (
            self.start.resolve().parent / str(stage.start) if stage.start else self.start
        ) / WEIGHTS_FILE

    def train(
        self, name: str, tagger: Tagger, mixture: Mixture, schedule: Schedule, key: str
    ) -> Tagger:
        begin = time.monotonic()

        def report(step: int, steps: int, loss: float) -> None:
            if step % 200 == 1 or step == steps:
                self.say(f"{name}: {step}/{steps} loss {loss:.4f} {time.monotonic() - begin:.0f} s")

        checkpoint = self.work / f"{name}.checkpoint"
        tagger = train(
            tagger, mixture, schedule, self.signs, checkpoint=checkpoint, key=key, report=report
        )
        if self.recipe.dev and not schedule.masked:
            slots = iwslt_slots(tagger, self.dev, self.signs)
            self.say(f"{name}: dev F1 {slots.f1:.4f} P {slots.precision:.4f} R {slots.recall:.4f}")

        checkpoint.unlink(missing_ok=True)
        return tagger

    def say(self, text: str) -> None:
        print(text, flush=True)


def heads_of(config: Path) -> int:
    """Of attention, where a folder tells; else 0."""
    if not config.is_file():
        return 0
    try:
        heads = json.loads(config.read_text("utf-8")).get("num_attention_heads", 0)
    except (ValueError, AttributeError) as error:
        raise DataError(
            f"{config}: not a BERT's settings ({error}); mend it or take it away"
        ) from None

    if not isinstance(heads, int) or heads < 0:
        raise DataError(f"{config}: num_attention_heads = {heads!r}; expected a number")

    return heads


def changed(tagger: Tagger, layers: int = 0, bits: int = 0, positions: int = 0) -> Tagger:
    """A copy with so many layers, each used several times in a row where there are more."""
    old = tagger.shape
    layers, positions = layers or old.layers, positions or old.positions
    if positions > old.positions:
        raise DataError(f"{positions} positions wanted of a network that has {old.positions}")

    copy = Tagger(replace(old, layers=layers, bits=bits or old.bits, positions=positions))
    state = {
        name: value for name, value in tagger.state_dict().items() if not name.startswith("layers.")
    }
    for at in range(layers):
        old_layer = f"layers.{at * old.layers // layers}."
        for name, value in tagger.state_dict().items():
            if name.startswith(old_layer):
                state[f"layers.{at}.{name.removeprefix(old_layer)}"] = value

    state["positions.weight"] = state["positions.weight"][:positions]
    copy.load_state_dict({name: value.detach().cpu().clone() for name, value in state.items()})
    return copy


def averaged(taggers: Sequence[tuple[Tagger, float]]) -> Tagger:
    """One network whose weights are the mean of several that come from the same start."""
    if len({tagger.shape for tagger, _ in taggers}) > 1:
        raise DataError(
            "networks of several shapes have no mean; give all of them the same layers, bits and "
            "positions"
        )

    total = sum(share for _, share in taggers)
    copy = changed(taggers[0][0])
    states = [(tagger.state_dict(), share / total) for tagger, share in taggers]
    copy.load_state_dict(
        {
            name: sum(share * state[name].cpu() for state, share in states)
            for name in copy.state_dict()
        }
    )
    return copy.eval()


def main() -> None:
    """On a machine that has torch but not the command line's libraries: recipe,
    data, start, work.
    """
    import sys

    recipe, data, start, work = (Path(argument) for argument in sys.argv[1:5])
    device = "cuda" if torch.cuda.is_available() else "cpu"
    save_tagger(
        Run(read_recipe(recipe), data, start, work, device).run(), work / "final.safetensors"
    )


if __name__ == "__main__":
    main()
