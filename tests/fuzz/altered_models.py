"""A model folder in a few hundred altered versions, and what comes of loading and using each.

    python -m tests.fuzz.altered_models

With the checksums as shipped, all whose files were altered must be refused. With checksums made
anew, each is refused in one line, or formats a text without an exception, in 2 s and 500 MB over
what the model itself takes.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import random
import re
import resource
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from legibly.errors import LegiblyError
from legibly.files.model_files import file_checksum
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.ngram.files import ALIGNMENT_BYTES, MAGIC
from legibly.transcript import Transcript, Word

MODEL = "en"
TEXT = (
    "so at three thirty p m on may fifth nasa paid one point two million dollars for a hundred and "
    "five iphones is that true he asked and dr smith who lives at ten baker street said yes "
) * 3
OVER_SECONDS, OVER_BYTES = 2.0, 500 << 20
# Of processor time, and of an hour that may belong to others: a machine at work is no failure.
GIVEN_UP_SECONDS, GIVEN_UP_WALL_SECONDS = 30, 600
# Formats from here on: the network's file, and so on.
LEXICON, NETWORK, NUMBERS = "lexicon.tsv.xz", "network.onnx", "numbers.lm"
COUNTS, PIECES, MANIFEST = "number_counts.npz", "tokenizer.json", "model.toml"
RESTARTS = "restarts.npz"
FILES = (LEXICON, NETWORK, NUMBERS, COUNTS, PIECES, RESTARTS)

Change = Callable[[bytes], bytes]


class Variant(NamedTuple):
    """One file, and what becomes of its content."""

    file: str
    what: str
    change: Change


class Outcome(NamedTuple):
    kind: str  # refused, formats, or what went wrong
    message: str


# --- bytes
# ------------------------------------------------------------------------------


def _cut(share: float) -> Change:
    return lambda content: content[: int(len(content) * share)]


def _flipped(seed: int) -> Change:
    def change(content: bytes) -> bytes:
        at = random.Random(seed).randrange(len(content))
        return content[:at] + bytes([content[at] ^ (1 << seed % 8)]) + content[at + 1 :]

    return change


def _zeroed(share: float) -> Change:
    def change(content: bytes) -> bytes:
        at = int(len(content) * share)
        count = min(1000, len(content) - at)
        return content[:at] + b"\0" * count + content[at + count :]

    return change


def _bytes_of(file: str) -> Iterator[Variant]:
    yield Variant(file, "empty", lambda content: b"")
    yield Variant(file, "a word of text", lambda content: b"hello\n")
    yield Variant(file, "with 100 bytes more", lambda content: content + b"\xff" * 100)
    yield Variant(file, "twice", lambda content: content * 2)
    for share in (0.01, 0.25, 0.5, 0.75, 0.999):
        yield Variant(file, f"the first {share:.1%}", _cut(share))
    for share in (0.02, 0.4, 0.9):
        yield Variant(file, f"noughts at {share:.0%}", _zeroed(share))
    for seed in range(8):
        yield Variant(file, f"bit {seed} flipped", _flipped(seed))


# --- the manifest
# ------------------------------------------------------------------------------

_EDITS: tuple[tuple[str, str], ...] = (
    ("legibly = 1", "legibly = true"),
    ("legibly = 1", "legibly = 2"),
    ("legibly = 1", 'legibly = "1"'),
    ("legibly = 1", ""),
    ('name = "en"', "name = 5"),
    ('language = "en"', 'language = "xx"'),
    ('language = "en"', 'language = "../en"'),
    ('language = "en"', "language = 5"),
    ('kind = "neural"', 'kind = "os"'),
    ('kind = "neural"', "kind = 5"),
    ('kind = "neural"', 'kind = "lexicon"'),
    ('kind = "neural"', 'kind = "ngram"'),
    ('kind = "lexicon"', 'kind = "neural"'),
    ('kind = "ngram"', 'kind = "hidden events"'),
    ('file = "network.onnx"', 'file = "../network.onnx"'),
    ('file = "network.onnx"', 'file = "/etc/passwd"'),
    ('file = "network.onnx"', 'file = "numbers.lm"'),
    ('file = "network.onnx"', "file = 5"),
    ('file = "network.onnx"', 'file = ""'),
    ('file = "network.onnx"', 'file = "a\\u0000b"'),
    ('file = "numbers.lm"', 'file = "lexicon.tsv.xz"'),
    ('file = "lexicon.tsv.xz"', 'file = "numbers.lm"'),
    ("bias = [-0.4, ", "bias = ["),
    ("bias = [-0.4, ", "bias = [nan, "),
    ("bias = [-0.4, ", "bias = [1e308, "),
    ("bias = [-0.4, ", 'bias = ["x", '),
    ("weight = 0.6", "weight = nan"),
    ("weight = 0.6", "weight = inf"),
    ("weight = 0.6", "weight = 1e308"),
    ("weight = 0.6", "weight = -1e308"),
    ("weight = 0.6", "weight = " + "9" * 401),
    ("weight = 0.6", 'weight = "x"'),
    ("weight = 0.0", "weight = true"),
    ('classes = "A"', 'classes = "Z"'),
    ('classes = "A"', "classes = 5"),
    ('classes = "A"', 'classes = "B"'),
    ("number_counts = ", "number_count = "),
    ('number_counts = "number_counts.npz"', 'number_counts = "../x.npz"'),
    ('number_counts = "number_counts.npz"', "number_counts = []"),
    ("marks = []", 'marks = ["x"]'),
    ("marks = []", "marks = 5"),
    ("marks = []", "marks = [1]"),
    ("cased = false", "cased = true"),
    ("cased = false", 'cased = "x"'),
    ("[[scorers]]", "[scorers]"),
    ("[files]", '[files]\n"../x" = "sha256:00"'),
    ("[files]", '[files]\n"x/y/z" = "sha256:00"'),
    ("[files]", "[filed]"),
    ("[files]", "x = " + "[" * 2000 + "]" * 2000 + "\n[files]"),
    ("[files]", "x = " + "9" * 5000 + "\n[files]"),
    ("[files]", ".".join("a" * 20_000) + " = 1\n[files]"),
    ("[files]", ".".join(['"a b"'] * 20_000) + " = 1\n[files]"),
    ("[files]", 'x = "' + "a" * 1_000_000 + '"\n[files]'),
    ("features = [", "features = 5 # ["),
    ("features = [", 'features = ["more", '),
    ("[files]", '[[scorers]]\nkind = "pause"\nseconds = -1\n[files]'),
    ("[files]", '[[scorers]]\nkind = "pause"\nseconds = nan\n[files]'),
    ("[files]", '[[scorers]]\nkind = "crf"\nfile = "network.onnx"\nfeatures = ["w0"]\n[files]'),
    ("[files]", '[[scorers]]\nkind = "pause"\n' * 500 + "[files]"),
    ('kind = "neural"', 'kind = "neural"\nthreads = 0'),
    ('kind = "neural"', 'kind = "neural"\nthreads = 1000000000'),
    ('kind = "neural"', 'kind = "neural"\nthreads = "x"'),
    ('[[scorers]]\nkind = "lexicon"', '[[scorers]]\nkind = "lexicon"\nweight = 1e6'),
)


def _edited(old: str, new: str) -> Change:
    def change(content: bytes) -> bytes:
        text = content.decode()
        assert old in text, old
        return text.replace(old, new, 1).encode()

    return change


def _manifests() -> Iterator[Variant]:
    for old, new in _EDITS:
        yield Variant(MANIFEST, f"{old.strip()[:30]} -> {new.strip()[:30]}", _edited(old, new))


# --- the language model
# ------------------------------------------------------------------------------


def _lm_parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    (length,) = struct.unpack("<I", content[8:12])
    head: dict[str, Any] = json.loads(content[12 : 12 + length])
    first = 12 + length + 4
    return head, content[first + -first % ALIGNMENT_BYTES :]


def _lm_from(head: object, arrays: bytes) -> bytes:
    encoded = json.dumps(head, sort_keys=True).encode()
    opening = MAGIC + struct.pack("<I", len(encoded)) + encoded
    opening += struct.pack("<I", crc32(opening))
    return opening + b"\0" * (-len(opening) % ALIGNMENT_BYTES) + arrays


def _with_head(edit: Callable[[dict[str, Any]], object]) -> Change:
    def change(content: bytes) -> bytes:
        head, arrays = _lm_parts(content)
        changed = edit(head)
        return _lm_from(head if changed is None else changed, arrays)

    return change


def _with_array(name: str, fill: Callable[[Any], Any]) -> Change:
    """An array of the model with other numbers in it, and the right checksums."""

    def change(content: bytes) -> bytes:
        head, arrays = _lm_parts(content)
        place = head["arrays"][name]
        kind = np.dtype(place["type"])
        first, last = place["at"], place["at"] + place["length"] * kind.itemsize
        values = np.frombuffer(arrays[first:last], kind).copy()
        data = np.ascontiguousarray(fill(values).astype(kind)).tobytes()
        place["crc"] = crc32(data)
        return _lm_from(head, arrays[:first] + data + arrays[last:])

    return change


def _highest(values: Any) -> Any:
    top = np.finfo(values.dtype).max if values.dtype.kind == "f" else np.iinfo(values.dtype).max
    return np.full_like(values, top)


def _random(values: Any) -> Any:
    generator = np.random.default_rng(3)
    if values.dtype.kind == "f":
        return generator.normal(size=len(values)) * 1e30
    return generator.integers(0, min(np.iinfo(values.dtype).max, 1 << 62), len(values))


_FILLS: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("noughts", np.zeros_like),
    ("the highest number", _highest),
    ("random numbers", _random),
    ("backwards", lambda values: values[::-1]),
)
_ARRAYS = (
    *("vocabulary.text", "vocabulary.starts", "vocabulary.prints", "vocabulary.numbers"),
    *("0.logs.book", "0.suffixes", "0.shorter", "1.keys", "1.logs", "1.suffixes", "1.shorter"),
    *("2.keys", "2.suffixes"),
)
_HEADS: tuple[tuple[str, Callable[[dict[str, Any]], object]], ...] = (
    ("a list", lambda head: [1]),
    ("a number", lambda head: 5),
    ("without a size", lambda head: head.pop("size") and None),
    ("another size", lambda head: head.update(size=1 << 60)),
    ("without arrays", lambda head: head.pop("arrays") and None),
    ("no arrays", lambda head: head.update(arrays={})),
    ("order 0", lambda head: head.update(order=0)),
    ("order -1", lambda head: head.update(order=-1)),
    ("order 1", lambda head: head.update(order=1)),
    ("order 10**9", lambda head: head.update(order=10**9)),
    ("order true", lambda head: head.update(order=True)),
    ("missing nan", lambda head: head.update(missing=float("nan"))),
    ("missing 1e308", lambda head: head.update(missing=1e308)),
    ("missing a string", lambda head: head.update(missing="x")),
    ("version 9", lambda head: head.update(version=9)),
    ("a place beyond", lambda head: head["arrays"]["1.keys"].update(at=1 << 40)),
    ("a place before", lambda head: head["arrays"]["1.keys"].update(at=-64)),
    ("a length beyond", lambda head: head["arrays"]["1.keys"].update(length=1 << 40)),
    ("objects", lambda head: head["arrays"]["1.keys"].update(type="|O")),
    ("another type", lambda head: head["arrays"]["1.keys"].update(type="<f4")),
    ("a string for a type", lambda head: head["arrays"]["1.keys"].update(type="x" * 1000)),
    ("nested", lambda head: {"arrays": {"a": {"b": [[[[{}]]]]}}, "size": 5}),
)


def _read_as(name: str, kind: str) -> Callable[[dict[str, Any]], object]:
    """An array of another type, of as many bytes."""

    def edit(head: dict[str, Any]) -> None:
        place = head["arrays"][name]
        size = place["length"] * np.dtype(place["type"]).itemsize
        place.update(type=kind, length=size // np.dtype(kind).itemsize)

    return edit


def _lms() -> Iterator[Variant]:
    for what, edit in _HEADS:
        yield Variant(NUMBERS, f"head: {what}", _with_head(edit))
    for name in _ARRAYS:
        for what, fill in _FILLS:
            yield Variant(NUMBERS, f"{name}: {what}", _with_array(name, fill))
        for kind in ("<f4", "<i8", "|u1"):
            yield Variant(NUMBERS, f"{name}: read as {kind}", _with_head(_read_as(name, kind)))


# --- counts, word pieces, lexicon
# ------------------------------------------------------------------------------


def _npz(**arrays: Any) -> Change:
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return lambda content: out.getvalue()


def _npy(shape: str) -> bytes:
    """A header that promises more than there is."""
    head = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({shape}), }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + b"\0" * 80


def _zipped(name: str, inner: bytes) -> Change:
    from zipfile import ZIP_DEFLATED, ZipFile

    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr(name, inner)
    return lambda content: out.getvalue()


def _tables() -> Iterator[Variant]:
    keys, weights = np.arange(1, 6).astype(np.uint64), np.ones((5, 2), np.float16)
    swollen = _npy(f"{10**8},").replace(b"<i8", b"<u8") + b"\0" * (800 << 20)
    for what, change in (
        ("keys that swell", _zipped("keys.npy", swollen)),
        ("no keys", _npz(weights=weights)),
        ("keys out of order", _npz(keys=keys[::-1], weights=weights)),
        ("keys that are no row", _npz(keys=keys[0], weights=weights[0])),
        ("fewer weights", _npz(keys=keys, weights=weights[1:])),
        ("other outputs", _npz(keys=keys, weights=np.ones((5, 9), np.float16))),
        ("whole numbers", _npz(keys=keys, weights=weights.astype(int))),
        ("the highest weights", _npz(keys=keys, weights=np.full((5, 2), 3e38, np.float32))),
        ("weights beyond", _npz(keys=keys, weights=np.full((5, 2), 1e308))),
        ("weights that are no numbers", _npz(keys=keys, weights=np.full((5, 2), np.nan))),
    ):
        yield Variant(RESTARTS, what, change)


def _counts() -> Iterator[Variant]:
    for what, change in (
        ("a bare array", lambda content: _npy("10,")),
        ("10**12 numbers", _zipped("counts.npy", _npy(f"{10**12},"))),
        ("10**30 numbers", _zipped("counts.npy", _npy(f"{10**30},"))),
        ("a negative shape", _zipped("counts.npy", _npy("-5,"))),
        ("a bomb", _zipped("counts.npy", _npy(f"{10**8},") + b"\0" * (800 << 20))),
        ("another name", _npz(others=np.arange(5))),
        ("two dimensions", _npz(counts=np.ones((3, 3), int))),
        ("floats", _npz(counts=np.ones(9))),
        ("nan", _npz(counts=np.full(9, np.nan))),
        ("negative", _npz(counts=np.full(9, -1))),
        ("none", _npz(counts=np.zeros(0, int))),
        ("huge", _npz(counts=np.full(9, np.iinfo(np.int64).max))),
        ("strings", _npz(counts=np.array(["a", "b"]))),
        ("objects", _zipped("counts.npy", _npy("1,").replace(b"<i8", b"|O "))),
    ):
        yield Variant(COUNTS, what, change)


def _document(edit: Callable[[dict[str, Any]], object]) -> Change:
    def change(content: bytes) -> bytes:
        document = json.loads(content)
        changed = edit(document)
        return json.dumps(document if changed is None else changed).encode()

    return change


def _pieces() -> Iterator[Variant]:
    def vocabulary(edit: Callable[[dict[str, Any]], object]) -> Change:
        return _document(lambda document: edit(document["model"]["vocab"]))

    def bad_normalizer(document: dict[str, Any]) -> None:
        replace = {"type": "Replace", "pattern": {"Regex": "(a*)*b("}, "content": "x" * 1000}
        document["normalizer"] = replace

    longest = "max_input_chars_per_word"
    changes: tuple[tuple[str, Change], ...] = (
        ("a list", lambda content: b"[]"),
        ("nested", lambda content: b"[" * 100_000 + b"]" * 100_000),
        ("no model", _document(lambda document: document.pop("model") and None)),
        ("a model of another kind", _document(lambda d: d["model"].update(vocab=[["a", -1.0]]))),
        ("a normaliser that blows up", _document(bad_normalizer)),
        ("no normaliser", _document(lambda document: document.update(normalizer=None))),
        ("numbers beyond the network", vocabulary(lambda v: v.update(dict.fromkeys(v, 10**9)))),
        ("one beyond", vocabulary(lambda v: v.update(so=10**6))),
        ("a negative one", vocabulary(lambda v: v.update(so=-1))),
        ("a fraction", vocabulary(lambda v: v.update(so=1.5))),
        ("a true one", vocabulary(lambda v: v.update(so=True))),
        ("all the same", vocabulary(lambda v: v.update(dict.fromkeys(v, 3)))),
        ("no signs", vocabulary(lambda v: [v.pop(key) for key in list(v)[:1000]] and None)),
        ("no words", vocabulary(lambda v: v.clear())),
        ("a string for characters", _document(lambda d: d["model"].update({longest: "x"}))),
        ("10**30 characters", _document(lambda d: d["model"].update({longest: 10**30}))),
    )
    for what, change in changes:
        yield Variant(PIECES, what, change)


def _lexica() -> Iterator[Variant]:
    def packed(content: bytes) -> Change:
        return lambda _: lzma.compress(content, preset=1)

    for what, change in (
        ("a line of 300 MB", packed(b"a" * (300 << 20))),
        ("1,000,001 words", packed(b"a\t1\t0\t0\t0\t\n" * 1_000_001)),
        ("negative counts", packed(b"so\t-1\t0\t0\t0\t\n")),
        ("counts of 400 digits", packed(b"so\t" + b"9" * 400 + b"\t0\t0\t0\t\n")),
        ("two columns", packed(b"so\t1\n")),
        ("not UTF-8", packed(b"so\xff\t1\t0\t0\t0\t\n")),
        ("another word's form", packed(b"so\t0\t0\t0\t9\tEvil\n")),
        ("no words", packed(b"")),
        ("blank lines", packed(b"\n\n\n")),
        ("control signs", packed(b"so\x00\t1\t0\t0\t0\t\n")),
    ):
        yield Variant(LEXICON, what, change)


# --- the network
# ------------------------------------------------------------------------------


def _networks() -> Iterator[Variant]:
    """Made with the library of ONNX; none where that is not installed."""
    try:
        import onnx
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        return

    def edited(edit: Callable[[Any], object]) -> Change:
        def change(content: bytes) -> bytes:
            model = onnx.load_from_string(content)
            edit(model)
            return bytes(model.SerializeToString())

        return change

    def fill(number: float) -> Change:
        def edit(model: Any) -> None:
            weights = next(
                item
                for item in model.graph.initializer
                if item.data_type == TensorProto.FLOAT and np.prod(item.dims) > 100
            )
            values = np.full(list(weights.dims), number, np.float32)
            weights.CopyFrom(numpy_helper.from_array(values, weights.name))

        return edited(edit)

    def operator(name: str, domain: str = "") -> Change:
        return edited(
            lambda model: model.graph.node.append(
                helper.make_node(name, [model.graph.input[0].name], ["extra"], domain=domain)
            )
        )

    def endless(model: Any) -> None:
        body = helper.make_graph(
            [helper.make_node("Identity", ["going"], ["on"])],
            "body",
            [
                helper.make_tensor_value_info("i", TensorProto.INT64, []),
                helper.make_tensor_value_info("going", TensorProto.BOOL, []),
            ],
            [helper.make_tensor_value_info("on", TensorProto.BOOL, [])],
        )
        yes = helper.make_tensor("yes", TensorProto.BOOL, [], [True])
        model.graph.initializer.append(yes)
        model.graph.node.append(helper.make_node("Loop", ["", "yes"], [], body=body))

    def external(location: str) -> Change:
        def edit(model: Any) -> None:
            weights = max(model.graph.initializer, key=lambda item: len(item.raw_data))
            weights.ClearField("raw_data")
            weights.data_location = TensorProto.EXTERNAL
            entry = weights.external_data.add()
            entry.key, entry.value = "location", location

        return edited(edit)

    def shorter(name: str) -> Change:
        """Fewer columns than there are tags."""

        def edit(model: Any) -> None:
            for node in model.graph.node:
                for i, output in enumerate(node.output):
                    if output == name:
                        node.output[i] = f"{name} whole"
            ends = [("starts", [0]), ("ends", [2]), ("axes", [2])]
            for key, values in ends:
                model.graph.initializer.append(
                    helper.make_tensor(f"{name} {key}", TensorProto.INT64, [1], values)
                )
            inputs = [f"{name} whole", *(f"{name} {key}" for key, _ in ends)]
            model.graph.node.append(helper.make_node("Slice", inputs, [name]))

        return edited(edit)

    def renamed_input(model: Any) -> None:
        model.graph.input[0].name = "other"

    cycle = helper.make_node("Add", ["a", "a"], ["a"])

    def small_vocabulary(model: Any) -> None:
        weights = max(model.graph.initializer, key=lambda item: item.dims[0] if item.dims else 0)
        values = numpy_helper.to_array(weights)[:50]
        weights.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values), weights.name))

    def added_to_marks(make: Callable[[Any], Any]) -> Change:
        """One number more in the scores, of which `make` says the nodes, the last one first."""

        def edit(model: Any) -> None:
            graph = model.graph
            for node in graph.node:
                node.output[:] = ["real" if name == "marks" else name for name in node.output]
            graph.node.extend(make(graph))
            graph.node.append(helper.make_node("Add", ["real", "more"], ["marks"]))

        return edited(edit)

    def noughts(count: int) -> Change:
        def make(graph: Any) -> list[Any]:
            graph.initializer.append(helper.make_tensor("shape", TensorProto.INT64, [1], [count]))
            return [
                helper.make_node("ConstantOfShape", ["shape"], ["noughts"]),
                helper.make_node("ReduceMean", ["noughts"], ["more"], keepdims=0),
            ]

        return added_to_marks(make)

    def doubled(times: int) -> Change:
        def make(graph: Any) -> list[Any]:
            names = ["real", *(f"twice {i}" for i in range(times))]
            return [
                *(helper.make_node("Concat", [a, a], [b], axis=1) for a, b in pairwise(names)),
                helper.make_node("ReduceMean", [names[-1]], ["more"], axes=[1], keepdims=1),
            ]

        return added_to_marks(make)

    def no_number_where_long(graph: Any) -> list[Any]:
        """The logarithm of 5 less the number of pieces."""
        graph.initializer.append(helper.make_tensor("five", TensorProto.FLOAT, [], [5.0]))
        return [
            helper.make_node("Shape", ["pieces"], ["sizes"], start=1, end=2),
            helper.make_node("Cast", ["sizes"], ["long"], to=TensorProto.FLOAT),
            helper.make_node("Sub", ["five", "long"], ["left"]),
            helper.make_node("Log", ["left"], ["more"]),
        ]

    for what, change in (
        ("4 GB of noughts", noughts(10**9)),
        ("10**15 noughts", noughts(10**15)),
        ("scores that double 24 times", doubled(24)),
        ("scores that double 60 times", doubled(60)),
        ("scores that are no numbers for long texts", added_to_marks(no_number_where_long)),
        ("weights that are no numbers", fill(float("nan"))),
        ("endless weights", fill(float("inf"))),
        ("weights of 1e38", fill(1e38)),
        ("weights of nought", fill(0.0)),
        ("an endless loop", edited(endless)),
        ("Scan", operator("Scan")),
        ("If", operator("If")),
        ("an operator nobody knows", operator("Evil")),
        ("an operator of another domain", operator("Add", "evil.domain")),
        ("data in another file", external("../outside.bin")),
        ("data in /etc/passwd", external("/etc/passwd")),
        ("data in the folder", external("numbers.lm")),
        ("another input", edited(renamed_input)),
        ("no outputs", edited(lambda model: model.graph.ClearField("output"))),
        ("one output", edited(lambda model: model.graph.output.pop())),
        ("two mark columns", shorter("marks")),
        ("two case columns", shorter("cases")),
        ("50 word pieces", edited(small_vocabulary)),
        ("no nodes", edited(lambda model: model.graph.ClearField("node"))),
        ("no weights", edited(lambda model: model.graph.ClearField("initializer"))),
        ("opset 9999", edited(lambda m: m.opset_import[0].__setattr__("version", 9999))),
        ("a cycle", edited(lambda m: m.graph.node.append(cycle))),
    ):
        yield Variant(NETWORK, what, change)


def variants() -> list[Variant]:
    return [
        *(variant for file in FILES for variant in _bytes_of(file)),
        *_manifests(),
        *_lms(),
        *_counts(),
        *_tables(),
        *_pieces(),
        *_lexica(),
        *_networks(),
    ]


# --- what comes of them
# ------------------------------------------------------------------------------


def altered(variant: Variant, folder: Path, model: Path, *, anew: bool) -> None:
    """A folder with links to the model's files, one of them altered."""
    for path in model.iterdir():
        if path.name != variant.file:
            (folder / path.name).symlink_to(path)
    (folder / variant.file).write_bytes(variant.change((model / variant.file).read_bytes()))
    if anew and variant.file != MANIFEST:
        text = (model / MANIFEST).read_text()
        line = re.compile(rf'("{re.escape(variant.file)}" = )".*"')
        (folder / MANIFEST).unlink()
        checksum = file_checksum(folder / variant.file)
        (folder / MANIFEST).write_text(line.sub(rf'\1"{checksum}"', text))


