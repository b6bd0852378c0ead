"""axe-core, which finds what keeps people with assistive technology out. `make test` installs it
through npm, into a folder that git ignores.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / ".npm" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map(({ id, impact, help, nodes }) =>
    `${impact} ${id}: ${help} (${nodes.length}: ${nodes[0].html.slice(0, 160)} `
    + `${nodes[0].failureSummary})`);
}"""


def violations(page: Any) -> list[str]:
    """Everything but what axe itself calls minor."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install --prefix .npm axe-core")
    page.evaluate(AXE.read_text("utf-8"))
    return [line for line in page.evaluate(RUN) if not line.startswith("minor")]
