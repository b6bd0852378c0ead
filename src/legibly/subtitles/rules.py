"""The rules that subtitles keep to: how wide, how long, how fast to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from legibly.errors import UsageError, unknown
from legibly.languages import known_language

SPEAKER_STYLES = ("none", "dashes", "names")


@dataclass(frozen=True)
class CueRules:
    """Widths are in characters; a Chinese character counts two."""

    line_width: int = 42
    lines: int = 2
    min_seconds: float = 1.0
    max_seconds: float = 7.0
    speed: float = 20.0  # characters a second that people can read
    gap: float = 0.08  # seconds between two cues at least
    speakers: str = "none"  # how a change of speaker is shown: SPEAKER_STYLES
    word_times: bool = False  # whether each word has its time, where the format can hold it
    # By the user, for any language.
    chosen: frozenset[str] = field(default=frozenset(), compare=False)

    def for_language(self, code: str | None) -> CueRules:
        """A language may have rules of its own; what the user chose stays."""
        found = known_language(code)
        facts = found.subtitles if found is not None else {}
        differing = {name: value for name, value in facts.items() if name not in self.chosen}
        return replace(self, **differing) if differing else self  # type: ignore[arg-type]


# legibly's own; Netflix: Timed Text Style Guide, English (20 characters a second, 5/6 s to 7 s, two
# frames); BBC: Subtitle Guidelines (37 characters of teletext, 160 to 180 words a minute, no
# flashes of under a second).
PRESETS = {
    "default": CueRules(),
    "netflix": CueRules(42, 2, 0.833, 7.0, 20.0, 0.083),
    "bbc": CueRules(37, 2, 1.0, 7.0, 18.0, 0.0),
}


def choose_cue_rules(preset: str | None, **settings: float | int | str | None) -> CueRules:
    """A preset with other settings; None leaves one as it is."""
    speakers = settings.get("speakers")
    if speakers is not None and speakers not in SPEAKER_STYLES:
        raise unknown("style of speakers", str(speakers), SPEAKER_STYLES)
    if preset is not None and preset not in PRESETS:
        raise unknown("preset", preset, PRESETS)
    chosen = {key: value for key, value in settings.items() if value is not None}
    rules = replace(PRESETS[preset or "default"], **chosen, chosen=frozenset(chosen))  # type: ignore[arg-type]
    if rules.min_seconds > rules.max_seconds:
        raise UsageError(
            f"the shortest cue ({rules.min_seconds:g} s) is longer than the longest "
            f"({rules.max_seconds:g} s)"
        )
    return rules


def chosen_cue_rules(settings: Mapping[str, Any]) -> CueRules | None:
    """From options as a user types them, by name; None where none was given."""
    names = {"max_lines": "lines", "reading_speed": "speed", "show_speakers": "speakers"}
    if all(value is None for value in settings.values()):
        return None
    chosen = {names.get(name, name): value for name, value in settings.items()}
    return choose_cue_rules(chosen.pop("preset", None), **chosen)
