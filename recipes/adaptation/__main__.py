"""What a little text of the right kind brings: writes docs/research/adaptation.md.

After Chelba & Acero (2004): maximum entropy and a CRF, trained on talks and news, and the shipped
network, adapted to earnings calls, meetings and dialogues.

    python -m recipes.adaptation [--words 400000] [--tests 20000]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from recipes.adaptation import feature_models, network
from recipes.adaptation.pieces import Domain, limited
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown

GENERAL = ("en/ted.txt.xz", "en/news_us.txt.xz")
DOMAINS = {
    "earnings calls": "timed/earnings22/{}/*[0-9].jsonl.xz",
    "meetings (AMI)": "timed/ami/{}/*.jsonl.xz",
    "task dialogues (SGD)": "dialogue/en/sgd.{}.txt.xz",
}
AMOUNTS = (0, 1_000, 5_000, 20_000, 50_000)  # words to adapt with


def domain_of(place: Place, name: str, test_words: int, amounts: Sequence[int]) -> Domain:
    pattern = DOMAINS[name]
    train = pattern.format("train")
    little = {amount: limited(place, train, amount) if amount else [] for amount in amounts}
    return Domain(name, limited(place, pattern.format("test"), test_words), little)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--words", type=int, default=400_000, help="of the general models")
    parser.add_argument("--tests", type=int, default=20_000, help="words to test on")
    place, chosen = parsed(parser, arguments)
    place.need("en/heldout", "timed/earnings22", "timed/ami", "dialogue/en")
    words, tests = place.sized((chosen.words, chosen.tests), (1_000, 200))
    amounts = place.sized(AMOUNTS, (0, 100))

    general = [text for file in GENERAL for text in limited(place, file, words // len(GENERAL))]
    domains = [domain_of(place, name, tests, amounts) for name in DOMAINS]
    rows = []
    for row in chain(
        feature_models.rows("maxent", general, domains),
        feature_models.rows("crf", general, domains),
        network.rows(domains[: place.sized(len(domains), 1)]),
    ):
        rows.append(row)
        print(row, file=sys.stderr, flush=True)

    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "adaptation.md",
        words=words,
        tests=tests,
        rows=markdown(["model", "domain", "", *(f"{count:,} words" for count in amounts)], rows),
    )


if __name__ == "__main__":
    main()