def heard() -> Transcript:
    return Transcript(tuple(Word(word) for word in TEXT.split()))


def use(folder: Path) -> Outcome:
    """Load a model, and format with it."""
    try:
        written = load_folder(folder)(heard())
    except LegiblyError as error:
        return Outcome("refused", str(error))
    except Exception as error:
        return Outcome("raised", f"{type(error).__name__}: {str(error)[:100]}")
    kept = sum(token.last - token.first for token in written.tokens)
    if kept != len(heard().words):
        return Outcome("lost words", f"{kept} of {len(heard().words)}")
    return Outcome("formats", written.text[:60])


def measured(folder: Path) -> tuple[Outcome, float, int]:
    """The same in a process of its own, with the seconds of CPU and the bytes that it took: other
    programs may be at work beside it.
    """
    reading, writing = os.pipe()
    begin = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.close(reading)
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
        os.dup2(sys.stderr.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (GIVEN_UP_SECONDS, GIVEN_UP_SECONDS))
        signal.alarm(GIVEN_UP_WALL_SECONDS)
        try:
            os.write(writing, json.dumps(use(folder)).encode()[:4000])
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        answer = pipe.read()
    _, status, usage = os.wait4(child, 0)
    taken = min(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime)
    if not answer:
        died = f"ended by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "ended"
        return Outcome("died", died), taken, usage.ru_maxrss * 1024
    return Outcome(*json.loads(answer)), taken, usage.ru_maxrss * 1024


