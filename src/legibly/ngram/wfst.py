"""The same search with automata, as Gravano et al. (2009) and Batista et al. (2008) do it: an
independent second route.

The words with all their forms and the marks between them are one acceptor, the model another; they
are composed, and the shortest path is the answer. FST libraries have no failure transitions, so the
model is expanded over the words of the input, each with its backed-off score: exact, and only fit
for short texts. Needs `pip install 'legibly[fst]'`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legibly.errors import UsageError
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import END

EPSILON = 0


def best_path(
    model: Ngram, forms: Sequence[Sequence[str]], marks: Sequence[str]
) -> tuple[float, list[str]]:
    """The log-score and the words and marks of the best way to write a text, given each word's
    forms.

    A capitaliser has no marks; a tagger of marks has one form a word.
    """
    try:
        import kaldifst
    except ImportError:
        raise UsageError("the search with automata needs: pip install 'legibly[fst]'") from None

    labels: dict[str, int] = {}
    for word in (*(form for ways in forms for form in ways), *marks):
        labels.setdefault(word, len(labels) + 1)  # 0 is epsilon
    text = hyper_string(kaldifst, forms, marks, labels)
    expanded = expanded_model(kaldifst, model, labels)
    kaldifst.arcsort(text, sort_type="olabel")
    kaldifst.arcsort(expanded, sort_type="ilabel")
    shortest = kaldifst.shortest_path(kaldifst.compose(text, expanded))
    if shortest.num_states == 0:
        return float("-inf"), []

    found, _, numbers, weight = kaldifst.get_linear_symbol_sequence(shortest)
    assert found
    names = {number: word for word, number in labels.items()}
    return -float(weight.value), [names[number] for number in numbers]


def hyper_string(
    fst: Any, forms: Sequence[Sequence[str]], marks: Sequence[str], labels: dict[str, int]
) -> Any:
    """Figure 1 of Gravano et al.: for each word an arc a form, then an arc a mark or none."""
    automaton = fst.StdVectorFst()
    at = automaton.add_state()
    automaton.start = at
    for options in forms:
        after, following = automaton.add_state(), automaton.add_state()
        for form in options:
            automaton.add_arc(at, fst.StdArc(labels[form], labels[form], 0.0, after))
        automaton.add_arc(after, fst.StdArc(EPSILON, EPSILON, 0.0, following))
        for mark in marks:
            automaton.add_arc(after, fst.StdArc(labels[mark], labels[mark], 0.0, following))
        at = following

    automaton.set_final(at, 0.0)
    return automaton


def expanded_model(fst: Any, model: Ngram, labels: dict[str, int]) -> Any:
    """The model over some words: a state for each context that they can lead to."""
    automaton = fst.StdVectorFst()
    states: dict[int, int] = {model.start: automaton.add_state()}
    automaton.start = states[model.start]
    waiting = [model.start]
    while waiting:
        state = waiting.pop()
        automaton.set_final(states[state], -model.score(state, END)[0])
        for word, label in labels.items():
            log, after = model.score(state, model.vocabulary.number(word))
            if after not in states:
                states[after] = automaton.add_state()
                waiting.append(after)
            automaton.add_arc(states[state], fst.StdArc(label, label, -log, states[after]))

    return automaton
