"""Tunes the biases of the marks of an English model on development sets, through the search.

    python -m recipes.english_default.tune [MODEL] [--words 40000]

Talks (IWSLT dev2012) as they stand and with errors like a recogniser's (those of the training
recipe), calls by a recogniser (Earnings-21 dev) and meetings (AMI dev): what counts is the mean of
the four F1, so that no kind of speech is served at the cost of another. Prints what it tried and
the biases to add to those in `model.toml`; steps that bring less than 0.1 are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import legibly
from legibly.formatting.formatter import Formatter
from legibly.scorers.ngram import NgramScorer
from legibly.training.neural.recipe import expand, learn_confusions, read_recipe
from legibly.training.spoken_form import Noise, condition
from legibly.training.tuning import Trial, as_words, tune
from legibly.transcript import PART_WORDS, Transcript, join_parts
from recipes.english_tests import ami, compare, earnings, stripped
from recipes.place import Place, options, parsed

RECIPE = Path(__file__).with_name("recipe.toml")
NOISE_SEED = 7
WORDS = 40_000
BIASES = ("", ",", ".", "?")


@dataclass(frozen=True)
class MeanF1:
    """Of the marks of development sets, each as references with the words as they are heard."""

    kinds: dict[str, list[tuple[Transcript, Transcript]]]

    def __call__(self, formatter: Formatter) -> float:
        points = {
            kind: 100 * (compare(formatter, pairs).counts.marks["overall"].f1 or 0)
            for kind, pairs in self.kinds.items()
        }
        print({kind: round(f1, 2) for kind, f1 in points.items()}, flush=True)
        return sum(points.values()) / len(points)


def development_sets(place: Place, words: int) -> dict[str, list[tuple[Transcript, Transcript]]]:
    parts = legibly.read_parts(place.data / "en/iwslt/dev2012", "labels")
    talks = join_parts(list(islice(parts, 1 + words // PART_WORDS)))
    noisy = disturbed(place, talks)
    return {
        "talks": [(talks, stripped(talks))],
        "talks, disturbed": [(noisy, stripped(noisy))],
        "calls": list(earnings(place, "dev")),
        "meetings": list(ami(place, "dev")),
    }


def disturbed(place: Place, text: Transcript) -> Transcript:
    """With the errors that the network was trained with, in every paragraph."""
    recipe = read_recipe(RECIPE)
    noise = Noise(
        **{**recipe.noise, "clean": 0.0, "digits": 1.0, "clitics": 0.0},
        confusions=learn_confusions(expand(recipe.confusions, place.data)),
    )
    return as_words([(word.text, word.mark) for word in condition(text, NOISE_SEED, noise)])


def without_numbers(model: str) -> Formatter:
    """A model without the n-grams that choose between ways to write numbers: those are off."""
    formatter = legibly.load(model, numbers=False)
    scorers = [item for item in formatter.scorers if not isinstance(item.scorer, NgramScorer)]
    return Formatter(scorers, formatter.language, formatter.options)


def say(trial: Trial) -> None:
    print(trial, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("model", nargs="?", default="en")
    parser.add_argument("--words", type=int, default=WORDS, help="of talks")
    place, chosen = parsed(parser, arguments)
    place.need("en/iwslt", "asr/earnings21", "timed/ami")
    measure = MeanF1(development_sets(place, chosen.words))
    tuned = tune(without_numbers(chosen.model), measure, biases=BIASES, report=say)
    print(f"{tuned.before:.2f} -> {tuned.after:.2f}; biases {tuned.biases}")


if __name__ == "__main__":
    main()
