"""config/checks.py: a database without all migrations is reported."""

from collections.abc import Iterator

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.recorder import MigrationRecorder

from config import celery, checks
from config.checks import WHAT_TO_DO, lacks_migrations
from config.web import error_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def unready(monkeypatch) -> Iterator[None]:
    """Pretend that the last migration was not applied."""
    monkeypatch.setattr(checks._Checked, "migrations", False)
    recorder = MigrationRecorder(connection)
    last = recorder.migration_qs.filter(app="notifications").order_by("name").last()
    recorder.record_unapplied(last.app, last.name)
    yield
    recorder.record_applied(last.app, last.name)


@pytest.fixture
def kept_open(monkeypatch) -> None:
    """Keep the test's connection open, which a worker closes before it forks."""
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)


def page_after(error: Exception, rf) -> tuple[int, bool]:
    """Return the status of the error page, and whether it says what to do."""
    try:
        raise error
    except type(error):
        response = error_pages.server_error(rf.get("/"))
    return response.status_code, "manage.py migrate" in response.content.decode()


def test_page_without_tables_says_what_to_do(unready, rf):
    assert page_after(ProgrammingError("no such table"), rf) == (503, True)
    assert page_after(ValueError("something else"), rf) == (500, False)


def test_page_with_all_tables_does_not_mention_migrations(rf):
    assert page_after(ProgrammingError("no such table"), rf) == (500, False)


def test_unreachable_database_does_not_lack_migrations(monkeypatch, rf):
    def refuse() -> bool:
        raise OperationalError

    monkeypatch.setattr(error_pages, "lacks_migrations", refuse)
    assert page_after(OperationalError("gone"), rf) == (503, False)


def test_worker_refuses_to_start_without_migrations(unready, kept_open):
    with pytest.raises(SystemExit, match="lacks migrations"):
        celery.refuse_other_tables()


def test_worker_starts_while_the_database_is_down(monkeypatch, kept_open):
    def refuse() -> bool:
        raise OperationalError

    monkeypatch.setattr(checks, "lacks_migrations", refuse)
    celery.refuse_other_tables()


def test_worker_refuses_to_start_with_other_tables(monkeypatch, kept_open):
    monkeypatch.setattr(checks, "describe_tables", lambda: "A table is missing.")
    with pytest.raises(SystemExit, match="A table is missing"):
        celery.refuse_other_tables()


def test_complete_migrations_are_not_checked_again(monkeypatch):
    assert not lacks_migrations()
    monkeypatch.setattr(checks, "MigrationExecutor", None)
    assert not lacks_migrations()


def test_health_reports_missing_migrations(unready, client):
    report = client.get("/healthz").json()
    assert (report["healthy"], report["reasons"]) == (False, [WHAT_TO_DO])
