"""`legibly.load`, without the weight of numpy until it is called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter


def load(model: str | Path = "en", **options: Any) -> Formatter:
    """The formatter of an installed model or a model folder.

    Options are those of the command line: `punctuation`, `case`, `numbers`, `marks`, `digits_from`,
    `lexicon`, `rules`, `redo`, `fillers`.
    """
    from legibly.formatting.options import make_options
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.loading import load_folder

    return load_folder(find_model(str(model)), make_options(**options))
