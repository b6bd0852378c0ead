from __future__ import annotations

from legibly.casing import Case
from legibly.lattice.forms import Forms, spelt


class Known:
    def form(self, word: str) -> str | None:
        return {"iphone": "iPhone"}.get(word)


def texts(forms: Forms, word: str) -> list[str]:
    return [arc.tokens[0].text for arc in forms(word)]


def test_every_case_form_is_proposed() -> None:
    assert texts(Forms(), "nasa") == ["nasa", "Nasa", "NASA"]
    assert texts(Forms(), "i") == ["i", "I"]
    assert texts(Forms(), "42") == ["42"]
    assert texts(Forms(), "你") == ["你"]


def test_initials_are_capitals_or_none() -> None:
    assert texts(Forms(), "u.s.") == ["u.s.", "U.S."]
    assert texts(Forms(), "e.g.") == ["e.g.", "E.g.", "E.G."]


def test_mixed_forms_come_from_scorers_that_know_them() -> None:
    arcs = Forms([Known()])("iphone")
    assert [(arc.tokens[0].text, arc.case) for arc in arcs][-1] == ("iPhone", Case.MIXED)


def test_a_sentence_does_not_open_in_lower_case_but_may_with_a_mixed_form() -> None:
    assert [arc.tokens[0].text for arc in Forms([Known()])("iphone") if arc.opens] == [
        "Iphone",
        "IPHONE",
        "iPhone",
    ]


def test_the_users_spelling_is_the_only_one() -> None:
    forms = Forms([Known()], {"iphone": "IPhone"})
    assert texts(forms, "iphone") == ["IPhone"]


def test_a_lower_case_spelling_of_the_user_still_opens_a_sentence_with_a_capital() -> None:
    inside, opening = spelt("van")
    assert (inside.tokens[0].text, inside.opens, inside.inside) == ("van", False, True)
    assert (opening.tokens[0].text, opening.opens, opening.inside) == ("Van", True, False)
