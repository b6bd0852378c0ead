"""The page with its server: opening, switches, readings, subtitles, live words, comparing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import legibly
from tests.page.axe import violations
from tests.page.conftest import CALL, OpenPage

HOSTILE = "<img src=x onerror=alert(1)>"


def text_of(page: Any) -> str:
    return " ".join(page.locator(".token").all_inner_texts())


def ready(page: Any) -> None:
    page.wait_for_selector(".token")
    page.wait_for_selector("#busy", state="hidden")


@pytest.fixture
def call(open_page: OpenPage, served: str) -> Any:
    page = open_page(served)
    ready(page)
    page.wait_for_function("() => legibly.state.shown.formatted")
    return page


@pytest.fixture
def example(open_page: OpenPage, served: str) -> Any:
    """The page's own example, with speakers."""
    page = open_page(served)
    ready(page)
    page.evaluate("document.getElementById('example').click()")
    page.wait_for_function("() => legibly.state.fileName === 'example'")
    page.wait_for_function("() => legibly.state.shown.formatted")
    return page


def drop(page: Any, name: str, content: str) -> None:
    page.evaluate(
        """([name, content]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([content], name));
          const event = new DragEvent("drop", { dataTransfer, bubbles: true });
          document.documentElement.dispatchEvent(event);
        }""",
        [name, content],
    )


def test_what_was_opened_is_shown_readable_with_its_sound(call: Any) -> None:
    formatted = legibly.load("en-baseline")(legibly.read(CALL))
    assert " ".join(text_of(call).split()[:20]) == " ".join(formatted.text.split()[:20])
    assert call.evaluate("legibly.view.transcript.words.length") == len(formatted.words)
    assert "token" not in call.url
    call.wait_for_selector("#player:not([hidden])")
    call.locator(".token").nth(8).click()
    call.wait_for_function("() => document.getElementById('media').currentTime > 1")
    assert call.is_disabled("#undo")


def test_switches_format_at_once_and_edits_stay(call: Any) -> None:
    call.locator(".token").nth(1).click()
    call.keyboard.type("evening")
    call.keyboard.press("Enter")
    call.keyboard.press("F6")
    call.locator("input[name=case]").uncheck()
    call.wait_for_function("() => document.querySelector('.token').textContent.startsWith('good')")
    assert call.locator(".token").nth(1).inner_text() == "evening"
    call.locator("input[name=punctuation]").uncheck()
    call.wait_for_function(
        "() => document.querySelectorAll('.token')[2].textContent === 'everyone'"
    )


def test_other_readings_are_offered_and_chosen_by_keyboard(example: Any) -> None:
    at = example.evaluate(
        "legibly.view.transcript.tokens.findIndex((token) => token.text === '12.5%')"
    )
    example.evaluate(f"legibly.view.go({at})")
    example.wait_for_function("() => document.querySelectorAll('#readings button').length > 1")
    example.keyboard.press("Alt+ArrowDown")
    example.keyboard.press("ArrowDown")
    chosen = example.evaluate("document.activeElement.querySelector('span').textContent")
    example.keyboard.press("Enter")
    example.wait_for_function("() => legibly.view.transcript.edited > 0")
    tokens = example.evaluate("legibly.view.transcript.tokens")
    written = " ".join(f"{t['text']}{t['after']}" for t in tokens if t.get("edited"))
    assert written == chosen != "12.5%"


def test_subtitles_show_broken_rules_and_lead_back_to_the_text(call: Any) -> None:
    call.click("#tab-subtitles")
    call.wait_for_selector(".cue")
    assert "subtitles" in call.inner_text("#cue-summary")
    call.fill("#rule-reading_speed", "8")
    call.keyboard.press("Tab")
    call.wait_for_selector(".cue.broken .rule")
    assert "reading speed" in call.locator(".rule").first.inner_text()
    call.locator(".cue .time").nth(1).click()
    call.wait_for_function("() => document.getElementById('caption').textContent.length > 5")
    call.locator(".to-text").nth(1).click()
    assert call.locator(".token.active").inner_text() == call.evaluate(
        "legibly.view.cellOf(legibly.subtitles.cues[1].first).textContent"
    )


