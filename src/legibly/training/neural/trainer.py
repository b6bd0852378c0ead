"""Trains the tagger on windows cut anywhere from long rows of pieces, all of which lie in the
device's memory.

Sources are mixed by weight. Averaged weights (EMA) are what is kept. A checkpoint is data only and
is written whole, so that an interrupted run goes on where it was. Where teachers have said what
they think of every piece, a student learns that as well as the labels.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn import functional

from legibly.errors import DataError
from legibly.files.writing import atomic_path
from legibly.training.neural.encoding import IGNORED, Encoded, join
from legibly.training.neural.network import Shape, Tagger
from legibly.training.neural.probabilities import compiled, piece_scores

Report = Callable[[int, int, float], None]  # step, steps, loss
SHORT_WINDOW_FACTOR = 6  # times, a window with little context
UNTIMED_STEPS = 10  # in which what is compiled is compiled


@dataclass(frozen=True)
class Schedule:
    """One stage of training."""

    passes: float = 6.0  # over all weighted sources
    minutes: float = 0.0  # that it may take, fewer passes then; 0: as many as it takes
    rate: float = 3e-4
    batch: int = 256  # windows
    window: int = 254  # pieces
    warmup: float = 0.05
    average: float = 0.999  # EMA
    distil: float = 0.0  # weight of the teachers' probabilities against the labels
    case: float = 0.5  # weight of the case loss
    opening: float = 0.5  # weight of the loss of what opens a sentence
    masked: bool = False  # learn to fill in masked pieces instead of tags
    rounded: bool = False  # count as the int8 network will
    dropout: float = 0.1
    scrambled: float = 0.0  # share of pieces replaced by others at random, other ones each time
    # Share of the batches in windows of a sixth: little context, as in a live stream.
    short: float = 0.0
    seed: int = 1


@dataclass(frozen=True)
class Mixture:
    """All corpora in one row on the device; where each begins, how long it is, and its share of the
    windows.
    """

    pieces: Tensor
    marks: Tensor
    cases: Tensor
    openings: Tensor
    firsts: Tensor
    lengths: Tensor
    shares: Tensor
    # [pieces, marks + cases + openings]: what teachers hold probable.
    wanted: Tensor | None = None

    @classmethod
    def of(cls, corpora: Sequence[tuple[Encoded, float]], device: str) -> Mixture:
        """Each corpus with its weight: how often it is seen in a pass."""
        corpora = [(encoded, weight) for encoded, weight in corpora if len(encoded) and weight]
        if not corpora:
            raise DataError("no words in the corpora; expected text with marks and capitals")

        whole = join([encoded for encoded, _ in corpora])
        lengths = torch.tensor([len(encoded) for encoded, _ in corpora])
        return cls(
            torch.from_numpy(whole.pieces.astype(np.int32)).to(device),
            torch.from_numpy(whole.marks).to(device),
            torch.from_numpy(whole.cases).to(device),
            torch.from_numpy(whole.openings).to(device),
            torch.cumsum(lengths, 0) - lengths,
            lengths,
            lengths * torch.tensor([weight for _, weight in corpora], dtype=torch.float64),
        )

    def taught(self, teachers: Sequence[Tagger], signs: Signs) -> Mixture:
        """The same with the mean of the teachers' probabilities, who see each piece in the best of
        contexts.
        """
        parts = []
        with compiled(*teachers):
            for first, length in zip(self.firsts.tolist(), self.lengths.tolist(), strict=True):
                pieces = self.pieces[first : first + length]
                said = [
                    torch.cat(piece_scores(one.eval(), pieces, signs.begin, signs.end), 1)
                    for one in teachers
                ]
                parts.append(torch.stack(said).exp().mean(0))

        return replace(self, wanted=torch.cat(parts))


@dataclass(frozen=True)
class Signs:
    begin: int
    end: int
    mask: int


@dataclass(frozen=True)
class Batch:
    """Windows: pieces and labels [batch, window + 2] of marks, cases and openings, and what
    teachers hold probable [..., marks + cases + openings].
    """

    pieces: Tensor
    labels: tuple[Tensor, ...]
    wanted: Tensor | None


def sample(mixture: Mixture, schedule: Schedule, signs: Signs, generator: torch.Generator) -> Batch:
    device = mixture.pieces.device
    batch, window = schedule.batch, schedule.window
    if schedule.short and float(torch.rand(1, generator=generator)) < schedule.short:
        batch, window = batch * SHORT_WINDOW_FACTOR, max(1, window // SHORT_WINDOW_FACTOR)
    chosen = torch.multinomial(mixture.shares, batch, True, generator=generator)
    room = (mixture.lengths[chosen] - window).clamp(min=1)
    luck = torch.rand(batch, generator=generator, dtype=torch.float64)
    starts = mixture.firsts[chosen] + (luck * room).long()
    at = starts[:, None].to(device) + torch.arange(window, device=device)
    at.clamp_(max=len(mixture.pieces) - 1)
    pieces, *labels = (
        row[at].long() for row in (mixture.pieces, mixture.marks, mixture.cases, mixture.openings)
    )
    pieces = functional.pad(
        functional.pad(pieces, (1, 0), value=signs.begin), (0, 1), value=signs.end
    )
    labels = [functional.pad(row, (1, 1), value=IGNORED) for row in labels]
    wanted = None if mixture.wanted is None else functional.pad(mixture.wanted[at], (0, 0, 1, 1))
    return Batch(pieces, tuple(labels), wanted)


def learning_rate(schedule: Schedule, step: int, steps: int, elapsed: float = 0.0) -> float:
    """Up in a line, down along a cosine to a hundredth, by steps or by the time that has passed of
    what is allowed.
    """
    warm = max(1, int(schedule.warmup * steps))
    if step < warm and elapsed < schedule.warmup:
        return schedule.rate * min(1.0, max((step + 1) / warm, elapsed / schedule.warmup))
    done = max(
        (step - warm) / max(1, steps - warm),
        (elapsed - schedule.warmup) / max(1e-9, 1 - schedule.warmup),
    )
    return schedule.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))


def tag_loss(tagger: Tagger, batch: Batch, schedule: Schedule, signs: Signs) -> Tensor:
    pieces = batch.pieces
    if schedule.scrambled:
        chosen = (torch.rand(pieces.shape, device=pieces.device) < schedule.scrambled) & _inner(
            pieces, signs
        )
        others = pieces.flatten()[torch.randperm(pieces.numel(), device=pieces.device)].view_as(
            pieces
        )
        pieces = torch.where(chosen & _inner(others, signs), others, pieces)

    found = tagger(pieces)
    loss = torch.zeros((), device=pieces.device)
    wanted: Sequence[Tensor | None] = [None] * len(found)
    if batch.wanted is not None:
        wanted = torch.split(batch.wanted, [scores.shape[-1] for scores in found], -1)
    weights = (1.0, schedule.case, schedule.opening)
    for scores, hard, target, weight in zip(found, batch.labels, wanted, weights, strict=False):
        flat, hard = scores.float().flatten(0, 1), hard.flatten()
        counted = (hard != IGNORED).float()
        places = counted.sum().clamp(min=1)  # a batch may have none
        part = functional.nll_loss(flat, hard, ignore_index=IGNORED, reduction="sum") / places
        if target is not None:
            soft = -((target.float().flatten(0, 1) * flat).sum(-1) * counted).sum() / places
            part = (1 - schedule.distil) * part + schedule.distil * soft
        loss = loss + weight * part

    return loss


def _inner(pieces: Tensor, signs: Signs) -> Tensor:
    return (pieces != signs.begin) & (pieces != signs.end)


def masked_loss(tagger: Tagger, batch: Batch, signs: Signs) -> Tensor:
    """BERT's task, with the piece vectors as the output layer."""
    pieces = batch.pieces
    chosen = (torch.rand(pieces.shape, device=pieces.device) < 0.15) & _inner(pieces, signs)
    luck = torch.rand(pieces.shape, device=pieces.device)
    shown = torch.where(chosen & (luck < 0.8), signs.mask, pieces)
    random = torch.randint(
        min(1000, tagger.shape.vocabulary // 2),
        tagger.shape.vocabulary,
        pieces.shape,
        device=pieces.device,
    )
    shown = torch.where(chosen & (luck > 0.9), random, shown)
    states = tagger.encode(shown)[chosen]
    return functional.cross_entropy((states @ tagger.words.weight.T).float(), pieces[chosen])


def train(
    tagger: Tagger,
    mixture: Mixture,
    schedule: Schedule,
    signs: Signs,
    *,
    checkpoint: Path | None = None,
    key: str = "",
    report: Report = lambda step, steps, loss: None,
    save_every: float = 60.0,
) -> Tagger:
    """The averaged tagger. Goes on from a checkpoint where there is one of the same schedule and
    key.
    """
    if schedule.window + 2 > tagger.shape.positions:
        what = f"windows of {schedule.window} pieces and two signs"
        raise DataError(
            f"{what} in a network of {tagger.shape.positions} positions; choose a smaller window"
        )

    device = mixture.pieces.device
    torch.manual_seed(schedule.seed)
    generator = torch.Generator().manual_seed(schedule.seed)
    steps = max(
        1, int(schedule.passes * float(mixture.shares.sum()) / (schedule.batch * schedule.window))
    )
    tagger.to(device).train()
    tagger.drop_out(schedule.dropout)
    tagger.round_products(schedule.rounded)
    now: list[Tensor] = [value for value in tagger.parameters() if value.requires_grad]
    average = [value.detach().clone() for value in now]
    optimiser = torch.optim.AdamW(
        now, lr=schedule.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=device.type == "cuda"
    )
    first = _resume(checkpoint, schedule, key, tagger, average, generator) if checkpoint else 0
    begin = saved = time.monotonic()
    with compiled(tagger):
        for step in range(first, steps):
            if step - first == UNTIMED_STEPS:
                begin = time.monotonic()
            elapsed = _elapsed(schedule, begin)
            if elapsed >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(schedule, step, steps, elapsed)
            batch = sample(mixture, schedule, signs, generator)
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                loss = (
                    masked_loss(tagger, batch, signs)
                    if schedule.masked
                    else tag_loss(tagger, batch, schedule, signs)
                )
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(now, 1.0)
            optimiser.step()
            keep = min(schedule.average, (step + 1) / (step + 10))
            with torch.no_grad():
                torch._foreach_lerp_(average, now, 1 - keep)
            if step % 50 == 0 or step == steps - 1:
                report(step + 1, steps, float(loss.detach()))
            if checkpoint is not None and time.monotonic() - saved > save_every:
                _save(checkpoint, schedule, key, step + 1, tagger, average)
                saved = time.monotonic()

    with torch.no_grad():
        for value, mean in zip(now, average, strict=True):
            value.copy_(mean)

    tagger.round_products(False)
    return tagger.eval()


def _elapsed(schedule: Schedule, begin: float) -> float:
    """The share of the time that is allowed."""
    return (time.monotonic() - begin) / (60 * schedule.minutes) if schedule.minutes else 0.0


def _save(
    path: Path, schedule: Schedule, key: str, step: int, tagger: Tagger, average: Sequence[Tensor]
) -> None:
    names = [name for name, value in tagger.named_parameters() if value.requires_grad]
    tensors = {
        f"now.{name}": value.detach().cpu().clone() for name, value in tagger.named_parameters()
    }
    tensors |= {
        f"average.{name}": value.cpu().clone() for name, value in zip(names, average, strict=True)
    }
    facts = {
        "schedule": json.dumps(asdict(schedule), sort_keys=True),
        "key": key,
        "step": str(step),
    }
    with atomic_path(path) as temporary:
        save_file(tensors, temporary, facts)


def _resume(
    path: Path,
    schedule: Schedule,
    key: str,
    tagger: Tagger,
    average: Sequence[Tensor],
    generator: torch.Generator,
) -> int:
    """The step to go on from; the optimiser's moments are gathered anew."""
    if not path.is_file():
        return 0

    facts = _facts(path)
    if (facts.get("schedule"), facts.get("key")) != (
        json.dumps(asdict(schedule), sort_keys=True),
        key,
    ):
        return 0

    tensors = load_file(path)
    tagger.load_state_dict(
        {name[4:]: value for name, value in tensors.items() if name.startswith("now.")}
    )
    names = [name for name, value in tagger.named_parameters() if value.requires_grad]
    for name, value in zip(names, average, strict=True):
        value.copy_(tensors[f"average.{name}"])
    step = int(facts["step"])
    generator.manual_seed(schedule.seed + step)
    return step


def save_tagger(tagger: Tagger, path: Path, key: str = "") -> None:
    """Half precision is enough to keep. The key says what it came from."""
    tensors = {
        name: value.detach().cpu().half().contiguous().clone()
        for name, value in tagger.state_dict().items()
    }
    with atomic_path(path) as temporary:
        save_file(tensors, temporary, {"shape": json.dumps(asdict(tagger.shape)), "key": key})


def key_of(path: Path) -> str:
    """Of a tagger that was kept."""
    return _facts(path).get("key", "")


def _facts(path: Path) -> dict[str, str]:
    from safetensors import safe_open

    with safe_open(path, "pt") as file:
        return file.metadata() or {}


def load_tagger(path: Path) -> Tagger:
    tagger = Tagger(Shape(**json.loads(_facts(path)["shape"])))
    tagger.load_state_dict({name: value.float() for name, value in load_file(path).items()})
    return tagger.eval()
