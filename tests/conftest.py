"""What every test shares. Fixtures of one part live in that part's own conftest."""

import os

import pytest

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """The half on PostgreSQL runs what depends on the database."""
    if os.environ.get("TEST_DATABASE") != "postgresql":
        return
    chosen = [item for item in items if is_about_the_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def is_about_the_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("one_database"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI nothing may be skipped: what cannot run there proves nothing."""
    report = yield
    is_expected_failure = hasattr(report, "wasxfail")
    if os.environ.get("CI") and report.skipped and not is_expected_failure:
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not accept: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """The same for modules that skip themselves as a whole."""
    report = yield
    if os.environ.get("CI") and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not accept: {report.longrepr}"
    return report
