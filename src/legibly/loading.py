"""`legibly.load`, without the weight of numpy until it is called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from legibly.formatter import Formatter


def load(model: str | Path = "en", **options: Any) -> Formatter:
    """The formatter of an installed model or a model folder.

    Options are those of the command line: `punctuation`, `case`, `numbers`, `marks`, `digits_from`, `lexicon`,
    `rules`, `redo`, `fillers`.
    """
    from legibly.folder import find_model, load_folder
    from legibly.options import make_options

    return load_folder(find_model(str(model)), make_options(**options))
