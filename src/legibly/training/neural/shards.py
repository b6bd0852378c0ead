"""Corpora as encoded pieces: conditioned, with and without noise, on all cores,
remembered on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from legibly.files.writing import atomic_path
from legibly.scorers.word_pieces import WordPieces
from legibly.training.corpus import read_corpus
from legibly.training.neural.encoding import Encoded, encode, join
from legibly.training.overlap import Banned
from legibly.training.spoken_form import NO_NOISE, Noise, condition
from legibly.workers import end_with_parent

SHARD_BYTES = 2_000_000  # of (compressed) files a process takes at a time
SHARD_PARAGRAPHS = 200  # paragraphs that stay together


@dataclass(frozen=True)
class Job:
    """A share of one variant of one corpus."""

    path: Path
    files: Sequence[str]
    language: str
    vocabulary: Path
    seed: int
    noise: Noise
    shard: int
    shards: int

    def run(self, banned: Banned) -> None:
        pieces = WordPieces.load(self.vocabulary)
        texts = read_corpus(
            self.files,
            self.language,
            keep=lambda at: at // SHARD_PARAGRAPHS % self.shards == self.shard,
        )
        kept = banned.leave_out(texts)
        encoded = encode((condition(text, self.seed, self.noise) for text in kept), pieces)
        with atomic_path(self.path) as temporary, temporary.open("wb") as out:
            encoded.save(out)


def prepare(
    corpora: Mapping[str, Sequence[str]],
    language: str,
    vocabulary: Path,
    folder: Path,
    variants: Sequence[tuple[int, Noise]] = ((0, NO_NOISE),),
    workers: int | None = None,
    banned: Banned | None = None,
) -> dict[str, list[Encoded]]:
    """Every variant (a seed and a noise) of every corpus; what lies in `folder` already is taken
    from there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    jobs: dict[tuple[str, int], list[Job]] = {}
    for name, files in corpora.items():
        # A long file is shared out; of many short ones each is taken whole.
        shards = max(1, max(Path(file).stat().st_size for file in files) // SHARD_BYTES)
        for number, (seed, noise) in enumerate(variants):
            mark = _fingerprint(files, seed, noise, shards)
            jobs[name, number] = [
                Job(
                    folder / f"{name}-{number}-{i}-{mark}.npz",
                    files,
                    language,
                    vocabulary,
                    seed,
                    noise,
                    i,
                    shards,
                )
                for i in range(shards)
            ]

    waiting = [job for group in jobs.values() for job in group if not job.path.is_file()]
    with ProcessPoolExecutor(
        workers, initializer=_set_banned, initargs=(banned or Banned([]),)
    ) as pool:
        list(pool.map(_run, waiting))

    return {
        name: [
            join([Encoded.load(job.path) for job in jobs[name, number]])
            for number in range(len(variants))
        ]
        for name in corpora
    }


_banned = Banned([])  # of a worker process: handed over once, not with every job


def _set_banned(banned: Banned) -> None:
    end_with_parent()
    global _banned
    _banned = banned


def _run(job: Job) -> None:
    job.run(_banned)


def _fingerprint(files: Sequence[str], seed: int, noise: Noise, shards: int) -> str:
    facts = [f"{Path(file).name} {Path(file).stat().st_size}" for file in files] + [
        str(seed),
        repr(noise),
        str(shards),
    ]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:12]
