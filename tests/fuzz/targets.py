"""What is fuzzed: every reader and every loader, with good files as seeds and what broke them once.

A target answers bytes with something it read, or refuses them in one line (`LegiblyError`);
anything else is a failure.
"""

from __future__ import annotations

import io
import json
import lzma
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import numpy as np

from legibly.cli.config import read_config
from legibly.errors import LegiblyError
from legibly.features.restarts import TEMPLATES
from legibly.files.arrays import read_arrays
from legibly.files.model_files import ModelFiles
from legibly.files.source import Source
from legibly.formats import formats, guess_format
from legibly.formats.live import Messages
from legibly.formats.rttm import read_rttm
from legibly.formats.word_lines import BadWordError
from legibly.grammars.rules import read_kept, read_rules
from legibly.grammars.stack import known_kinds, read_layers, slots_of
from legibly.languages.language import read_language
from legibly.languages.tables import read_table
from legibly.model_folders.manifest import read_manifest
from legibly.ngram import binary
from legibly.ngram.arpa import read_arpa, write_arpa
from legibly.ngram.count_files import read_counts
from legibly.ngram.model import Ngram
from legibly.scorers import lexicon, neural, ngram, prosody, restarts
from legibly.scorers.onnx_file import read_network
from legibly.scorers.word_pieces import WordPieces
from legibly.transcript import Token, Transcript, Word
from legibly.user_tables import read_lexicon
from tests.fuzz.findings import FINDINGS
from tests.ngram.helpers import corpus, trained

EXAMPLES = Path(__file__).parents[2] / "examples"
MAX_SEED_BYTES = 20_000
SPOKEN = Transcript(
    (
        Word("hello", 0.5, 0.9, 0.7, "ann", {"segment": 1}),
        Word("bill", 0.9, 1.25, 0.6, "ann", {"segment": 1}),
        Word("yes", 2.0, 2.5, 0.9, "bob", {"segment": 2}),
    ),
    (Token("Hello", 0, 1, after=","), Token("Bill", 1, 2, after="."), Token("Yes", 2, 3)),
    "en",
    "talk",
)


@dataclass(frozen=True)
class Target:
    name: str
    run: Callable[[bytes], object]
    seeds: tuple[bytes, ...]


def outcome(target: Target, content: bytes) -> str:
    """`read` or `refused`; whatever else comes out is raised."""
    try:
        target.run(content)
    except LegiblyError as error:
        message = str(error)
        assert "\n" not in message, f"several lines: {message!r}"
        assert len(message) < 1000, f"{len(message)} characters of message"
        return "refused"
    return "read"


# --- readers
# ------------------------------------------------------------------------------


def _reads(name: str) -> Callable[[bytes], list[Transcript]]:
    def run(content: bytes) -> list[Transcript]:
        reader = formats()[name].read
        assert reader is not None
        for skip in (False, True):
            found = list(reader(Source("talk.x", io.BytesIO(content), skip_bad_lines=skip)))
        return found

    return run


def _guessed(content: bytes) -> object:
    source = Source("talk", io.BytesIO(content))
    reader = guess_format(source.name, source.opening).read
    assert reader is not None
    return list(reader(source))


def _cues(name: str) -> Callable[[bytes], object]:
    def run(content: bytes) -> object:
        cues = formats()[name].cues
        assert cues is not None
        return list(cues(Source("talk.x", io.BytesIO(content))))

    return run


def _live(content: bytes) -> object:
    messages, found = Messages("en"), []
    for line in content.decode("utf-8", "replace").splitlines():
        with suppress(BadWordError, ValueError, RecursionError):
            found.append(messages.read(json.loads(line)))
    return found


def _seeds(name: str, examples: Sequence[bytes]) -> tuple[bytes, ...]:
    """The examples that a format reads, and what it writes itself."""
    found = [content for content in examples if _is_read(name, content)]
    writer = formats()[name].write
    if writer is not None:
        out = io.StringIO()
        writer(iter([SPOKEN]), out)
        found.append(out.getvalue().encode())
    return tuple(found)


