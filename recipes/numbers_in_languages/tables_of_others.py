"""NeMo's tables of Spanish, Portuguese and Chinese, and WeText's of Chinese: spoken and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from recipes.numbers_in_languages.style_free import style_free
from recipes.numbers_in_languages.writers import Writer, grammars_of
from recipes.place import Place
from recipes.tables import markdown, percent

_PREFIX = "test_cases_"
_WETEXT = "itn/wetext/chinese/itn/*.txt"
_CUSTOMARY = 10
_NEVER = 10**9


class Item(NamedTuple):
    kind: str
    spoken: str
    written: str


class Setting(NamedTuple):
    """How small a number is written in digits, and whether units are short."""

    digits_from: int
    units: str


def nemo_items(place: Place, language: str) -> list[Item]:
    return list(_items(place, f"itn/nemo/{language}/itn/{_PREFIX}*.txt", "~"))


def wetext_items(place: Place) -> list[Item]:
    return list(_items(place, _WETEXT, "=>"))


def _items(place: Place, pattern: str, sign: str) -> Iterator[Item]:
    for path in place.files(pattern):
        if "cased" in path.stem:
            continue
        for line in path.read_text("utf-8").splitlines():
            spoken, found, written = line.partition(sign)
            if found and spoken.strip():
                yield Item(path.stem.removeprefix(_PREFIX), spoken.strip(), written.strip())


STYLES = {
    "es": ("currency=sign", "fractions=digits", "thousands=none"),
    "pt": ("currency=sign", "fractions=digits", "thousands=none"),
    "zh": ("currency=sign", "fractions=digits"),
}


def nemo_writer(language: str) -> Writer:
    """In the style of their tables, as far as ours has it: in Chinese all numbers in digits."""
    apart = language == "zh"
    return grammars_of(
        language,
        styles=STYLES[language],
        digits_from=0 if apart else _CUSTOMARY,
        units="words" if apart else "short",
    )


def wetext_setting(kind: str) -> Setting:
    """Of their tables some leave small numbers words, some all that stand alone."""
    if "disable_standalone" in kind:
        return Setting(_NEVER, "short")
    return Setting(_CUSTOMARY if kind.endswith("disable_0_to_9") else 0, "short")


def wetext_writer(setting: Setting) -> Writer:
    styles = (*STYLES["zh"], "guesses=digits")
    return grammars_of("zh", styles=styles, digits_from=setting.digits_from, units=setting.units)


def right(items: Sequence[Item], texts: Sequence[str], language: str) -> Counter[str]:
    """How many are right of each kind."""
    found: Counter[str] = Counter()
    for item, text in zip(items, texts, strict=True):
        found[item.kind] += style_free(item.written, language) == style_free(text, language)
    return found


def ours_of_wetext(items: Sequence[Item]) -> Counter[str]:
    found: Counter[str] = Counter()
    for setting in sorted({wetext_setting(item.kind) for item in items}):
        some = [item for item in items if wetext_setting(item.kind) == setting]
        found += right(some, wetext_writer(setting)([item.spoken for item in some]), "zh")
    return found


def kinds_table(items: Sequence[Item], by_system: Mapping[str, Counter[str]]) -> str:
    counts = Counter(item.kind for item in items)
    rows = [
        [kind, str(counts[kind]), *(str(of_kind[kind]) for of_kind in by_system.values())]
        for kind in sorted(counts)
    ]
    shares = (f"{percent(found.total() / len(items))} %" for found in by_system.values())
    rows.append(["all", str(len(items)), *shares])
    return markdown(["kind", "items", *by_system], rows)
