from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import legibly

HEAVY = (
    "numpy",
    "torch",
    "onnxruntime",
    "sklearn",
    "scipy",
    "matplotlib",
    "pynini",
    "pyspark",
    "rich",
    "click",
)


def loaded(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(' '.join(name for name in {HEAVY} if name in sys.modules))"
    return set(
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.split()
    )


def test_importing_legibly_is_light() -> None:
    assert loaded("import legibly") == set()


def test_help_is_light() -> None:
    assert loaded("from legibly.cli.main import run; run(['--help'])") & set(HEAVY) == {"click"}


def test_the_public_names_are_real_and_all_there() -> None:
    assert dir(legibly) == sorted(legibly.__all__)
    for name in legibly.__all__:
        assert inspect.getdoc(getattr(legibly, name)), name
    with pytest.raises(AttributeError, match="no attribute 'transcirpt'"):
        legibly.transcirpt  # noqa: B018


# Packages from the bottom to the top: one may import what stands in lines above its own. Modules
# that lie directly in `legibly` are its vocabulary, but for its face.
LAYERS = (
    ("vocabulary",),
    ("languages",),
    ("files", "lattice", "page", "subtitles"),
    ("features", "formats", "grammars", "prosody"),
    ("english", "formatting", "metrics", "ngram"),
    ("scorers", "speech"),
    ("recognition",),
    ("model_folders",),
    ("training",),
    ("batch", "face"),
    ("spark",),
    ("server",),
    ("cli",),
)
FACE = {"legibly", "legibly.api"}
# Conveniences that are looked up when they are called: `transcript.save(...)`, and `python -m
# legibly`.
ALLOWED = {
    ("legibly.transcript", "legibly.formats"),
    ("legibly.transcript", "legibly.formats.legibly_json"),
    ("legibly.transcript", "legibly.formats.text"),
    ("legibly.transcript", "legibly.formats.transcripts"),
    ("legibly.__main__", "legibly.cli.main"),
}


def modules() -> dict[str, ast.Module]:
    root = Path(legibly.__file__).parents[1]
    found = {}
    for path in sorted((root / "legibly").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text("utf-8"))
    return found


def package_of(name: str) -> str:
    if name in FACE:
        return "face"
    first = name.split(".")[1]
    return first if any(first in layer for layer in LAYERS) else "vocabulary"


def imported(tree: ast.AST, known: Iterable[str]) -> set[str]:
    """Modules of ours, imported anywhere in a tree."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found & set(known)


def test_packages_import_only_downwards() -> None:
    ranks = {package: rank for rank, layer in enumerate(LAYERS) for package in layer}
    parsed = modules()
    wrong = [
        f"{name} imports {other}"
        for name, tree in parsed.items()
        for other in imported(tree, parsed)
        if package_of(name) != package_of(other)
        and ranks[package_of(name)] <= ranks[package_of(other)]
        and (name, other) not in ALLOWED
    ]
    assert wrong == []


def test_the_design_page_draws_this_order() -> None:
    page = (Path(legibly.__file__).parents[2] / "docs" / "design.md").read_text("utf-8")
    block = page[page.index("## Packages have an order") :].split("```")[1]
    drawn = [set(re.findall(r"(?:^| {2,})(\w+) {2,}", line)) for line in block.strip().splitlines()]
    assert drawn == [set(layer) for layer in reversed(LAYERS)]


def test_every_package_has_its_place() -> None:
    root = Path(legibly.__file__).parent
    folders = {path.parent.relative_to(root).parts[0] for path in root.glob("*/**/*.py")}
    assert folders == {package for layer in LAYERS for package in layer} - {"vocabulary", "face"}


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports at the top of modules; those inside functions are looked up later."""
    parsed = modules()
    edges = {
        name: imported(
            ast.Module([node for node in tree.body if not _is_for_types(node)], []), parsed
        )
        - _inside_functions(tree, parsed)
        for name, tree in parsed.items()
    }
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join((*path[path.index(name) :], name))
        if name not in done:
            for other in edges[name] - {name}:
                if not name.startswith(f"{other}."):  # a package is there before its modules
                    visit(other, (*path, name))
            done.add(name)

    for name in parsed:
        visit(name, ())


def _is_for_types(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def _inside_functions(tree: ast.Module, known: Iterable[str]) -> set[str]:
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    inside = {name for function in functions for name in imported(function, known)}
    at_top = {
        name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in imported(node, known)
    }
    return inside - at_top


# What every module of a package has: readers look for it by this name.
COMMON = {"FORMATS", "GRAMMARS"}


def test_no_two_modules_name_a_constant_alike() -> None:
    places: dict[str, set[str]] = {}
    for name, tree in modules().items():
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            parts = [part for target in targets for part in getattr(target, "elts", [target])]
            for part in parts:
                if isinstance(part, ast.Name) and re.fullmatch("[A-Z][A-Z0-9_]+", part.id):
                    places.setdefault(part.id, set()).add(name)
    assert {name for name, found in places.items() if len(found) > 1} == COMMON
