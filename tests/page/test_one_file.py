"""The page as one file: modules in one script, a policy that fits them, data that stays data."""

from __future__ import annotations

import base64
import hashlib
import re

from legibly.page.bundle import SCRIPTS, bundled
from legibly.page.one_file import empty_document, page_with
from legibly.page.page_files import page_files

SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.S)
STYLE = re.compile(r"<style>(.*?)</style>", re.S)
MAX_BYTES = 150_000  # of all files; it was under 140,000


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_the_policy_names_what_is_in_the_file_and_nothing_else() -> None:
    page = empty_document()
    (script,), (style,) = SCRIPT.findall(page), STYLE.findall(page)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert f"script-src '{digest(script)}'" in policy[1]
    assert f"style-src '{digest(style)}'" in policy[1]
    assert policy[1].startswith("default-src 'none'")
    assert page.count("<script") - script.count("<script") == 2


def test_nothing_in_the_page_comes_from_elsewhere() -> None:
    page = empty_document()
    assert set(re.findall(r"\b(?:https?|wss?)://[^\s\"'`)]*", page)) == {"ws://127.0.0.1:2700"}
    for file in page_files().values():
        assert not re.search(
            rb"innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(", file.content
        )


def test_every_module_is_in_the_script_once_and_before_it_is_needed() -> None:
    script = bundled()
    defined = re.findall(r'^modules\["(\w+\.js)"\] = ', script, re.M)
    assert sorted(defined) == sorted(path.name for path in SCRIPTS.glob("*.js"))
    for name in defined:
        first_use = script.find(f'}} = modules["{name}"];')
        assert first_use == -1 or script.index(f'modules["{name}"] = (') < first_use
    assert not re.search(r"^\s*(?:import|export)\b", script, re.M)


def test_no_sign_of_a_transcript_ends_its_element() -> None:
    page = page_with('{"legibly": 1, "words": [{"text": "</script><!--<script>"}]}')
    data = page.split('id="transcript">')[1].split("</script>")[0]
    assert data == '{"legibly": 1, "words": [{"text": "\\u003c/script>\\u003c!--\\u003cscript>"}]}'


def test_the_page_stays_small() -> None:
    assert sum(len(file.content) for file in page_files().values()) < MAX_BYTES


def test_modules_are_small_and_say_what_they_are() -> None:
    for path in sorted(SCRIPTS.glob("*.js")):
        lines = path.read_text("utf-8").splitlines()
        assert lines[0].startswith("// "), path.name
        assert len(lines) < 500, path.name
