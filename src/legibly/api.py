"""What people call from Python, without the weight of numpy until they do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from legibly.languages import DEFAULT_LANGUAGE
from legibly.transcript import Heard, Transcript

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter
    from legibly.metrics.score import Score

Rows = str | Path | Iterable[str | tuple[str, ...]] | Mapping[str, str]


def load(
    model: str | Path = "en",
    *,
    punctuation: bool = True,
    case: bool = True,
    numbers: bool = True,
    marks: str | Iterable[str] = ",.?!",
    sensitivity: float = 0.5,
    digits_from: int = 10,
    units: str = "words",
    styles: str | Iterable[str] | Mapping[str, str] = (),
    lexicon: Rows | None = None,
    rules: Rows | None = None,
    keep: Rows | None = None,
    grammars: str | Path | None = None,
    redo: bool = False,
    fillers: str = "keep",
    disfluencies: str = "keep",
    contractions: bool = False,
    quotes: bool = False,
    spoken_marks: bool = False,
    mask: str | Path | Iterable[str | Path | Sequence[str]] = (),
    beam: float | None = None,
) -> Formatter:
    """A formatter: call it with a transcript, with text or with a list of words.

    Args:
        model: The name of an installed model (see `legibly.models`), or a model folder.
        punctuation: Whether marks are restored.
        case: Whether capitals are restored.
        numbers: Whether numbers, dates, times and money are written in digits.
        marks: The marks that may be written, of `, . ? ! : ; —`.
        sensitivity: From 0, only marks that are certain, to 1, many marks.
        digits_from: The smallest plain number in digits.
        units: "words", or "short" for km, mph, GB.
        styles: How numbers are written: `{"hours": "24", "dates": "dmy"}`.
        lexicon: Your spellings: a file with one a line, or a list, `["iPhone", "SuSE"]`.
        rules: What is written for what was said: a table, or a dict, `{"gonna": "going to"}`.
        keep: Words and phrases never to touch: a file, or a list.
        grammars: The file of a stack of grammars that stands in for the language's own.
        redo: Whether marks and capitals that are there are stripped and restored anew.
        fillers: "keep", or "drop" for um and uh; the same as disfluencies="fillers".
        disfluencies: "keep", "fillers", or "drop" for what was begun anew too (I I don't).
        contractions: Whether an apostrophe that was not heard is put back: dont is don't.
        spoken_marks: Whether "comma" and "new paragraph" become what they name.
        mask: What nobody is to read, in words and in text: "profanity", "cards", "phones",
            "emails", and files or lists of words.
        quotes: Whether what somebody is reported to have said stands in quotation marks.
        beam: Gives up readings that score so much less than the best; n-gram models need it.

    Returns:
        A `Formatter`. It can be shared by threads, pickled, deep-copied and used after a fork.
    """
    from legibly.formatting.options import make_options
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.loading import load_folder

    options = make_options(
        punctuation=punctuation,
        case=case,
        numbers=numbers,
        marks=marks,
        sensitivity=sensitivity,
        digits_from=digits_from,
        units=units,
        styles=styles,
        lexicon=lexicon,
        rules=rules,
        keep=keep,
        grammars=grammars,
        redo=redo,
        fillers=fillers,
        disfluencies=disfluencies,
        contractions=contractions,
        quotes=quotes,
        spoken_marks=spoken_marks,
        mask=mask,
        beam=beam,
    )
    return load_folder(find_model(model), options)


def format(heard: Heard, model: str | Path = "en") -> str:
    """Readable text, with all that a model can do: `format("hi bill it's tracy")`.

    The model is loaded with the first call and kept. For other switches, for times and for
    subtitles use `load`.
    """
    return _loaded(str(model))(heard).text


@lru_cache(maxsize=4)
def _loaded(model: str) -> Formatter:
    return load(model)


def score(
    reference: Heard,
    hypothesis: Heard,
    *,
    convention: str = "iwslt",
    language: str | None = None,
) -> Score:
    """How close a text comes to a reference: marks, case, words, numbers.

    The words need not be the same; they are aligned. `print(score)` shows a table, `to_dict()` has
    all counts and rates, `f1` is that of all marks together.
    """
    from legibly.metrics.score import Settings, score_pair

    ref = Transcript.of(reference, language=language)
    hyp = Transcript.of(hypothesis, language=language)
    code = language or ref.language or hyp.language or DEFAULT_LANGUAGE
    return score_pair(ref, hyp, Settings(convention, language=code))


def models() -> dict[str, Path]:
    """Installed models by name, each with its folder."""
    from legibly.model_folders.finding import model_folders

    return model_folders()