def test_edits_are_in_every_download(call: Any, tmp_path: Path) -> None:
    call.locator(".token").nth(0).click()
    call.keyboard.type("Hello")
    call.keyboard.press("Enter")
    call.keyboard.press("Control+s")
    call.wait_for_selector("[data-format=srt]")
    names = call.evaluate(
        "[...document.querySelectorAll('[data-format]')].map((button) => button.dataset.format)"
    )
    written = {form.name for form in legibly.formats.registry.formats().values() if form.write}
    assert set(names) == written | {"training"}
    for name in ("srt", "ctm", "textgrid", "html"):
        with call.expect_download() as caught:
            call.click(f"[data-format={name}]")
        path = tmp_path / caught.value.suggested_filename
        caught.value.save_as(path)
        if name == "ctm":
            assert legibly.read(path).words[0].start == legibly.read(CALL).words[0].start
        else:
            assert "Hello" in path.read_text("utf-8"), name
    assert legibly.read(tmp_path / "earnings-call.html").words == legibly.read(CALL).words


def test_live_words_from_a_replay_go_to_the_editor(call: Any) -> None:
    call.click("#tab-live")
    call.select_option("#live-what", "example")
    call.select_option("#live-speed", "16")
    call.click("#live-replay")
    call.wait_for_function("() => document.getElementById('live-firm').textContent.includes('412')")
    call.wait_for_selector("#live-keep:not([disabled])")
    assert "Maria: " in call.inner_text("#live-firm")
    call.click("#live-keep")
    call.wait_for_selector(".token")
    assert text_of(call).startswith("Good morning")
    assert call.evaluate("legibly.view.transcript.words[0].start") == 0.8


def test_live_words_from_a_recognisers_socket(call: Any, open_page: OpenPage) -> None:
    from websockets.sync.server import serve

    said = [
        {"result": [{"word": word, "start": i, "end": i + 0.5, "conf": 1.0}], "text": word}
        for i, word in enumerate("so we met bill in london".split())
    ]

    def speak(socket: Any) -> None:
        for message in said:
            socket.send(json.dumps(message))

    with serve(speak, "127.0.0.1", 0) as server:
        import threading

        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        call.click("#tab-live")
        call.fill("#live-url", f"ws://127.0.0.1:{server.socket.getsockname()[1]}")
        call.keyboard.press("Enter")
        call.wait_for_function(
            "() => /london/i.test(document.getElementById('live-firm').textContent)"
        )
        server.shutdown()
        thread.join()


def test_two_versions_are_compared_with_errors_in_colour(call: Any) -> None:
    call.locator(".token").nth(1).click()
    call.keyboard.type("evening")
    call.keyboard.press("Enter")
    call.click("#tab-compare")
    call.click("#compare-run")
    call.wait_for_selector(".pair .sub")
    assert call.locator(".pair .sub").all_inner_texts()[0] == "evening"
    assert call.inner_text("#compare-score").startswith("word errors 0.4 %")
    call.select_option("#reference-choice", "text")
    call.fill("#reference-text", "Good morning.")
    call.select_option("#hypothesis-choice", "text")
    call.fill("#hypothesis-text", "Good morning.")
    call.click("#compare-run")
    call.wait_for_function(
        "() => document.getElementById('compare-empty').textContent === 'no difference'"
    )


def test_any_format_is_dropped_or_pasted(call: Any) -> None:
    drop(call, "talk.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>so we met bill\n")
    call.wait_for_function("() => legibly.state.fileName === 'talk.vtt'")
    ready(call)
    assert call.locator(".speaker").all_inner_texts() == ["Ann"]
    call.keyboard.press("Control+Shift+V")
    call.fill("#paste-text", "good morning everyone")
    call.click("#paste-form button[type=submit]")
    call.wait_for_function("() => legibly.state.fileName === 'pasted'")
    call.wait_for_function("() => document.querySelector('.token').textContent === 'Good'")
    drop(call, "broken.json", '{"legibly": 1, "words": [{"text": 5}]}')
    call.wait_for_selector("#message.wrong")
    assert "expected a string" in call.inner_text("#message")


