"""Only `compile_opponents` and `up` compile the opponents."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.harness.environment import ROOT, environment
from tests.harness.migrated import copy_migrated_database
from tests.harness.service import Service
from tests.support.waiting import PATIENCE, wait_for

PACKAGES = ("config", "games", "notifications", "stoneage_core")
#: The only module of the service that runs the compiler, and its callers.
COMPILES = {"games/management/commands/compile_opponents.py"}


def test_only_the_command_compiles() -> None:
    """So no task or request does, whatever it imports."""
    found = set()
    for package in ("config", "games", "notifications"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text("utf-8")
            if re.search(r"quicken\(|compile_model|compiling\.__name__", text):
                found.add(str(path.relative_to(ROOT)))
    # The test command is not part of the service.
    assert found - {"config/management/commands/test.py"} == COMPILES


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the service without compiled modules."""
    folder = tmp_path / "checkout"
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("compiled_*", "__pycache__", ".compiling")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    for shared in ("templates", "locale", "requirements", "pyproject.toml"):
        (folder / shared).symlink_to(ROOT / shared)
    shutil.copy(ROOT / "manage.py", folder)
    return folder


@pytest.fixture
def slow_compiler(checkout: Path, tmp_path: Path) -> Iterator[str]:
    """A PATH with a C compiler that never finishes."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("gcc", "cc", "clang"):
        (folder / name).write_text("#!/bin/sh\nexec sleep 3601\n")
        (folder / name).chmod(0o755)
    yield f"{folder}:/usr/bin:/bin"
    for process in compilers(checkout):
        process.kill()


def compilers(checkout: Path) -> list[psutil.Process]:
    return [
        process
        for process in psutil.process_iter(["cmdline", "cwd"])
        if process.info["cmdline"] == ["sleep", "3601"]
        and process.info["cwd"] == str(checkout)
    ]


def leftovers(checkout: Path) -> list[str]:
    """Return the files in the model's folder that are not sources."""
    folder = checkout / "stoneage_core/model"
    names = (path.name for path in folder.iterdir())
    return [
        name for name in names if not name.endswith((".py", ".json")) and name[0] != "_"
    ]


def compile_in(
    checkout: Path, path: str, *options: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "compile_opponents", *options],
        cwd=checkout,
        env=environment(PATH=path, VAR_DIR=str(checkout / "var")),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.long
def test_missing_compiler_is_reported(checkout: Path) -> None:
    outcome = compile_in(checkout, "/nowhere")
    assert outcome.returncode == 1
    assert re.search(r"The C compiler \S+ is not installed\.", outcome.stderr)
    assert "eighty times longer" in outcome.stderr
    assert leftovers(checkout) == []


@pytest.mark.long
def test_endless_compilation_is_killed_and_leaves_no_files(
    checkout: Path, slow_compiler: str, is_slow: bool
) -> None:
    """With --slow after so long that the C compiler has surely begun."""
    seconds = "30" if is_slow else "5"
    stale = checkout / "stoneage_core/model/.compiling"
    stale.mkdir()  # left by a compilation that was killed
    outcome = compile_in(checkout, slow_compiler, "--seconds", seconds)
    assert outcome.returncode == 1
    assert f"took longer than {seconds} seconds" in outcome.stderr
    assert compilers(checkout) == []
    assert leftovers(checkout) == []


@pytest.mark.long
@pytest.mark.parametrize("how", [pytest.param("stop", marks=pytest.mark.slow), "kill"])
def test_up_compiles_after_the_first_page_and_stops_the_compiler_on_exit(
    checkout: Path, slow_compiler: str, tmp_path: Path, how: str
) -> None:
    """Even if the supervisor is killed by `kill -9`."""
    service = Service(tmp_path / "var", PATH=slow_compiler)
    service.directory.mkdir()
    copy_migrated_database(service.directory)
    service.started_in = checkout
    try:
        service.start()  # returns when the first page answers
        wait_for(lambda: compilers(checkout))
        assert all(each.nice() > 0 for each in compilers(checkout))
        if how == "stop":
            service.stop()
        else:
            service.kill()
        wait_for(lambda: not compilers(checkout))
        wait_for(lambda: leftovers(checkout) == [])
        wait_for(lambda: service.processes() == [])
    finally:
        service.stop()
