"""Accidents of SQLite: its disk is full, its files vanish while people play."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAFE = "Your game is safe. Please try again in a moment."

pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process went through that had all of that happen to it."""
    folder = tmp_path_factory.mktemp("sqlite")
    answered = subprocess.run(
        [sys.executable, "-m", "tests.config.sqlite_accidents", str(folder)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        check=True,
        stdout=subprocess.PIPE,
    )
    found: dict[str, Any] = json.loads(answered.stdout.splitlines()[-1])
    return found


def test_on_a_full_disk_nothing_is_accepted_and_the_game_can_be_read(
    told: dict[str, Any],
) -> None:
    for status, page in told["full"]:
        assert status == 503
        assert SAFE in page
    assert told["read while full"] == told["before"]


def test_the_same_forms_are_accepted_once_there_is_room(told: dict[str, Any]) -> None:
    assert told["room again"] == [303, 303, 303]
    assert all(a > b for a, b in zip(told["after"], told["before"], strict=True))


def test_nothing_is_accepted_into_files_that_are_gone(told: dict[str, Any]) -> None:
    """Whoever has them open still could write there, and all would be lost."""
    for status, page in told["gone"]:
        assert status == 503
        assert "migrate" in page


def test_the_same_forms_are_accepted_once_the_files_are_back(
    told: dict[str, Any],
) -> None:
    assert told["back"] == [303, 303, 303]
    assert all(a > b for a, b in zip(told["in the end"], told["after"], strict=True))
    assert "all in order" in told["checked"]
