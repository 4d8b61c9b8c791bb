"""What docs/disputes.md shows in a console is what comes of typing it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(
    r"^ *```console\n *\$ (.*?)\n(.*?)^ *```$",
    (ROOT / "docs/disputes.md").read_text(),
    re.M | re.S,
)


@pytest.mark.parametrize(("command", "shown"), BLOCKS)
def test_what_is_shown_is_what_is_told(command: str, shown: str) -> None:
    typed = command.replace("python -m", f"{sys.executable} -m")
    ran = subprocess.run(
        typed, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert ran.stdout.split() == shown.split()
    overdue = 3 * ("It is overdue" in shown)
    assert ran.returncode == (" is wrong: " in shown) + overdue


def test_every_block_is_tried() -> None:
    assert len(BLOCKS) == (ROOT / "docs/disputes.md").read_text().count("```console")


def test_every_act_of_the_red_team_is_told() -> None:
    told = (ROOT / "docs/disputes.md").read_text()
    acts = {path.stem for path in (ROOT / "tests/red_team").glob("test_*.py")}
    named = set(re.findall(r"\| `(\w+)` \|$", told, re.M))
    assert {f"test_{name}" for name in named} == acts
