"""What every test shares. Fixtures of one part live in that part's own conftest."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client, TransactionTestCase
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings

from games.pages.board import Board
from notifications.mails.blocks.picture import picture_of
from tests.standing_time import StandingTime

# On however slow a machine, and alike whichever tests run: a profile is for all.
settings.register_profile(
    "suite",
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def time_stands(monkeypatch: pytest.MonkeyPatch) -> StandingTime:
    """Let no test depend on the day it runs: pages and tasks read one moment of ours.

    Tests of processes, which have the machine's time, put a fixture of theirs in place
    of this one.
    """
    standing = StandingTime()
    monkeypatch.setattr("games.clocks._NOW", standing)
    return standing


@pytest.fixture
def client() -> Client:
    """A browser at this machine, which says that its connection stays."""
    return Client(HTTP_CONNECTION="keep-alive")


@pytest.fixture(autouse=True)
def _english_in_utc() -> Iterator[None]:
    """Let no test read what comes after another's request in that reader's language."""
    with translation.override("en"), timezone.override(None):
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_board_for_all_mails() -> Iterator[None]:
    """
    Let all mails show the board that was drawn first.

    Drawing takes longer than many a test. ``test_picture`` tries it for its own sake,
    and the tests of the whole service, whose processes this does not reach, draw all.
    """
    drawn: list[bytes] = []

    def first(board: Board) -> bytes:
        if not drawn:
            drawn.append(picture_of(board))
        return drawn[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("notifications.sending.render.picture_of", first)
        yield


@pytest.fixture(scope="session", autouse=True)
def _stored_events_can_be_flushed() -> Iterator[None]:
    """
    Let tests that commit empty the tables afterwards, which the triggers refuse.

    They are lifted around the emptying alone: in a test they stand as in service. What
    the migrations had put into the tables is put back, so that the order of tests is
    free.
    """
    from django.apps import apps
    from django.contrib.auth.models import Group

    from games.event_store import append_only
    from games.migrations.sql import groups_1

    flush = TransactionTestCase._fixture_teardown

    def lifted(self: TransactionTestCase, *args: Any) -> None:
        append_only.remove(connection)
        try:
            flush(self, *args)
        finally:
            append_only.install(connection)
        if not Group.objects.exists():
            with connection.schema_editor() as editor:
                groups_1.make(apps, editor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lifted)
        yield


WHOLE_SERVICE = Path(__file__).parent / "e2e"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slow",
        action="store_true",
        help="run the long trials in full: a month of many tables, hundreds of faults",
    )


@pytest.fixture(scope="session")
def is_slow(request: pytest.FixtureRequest) -> bool:
    """Are long trials run in full?"""
    return bool(request.config.getoption("--slow"))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each module that shares a running service to one process."""
    if "service" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out what does not belong to this run, and begin with what takes longest."""
    others = [item for item in items if not _belongs_here(config, item)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if _belongs_here(config, item)]
    items.sort(key=lambda item: not _is_long(item))


def _belongs_here(config: pytest.Config, item: pytest.Item) -> bool:
    if item.get_closest_marker("slow") and not config.getoption("--slow"):
        return False
    only_on = item.get_closest_marker("only_on")
    if only_on and connection.vendor not in only_on.args:
        return False
    if os.environ.get("TEST_DATABASE") != "sqlite":
        return True
    return bool(only_on or item.get_closest_marker("both_databases"))


def _is_long(item: pytest.Item) -> bool:
    is_marked = any(map(item.get_closest_marker, ("long", "slow")))
    return is_marked or item.path.is_relative_to(WHOLE_SERVICE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[
    None, pytest.TestReport, pytest.TestReport
]:
    """In CI nothing may be skipped: what cannot run there proves nothing."""
    report = yield
    if not hasattr(report, "wasxfail"):
        _refuse_skip_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[
    None, pytest.CollectReport, pytest.CollectReport
]:
    """The same for modules that skip themselves as a whole."""
    report = yield
    _refuse_skip_in_ci(report)
    return report


def _refuse_skip_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    if os.environ.get("CI") and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not accept: {report.longrepr}"