def test_names_of_files_and_speakers_never_become_html(call: Any) -> None:
    words = [{"text": HOSTILE, "start": 0, "end": 1, "confidence": 0.1, "speaker": HOSTILE}]
    drop(call, f"{HOSTILE}.json", json.dumps({"legibly": 1, "name": HOSTILE, "words": words}))
    call.wait_for_function("(name) => legibly.state.fileName.startsWith(name)", arg="<img")
    ready(call)
    call.locator(".token").first.hover()
    call.wait_for_selector("#card:not([hidden])")
    for tab in ("subtitles", "live", "compare"):
        call.click(f"#tab-{tab}")
        if tab == "live":
            call.select_option("#live-speed", "16")
            call.click("#live-replay")
        if tab == "compare":
            call.click("#compare-run")
        call.wait_for_timeout(300)
    assert call.locator("img").count() == 0
    assert call.inner_text("#file-name") == f"{HOSTILE}.json"


def test_the_page_asks_for_a_token(open_page: OpenPage, served: str) -> None:
    address, _, token = served.partition("#token=")
    page = open_page(address)
    page.wait_for_selector("#token-dialog[open]")
    page.fill("#token-value", token)
    page.keyboard.press("Enter")
    page.wait_for_selector(".token")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(example: Any, scheme: Any) -> None:
    example.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    example.locator(".token").nth(3).click()
    example.wait_for_selector("#readings button")
    example.keyboard.press("F6")
    example.keyboard.press("Control+h")
    found = {"text": violations(example)}
    for name in ("subtitles", "live", "compare"):
        example.click(f"#tab-{name}")
        example.wait_for_timeout(400)
        if name == "compare":
            example.select_option("#hypothesis-choice", "heard")
            example.click("#compare-run")
            example.wait_for_selector(".pair")
        if name == "subtitles":
            example.wait_for_selector(".cue")
        found[name] = violations(example)
    example.click("#tab-edit")
    for dialog, key in {"save": "Control+s", "help": "F1", "speaker": "F4"}.items():
        example.evaluate("legibly.view.focus()")
        example.keyboard.press(key)
        example.wait_for_selector(f"#{dialog}-dialog[open]")
        found[dialog] = violations(example)
        example.evaluate(f"document.getElementById('{dialog}-dialog').close()")
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_all_of_it_is_reached_with_the_keyboard(example: Any) -> None:
    """Every command has a key, and every control that is seen can be tabbed to."""
    reached = example.evaluate(
        """() => {
          const unreachable = [];
          for (const tab of ["edit", "subtitles", "live", "compare"]) {
            document.getElementById(`tab-${tab}`).click();
            for (const control of document.querySelectorAll("button, input, select, textarea")) {
              if (!control.offsetParent) continue;
              if (control.closest(".row, [role=tablist], .unseen")) continue;
              if (control.tabIndex < 0) unreachable.push(control.outerHTML);
            }
          }
          return unreachable;
        }"""
    )
    assert reached == []
    keyed = {
        row.split("\t")[0]
        for row in example.evaluate(
            "[...document.querySelectorAll('#help-keys tr')].map((row) => row.innerText)"
        )
    }
    assert len(keyed) >= 30
    example.click("#tab-edit")
    example.locator("#tab-edit").focus()
    example.keyboard.press("ArrowRight")
    example.wait_for_selector("#panel-subtitles:not([hidden])")
    example.keyboard.press("ArrowLeft")
    for _ in range(30):
        example.keyboard.press("Tab")
        if example.evaluate("document.activeElement.classList.contains('token')"):
            break
    assert example.evaluate("document.activeElement.classList.contains('token')")


def test_a_phone_has_room_for_the_text(open_page: OpenPage, served: str) -> None:
    page = open_page(served, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    ready(page)
    page.locator(".token").nth(3).tap()
    page.wait_for_selector(".token.active")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.getElementById('scroller').clientHeight") > 250
