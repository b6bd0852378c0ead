"""The picture of a live stream in the guide."""

from __future__ import annotations

from xml.etree import ElementTree

from legibly.formats.transcripts import read
from tests.formatting.test_formatter import baseline
from tools.live_picture import EXAMPLE, PICTURE, frames, picture, wrapped


def test_a_frame_a_word_and_the_end() -> None:
    words = read(EXAMPLE).words[:30]
    found = frames(words, baseline().stream())
    assert len(found) == len(words) + 1
    assert [frame.seconds for frame in found] == sorted(frame.seconds for frame in found)
    assert found[0].lines == [[("Good", False)]]
    assert all(firm for line in found[-1].lines for _, firm in line)
    assert found[-1].lines[0][0] == ("Ann:", True)
    root = ElementTree.fromstring(picture(found))
    groups = [item for item in root if item.tag.endswith("}g")]
    assert [group.get("visibility") for group in groups] == ["hidden"] * len(words) + ["visible"]


def test_lines_are_as_wide_as_the_window() -> None:
    assert [len(line) for line in wrapped([("a" * 40, True), ("b" * 21, True), ("c", False)])] == [
        2,
        1,
    ]


def test_the_picture_of_the_guide_is_well_formed() -> None:
    assert "$412,000" in PICTURE.read_text("utf-8")
    ElementTree.parse(PICTURE)
