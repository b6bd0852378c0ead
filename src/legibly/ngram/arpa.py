"""ARPA files, the models of SRILM, KenLM, OpenGrm and others: log10, one n-gram a line."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator
from typing import TextIO

import numpy as np

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.ngram.counting import MAX_ORDER
from legibly.ngram.model import Level, Ngram, child_key
from legibly.ngram.vocabulary import BEGIN, PAD, SIGNS, UNKNOWN, Vocabulary

LOG_TEN = math.log(10)
_SIZE = re.compile(r"ngram ([1-9])\s*=\s*([0-9]{1,18})", re.ASCII)
_ALIASES = {"<UNK>": "<unk>", "<S>": "<s>", "</S>": "</s>"}


def read_arpa(source: Source) -> Ngram:
    """Orders up to six. The unknown word is given a small chance where a model has none."""
    lines = source.lines()
    sizes = _sizes(lines, source)
    vocabulary: Vocabulary | None = None
    numbers: dict[str, int] = {sign: i for i, sign in enumerate(SIGNS)}
    levels: list[Level] = []
    for k in range(len(sizes)):
        rows, logs, backoffs = _section(lines, k + 1, sizes[k], numbers, source)
        if k == 0:
            vocabulary = Vocabulary.of(list(numbers))
            own_logs, own_backoffs = np.full(len(numbers), -99 * LOG_TEN), np.zeros(len(numbers))
            own_logs[UNKNOWN] = -7 * LOG_TEN
            own_logs[rows[0]] = logs
            own_backoffs[rows[0]] = backoffs
            own_logs[[PAD, BEGIN]] = -99 * LOG_TEN
            levels.append(Level(np.arange(len(numbers), dtype=np.uint64), own_logs, own_backoffs))
            continue
        at = rows[0]
        for j in range(1, k):
            keys = levels[j].keys
            wanted = child_key(at, rows[j])
            at = np.searchsorted(keys, wanted)
            at[at == len(keys)] = 0
            if len(keys) == 0 or (keys[at] != wanted).any():
                raise DataError(
                    f"{source.name}: a {k + 1}-gram whose first {j + 1} words are not there as one"
                )
        keys = child_key(at, rows[k])
        order = np.argsort(keys)
        levels.append(Level(keys[order], logs[order], backoffs[order]))

    assert vocabulary is not None
    return Ngram.of(levels, vocabulary)


def _sizes(lines: Iterator[tuple[int, str]], source: Source) -> list[int]:
    sizes: list[int] = []
    begun = False
    for number, line in lines:
        text = line.strip()
        if text == "\\data\\":
            begun = True
        elif begun and text.startswith("ngram "):
            match = _SIZE.fullmatch(text)
            if match is None or int(match[1]) != len(sizes) + 1:
                raise DataError(
                    f"{source.name}:{number}: found {text[:40]!r}; expected ngram "
                    f"{len(sizes) + 1}=COUNT"
                )
            sizes.append(int(match[2]))
        elif begun and not text and sizes:
            break

    if not sizes:
        raise DataError(f"{source.name}: no \\data\\ section; expected an ARPA file")
    if len(sizes) > MAX_ORDER:
        raise DataError(f"{source.name}: order {len(sizes)}; up to {MAX_ORDER} can be read")

    return sizes


def _section(
    lines: Iterator[tuple[int, str]], order: int, size: int, numbers: dict[str, int], source: Source
) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    for number, line in lines:
        if line.strip() == f"\\{order}-grams:":
            break
        if line.strip():
            raise DataError(
                f"{source.name}:{number}: found {line.strip()[:40]!r}; expected \\{order}-grams:"
            )
    else:
        raise DataError(f"{source.name}: ends before \\{order}-grams:")

    words, logs, backoffs = array("q"), array("d"), array("d")  # as long as the file, no longer
    for _ in range(size):
        number, line = next(lines, (0, ""))
        fields = line.split()
        if len(fields) not in (order + 1, order + 2):
            raise DataError(
                f"{source.name}:{number}: {len(fields)} fields; expected a score and {order} words"
            )
        try:
            logs.append(_finite(fields[0]) * LOG_TEN)
            backoffs.append(_finite(fields[order + 1]) * LOG_TEN if fields[order + 1 :] else 0.0)
        except ValueError as error:
            raise DataError(f"{source.name}:{number}: {error}") from None
        for j in range(order):
            word = _ALIASES.get(fields[1 + j], fields[1 + j])
            if order == 1:
                words.append(numbers.setdefault(word, len(numbers)))
            elif word in numbers:
                words.append(numbers[word])
            else:
                raise DataError(f"{source.name}:{number}: {word!r} is no unigram")

    table = np.array(words, np.int64).reshape(size, order)
    return [table[:, j] for j in range(order)], np.array(logs), np.array(backoffs)


def _finite(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]!r} is no number")
    return number


def write_arpa(model: Ngram, out: TextIO) -> None:
    """Stupid backoff is written with its weights, as near as a proper model comes: contexts that
    were never seen cost nothing there.
    """
    names = model.vocabulary.words()
    out.write("\\data\\\n")
    for k, level in enumerate(model.levels):
        out.write(f"ngram {k + 1}={len(level.keys) - (1 if k == 0 else 0)}\n")
    places: list[np.ndarray] = []
    for k, level in enumerate(model.levels):
        out.write(f"\n\\{k + 1}-grams:\n")
        keys = np.asarray(level.keys, np.uint64)
        last = (keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
        if k == 0:
            places = [last]
        else:
            parents = (keys >> np.uint64(32)).astype(np.int64)
            places = [*(column[parents] for column in places), last]
        logs, backoffs = (
            np.asarray(level.logs, np.float64) / LOG_TEN,
            np.asarray(level.backoffs, np.float64) / LOG_TEN,
        )
        highest = k + 1 == model.order
        for i in range(len(keys)):
            if k == 0 and i == PAD:
                continue
            words = " ".join(names[column[i]] for column in places)
            weight = f"\t{backoffs[i]:.7g}" if not highest and backoffs[i] != 0 else ""
            out.write(f"{max(logs[i], -99.0):.7g}\t{words}{weight}\n")

    out.write("\n\\end\\\n")
