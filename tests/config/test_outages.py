"""Outages in the log: one line at the start, one a minute, and one at the end."""

import io
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator

import psycopg
import pytest
from celery.beat import SchedulingError
from django.db import InterfaceError, InternalError, OperationalError
from django.test import Client
from kombu.exceptions import OperationalError as BrokerError
from redis import exceptions as redis

from config.monitoring import error_reports, outages
from tests.support.waiting import wait_for

Lines = Callable[[], list[str]]


class Watch:
    """A clock that tests set."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Control the time, and start no watching thread."""
    watch = Watch()
    monkeypatch.setattr(outages.time, "monotonic", watch.monotonic)
    monkeypatch.setattr(outages.PartOutage, "_watch", lambda self: None)
    monkeypatch.setattr(outages, "OUTAGES", outages.new_outages())
    return watch


@pytest.fixture
def lines(watch: Watch) -> Iterator[Lines]:
    """Yield a function that returns the lines logged so far."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.addFilter(outages.FoldOutages())
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    root = logging.getLogger()
    others, root.handlers = root.handlers, [handler]  # they would be counted, too
    yield lambda: output.getvalue().splitlines()
    root.handlers = others


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def of_sqlite(name: str) -> Exception:
    cause = sqlite3.OperationalError(name)
    cause.sqlite_errorname = name
    return caused(OperationalError(name), cause)


def in_beat(error: Exception) -> Exception:
    """Return the error of Celery's beat as it raises it."""
    try:
        try:
            raise error
        except Exception:
            raise SchedulingError("Couldn't apply scheduled task") from None
    except SchedulingError as wrapped:
        wrapped.__context__ = error
        return wrapped


def log_task_failure(error: Exception) -> None:
    """Log as Celery does, with a mapping as the only argument."""
    logging.getLogger("celery.app.trace").error(
        "Task %(name)s raised unexpected: %(exc)s",
        {"name": "games.tasks.sweep_due", "exc": repr(error)},
        exc_info=(type(error), error, None),
    )


AWAY = BrokerError("Error 111 connecting to 127.0.0.1:6379. Connection refused.")
DOWN = caused(
    OperationalError("connection failed: no such socket"),
    psycopg.OperationalError("connection failed"),
)


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (AWAY, "broker"),
        (redis.ConnectionError("away"), "broker"),
        (redis.TimeoutError("frozen"), "broker"),
        (redis.ReadOnlyError("You can't write against a read only replica."), "broker"),
        (redis.OutOfMemoryError("command not allowed"), "broker"),
        (redis.ResponseError("OOM command not allowed"), "broker"),
        (redis.ResponseError("UNBLOCKED instance state changed"), "broker"),
        (redis.ResponseError("WRONGTYPE"), None),
        (in_beat(AWAY), "broker"),
        (DOWN, "database"),
        (InterfaceError("connection already closed"), "database"),
        (caused(OperationalError("x"), psycopg.errors.AdminShutdown("x")), "database"),
        (
            caused(OperationalError("x"), psycopg.errors.TooManyConnections("x")),
            "database",
        ),
        (caused(OperationalError("x"), psycopg.errors.DiskFull("x")), outages.DISK),
        (
            caused(InternalError("x"), psycopg.errors.ReadOnlySqlTransaction("x")),
            "database",
        ),
        (caused(OperationalError("x"), psycopg.errors.DeadlockDetected("x")), None),
        (of_sqlite("SQLITE_FULL"), outages.DISK),
        (of_sqlite("SQLITE_READONLY_DBMOVED"), "database"),
        (of_sqlite("SQLITE_ERROR"), None),
        (ValueError("a fault of ours"), None),
        (caused(ValueError("about it"), AWAY), "broker"),
    ],
)
def test_failing_part_is_recognised_from_the_error(
    error: Exception, part: str | None
) -> None:
    assert outages.part_of(error) == part


def test_fault_during_an_outage_is_not_part_of_it() -> None:
    error = ValueError("the handler is wrong")
    error.__context__ = AWAY
    assert outages.part_of(error) is None


