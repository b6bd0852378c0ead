from __future__ import annotations

import subprocess
import sys

import legibly

HEAVY = ("numpy", "torch", "onnxruntime", "sklearn", "scipy", "matplotlib", "pynini", "pyspark", "rich", "click")


def loaded(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(' '.join(name for name in {HEAVY} if name in sys.modules))"
    return set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )


def test_importing_legibly_is_light() -> None:
    assert loaded("import legibly") == set()


def test_help_is_light() -> None:
    assert loaded("from legibly.cli.main import run; run(['--help'])") & set(HEAVY) == {"click"}


def test_the_public_names_are_real_and_all_there() -> None:
    public = {name for name in vars(legibly) if not name.startswith("_")}
    submodules = {name for name in public if f"legibly.{name}" in sys.modules}
    assert set(legibly.__all__) - {"__version__"} == public - submodules | (set(legibly.__all__) & submodules)
    assert all(hasattr(legibly, name) for name in legibly.__all__)
