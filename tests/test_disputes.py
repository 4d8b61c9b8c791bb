"""The commands in docs/disputes.md print what the page shows."""

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
def test_command_prints_what_the_page_shows(command: str, shown: str) -> None:
    typed = command.replace("python -m", f"{sys.executable} -m")
    ran = subprocess.run(
        typed, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert ran.stdout.split() == shown.split()
    overdue = 3 * ("It is overdue" in shown)
    assert ran.returncode == (" is wrong: " in shown) + overdue


def test_every_console_block_is_run() -> None:
    assert len(BLOCKS) == (ROOT / "docs/disputes.md").read_text().count("```console")


def test_every_act_of_the_red_team_has_a_row() -> None:
    told = (ROOT / "docs/disputes.md").read_text()
    acts = {path.stem for path in (ROOT / "tests/red_team").glob("test_*.py")}
    named = set(re.findall(r"\| `(\w+)` \|$", told, re.M))
    assert {f"test_{name}" for name in named} == acts
