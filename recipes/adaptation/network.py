"""The shipped network, trained on by `legibly adapt`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.training.adaptation import Adaptation, adapt_model
from legibly.transcript import Transcript
from recipes.adaptation.pieces import OPTIONS, Domain, marks_f1


def rows(domains: Sequence[Domain]) -> Iterator[list[str]]:
    for domain in domains:
        cells = ["network (`en`)", domain.name, "adapted"]
        for little in domain.little.values():
            cells.append(adapted_f1(little, domain.test))
        yield cells


def adapted_f1(little: Sequence[Transcript], test: Sequence[Transcript]) -> str:
    """Of the network as it is, where there is no text to adapt with."""
    model = find_model("en")
    with tempfile.TemporaryDirectory() as work:
        if little:
            file, folder = Path(work) / "little.txt", Path(work) / "adapted"
            file.write_text("".join(f"{text.text}\n" for text in little), "utf-8")
            adapt_model(model, [str(file)], folder, "adapted", Adaptation())
            model = folder
        return marks_f1(load_folder(model, OPTIONS), test)
