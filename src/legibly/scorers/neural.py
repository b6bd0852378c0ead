"""A small neural tagger: for each word the log-probabilities of the mark after it and of its case.

Runs an ONNX network on word pieces, in windows whose limits come from the blocks. Each window is
run alone: a quantised network scales its numbers by all that it is given at once, and results must
not depend on what else is in a batch.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from legibly.casing import Case
from legibly.errors import DataError
from legibly.files.model_files import ModelFiles
from legibly.lattice.scoring import Block, Context, Scores, Tag, TagTable
from legibly.marks import MARKS, NONE, OPENING
from legibly.scorers.onnx_file import read_network
from legibly.scorers.word_pieces import WordPieces
from legibly.toml import is_finite

Item = TypeVar("Item")
Made = TypeVar("Made")
NETWORK_MARKS = ("", ",", ".", "?", "!", ":", ";", "—")  # and those of a language
NETWORK, VOCABULARY = "network.onnx", "tokenizer.json"
MAX_THREADS = 1024
MAX_NETWORK_MEMORY = 256 << 20  # bytes, beside the weights; 64 threads take less than 200 MB
MAX_PIECES = 254  # of a window, without its two ends
CONTEXT = Context(32, 32)
_SENTENCE_ENDS = [NETWORK_MARKS.index(mark) for mark in (".", "?", "!")]
_OUTPUTS = ["marks", "cases", "openings"]


@cache
def _arena_process() -> int:
    """The process that has set up memory for networks, which cannot grow without end; 0 where
    somebody else has set up another.
    """
    import onnxruntime

    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    memory = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    limits = onnxruntime.OrtArenaCfg({"max_mem": MAX_NETWORK_MEMORY, "arena_extend_strategy": 1})
    try:
        onnxruntime.create_and_register_allocator(memory, limits)
    except Exception:  # onnxruntime raises all kinds
        return 0
    return os.getpid()


def _has_bounded_memory() -> bool:
    """Not in a child, which may have been forked while a thread held that memory's lock."""
    return _arena_process() == os.getpid()


class _Forks:
    """Whether all forks up to this process were of processes that had but one thread: none of
    onnxruntime's locks was held then, and a child may go on with what its parent opened.
    """

    harmless = True

    @classmethod
    def note(cls) -> None:
        cls.harmless = cls.harmless and threading.active_count() == 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_Forks.note)


