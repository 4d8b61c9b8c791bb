"""config/checks.py: a database that nobody has readied, and who says so."""

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
    """The last migration has not been carried out, until the end of the test."""
    monkeypatch.setattr(checks._Migrations, "complete", False)
    recorder = MigrationRecorder(connection)
    last = recorder.migration_qs.filter(app="notifications").order_by("name").last()
    recorder.record_unapplied(last.app, last.name)
    yield
    recorder.record_applied(last.app, last.name)


@pytest.fixture
def kept_open(monkeypatch) -> None:
    """A worker lets go of its connection before it forks; the test needs it."""
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)


def page_after(error: Exception, rf) -> tuple[int, bool]:
    """The status of the page after an error, and whether it says what to do."""
    try:
        raise error
    except type(error):
        response = error_pages.server_error(rf.get("/"))
    return response.status_code, "manage.py migrate" in response.content.decode()


def test_a_page_without_tables_says_what_to_do(unready, rf):
    assert page_after(ProgrammingError("no such table"), rf) == (503, True)
    assert page_after(ValueError("something else"), rf) == (500, False)


def test_with_all_tables_it_was_something_else(rf):
    assert page_after(ProgrammingError("no such table"), rf) == (500, False)


def test_a_database_that_is_away_needs_no_migrations(monkeypatch, rf):
    def refuse() -> bool:
        raise OperationalError

    monkeypatch.setattr(error_pages, "lacks_migrations", refuse)
    assert page_after(OperationalError("gone"), rf) == (503, False)


def test_a_worker_refuses_to_start(unready, kept_open):
    with pytest.raises(SystemExit, match="lacks migrations"):
        celery.refuse_without_migrations()


def test_a_worker_starts_while_the_database_is_away(monkeypatch, kept_open):
    def refuse() -> bool:
        raise OperationalError

    monkeypatch.setattr(checks, "lacks_migrations", refuse)
    celery.refuse_without_migrations()


def test_once_all_was_there_nobody_looks_again(monkeypatch):
    assert not lacks_migrations()
    monkeypatch.setattr(checks, "MigrationExecutor", None)
    assert not lacks_migrations()


def test_health_knows_it(unready, client):
    report = client.get("/healthz").json()
    assert (report["healthy"], report["reasons"]) == (False, [WHAT_TO_DO])
