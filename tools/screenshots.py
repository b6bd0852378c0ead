"""Pictures of the page for the documents: light, dark, on a phone, subtitles, two versions.

    python -m tools.screenshots

Needs playwright and chromium; `legibly open` runs meanwhile. They are small (at most 200 kB each).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.browser import browser, opened

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "guide" / "images"
CALL = ROOT / "examples" / "earnings-call.ctm"
DESK = {"width": 1180, "height": 700}
PHONE = {"width": 390, "height": 780}
MAX_PICTURE_BYTES = 200_000


@contextmanager
def shown(chromium: Any, address: str, **options: Any) -> Iterator[Any]:
    """The example that the page brings, readable."""
    context = chromium.new_context(**options)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => legibly.state.shown?.formatted")
    page.evaluate("document.getElementById('example').click()")
    page.wait_for_function("() => legibly.state.fileName === 'example'")
    page.wait_for_function("() => legibly.state.shown.formatted")
    yield page
    context.close()


def go(page: Any, text: str) -> None:
    """To a word, with what the model would also write."""
    page.evaluate(
        "(text) => { const { view } = legibly; view.go(view.transcript.tokens.findIndex("
        "(token) => token.text === text)); }",
        text,
    )
    page.wait_for_selector("#readings button")
    page.wait_for_timeout(400)


def correct(page: Any) -> None:
    go(page, "Keller")
    page.keyboard.type("Kellar")
    page.keyboard.press("Enter")


def save(page: Any, name: str) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    path = IMAGES / f"editor-{name}.png"
    page.screenshot(path=path)
    size = path.stat().st_size
    assert size <= MAX_PICTURE_BYTES, f"{path.name}: {size} bytes"
    print(f"{path.relative_to(ROOT)}: {size / 1000:.0f} kB")


def main() -> None:
    with opened(CALL, "--model", "en") as address, browser() as chromium:
        with shown(chromium, address, viewport=DESK) as page:
            correct(page)
            go(page, "12.5%")
            save(page, "light")
            page.click("#tab-subtitles")
            page.fill("#rule-reading_speed", "14")
            page.keyboard.press("Tab")
            page.wait_for_selector(".cue.broken")
            page.locator(".cue .time").nth(1).click()
            save(page, "subtitles")
            page.click("#tab-compare")
            page.click("#compare-run")
            page.wait_for_selector(".pair")
            save(page, "compare")
        with shown(chromium, address, viewport=DESK, color_scheme="dark") as page:
            correct(page)
            go(page, "Um")
            save(page, "dark")
        with shown(chromium, address, viewport=PHONE, is_mobile=True, has_touch=True) as page:
            go(page, "12.5%")
            save(page, "phone")


if __name__ == "__main__":
    main()
