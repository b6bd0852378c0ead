"""Sampling, losses and steps, held against loops; runs that break off go on."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.errors import DataError
from legibly.scorers.neural import NETWORK_MARKS
from legibly.training.neural.encoding import IGNORED, Encoded
from legibly.training.neural.network import Tagger
from legibly.training.neural.probabilities import piece_scores
from legibly.training.neural.trainer import (
    SHORT_WINDOW_FACTOR,
    Batch,
    Mixture,
    Schedule,
    key_of,
    learning_rate,
    load_tagger,
    sample,
    save_tagger,
    tag_loss,
    train,
)
from tests.training.neural.helpers import SIGNS, rows, tiny, with_opinions

ROW = rows(*range(5, 45))
QUICK = Schedule(passes=8, rate=0.02, batch=4, window=8)  # ten steps over the row


def mixture(*weighted: tuple[Encoded, float]) -> Mixture:
    return Mixture.of(weighted or [(ROW, 1.0)], "cpu")


def same(one: Tagger, other: Tagger) -> bool:
    pairs = zip(one.parameters(), other.parameters(), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)


def test_the_learning_rate_goes_up_in_a_line_and_down_to_a_hundredth() -> None:
    schedule = Schedule(rate=1.0, warmup=0.1)
    rates = [learning_rate(schedule, step, 100) for step in range(101)]
    assert rates[:10] == pytest.approx([(step + 1) / 10 for step in range(10)])
    assert rates[10] == max(rates) == pytest.approx(1.0)
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert rates[55] == pytest.approx(0.505)  # half way
    assert rates[100] == pytest.approx(0.01)


def test_sources_have_shares_by_length_and_weight() -> None:
    made = mixture((rows(5, 6, 7, 8), 1.0), (rows(9), 0.0), (rows(), 1.0), (rows(5, 6), 3.0))
    assert made.pieces.tolist() == [5, 6, 7, 8, 5, 6]
    assert made.firsts.tolist() == [0, 4]
    assert made.shares.tolist() == [4.0, 6.0]


@pytest.mark.parametrize("weighted", [[], [(rows(), 1.0)], [(ROW, 0.0)]])
def test_nothing_to_mix(weighted: list[tuple[Encoded, float]]) -> None:
    with pytest.raises(DataError, match="no words in the corpora; expected text with marks and"):
        Mixture.of(weighted, "cpu")


def test_windows_are_cut_from_one_source_each() -> None:
    made = mixture((rows(*range(5, 25)), 1.0), (rows(*range(30, 50)), 1.0))
    windows = sample(made, Schedule(batch=200, window=6), SIGNS, torch.Generator())
    assert windows.pieces.shape == (200, 8)
    labels = (row.tolist() for row in windows.labels[:2])
    for pieces, marks, cases in zip(windows.pieces.tolist(), *labels, strict=True):
        assert (pieces[0], pieces[-1]) == (SIGNS.begin, SIGNS.end)
        first = pieces[1]
        assert pieces[1:-1] == list(range(first, first + 6))
        assert first in [*range(5, 19), *range(30, 44)]
        at = first - (5 if first < 30 else 30)
        own = rows(*range(20))
        assert marks == [IGNORED, *own.marks[at : at + 6].tolist(), IGNORED]
        assert cases == [IGNORED, *own.cases[at : at + 6].tolist(), IGNORED]


def test_sources_are_seen_as_often_as_they_weigh() -> None:
    made = mixture((rows(*[5] * 40), 1.0), (rows(*[6] * 40), 3.0))
    seen = sample(made, Schedule(batch=2000, window=4), SIGNS, torch.Generator().manual_seed(1))
    assert float((seen.pieces[:, 1] == 6).float().mean()) == pytest.approx(0.75, abs=0.03)


def test_short_windows_are_many() -> None:
    windows = sample(mixture(), Schedule(batch=2, window=12, short=1.0), SIGNS, torch.Generator())
    assert windows.pieces.shape == (2 * SHORT_WINDOW_FACTOR, 12 // SHORT_WINDOW_FACTOR + 2)


def plain_loss(tagger: Tagger, batch: Batch, schedule: Schedule) -> float:
    total = 0.0
    with torch.no_grad():
        found = tagger(batch.pieces)
    count = len(NETWORK_MARKS)
    marks, cases, _ = batch.labels
    parts = ((marks, slice(count), 1.0), (cases, slice(count, None), schedule.case))
    for scores, (labels, own_columns, weight) in zip(found, parts, strict=True):
        hard, soft = [], []
        for window in range(len(labels)):
            for place, label in enumerate(labels[window].tolist()):
                if label != IGNORED:
                    logs = scores[window, place]
                    hard.append(-float(logs[label]))
                    if batch.wanted is not None:
                        wanted = batch.wanted[window, place, own_columns]
                        soft.append(-float((wanted * logs).sum()))
        own = float(np.mean(hard))
        if soft:
            own = (1 - schedule.distil) * own + schedule.distil * float(np.mean(soft))
        total += weight * own
    return total


@pytest.mark.parametrize("distil", [0.0, 0.3])
def test_the_loss_is_that_of_the_labels_and_of_the_teachers(distil: float) -> None:
    tagger, schedule = tiny(), replace(QUICK, distil=distil, case=0.7)
    taught = mixture().taught([with_opinions(tiny(layers=1))], SIGNS) if distil else mixture()
    batch = sample(taught, schedule, SIGNS, torch.Generator().manual_seed(1))
    found = float(tag_loss(tagger, batch, schedule, SIGNS).detach())
    assert found == pytest.approx(plain_loss(tagger, batch, schedule), rel=1e-4)


def test_scrambled_pieces_are_others_of_the_batch() -> None:
    tagger = tiny()
    batch = sample(mixture(), QUICK, SIGNS, torch.Generator())
    torch.manual_seed(1)
    plain, scrambled = (
        float(tag_loss(tagger, batch, replace(QUICK, scrambled=share), SIGNS).detach())
        for share in (0.0, 1.0)
    )
    assert plain != scrambled
    alone = replace(batch, pieces=torch.full_like(batch.pieces, SIGNS.begin))
    one, other = (
        float(tag_loss(tagger, alone, replace(QUICK, scrambled=share), SIGNS).detach())
        for share in (0.0, 1.0)
    )
    assert one == other  # signs stay where they are


def test_teachers_say_the_mean_of_their_probabilities() -> None:
    teachers = [with_opinions(tiny()), with_opinions(tiny(layers=1))]
    made = mixture((ROW, 1.0), (rows(9, 8, 7), 1.0)).taught(teachers, SIGNS)
    expected = []
    for own in (ROW, rows(9, 8, 7)):
        pieces = torch.from_numpy(own.pieces.astype(np.int64))
        said = [torch.cat(piece_scores(one, pieces, SIGNS.begin, SIGNS.end), 1) for one in teachers]
        expected.append((said[0].float().exp() + said[1].float().exp()) / 2)
    assert made.wanted is not None
    assert torch.allclose(made.wanted.float(), torch.cat(expected), atol=1e-2)


@pytest.mark.parametrize(
    "schedule",
    [QUICK, replace(QUICK, rounded=True), replace(QUICK, masked=True, passes=20)],
    ids=["tags", "rounded", "masked"],
)
def test_the_loss_falls(schedule: Schedule) -> None:
    losses: list[float] = []
    source = rows(*[5, 6, 7, 8] * 20)
    train(
        tiny(vocabulary=10, layers=1),
        Mixture.of([(source, 1.0)], "cpu"),
        replace(schedule, dropout=0.0),
        SIGNS,
        report=lambda step, steps, loss: losses.append(loss),
    )
    assert losses[-1] < 0.9 * losses[0]


def test_a_student_learns_what_its_teachers_say_and_no_label() -> None:
    schedule = replace(QUICK, distil=1.0, passes=60, dropout=0.0)
    teacher = with_opinions(tiny())
    row = torch.tensor([[SIGNS.begin, *range(5, 13), SIGNS.end]])
    counted = torch.tensor(ROW.marks[:8] != IGNORED)

    def away(student: Tagger) -> float:
        with torch.no_grad():
            said, own = (one(row)[0][0, 1:-1][counted].exp() for one in (teacher, student))
        return float((said - own).abs().max())

    assert away(tiny(layers=1)) > 0.4
    assert away(train(tiny(layers=1), mixture().taught([teacher], SIGNS), schedule, SIGNS)) < 0.2


def test_training_is_the_same_every_time() -> None:
    quick = replace(QUICK, passes=3)
    one, again, other = (
        train(tiny(), mixture(), replace(quick, seed=seed), SIGNS) for seed in (1, 1, 2)
    )
    assert same(one, again)
    assert not same(one, other)


def test_what_is_frozen_stays_as_it_is() -> None:
    tagger, before = tiny(), tiny()
    tagger.words.weight.requires_grad_(False)
    done = train(tagger, mixture(), QUICK, SIGNS)
    assert torch.equal(done.words.weight, before.words.weight)
    assert not torch.equal(done.marks.weight, before.marks.weight)


def test_a_network_that_was_trained_counts_exactly_again() -> None:
    done = train(tiny(), mixture(), replace(QUICK, rounded=True), SIGNS)
    assert not done.training
    assert not any(getattr(module, "rounded", False) for module in done.modules())


def test_windows_that_the_network_has_no_positions_for() -> None:
    with pytest.raises(
        DataError,
        match="windows of 63 pieces and two signs in a network of 64 positions; choose a smaller",
    ):
        train(tiny(), mixture(), replace(QUICK, window=63), SIGNS)


def trained_for(schedule: Schedule, checkpoint: Path, key: str = "k") -> list[int]:
    """The steps that were told, of a run that saves each of them."""
    steps: list[int] = []
    train(
        *(tiny(layers=1, width=8), mixture(), schedule, SIGNS),
        checkpoint=checkpoint,
        key=key,
        report=lambda step, total, loss: steps.append(step),
        save_every=0.0,
    )
    return steps


class BrokenOffError(Exception):
    pass


def test_a_run_that_broke_off_goes_on_where_it_was(tmp_path: Path) -> None:
    schedule = replace(QUICK, passes=42)  # 52 steps

    def break_off(step: int, steps: int, loss: float) -> None:
        if step > 1:
            raise BrokenOffError

    made, checkpoint = (tiny(layers=1, width=8), mixture(), schedule, SIGNS), tmp_path / "c"
    with pytest.raises(BrokenOffError):
        train(*made, checkpoint=checkpoint, key="k", report=break_off, save_every=0.0)
    assert trained_for(schedule, checkpoint) == [51, 52]


def test_a_checkpoint_of_something_else_is_not_gone_on_from(tmp_path: Path) -> None:
    checkpoint = tmp_path / "c"
    assert trained_for(QUICK, checkpoint) == [1, 10]
    assert trained_for(QUICK, checkpoint) == []  # all of it was done
    assert trained_for(QUICK, checkpoint, "other text") == [1, 10]
    assert trained_for(replace(QUICK, rate=0.01), checkpoint, "other text") == [1, 10]


def test_what_is_kept_is_the_network_in_half_precision(tmp_path: Path) -> None:
    tagger = tiny(bits=4)
    save_tagger(tagger, tmp_path / "t.safetensors", "its key")
    again = load_tagger(tmp_path / "t.safetensors")
    assert key_of(tmp_path / "t.safetensors") == "its key"
    assert (again.shape, again.training) == (tagger.shape, False)
    for name, value in again.state_dict().items():
        assert torch.equal(value, tagger.state_dict()[name].half().float()), name


def test_an_average_of_all_steps_is_kept() -> None:
    """One step: a tenth of what was before, nine tenths of what is then."""
    one = replace(QUICK, passes=0.01, average=1.0, dropout=0.0)
    begun, moved = tiny(), tiny()
    batch = sample(mixture(), one, SIGNS, torch.Generator().manual_seed(one.seed))
    moved.drop_out(0.0)
    optimiser = torch.optim.AdamW(
        moved.parameters(), lr=one.rate, weight_decay=0.01, betas=(0.9, 0.98)
    )
    tag_loss(moved.train(), batch, one, SIGNS).backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(moved.parameters(), 1.0)
    optimiser.step()
    done = train(tiny(), mixture(), one, SIGNS)
    for before, after, found in zip(
        begun.parameters(), moved.parameters(), done.parameters(), strict=True
    ):
        expected = before + (after - before) * (1 - min(1.0, 1 / 10))
        assert torch.allclose(found, expected, atol=1e-6)


def test_losses_begin_at_chance() -> None:
    """All marks and all cases alike: what a network says that has learnt nothing."""
    tagger = tiny()
    with torch.no_grad():
        for head in (tagger.marks, tagger.cases):
            head.weight.zero_()
            head.bias.zero_()
    batch = sample(mixture(), QUICK, SIGNS, torch.Generator())
    found = float(tag_loss(tagger, batch, replace(QUICK, case=0.5), SIGNS).detach())
    assert found == pytest.approx(math.log(8) + 0.5 * math.log(4))
