from __future__ import annotations

import pytest

from legibly.errors import UsageError
from legibly.subtitles.rules import PRESETS, CueRules, choose_cue_rules


def test_nothing_chosen_is_the_default() -> None:
    assert choose_cue_rules(None) == choose_cue_rules("default") == CueRules()
    assert choose_cue_rules(None, lines=None) == CueRules()


@pytest.mark.parametrize(
    ("preset", "line_width", "lines", "speed", "min_seconds"),
    [("netflix", 42, 2, 20.0, 0.833), ("bbc", 37, 2, 18.0, 1.0)],
)
def test_presets_are_what_others_keep_to(
    preset: str, line_width: int, lines: int, speed: float, min_seconds: float
) -> None:
    rules = choose_cue_rules(preset)
    assert (rules.line_width, rules.lines, rules.speed, rules.min_seconds) == (
        *(line_width, lines, speed, min_seconds),
    )


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_makes_sense(preset: str) -> None:
    rules = PRESETS[preset]
    assert 0 < rules.min_seconds < rules.max_seconds
    assert rules.gap < rules.min_seconds
    assert rules.lines * rules.line_width <= rules.speed * rules.max_seconds  # can be read in time


def test_what_the_user_chooses_outweighs_the_preset() -> None:
    rules = choose_cue_rules("bbc", lines=3, speed=15.0)
    assert (rules.lines, rules.speed, rules.line_width) == (3, 15.0, 37)


def test_a_language_has_rules_of_its_own_but_for_what_the_user_chose() -> None:
    chinese = choose_cue_rules(None, max_seconds=8.0).for_language("zh")
    assert (chinese.line_width, chinese.speed, chinese.max_seconds) == (32, 18.0, 8.0)
    chosen = choose_cue_rules(None, line_width=20).for_language("zh")
    assert (chosen.line_width, chosen.speed) == (20, 18.0)


@pytest.mark.parametrize("code", ["en", None, "xx"])
def test_other_languages_have_none(code: str | None) -> None:
    assert choose_cue_rules("bbc").for_language(code) == PRESETS["bbc"]


def test_an_unknown_preset() -> None:
    with pytest.raises(UsageError, match="unknown preset 'netfix'; did you mean 'netflix'"):
        choose_cue_rules("netfix")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"min_seconds": 10.0, "max_seconds": 1.5}, r"cue \(10 s\) is longer than .* \(1.5 s\)"),
        ({"min_seconds": 7.5}, r"the shortest cue \(7.5 s\) is longer than the longest \(7 s\)"),
        ({"max_seconds": 0.5}, r"the shortest cue \(1 s\) is longer than the longest \(0.5 s\)"),
    ],
)
def test_the_shortest_cue_is_no_longer_than_the_longest(
    settings: dict[str, float], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        choose_cue_rules(None, **settings)
