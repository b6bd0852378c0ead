"""What another class model of numbers changes: entity errors on calls, and digits written where
there should be none. It prints a table; the models are folders, the first the one that ships.

    python -m recipes.english_default.number_effect FOLDER ... [--every 6]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from legibly.formatting.options import Options
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from recipes.place import Place, options, parsed
from recipes.shugrina_2010.__main__ import with_entities
from recipes.shugrina_2010.class_models import DIGITS, class_model_alone
from recipes.shugrina_2010.entity_errors import entity_errors, running
from recipes.shugrina_2010.over_formatting import digitless, digits_per_thousand
from recipes.shugrina_2010.writers import Ours
from recipes.tables import markdown, percent

SPLITS = ("dev", "test")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("models", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=6, help="held-out paragraph that has no digit")
    place, chosen = parsed(parser, arguments)
    place.need("timed/earnings22", "en/heldout")
    head = ("model", *(f"NEER, {split} calls" for split in SPLITS), "digits per 1,000 words")
    folders = {"shipped": find_model("en")} | {path.name: path for path in chosen.models}
    rows = ([name, *effect(place, path, chosen.every)] for name, path in folders.items())
    print(markdown(head, rows))


def effect(place: Place, folder: Path, every: int) -> Iterator[str]:
    """The neural scorer is off."""
    in_digits = class_model_alone(load_folder(folder, DIGITS))
    for split in SPLITS:
        calls = with_entities(place, split)
        errors = entity_errors(calls, running(in_digits, calls))
        low, high = errors.interval()
        counts = f"{errors.total['wrong']} of {errors.total['all']:,}"
        yield f"{percent(errors.rate())} ({percent(low)}-{percent(high)}), {counts}"
    numbers_only = Options(punctuation=False, case=False)
    writer = Ours(class_model_alone(load_folder(folder, numbers_only)))
    yield f"{digits_per_thousand(writer, digitless(place)[::every]):.2f}"


if __name__ == "__main__":
    main()
