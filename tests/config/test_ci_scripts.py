""".ci/: the scripts are valid bash, and CI runs nothing else."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / ".ci").iterdir())
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_is_executable_and_valid(script: Path) -> None:
    assert script.stat().st_mode & 0o111 == 0o111
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_each_workflow_runs_one_script() -> None:
    commands = {
        path.name: re.findall(r"^ +- run: (.+)$", path.read_text(), re.MULTILINE)
        for path in WORKFLOWS
    }
    assert commands == {
        "audit.yml": [".ci/audit"],
        "ci.yml": [".ci/run"],
        "long.yml": [".ci/long"],
        "sbom.yml": [".ci/sbom sbom.json"],
        "site.yml": [".ci/site site"],
    }
