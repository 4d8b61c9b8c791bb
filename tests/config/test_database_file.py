"""Accidents of SQLite: the disk is full, or the files vanish during play."""

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
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of a process that went through all accidents."""
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


def test_full_disk_rejects_moves_but_shows_the_game(
    report: dict[str, Any],
) -> None:
    for status, page in report["full"]:
        assert status == 503
        assert SAFE in page
    assert report["read while full"] == report["before"]


def test_forms_are_accepted_again_once_there_is_space(report: dict[str, Any]) -> None:
    assert report["room again"] == [303, 303, 303]
    assert all(a > b for a, b in zip(report["after"], report["before"], strict=True))


def test_moves_are_rejected_while_the_files_are_missing(report: dict[str, Any]) -> None:
    """A process with the old files open could write moves to them that get lost."""
    for status, page in report["gone"]:
        assert status == 503
        assert "migrate" in page


def test_forms_are_accepted_again_once_the_files_are_back(
    report: dict[str, Any],
) -> None:
    assert report["back"] == [303, 303, 303]
    assert all(
        a > b for a, b in zip(report["in the end"], report["after"], strict=True)
    )
    assert "all in order" in report["checked"]