def test_outage_logs_one_line_at_start_one_a_minute_and_one_at_end(
    watch: Watch, lines: Lines
) -> None:
    outage = outages.OUTAGES["broker"]
    log = logging.getLogger("celery.beat")
    for _ in range(100):
        log.error("Message Error: %s\n%s", AWAY, ["a stack"] * 99, exc_info=AWAY)
        watch.now += 1
        outage.sum_up()
    watch.now += 20
    assert outage.sum_up()
    watch.now += 40
    assert not outage.sum_up()
    start, summary, last_summary, end = lines()
    assert start == (
        "ERROR The broker does not work: Error 111 connecting to 127.0.0.1:6379. "
        "Connection refused. Further failures are counted and summed up once a minute."
    )
    assert summary == (
        "WARNING The broker failed 59 times within a minute, most recently 1 seconds "
        f"ago: {AWAY}"
    )
    assert last_summary.startswith("WARNING The broker failed 40 times within a minute")
    assert end == (
        "WARNING The broker has not failed for 61 seconds. Before that it failed 100 "
        "times within 99 seconds."
    )
    log.error("Message Error: %s", AWAY)
    assert lines()[4] == start, "another outage"


def test_each_part_has_its_own_lines(lines: Lines) -> None:
    log_task_failure(DOWN)
    logging.getLogger("celery.worker").error("Cannot connect to %s: %s", "redis", AWAY)
    log_task_failure(DOWN)
    database, broker = lines()
    assert database.startswith("ERROR The database does not work: connection failed")
    assert broker.startswith("ERROR The broker does not work: Error 111")


def test_record_can_name_the_failing_part(lines: Lines) -> None:
    for _ in range(2):
        logging.getLogger("mail").error(
            "The server says: %s",
            "421 busy",
            extra={"outage": "mail server", "reason": "421 busy"},
        )
    (line,) = lines()
    assert line.startswith("ERROR The server says: 421 busy. Further failures")
    assert outages.OUTAGES["mail server"].reason == "421 busy"


def test_repeated_error_of_ours_keeps_one_traceback_and_another_error_its_own(
    lines: Lines,
) -> None:
    extra = {"outage": "rendering of emails"}
    for name in ("first", "first", "second", "first"):
        error = KeyError(name)
        logging.getLogger("mail").error("It failed.", extra=extra, exc_info=error)
    told = lines()
    assert sum(line.startswith("ERROR It failed.") for line in told) == 2
    assert [line for line in told if line.startswith("KeyError")] == [
        "KeyError: 'first'",
        "KeyError: 'second'",
    ]


def test_other_errors_keep_their_tracebacks(lines: Lines) -> None:
    for _ in range(2):
        log_task_failure(ValueError("wrong"))
    assert [line for line in lines() if line.startswith("ERROR")] == [
        "ERROR Task games.tasks.sweep_due raised unexpected: ValueError('wrong')"
    ] * 2
    assert "ValueError: wrong" in lines()


def test_critical_record_keeps_its_line(lines: Lines) -> None:
    logging.getLogger("celery.worker").critical(
        "Unrecoverable error: %r", AWAY, exc_info=AWAY
    )
    start, end = lines()
    assert start.startswith("ERROR The broker does not work")
    assert end.startswith("CRITICAL Unrecoverable error: ")


def test_concurrent_failures_write_one_line(lines: Lines) -> None:
    threads = [threading.Thread(target=log_task_failure, args=[DOWN]) for _ in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lines()) == 1
    assert outages.OUTAGES["database"].count == 9


def test_thread_logs_the_end_of_an_outage(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outages, "GLANCE", 0.01)
    outage = outages.PartOutage("broker", quiet=0.05)
    outage.note("away")
    wait_for(lambda: len(caplog.messages) == 2)
    first, last = caplog.messages
    assert first.startswith("The broker does not work: away.")
    assert last.startswith("The broker has not failed for ")
    assert outage.began_at is None


def test_unhealthy_response_is_not_logged_as_an_error(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> None:
        raise OperationalError

    monkeypatch.setattr("config.monitoring.health.database_now", refuse)
    assert client.get("/healthz").status_code == 503
    assert not caplog.records


def test_logging_settings_fold_outages() -> None:
    from django.conf import settings

    filters = settings.LOGGING["filters"]
    assert settings.LOGGING["handlers"]["stderr"]["filters"] == ["outages", "context"]
    assert filters["outages"] == {"()": "config.monitoring.outages.FoldOutages"}


def test_outage_is_reported_to_sentry_once(lines: Lines) -> None:
    record = logging.makeLogRecord({"msg": "x", "outage": "mail server", "levelno": 40})
    logging.getLogger("x").handle(record)
    assert error_reports.clean_report({}, {"log_record": record}) is None
    hint = {"exc_info": (OperationalError, DOWN, None)}
    assert error_reports.clean_report({}, hint) is None
    start = logging.makeLogRecord({"msg": "The broker does not work: …"})
    assert error_reports.clean_report({}, {"log_record": start}) == {"tags": {}}
