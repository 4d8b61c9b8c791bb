"""A pytest plugin that selects and orders tests; in CI none may be skipped."""

import os
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

TESTS = Path(__file__).parents[1]
WHOLE_SERVICE = TESTS / "e2e"
#: Modules that share something expensive (a site, a browser, a played game, a wheel):
#: one process runs all their tests.
SHARING = frozenset(
    {
        WHOLE_SERVICE,
        TESTS / "config" / "test_database_file.py",
        TESTS / "config" / "test_unreadable_requests.py",
        TESTS / "config" / "test_wheel.py",
        TESTS / "games" / "month" / "test_deserted.py",
        TESTS / "release",
    }
)
#: Tests with processes, whose scheduling, random numbers and clocks are the machine's.
PROCESSES = frozenset(
    {
        WHOLE_SERVICE,
        TESTS / "config",
        TESTS / "deploy",
        TESTS / "test_attacks_command.py",
        TESTS / "test_bench.py",
        TESTS / "test_faults_command.py",
    }
)


#: Folders of long tests: in browsers, over months, of two releases.
LONG = frozenset({WHOLE_SERVICE, TESTS / "games" / "month", TESTS / "release"})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="also run the long tests: in browsers, of whole games, of killed programs",
    )
    parser.addoption(
        "--slow",
        action="store_true",
        help="run the long tests in full: a month of many tables, hundreds of faults",
    )


@pytest.fixture(scope="session")
def is_slow(request: pytest.FixtureRequest) -> bool:
    """Return whether long trials run in full."""
    return bool(request.config.getoption("--slow"))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On SQLite collect only modules that mention it, because the others take long."""
    is_module = collection_path.name.startswith("test_")
    if runs_on_sqlite_besides() and is_module and collection_path.suffix == ".py":
        text = collection_path.read_text("utf-8")
        return not any(mark in text for mark in ("both_databases", "only_on")) or None
    return None


def runs_on_sqlite_besides() -> bool:
    return os.environ.get("TEST_DATABASE") == "sqlite"


def pytest_itemcollected(item: pytest.Item) -> None:
    """
    Run tests with processes or commits once more if they fail.

    The summary counts and names these tests (`-r R`).
    """
    if _is_within(item.path, PROCESSES) or _commits(item):
        item.add_marker(pytest.mark.flaky(reruns=1))


@cache
def _is_within(path: Path, places: frozenset[Path]) -> bool:
    """Return whether a file is one of these files or in one of these folders."""
    return path in places or not places.isdisjoint(path.parents)


def _commits(item: pytest.Item) -> bool:
    database = item.get_closest_marker("django_db")
    return bool(database and database.kwargs.get("transaction"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(
    config: pytest.Config, log: Producer
) -> LoadScopeScheduling:
    return UnitScheduling(config, log)


class UnitScheduling(LoadScopeScheduling):
    """
    Gives processes one unit after the other.

    Half of them begin with the tests in a browser, each of which starts a browser and a
    site once; the others take these tests only when nothing else is left.
    """

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        has_browser = self.nodes.index(node) < (len(self.nodes) + 1) // 2
        if not has_browser:
            others = (unit for unit in self.workqueue if not is_in_browser(unit))
            self.workqueue.move_to_end(next(others, next(iter(self.workqueue))), False)
        super()._assign_work_unit(node)

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        """Forget finished units, because otherwise each test counts all again."""
        super().mark_test_complete(node, item_index, duration)
        units = self.assigned_work[node]
        unit = unit_of(self.registered_collections[node][item_index])
        if all(units[unit].values()):
            del units[unit]


def unit_of(nodeid: str) -> str:
    """Return what one process runs: a test, or a module that shares something."""
    module, _, _name = nodeid.partition("::")
    return module if _is_within(TESTS.parent / module, SHARING) else nodeid


def is_in_browser(unit: str) -> bool:
    return _is_within(
        TESTS.parent / unit.partition("::")[0], frozenset({WHOLE_SERVICE})
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Deselect tests that do not belong to this run, and run the longest first."""
    others = [item for item in items if not _belongs_here(config, item)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if _belongs_here(config, item)]
    items.sort(key=_turn)


def _belongs_here(config: pytest.Config, item: pytest.Item) -> bool:
    if item.get_closest_marker("slow") and not config.getoption("--slow"):
        return False
    if _is_long(item) and not _runs_long_tests(config):
        return False
    from django.db import connection

    only_on = item.get_closest_marker("only_on")
    if only_on and connection.vendor not in only_on.args:
        return False
    if not runs_on_sqlite_besides():
        return True
    return bool(only_on or item.get_closest_marker("both_databases"))


def _is_long(item: pytest.Item) -> bool:
    """Return whether a test takes long, or is repeated on SQLite."""
    is_marked = bool(item.get_closest_marker("long"))
    return is_marked or _is_within(item.path, LONG) or runs_on_sqlite_besides()


def _runs_long_tests(config: pytest.Config) -> bool:
    """Return whether long tests are wanted: by an option, or since files are named."""
    names_nothing = config.args == config.getini("testpaths")
    wanted: bool = config.getoption("--long") or config.getoption("--slow")
    return wanted or not names_nothing


def _turn(item: pytest.Item) -> int:
    """
    Return the sort key: tests of minutes, then of seconds, then the others.

    A module that one process runs counts as long. Tests of the whole service are
    consecutive, so that it can stop after the last of them.
    """
    if item.get_closest_marker("slow"):
        return 0
    if _is_within(item.path, frozenset({WHOLE_SERVICE})):
        return 1
    return 2 if _is_long(item) or _is_within(item.path, SHARING) else 3


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[
    None, pytest.TestReport, pytest.TestReport
]:
    """Fail skipped tests in CI, because they prove nothing."""
    report = yield
    if not hasattr(report, "wasxfail"):
        _refuse_skip_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[
    None, pytest.CollectReport, pytest.CollectReport
]:
    """Fail modules that skip themselves in CI."""
    report = yield
    _refuse_skip_in_ci(report)
    return report


def _refuse_skip_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    if os.environ.get("CI") and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not accept: {report.longrepr}"
