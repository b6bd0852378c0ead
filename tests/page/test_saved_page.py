"""The page as one file, without a server: reading, walking, editing, searching, saving."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import legibly
from legibly.transcript import Alternative, Token, Transcript, Word
from tests.page.conftest import OpenPage, spoken

Save = Callable[[Transcript], str]
TEXT = "So we met Bill in London. Did he say yes, or no? He said yes."
SPEAKERS = "AAAAAABBBBBBAAA"


def text_of(page: Any) -> str:
    return " ".join(page.locator(".token").all_inner_texts())


def active(page: Any) -> str:
    return str(page.locator(".token.active").inner_text())


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def data_of(page: Any) -> dict[str, Any]:
    return dict(page.evaluate("legibly.state.toData()"))


@pytest.fixture
def talk(open_page: OpenPage, saved: Save) -> Any:
    page = open_page(saved(spoken(TEXT, SPEAKERS)))
    page.wait_for_selector(".token")
    page.locator(".token").first.click()
    return page


def test_it_opens_with_text_speakers_and_what_was_heard(talk: Any) -> None:
    assert text_of(talk) == TEXT
    assert talk.locator(".speaker").all_inner_texts() == ["A", "B", "A"]
    assert talk.locator(".raw").first.inner_text() == "so we met bill in london"
    assert talk.title() == "talk.html – legibly"
    assert talk.locator(".very-doubtful").all_inner_texts() == ["Bill"]


def test_keys_walk_over_words_and_paragraphs(talk: Any) -> None:
    press(talk, "ArrowRight", "ArrowRight")
    assert active(talk) == "met"
    press(talk, "ArrowDown")
    assert active(talk) in ("say", "he", "Did", "yes,")
    press(talk, "Control+End")
    assert active(talk) == "yes."
    press(talk, "Home", "ArrowLeft")
    assert active(talk) == "no?"
    press(talk, "Control+Home", "F8")
    assert active(talk) == "Bill"
    assert talk.evaluate("document.activeElement.textContent") == "Bill"


def test_every_edit_has_its_key_and_words_keep_their_times(talk: Any) -> None:
    press(talk, "ArrowRight", "F2")
    talk.keyboard.type("all")
    press(talk, "Enter", "ArrowRight", "Control+u", ",")
    assert text_of(talk).startswith("So all Met, Bill")
    press(talk, "ArrowRight", "Delete")
    assert talk.locator(".left-out").all_inner_texts() == ["bill"]
    talk.keyboard.type("Paris")
    press(talk, "Enter")
    assert text_of(talk).startswith("So all Met, bill Paris London.")
    press(talk, "Shift+ArrowRight", "Control+j")
    data = data_of(talk)
    assert data["tokens"][4] | {"kind": ""} == {
        "text": "Paris London",
        "first": 4,
        "last": 6,
        "before": "",
        "after": ".",
        "kind": "",
        "edited": True,
    }
    assert [word["text"] for word in data["words"]][:6] == [
        "so",
        "we",
        "met",
        "bill",
        "in",
        "london",
    ]
    assert talk.evaluate("legibly.view.transcript.times(legibly.view.transcript.tokens[4])") == [
        4,
        5.8,
    ]
    press(talk, "Control+Backspace")
    assert "in london." in text_of(talk)
    press(talk, *["Control+z"] * 8)
    assert text_of(talk) == TEXT
    press(talk, *["Control+Shift+z"] * 8)
    assert "in london." in text_of(talk)


def test_a_full_stop_brings_a_capital(talk: Any) -> None:
    press(talk, "ArrowRight", ".")
    assert text_of(talk).startswith("So we. Met")
    press(talk, "Backspace")
    assert text_of(talk) == TEXT


def test_a_word_typed_over_another_keeps_its_mark(talk: Any) -> None:
    press(talk, *["ArrowRight"] * 5)
    talk.keyboard.type("Paris")
    press(talk, "Enter")
    assert text_of(talk).startswith("So we met Bill in Paris. Did")
    talk.keyboard.type("Rome?")
    press(talk, "Enter")
    assert text_of(talk).startswith("So we met Bill in Rome? Did")


def test_escape_leaves_a_word_as_it_was(talk: Any) -> None:
    press(talk, "Enter")
    talk.keyboard.type("nonsense")
    press(talk, "Escape")
    assert text_of(talk) == TEXT
    assert active(talk) == "So"


def test_find_and_replace_by_keyboard(talk: Any) -> None:
    press(talk, "Control+h")
    talk.keyboard.type("yes")
    talk.wait_for_function("() => document.getElementById('find-count').textContent === '1 of 2'")
    assert talk.locator(".token.found").all_inner_texts() == ["yes,", "yes."]
    press(talk, *["Tab"] * 3)
    talk.keyboard.type("aye")
    talk.click("#replace-all")
    assert "say aye, or" in text_of(talk)
    assert text_of(talk).endswith("said aye.")
    talk.locator("#find-text").press("Escape")
    press(talk, "Control+z")
    assert text_of(talk) == TEXT


def test_speakers_are_renamed_and_changed(talk: Any) -> None:
    press(talk, "F4")
    talk.keyboard.type("Ann")
    press(talk, "Enter")
    assert talk.locator(".speaker").all_inner_texts() == ["Ann", "B", "Ann"]
    press(talk, "ArrowRight", "F4")
    talk.keyboard.type("Cy")
    talk.check("#scope-selected")
    press(talk, "Enter")
    assert talk.locator(".speaker").all_inner_texts() == ["Ann", "Cy", "B", "Ann"]
    assert [word.get("speaker") for word in data_of(talk)["words"]][:3] == ["Ann", "Cy", "Cy"]


def test_hovering_shows_what_was_heard(open_page: OpenPage, saved: Save) -> None:
    transcript = spoken("So we met Bill.")
    alternative = Alternative(3, 4, (Word("will"),), 0.2)
    page = open_page(
        saved(Transcript(transcript.words, transcript.tokens, alternatives=(alternative,)))
    )
    page.locator(".token").nth(3).hover()
    page.wait_for_selector("#card:not([hidden])")
    assert page.inner_text("#card").split("\n") == [
        "bill 0:03 (3.00–3.80 s), 30 %",
        "or heard: will",
    ]
    page.locator(".token").nth(3).click()
    assert page.inner_text("#heard-words") == "bill 0:03 (3.00–3.80 s), 30 %"


def test_it_saves_itself_and_is_read_again(talk: Any, open_page: OpenPage, tmp_path: Path) -> None:
    talk.keyboard.type("Yet")
    press(talk, "Enter", "Control+s")
    files = {}
    for name in ("html", "json", "text", "markdown", "training"):
        with talk.expect_download() as caught:
            talk.click(f"[data-format={name}]")
        files[name] = tmp_path / caught.value.suggested_filename
        caught.value.save_as(files[name])
    assert files["text"].name == "talk.txt"
    assert files["text"].read_text("utf-8").startswith("Yet we met Bill")
    assert files["markdown"].read_text("utf-8").startswith("**A:** Yet we met")
    assert files["training"].read_text("utf-8") == "Yet we met Bill in London.\n"
    again = open_page(files["html"].as_uri())
    again.wait_for_selector(".token")
    assert text_of(again).startswith("Yet we met Bill")
    assert again.locator(".edited").all_inner_texts() == ["Yet"]
    for name in ("html", "json"):
        written = legibly.read(files[name])
        assert written.text.startswith("Yet we met Bill")
        assert written.words == spoken(TEXT, SPEAKERS).words


def test_the_sound_beside_it_is_played(
    open_page: OpenPage, saved: Save, sound: Path, tmp_path: Path
) -> None:
    (tmp_path / "talk.wav").write_bytes(sound.read_bytes())
    page = open_page(saved(spoken(TEXT)))
    page.wait_for_selector("#player:not([hidden])")
    page.locator(".token").nth(4).click()
    page.wait_for_function("() => document.getElementById('media').currentTime >= 4")
    page.wait_for_selector(".token.playing")
    page.keyboard.press("Space")
    page.wait_for_function("() => document.getElementById('media').paused")


HOSTILE = '<img src=x onerror="window.hit=1">'
SCRIPT = "</script><script>window.hit=1</script>"


def test_text_never_becomes_html(open_page: OpenPage, tmp_path: Path) -> None:
    words = [Word(HOSTILE, 0.0, 1.0, 0.5, SCRIPT), Word(SCRIPT, 1.0, 2.0, 0.5, HOSTILE)]
    transcript = Transcript(
        words,
        [Token(SCRIPT, 0, 1, HOSTILE, HOSTILE), Token(HOSTILE, 1, 2, "", "<!--")],
        "en",
        SCRIPT,
        (Alternative(0, 1, (Word(HOSTILE),)),),
    )
    path = tmp_path / "<img src=x onerror=hit=1>.html"
    legibly.formats.write(transcript, path)
    page = open_page(path.as_uri())
    page.locator(".token").first.click()
    page.locator(".token").first.hover()
    page.wait_for_selector("#card:not([hidden])")
    press(page, "F4", "Escape", "Control+f")
    page.keyboard.type("<img")
    page.wait_for_timeout(300)
    press(page, "Escape", "F2", "Enter", "Control+s")
    assert page.evaluate("window.hit") is None
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert page.evaluate("legibly.view.transcript.words[0].text") == HOSTILE
    assert legibly.read(path).words == tuple(words)


def test_twenty_thousand_words_leave_the_document_small(open_page: OpenPage, saved: Save) -> None:
    words = [Word(f"word{i}", i * 0.3, i * 0.3 + 0.2) for i in range(20_000)]
    page = open_page(saved(Transcript(words)))
    page.wait_for_selector(".token")
    assert page.locator(".token").count() < 3000
    page.locator(".token").first.click()
    press(page, "Control+End")
    assert active(page) == "word19999"
    press(page, "Control+Home", "Control+f")
    page.keyboard.type("word15000")
    page.wait_for_function(
        "() => document.querySelector('.token.current')?.textContent === 'word15000'"
    )
    box = page.locator(".token.current").bounding_box()
    assert 0 < box["y"] < 800


def test_keys_work_where_the_active_word_was_scrolled_away(
    open_page: OpenPage, saved: Save
) -> None:
    page = open_page(saved(Transcript([Word(f"word{i}") for i in range(5_000)])))
    page.locator(".token").nth(2).click()
    page.mouse.move(400, 400)
    page.mouse.wheel(0, 20_000)
    page.wait_for_function("() => !document.querySelector('.token.active')")
    assert page.evaluate("document.activeElement.id") == "scroller"
    assert page.evaluate("document.getElementById('scroller').scrollTop") > 10_000
    press(page, "ArrowRight")
    assert active(page) == "word3"
    assert page.evaluate("document.getElementById('scroller').tabIndex") == -1
    press(page, "Shift+Tab")
    assert not page.evaluate("document.getElementById('pages').contains(document.activeElement)")


def test_nothing_to_read_is_no_error(open_page: OpenPage, saved: Save) -> None:
    page = open_page(saved(Transcript(())))
    page.wait_for_selector("#workspace:not([hidden])")
    page.locator("[data-command=next-doubtful]").click()
    press(page, "Control+f", "Escape", "F9", "F1")


def test_several_recordings_are_chosen_from(open_page: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "two.html"
    legibly.formats.write([spoken("One two."), spoken("Three four.")], path)
    page = open_page(path.as_uri())
    page.wait_for_selector("#recordings-label:not([hidden])")
    page.select_option("#recordings", "1")
    assert text_of(page) == "Three four."
    assert len(data_of(page)["transcripts"]) == 2
    assert json.dumps(data_of(page))


def test_a_right_to_left_and_a_chinese_text_are_drawn(open_page: OpenPage, saved: Save) -> None:
    words = [Word("我"), Word("们"), Word("3"), Word("שלום")]
    page = open_page(saved(Transcript(words)))
    page.wait_for_selector(".token")
    assert page.locator(".readable").first.inner_text() == "我们3 שלום"
