from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from legibly.toml import load_toml
from legibly.training.neural.stages import Stage, read_stages
from legibly.training.neural.trainer import Schedule

ONE = '[[stages]]\nname = "a"\n'
TWO = ONE + '[[stages]]\nname = "b"\n'


def read(text: str) -> list[Stage]:
    return read_stages(load_toml(text, "recipe")["stages"])


def test_a_stage_is_trained_as_a_schedule_says() -> None:
    (stage,) = read(ONE + "layers = 3\nbits = 4\npositions = 256\npasses = 2\nmasked = true\n")
    assert stage == Stage(
        "a", layers=3, bits=4, positions=256, schedule=Schedule(passes=2, masked=True)
    )


def test_a_stage_without_settings_is_trained_as_ever() -> None:
    assert read(ONE) == [Stage("a", schedule=Schedule())]
    assert read(TWO + 'start = "a"')[1] == Stage("b", "a", schedule=Schedule())
    assert read(ONE + 'start = "a folder"') == [Stage("a", "a folder", schedule=Schedule())]


def test_a_mean_is_trained_only_where_something_is_said_of_that() -> None:
    assert read(TWO + "start = {a = 1}")[1].schedule is None
    assert read(TWO + "start = {a = 1}\nlayers = 4")[1].schedule is None
    assert read(TWO + "start = {a = 1}\nrate = 0.1")[1].schedule == Schedule(rate=0.1)


def test_a_student_has_teachers() -> None:
    student = read(TWO + 'teachers = ["a"]\ndistil = 0.5')[1]
    assert student == Stage("b", teachers=["a"], schedule=Schedule(distil=0.5))


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ("stages = []", r"no stages; expected one or more \[\[stages\]\]"),
        ("stages = [3]", "no stages"),
        ("stages = 3", "no stages"),
        ("[[stages]]\npasses = 5", "stage 1 has name = None; expected letters, digits, - and _"),
        ('[[stages]]\nname = "x/b"', "stage 1 has name = 'x/b'; expected letters, digits"),
        ("[[stages]]\nname = 3", "stage 1 has name = 3; expected letters, digits"),
        (ONE + 'teachers = ["b"]\ndistil = 0.5', "stage 'a': no stage 'b' before it"),
        (ONE + "start = {b = 1}", "stage 'a': no stage 'b' before it"),
        (ONE + 'start = "b"\n[[stages]]\nname = "b"', "stage 'a': no stage 'b' before it"),
        (ONE + 'start = "a"', "no stage 'a' before it"),
        (ONE + ONE, "there is one of that name already"),
        (ONE + "bits = 5", "bits = 5; expected 4 or 8"),
        (ONE + "pases = 5", "unknown key 'pases'; expected one of average, batch, bits, case"),
        (ONE + "start = {}", r"start = {}; expected names of stages with shares above 0"),
        (TWO + "start = {a = 0}", "expected names of stages with shares above 0"),
        (TWO + 'start = {a = "1"}', "expected names of stages with shares above 0"),
        (ONE + "start = 3", "start = 3; expected a stage, a folder or a table of stages"),
        (ONE + "layers = -1", "layers = -1; expected a number above 0"),
        (ONE + 'layers = "x"', "layers = 'x'; expected a number"),
        (ONE + "layers = 1.5", "layers = 1.5; expected a number"),
        (ONE + "batch = 0", "batch = 0; expected a number above 0"),
        (ONE + "batch = true", "batch = True; expected a number"),
        (ONE + 'passes = "3"', "passes = '3'; expected a number"),
        (ONE + "masked = 1", "masked = 1; expected true or false"),
        (ONE + "distil = 2", "distil = 2; expected a number from 0 to 1"),
        (ONE + "short = -0.1", "short = -0.1; expected a number from 0 to 1"),
        (ONE + "distil = 0.5", "teachers and distil, how much of them is learnt, belong together"),
        (ONE + "positions = 100", "positions = 100; expected 256 or more"),
        (ONE + "teachers = 3", "teachers = 3; expected a list of names"),
        (ONE + "teachers = [3]", r"teachers = \[3\]; expected a list of names"),
        (TWO + 'teachers = ["a"]', "stage 'b': teachers and distil, .* belong together"),
        (
            TWO + 'teachers = ["a"]\nmasked = true\ndistil = 0.5',
            "stage 'b': masked pieces are not learnt from teachers",
        ),
    ],
)
def test_what_is_wrong_with_stages_is_said(stages: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(stages)


@pytest.mark.parametrize("setting", ["passes = nan", "passes = inf", "rate = nan", "warmup = nan"])
def test_numbers_that_are_none(setting: str) -> None:
    with pytest.raises(ValueError, match="expected a number"):
        read(ONE + setting)


KEYS = {"": "corpora", "a": "key of a", "b": "key of b", "c": "key of c"}
STUDENT = Stage("d", "a", teachers=["b"])


@pytest.mark.parametrize(
    ("stage", "keys"),
    [
        (Stage("d", "a", teachers=["b"], layers=4), KEYS),
        (Stage("d", "a", teachers=["b"], schedule=Schedule(rate=1e-5)), KEYS),
        (STUDENT, KEYS | {"": "other corpora"}),
        (STUDENT, KEYS | {"a": "another start"}),
        (STUDENT, KEYS | {"b": "another teacher"}),
        (Stage("d", {"a": 1}, teachers=["b"]), KEYS),
    ],
    ids=["layers", "rate", "corpora", "start", "teacher", "mean"],
)
def test_other_settings_have_another_key(stage: Stage, keys: dict[str, str]) -> None:
    assert stage.key(keys) != STUDENT.key(KEYS)


def test_stages_that_are_not_used_do_not_change_the_key() -> None:
    assert STUDENT.key(KEYS | {"c": "other"}) == STUDENT.key(KEYS)


def test_a_mean_comes_from_each_of_its_stages() -> None:
    mean = Stage("d", {"a": 1, "b": 3}, schedule=None)
    assert mean.key(KEYS | {"b": "other"}) != mean.key(KEYS)