def judged(variant: Variant, model: Path, base: tuple[float, int], *, anew: bool) -> Outcome:
    """What came of a variant; `base` is what the model itself takes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / model.name
        folder.mkdir()
        altered(variant, folder, model, anew=anew)
        outcome, taken, memory = measured(folder)
    if outcome.kind in ("refused", "formats"):
        if taken > base[0] + OVER_SECONDS:
            return Outcome("slow", f"{taken:.1f} s")
        if memory > base[1] + OVER_BYTES:
            return Outcome("large", f"{memory >> 20} MB")
        if outcome.kind == "refused" and ("\n" in outcome.message or len(outcome.message) > 1000):
            return Outcome("badly said", outcome.message[:100])
    return outcome


def is_damage(variant: Variant, model: Path) -> bool:
    """Whether the checksums as shipped must tell."""
    content = (model / variant.file).read_bytes()
    return variant.file != MANIFEST and variant.change(content) != content


def base_of(model: Path) -> tuple[float, int]:
    found = [measured(model)[1:] for _ in range(3)]
    return min(taken for taken, _ in found), max(memory for _, memory in found)


def run(chosen: list[Variant]) -> tuple[dict[str, Counter[str]], list[str]]:
    """Outcomes by file, and what failed."""
    model = find_model(MODEL)
    base = base_of(model)
    tallies: dict[str, Counter[str]] = {}
    failures = []
    for number, variant in enumerate(chosen):
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {len(chosen)}", end="", file=sys.stderr)
        if is_damage(variant, model):
            outcome = judged(variant, model, base, anew=False)
            tallies.setdefault("as shipped", Counter())[outcome.kind] += 1
            if outcome.kind != "refused":
                failures.append(f"{variant.file}, {variant.what}, as shipped: {' '.join(outcome)}")
        outcome = judged(variant, model, base, anew=True)
        tallies.setdefault(variant.file, Counter())[outcome.kind] += 1
        if outcome.kind not in ("refused", "formats"):
            failures.append(f"{variant.file}, {variant.what}: {': '.join(outcome)}")
    return tallies, failures


def main() -> int:
    tallies, failures = run(variants())
    print(
        f"{'checksums':20} {'file':20} {'variants':>8} {'refused':>8} {'formats':>8} {'failed':>7}"
    )
    for name, tally in tallies.items():
        shipped = name == "as shipped"
        rest = sum(tally.values()) - tally["refused"] - tally["formats"]
        failed = rest + (tally["formats"] if shipped else 0)
        first, second = ("as shipped", "all") if shipped else ("made anew", name)
        counts = f"{sum(tally.values()):8} {tally['refused']:8} {tally['formats']:8} {failed:7}"
        print(f"{first:20} {second:20} {counts}")
    for failure in failures:
        print(failure)
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
