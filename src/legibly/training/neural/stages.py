"""The stages of a training recipe as a TOML file gives them; what is wrong is said before anything
is trained.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from legibly.scorers.neural import MAX_PIECES
from legibly.toml import is_finite
from legibly.training.neural.trainer import Schedule

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_FRACTIONS = ("warmup", "average", "distil", "dropout", "scrambled", "short")
_ABOVE_NOUGHT = ("passes", "rate", "batch", "window")


@dataclass(frozen=True)
class Stage:
    """One network on its way. `start`: a stage, several with their shares, or a folder (beside the
    run's own).
    """

    name: str
    start: str | dict[str, float] = ""
    # As many as the start has, or more: then some of its layers are used twice in a row.
    layers: int = 0
    bits: int = 0  # of a piece's vector, 8 or 4; as the start has
    positions: int = 0  # as many as the start has, or the first of them
    teachers: list[str] = field(default_factory=list)
    # None: a mean of others, not trained.
    schedule: Schedule | None = field(default_factory=Schedule)

    def key(self, keys: Mapping[str, str]) -> str:
        """Another one for other settings, of this stage or of those that it comes from; "" is that
        of the corpora.
        """
        sources = list(self.start) if isinstance(self.start, dict) else [self.start]
        used = [keys.get(name) for name in ("", *sources, *self.teachers)]
        return hashlib.sha256(repr((self, used)).encode()).hexdigest()[:16]


def read_stages(tables: object) -> list[Stage]:
    """Raises ValueError."""
    if (
        not isinstance(tables, list)
        or not tables
        or not all(isinstance(table, dict) for table in tables)
    ):
        raise ValueError("no stages; expected one or more [[stages]]")

    stages: list[Stage] = []
    for number, table in enumerate(tables, 1):
        name = table.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError(
                f"stage {number} has name = {name!r}; expected letters, digits, - and _"
            )
        try:
            stage = _stage(table)
            _check(stage, [other.name for other in stages], {other.get("name") for other in tables})
        except ValueError as error:
            raise ValueError(f"stage {name!r}: {error}") from None
        stages.append(stage)

    return stages


def _stage(table: dict[str, Any]) -> Stage:
    stage_keys = {"name", "start", "layers", "bits", "positions", "teachers"}
    settings = {key: value for key, value in table.items() if key not in stage_keys}
    known = {item.name: item.default for item in fields(Schedule)}
    for key, value in settings.items():
        if key not in known:
            raise ValueError(
                f"unknown key {key!r}; expected one of {', '.join(sorted({*stage_keys, *known}))}"
            )
        _need_kind(key, value, known[key])

    for key in ("layers", "bits", "positions"):
        _need_kind(key, table.get(key, 0), 0)
    teachers = table.get("teachers", [])
    if not isinstance(teachers, list) or not all(isinstance(name, str) for name in teachers):
        raise ValueError(f"teachers = {teachers!r}; expected a list of names")

    start = table.get("start", "")
    if isinstance(start, dict):
        if not start or not all(
            isinstance(share, (int, float)) and share > 0 for share in start.values()
        ):
            raise ValueError(f"start = {start!r}; expected names of stages with shares above 0")
    elif not isinstance(start, str):
        raise ValueError(
            f"start = {start!r}; expected a stage, a folder or a table of stages with shares"
        )

    trained = settings or teachers or not isinstance(start, dict)
    return Stage(
        **{key: value for key, value in table.items() if key in stage_keys},
        schedule=Schedule(**settings) if trained else None,
    )


def _need_kind(key: str, value: object, default: object) -> None:
    kinds: dict[type, tuple[type, ...]] = {bool: (bool,), int: (int,), float: (int, float)}
    wanted = kinds[type(default)]
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        raise ValueError(
            f"{key} = {value!r}; expected {'true or false' if bool in wanted else 'a number'}"
        )
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return
    if not is_finite(value):
        raise ValueError(f"{key} = {value!r}; expected a number")
    if value < 0 or (key in _ABOVE_NOUGHT and not value) or (key in _FRACTIONS and value > 1):
        raise ValueError(
            f"{key} = {value!r}; expected a number "
            f"{'from 0 to 1' if key in _FRACTIONS else 'above 0'}"
        )


def _check(stage: Stage, before: Sequence[str], all_names: set[object]) -> None:
    named = [*stage.teachers, *(stage.start if isinstance(stage.start, dict) else ())]
    if isinstance(stage.start, str) and stage.start in all_names:
        named.append(stage.start)
    unknown = [name for name in named if name not in before]
    if stage.name in before:
        raise ValueError("there is one of that name already")
    if unknown:
        raise ValueError(f"no stage {unknown[0]!r} before it")
    if stage.bits not in (0, 4, 8):
        raise ValueError(f"bits = {stage.bits}; expected 4 or 8")
    if 0 < stage.positions < MAX_PIECES + 2:
        raise ValueError(f"positions = {stage.positions}; expected {MAX_PIECES + 2} or more")

    schedule = stage.schedule
    if schedule is not None and bool(stage.teachers) != bool(schedule.distil):
        raise ValueError("teachers and distil, how much of them is learnt, belong together")
    if schedule is not None and schedule.masked and stage.teachers:
        raise ValueError("masked pieces are not learnt from teachers")
