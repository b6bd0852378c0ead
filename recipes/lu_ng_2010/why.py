"""Why the order of methods is another one than the paper's: what may be the reason is changed, one
thing at a time, and measured again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from recipes.dialogues import Utterance
from recipes.lu_ng_2010.measure import FACTORIAL, KINDS, LINEAR, Passes, Result, measure
from recipes.lu_ng_2010.tasks import Task
from recipes.lu_ng_2010_lm.measure import Settings

# Where the linear CRF fell behind hidden events, and the factorial one behind the linear.
CORPORA = ("EN SGD", "CN CrossWOZ", "CN KdConv film")
CRFS = {method: KINDS[method] for method in (LINEAR, FACTORIAL)}
JOINED = 3  # utterances as one, so that two ends of three are not where the words end
AS_ABOVE = "as above"
WEAK, STRONG = 10.0, 0.1  # variances of the prior


class Change(NamedTuple):
    name: str
    share: float = 1.0  # of the utterances to learn from
    prior: float | None = None
    joined: int = 1  # utterances as one


CHANGES = (
    Change(f"prior of variance {STRONG:g}", prior=STRONG),
    Change(f"prior of variance {WEAK:g}", prior=WEAK),
    Change("half of the utterances", share=0.5),
    Change("a quarter of them", share=0.25),
    Change(f"{JOINED} utterances as one", joined=JOINED),
)


def studies(
    tasks: Sequence[Task], results: Mapping[str, Result], fitting: Passes, jobs: int
) -> dict[tuple[str, Change], Result]:
    """Each change of each corpus in question, with the hidden events that were chosen there."""
    asked = [
        (task, change, results[task.name].chosen)
        for task in tasks
        if task.name in CORPORA
        for change in CHANGES
    ]
    if jobs == 1:
        found = [study(fitting, *each) for each in asked]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(partial(study, fitting), *zip(*asked, strict=True)))
    return {(task.name, change): each for (task, change, _), each in zip(asked, found, strict=True)}


def study(fitting: Passes, task: Task, change: Change, chosen: Mapping[bool, Settings]) -> Result:
    if change.prior is not None:
        fitting = fitting._replace(prior=change.prior)
    return measure(changed(task, change), fitting, kinds=CRFS, chosen=chosen)


def changed(task: Task, change: Change) -> Task:
    training = task.training[: max(1, round(change.share * len(task.training)))]
    training, dev, tests = (
        as_one(part, change.joined) for part in (training, task.dev, task.tests)
    )
    return Task(f"{task.name}, {change.name}", task.language, training, dev, tests, task.segmented)


def as_one(utterances: Sequence[Utterance], count: int) -> list[Utterance]:
    """So many utterances that follow each other are one."""
    groups = (utterances[i : i + count] for i in range(0, len(utterances), count))
    return [[pair for utterance in group for pair in utterance] for group in groups]