class Network:
    """An ONNX network in a file. Another process opens it anew, by its path; one that was forked
    while there was but one thread shares its memory.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        self.path, self.threads = path.absolute(), threads  # another process may be elsewhere
        self._open()

    def _open(self) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = 1
        if _has_bounded_memory():
            options.add_session_config_entry("session.use_env_allocators", "1")
            options.add_session_config_entry("session.use_device_allocator_for_initializers", "1")
        # What is disabled is eight times as slow as what it replaces: 10 % in all.
        self._session = onnxruntime.InferenceSession(
            read_network(self.path),
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=["SkipLayerNormFusion"],
        )
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._process = os.getpid()

    @property
    def outputs(self) -> list[str]:
        return [output.name for output in self._session.get_outputs()]

    def run(self, row: Sequence[int]) -> list[Scores]:
        """Scores of marks, of cases and of what opens a sentence [pieces, ...], of a row of
        pieces.
        """
        pieces = np.array([row], dtype=np.int64)
        try:
            found = [scores[0] for scores in self._session.run(None, {"pieces": pieces})]
        except Exception as error:  # onnxruntime raises all kinds
            reason = str(error).split("\n")[0][:200]
            raise DataError(f"{self.path}: the network fails ({reason})") from None
        if not all(scores.ndim == 2 and len(scores) == len(row) for scores in found):
            shapes = " and ".join(str(scores.shape) for scores in found)
            raise DataError(f"{self.path}: it gives scores {shapes} for {len(row)} pieces")
        if not all(np.isfinite(scores).all() for scores in found):
            raise DataError(f"{self.path}: it gives scores that are no numbers")
        return found

    def side_by_side(self, work: Callable[[Item], Made], items: Sequence[Item]) -> list[Made]:
        """Work on each item, a thread each: onnxruntime lets go of the interpreter while it
        counts. Threads do not live on in a forked process.
        """
        if self._process != os.getpid():
            if _Forks.harmless:
                self._process = os.getpid()
            else:
                self._open()
        if self._pool is None or len(items) == 1:
            return [work(item) for item in items]
        return list(self._pool.map(work, items))

    def __reduce__(self) -> tuple[type[Network], tuple[Path, int]]:
        return Network, (self.path, self.threads)


class NeuralScorer:
    context = CONTEXT
    _case_tags = tuple(Tag(case=case) for case in Case)

    def __init__(
        self,
        network: Network,
        pieces: WordPieces,
        bias: Sequence[float] = (),
        marks: tuple[str, ...] = NETWORK_MARKS,
        openings: tuple[str, ...] = (),
    ) -> None:
        """`openings`: what may open a sentence, nothing first, where the network tells."""
        self._network = network
        self._pieces = pieces
        self.marks = marks
        # Added to the marks' log-probabilities, tuned on a dev set.
        self._bias = np.array(bias or [0.0] * len(marks), dtype=np.float64)
        self._mark_tags = tuple(Tag(mark=mark) for mark in marks)
        self._opening_tags = tuple(Tag(opening=opening) for opening in openings)

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return self._network.side_by_side(self._tables, blocks)

    def _tables(self, block: Block) -> list[TagTable]:
        marks, cases, openings, ends = [], [], [], []
        for row, firsts, lasts in self._windows(block):
            mark_scores, case_scores, *opening_scores = self._network.run(row)
            marks.append(mark_scores[lasts])
            openings += [scores[firsts] for scores in opening_scores]
            cases.append(case_scores[firsts])
            # The piece before a word's first is the last of the word before, or the window's
            # beginning.
            before = np.exp(mark_scores[np.array(firsts) - 1][:, _SENTENCE_ENDS]).sum(axis=1)
            ends.append(np.where(np.array(firsts) == 1, 0.0, before))

        tables = [
            TagTable(self._mark_tags, np.concatenate(marks).astype(np.float64) + self._bias),
            TagTable(
                self._case_tags,
                inside(np.concatenate(cases), np.concatenate(ends)),
                sentence_starts=False,
            ),
        ]
        if openings:
            scores = np.concatenate(openings).astype(np.float64)
            tables.append(TagTable(self._opening_tags, scores))
        return tables

    def _windows(self, block: Block) -> list[tuple[list[int], list[int], list[int]]]:
        """Pieces of a block with its context, and where the wanted words' first and last pieces
        are.

        Where words have so many pieces that the window would be too long, the block is halved.
        """
        spelt = [self._pieces(word.text.lower()) for word in block.words]
        too_long = sum(len(pieces) for pieces in spelt) > MAX_PIECES
        if too_long and block.last - block.first == 1:  # a word alone: half of its context must do
            left, right = block.first // 2, (len(block.words) - block.last) // 2
            if left or right or block.first or len(block.words) > block.last:
                begin, end = block.first - left, block.last + right
                return self._windows(_cut(block, begin, block.first, block.last, end))

        if too_long and block.last - block.first > 1:
            middle = (block.first + block.last) // 2
            left, right = self.context
            return [
                window
                for first, last in ((block.first, middle), (middle, block.last))
                for window in self._windows(
                    _cut(block, max(0, first - left), first, last, last + right)
                )
            ]

        row = [self._pieces.begin]
        firsts, lasts = [], []
        for at, pieces in enumerate(spelt):
            if block.first <= at < block.last:
                firsts.append(len(row))
                lasts.append(len(row) + len(pieces) - 1)
            row += pieces

        return [([*row, self._pieces.end], firsts, lasts)]


def inside(cases: Scores, ends: Scores) -> Scores:
    """Log-probabilities of case for a word that does not open a sentence.

    The network's are for either. A word that opens one is never lower-case, so that P(lower) =
    P(lower | inside) (1 - P(sentence end before)). The search knows which it is, and would count
    the chance of a sentence end twice.
    """
    probabilities = np.exp(cases.astype(np.float64))
    lower = np.minimum(probabilities[:, Case.LOWER] / np.maximum(1 - ends, 1e-3), 1.0)
    others = probabilities[:, [Case.UPPER, Case.MIXED]].sum(axis=1)
    lower = np.minimum(lower, np.maximum(1 - others, 1e-6))
    probabilities[:, Case.LOWER] = lower
    probabilities[:, Case.CAPITAL] = np.maximum(1 - lower - others, 1e-6)
    return np.log(np.maximum(probabilities, 1e-9))


def _cut(block: Block, begin: int, first: int, last: int, end: int) -> Block:
    end = min(end, len(block.words))
    words = block.words[begin:end]
    ends = block.ends and end == len(block.words)
    return Block(words, first - begin, last - begin, block.begins and begin == 0, ends)


def load(folder: Path | ModelFiles, settings: dict[str, Any]) -> NeuralScorer:
    files = ModelFiles.of(folder)
    threads = settings.get("threads", os.cpu_count() or 1)
    if type(threads) is not int or not 1 <= threads <= MAX_THREADS:
        raise DataError(
            f"{files}: neural scorer has threads = {threads!r}; expected 1 to {MAX_THREADS}"
        )
    marks = _marks(files, settings, "marks", NETWORK_MARKS)
    openings = _marks(files, settings, "openings", ())
    bias = settings.get("bias", [0.0] * len(marks))
    if not isinstance(bias, list) or len(bias) != len(marks):
        expected = f"expected {len(marks)} numbers"
        raise DataError(f"{files}: neural scorer has bias = {str(bias)[:60]}; {expected}")
    if not all(is_finite(number) for number in bias):
        raise DataError(f"{files}: neural scorer has a bias that is no number")

    pieces = WordPieces.load(files / VOCABULARY)
    path = files / settings.get("file", NETWORK)
    try:
        network = Network(path, threads)
        _try_out(network, pieces, marks, openings)
    except DataError:
        raise
    except Exception as error:  # onnxruntime raises all kinds
        reason = str(error).split("\n")[0][:200]
        raise DataError(f"{files}: the network cannot be loaded ({reason})") from None
    return NeuralScorer(network, pieces, [float(b) for b in bias], marks, openings)


def _marks(
    files: ModelFiles, settings: dict[str, Any], name: str, default: tuple[str, ...]
) -> tuple[str, ...]:
    """Canonical marks, none first."""
    found = settings.get(name, list(default))
    known = MARKS if name == "marks" else tuple(OPENING)
    if not isinstance(found, list) or not all(
        isinstance(mark, str) and (mark in known if i else mark == NONE)
        for i, mark in enumerate(found)
    ):
        what = f"neural scorer has {name} = {str(found)[:60]}"
        raise DataError(f"{files}: {what}; expected a list, '' and then {' '.join(known)}")
    if name == "marks" and tuple(found[: len(NETWORK_MARKS)]) != NETWORK_MARKS:
        raise DataError(f"{files}: neural scorer has marks without those of every network")
    return tuple(found)


def _try_out(
    network: Network, pieces: WordPieces, marks: Sequence[str], openings: Sequence[str]
) -> None:
    """What a network of another kind would do wrong with the first text, it does here."""
    outputs = _OUTPUTS if openings else _OUTPUTS[:2]
    if network.outputs != outputs:
        expected = " and ".join(outputs)
        raise DataError(f"{network.path}: it gives {network.outputs}; expected {expected}")
    row = [pieces.begin, pieces.last, pieces.end]
    sizes = [len(marks), len(Case), *filter(None, [len(openings)])]
    wanted = [(len(row), size) for size in sizes]
    scores = network.run(row)
    if [item.shape for item in scores] != wanted:
        shapes = " and ".join(str(item.shape) for item in scores)
        raise DataError(f"{network.path}: it gives scores {shapes} for three pieces")
