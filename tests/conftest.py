"""What every test shares. Fixtures of one part live in that part's own conftest."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from django.utils import timezone, translation

from games.pages.board import Board
from notifications.parts.picture import picture_of


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Let no test spend another's limits, which the cache counts."""
    cache.clear()


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
        patch.setattr("notifications.letters.rendering.picture_of", first)
        yield


@pytest.fixture(scope="session", autouse=True)
def _stored_events_can_be_flushed() -> Iterator[None]:
    """
    Let tests that commit empty the tables afterwards, which the triggers refuse.

    They are lifted around the emptying alone: in a test they stand as in service.
    """
    from games.event_store import append_only

    flush = TransactionTestCase._fixture_teardown

    def lifted(self: TransactionTestCase, *args: Any) -> None:
        append_only.remove(connection)
        try:
            flush(self, *args)
        finally:
            append_only.install(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lifted)
        yield


ROOT = Path(__file__).parent
WHOLE_SERVICE = ROOT / "e2e"
#: What is shown and said is tried on the database that forgives less: the whole service
#: shows and says all of it on SQLite.
SHOWN = ("games/views", "notifications/replies")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out what belongs to another part, rather than to skip it.

    Two parts (see tests/settings.py) run what depends on the database, each on its own,
    but what is only shown, on one of them. Two run the rest once: what watches a whole
    service, and what does not.
    """
    others = [item for item in items if not _belongs_here(item)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if _belongs_here(item)]


def _belongs_here(item: pytest.Item) -> bool:
    part = os.environ.get("TEST_PART")
    if marker := item.get_closest_marker("only_on"):
        return (part or connection.vendor) in marker.args
    return part is None or part in _parts_of(item)


def _parts_of(item: pytest.Item) -> set[str]:
    if item.path.is_relative_to(WHOLE_SERVICE):
        return {"service"}
    if not _depends_on_database(item):
        return {"once"}
    is_shown = any(item.path.is_relative_to(ROOT / folder) for folder in SHOWN)
    return {"postgresql"} if is_shown else {"sqlite", "postgresql"}


def _depends_on_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("one_database"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES)


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