def _is_read(name: str, content: bytes) -> bool:
    try:
        return any(part.words for part in _reads(name)(content))
    except LegiblyError:
        return False


def _readers() -> Iterator[Target]:
    files = [path for path in sorted(EXAMPLES.rglob("*")) if path.is_file()]
    examples = [path.read_bytes() for path in files if path.stat().st_size <= MAX_SEED_BYTES]
    for name, item in formats().items():
        if item.read is not None:
            seeds = _seeds(name, examples)
            yield Target(f"read {name}", _reads(name), seeds + FINDINGS.get(f"read {name}", ()))
            if item.cues is not None:
                yield Target(f"cues {name}", _cues(name), seeds)
    yield Target("read anything", _guessed, tuple(examples))
    yield Target("read live messages", _live, _seeds("vosk", examples) + _seeds("kaldi", examples))


# --- loaders
# ------------------------------------------------------------------------------


@contextmanager
def as_file(content: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        yield path


def _loads(name: str, load: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A loader of a file of this name."""

    def run(content: bytes) -> object:
        with as_file(content, name) as path:
            return load(path)

    return run


def _manifest(path: Path) -> object:
    (path.parent / "lexicon.tsv.xz").touch()
    return read_manifest(path.parent)


def _lexicon_scorer(path: Path) -> object:
    return lexicon.load(path.parent, {"file": path.name})


def _number_odds(path: Path) -> object:
    return ngram._load_odds(path, "A")


def _walk(model: Ngram) -> object:
    """Scores in all states that a few words lead to."""
    states = {model.start}
    for word in range(len(model.vocabulary)):
        states |= {model.score(state, word)[1] for state in list(states)[:50]}
    return states


def _lm(path: Path) -> object:
    return _walk(binary.load(path))


def _arpa(content: bytes) -> object:
    return _walk(read_arpa(Source("lm.arpa", io.BytesIO(content))))


def _pieces(path: Path) -> object:
    pieces = WordPieces.load(path)
    return [pieces(word) for word in ("hello", "世界", "naïve", "x" * 200)]


@cache
def small_lm() -> tuple[bytes, bytes]:
    """A little n-gram model, as its own format and as ARPA."""
    with tempfile.TemporaryDirectory() as folder:
        model = trained(corpus(60), 3, "kneser-ney", Path(folder))
        path = Path(folder) / "small.lm"
        binary.save(model, path)
        text = io.StringIO()
        write_arpa(model, text)
        return path.read_bytes(), text.getvalue().encode()


def _npz(**arrays: object) -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


def _zip_with(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


def _small_network() -> bytes:
    """Two operators on two weights, as Protocol Buffers."""

    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2, len(content)]) + content

    weights = bytes([2 << 3, 1]) + field(9, np.ones(4, "<f4").tobytes())
    graph = field(1, field(4, b"MatMul")) + field(1, field(4, b"Add")) + field(5, weights)
    return bytes([1 << 3, 8]) + field(7, graph)


MANIFEST = b"""legibly = 1
name = "small"
language = "en"

[[scorers]]
kind = "lexicon"
file = "lexicon.tsv.xz"
weight = 0.5

[[scorers]]
kind = "pause"
seconds = 0.5

[files]
"lexicon.tsv.xz" = "sha256:0cc084094ed69f3f1805fa1c13281647d31d9b4a991f60c173a4d58abb171f43"
"""
STACK = b"""gain = 2.0
cut = 4.0

[[grammar]]
kind = "phone"
restrictive = true

[[grammar]]
kind = "cardinal"
cost = 0.5
"""
LANGUAGE = b"""name = "Small"
names = ["small"]
letter_words = ["i"]

[glyphs]
"," = ","
"""
TOKENIZER = json.dumps(
    {
        "normalizer": {"type": "BertNormalizer", "strip_accents": None, "lowercase": True},
        "model": {
            "type": "WordPiece",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "hello": 3, "n": 4, "##a": 5},
        },
    }
).encode()
RECIPE = b"""language = "en"
dev = ["b"]

[corpora]
talks = ["a"]

[[stages]]
name = "tagger"
"""
RTTM = (
    b"SPEAKER talk 1 0.50 1.25 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 2 3 <NA> <NA> b <NA> <NA>\n"
)


def _prosody(path: Path) -> prosody.ProsodyScorer:
    return prosody.load(path.parent, {"features": ["pause"]})


def _restarts(path: Path) -> restarts.RestartScorer:
    return restarts.load(path.parent, {"features": list(TEMPLATES)})


def _loaders() -> Iterator[Target]:
    lm, arpa = small_lm()
    lexicon_rows = b"bill\t9\t30\t0\t0\t\niphone\t0\t0\t0\t40\tiPhone\n"
    for name, run, seeds in (
        ("manifest", _loads("model.toml", _manifest), (MANIFEST,)),
        (
            "lexicon of a model",
            _loads("lexicon.tsv.xz", _lexicon_scorer),
            (lzma.compress(lexicon_rows),),
        ),
        ("n-gram model", _loads("ngram.lm", _lm), (lm,)),
        ("arpa", _arpa, (arpa,)),
        ("counts of n-grams", _loads("counts", lambda p: list(read_counts(p))), (b"a b\t3\n",)),
        (
            "counts of numbers",
            _loads("number_counts.npz", _number_odds),
            (_npz(counts=np.arange(40)), _zip_with("counts.npy", b"\x93NUMPY")),
        ),
        (
            "arrays",
            _loads("crf.npz", lambda path: read_arrays(path, ["weights"])),
            (_npz(weights=np.ones((3, 4), "float32")),),
        ),
        (
            "restarts of a model",
            _loads(restarts.RESTARTS_FILE, _restarts),
            (_npz(keys=np.arange(1, 4, dtype="uint64"), weights=np.ones((3, 2), "float16")),),
        ),
        (
            "prosody of a model",
            _loads(prosody.PROSODY_FILE, _prosody),
            (
                _npz(
                    **{name: np.zeros(1, "int32") for name in ("roots", "left", "right")},
                    feature=np.full(1, -1, "int16"),
                    threshold=np.zeros(1, "float32"),
                    missing=np.zeros(1, "int8"),
                    values=np.zeros((1, 4), "float32"),
                ),
            ),
        ),
        ("vocabulary of word pieces", _loads(neural.VOCABULARY, _pieces), (TOKENIZER,)),
        ("network", _loads(neural.NETWORK, read_network), (_small_network(),)),
        (
            "stack of grammars",
            _loads("stack.toml", lambda path: read_layers(path, known_kinds("en"))),
            (STACK,),
        ),
        (
            "language",
            _loads("language.toml", lambda path: read_language("xx", path.parent)),
            (LANGUAGE,),
        ),
        (
            "table of a language",
            _loads("numbers.tsv", lambda path: read_table(path)),
            (b"# kind\tspoken\twritten\ndigit\tone\t1\n",),
        ),
        (
            "rules",
            _loads("rules.tsv", lambda path: read_rules(path, slots_of("en"))),
            (b"gonna\tgoing to\nroom <number>\tRoom <number>\t2.5\n",),
        ),
        ("kept words", _loads("keep.txt", read_kept), (b"forty niners\nseven up\n",)),
        ("spellings", _loads("lexicon.txt", read_lexicon), (b"iPhone\nMcDonald's\n",)),
        ("settings", _loads("legibly.toml", read_config), (b"[format]\ndigits-from = 5\n",)),
        (
            "turns of speakers",
            lambda content: read_rttm(Source("talk.rttm", io.BytesIO(content))),
            (RTTM,),
        ),
        (
            "checksums of a model",
            _loads("model.toml", lambda path: ModelFiles.of(path.parent) / path.name),
            (MANIFEST,),
        ),
    ):
        yield Target(f"load {name}", run, seeds + FINDINGS.get(f"load {name}", ()))
    if find_spec("torch") is not None:
        from legibly.training.neural.recipe import read_recipe

        yield Target(
            "load recipe", _loads("recipe.toml", read_recipe), (RECIPE, *FINDINGS["load recipe"])
        )


@cache
def targets() -> dict[str, Target]:
    return {target.name: target for target in (*_readers(), *_loaders())}
