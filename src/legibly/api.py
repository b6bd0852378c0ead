"""`legibly.load`, without the weight of numpy until it is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter


def load(
    model: str | Path = "en",
    *,
    punctuation: bool = True,
    case: bool = True,
    numbers: bool = True,
    marks: str | Iterable[str] = ",.?!",
    digits_from: int = 10,
    units: str = "words",
    styles: str | Iterable[str] | Mapping[str, str] = (),
    lexicon: str | Path | None = None,
    rules: str | Path | None = None,
    keep: str | Path | None = None,
    grammars: str | Path | None = None,
    redo: bool = False,
    fillers: str = "keep",
    beam: float | None = None,
) -> Formatter:
    """The formatter of an installed model or of a model folder.

    `punctuation`, `case`, `numbers`: what is restored; `marks`: those that may be written.
    `digits_from`: the smallest plain number in digits. `units`: "words", or "short" for km, GB.
    `styles`: how numbers are written, `{"hours": "24"}` or `"hours=24"`.
    `lexicon`: a file of your spellings; `rules`: a table of spoken and written forms; `keep`: a
    file of words never to touch; `grammars`: your own stack of grammars.
    `redo`: strip marks and capitals that are there and restore anew. `fillers`: "keep" or "drop".
    `beam`: give up readings that score so much less than the best, which n-gram models need.
    """
    from legibly.formatting.options import make_options
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.loading import load_folder

    options = make_options(
        punctuation=punctuation,
        case=case,
        numbers=numbers,
        marks=marks,
        digits_from=digits_from,
        units=units,
        styles=styles,
        lexicon=lexicon,
        rules=rules,
        keep=keep,
        grammars=grammars,
        redo=redo,
        fillers=fillers,
        beam=beam,
    )
    return load_folder(find_model(str(model)), options)
