"""What every test shares. Fixtures of one part live in that part's own conftest."""

import os
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase

from games import append_only


@pytest.fixture(scope="session", autouse=True)
def _stored_events_can_be_flushed() -> Iterator[None]:
    """
    Let tests that commit empty the tables afterwards, which the triggers refuse.

    They are lifted around the emptying alone: in a test they stand as in service.
    """
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


DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """The half on PostgreSQL (see tests/settings.py) runs what depends on it."""
    if os.environ.get("TEST_DATABASE") != "postgresql":
        return
    others = [item for item in items if not _is_about_the_database(item)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


def _is_about_the_database(item: pytest.Item) -> bool:
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
