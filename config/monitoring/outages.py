"""Outages in the log: one line at the start, one a minute, and one at the end.

While the broker, the database or the mail server is down, everything that needs it
fails, and Celery, Django and our own code log each failure, most with a traceback.
`FoldOutages` recognises these records on their way to the log, drops and counts them,
and logs the outage instead. Each process logs what it sees itself.
"""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from celery.beat import SchedulingError
from django.db import InterfaceError, InternalError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis import exceptions as redis

logger = logging.getLogger(__name__)

#: The part that fails if the disk of the database is full.
DISK = "database’s disk"
#: Seconds between two summaries.
MINUTE = 60.0
#: Seconds between two checks of the thread that writes summaries.
GLANCE = 1.0

#: How many different errors of one outage are logged, and the characters compared.
MOST_ERRORS, LONGEST_ERROR = 20, 200

#: What the broker's client raises while the broker is down, read-only or full.
BROKER_ERRORS = (
    *(BrokerError, redis.ConnectionError, redis.TimeoutError),
    *(redis.ReadOnlyError, redis.OutOfMemoryError, redis.MasterDownError),
)
#: Prefixes of Redis's error messages that have no exception class.
BROKER_ANSWERS = ("OOM", "MISCONF", "READONLY", "UNBLOCKED", "NOREPLICAS")
#: SQLSTATEs of PostgreSQL: no connection, too few resources, shutting down, a system
#: error, read-only. Deadlocks and statement timeouts are not included.
DATABASE_STATES = ("08", "53", "57P", "58", "25006")
#: Those about its disk: it is full, or fails.
DISK_STATES = ("53100", "58030")
#: The same for SQLite.
DATABASE_NAMES = ("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR")
DISK_NAMES = ("SQLITE_FULL", "SQLITE_IOERR")


@dataclass
class PartOutage:
    """
    The outage of a part of the service, if there is one. Thread-safe.

    It ends when nothing has failed for ``quiet`` seconds, which is longer than the
    longest pause between two attempts to use the part. Times are monotonic.
    """

    part: str
    quiet: float
    lock: threading.Lock = field(default_factory=threading.Lock)
    began_at: float | None = None
    last_at: float = 0.0
    reported_at: float = 0.0
    count: int = 0
    count_reported: int = 0
    reason: str = ""
    errors: set[str] = field(default_factory=set)

    def note(
        self,
        reason: str,
        opening: str = "",
        error: BaseException | None = None,
    ) -> None:
        """
        Count a failure; the first one starts the outage and writes a line to the log.

        ``opening`` is the beginning of that line; by default it is made from
        ``reason``. If an ``error`` is given, its traceback follows, and an error that
        differs from the earlier ones is logged, too.
        """
        described = repr(error)[:LONGEST_ERROR] if error else ""
        with self.lock:
            self.last_at, self.reason = time.monotonic(), reason
            self.count += 1
            is_first = self.began_at is None
            if not is_first and (
                described in self.errors or len(self.errors) >= MOST_ERRORS
            ):
                return
            self.errors.add(described)
            if is_first:
                self.began_at = self.reported_at = self.last_at
                self.count_reported = self.count
        opening = opening or f"The {self.part} does not work: {reason}"
        logger.error(
            "%s Further failures are counted and summed up once a minute.",
            opening if opening.endswith((".", "?", "!")) else f"{opening}.",
            exc_info=error,
        )
        if not is_first:
            return
        with suppress(RuntimeError):  # this process is ending and cannot start threads
            threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        # time.sleep fails under libfaketime, with which tests run on other days.
        pause = threading.Event()
        while self.sum_up():
            pause.wait(GLANCE)

    def sum_up(self) -> bool:
        """Log a summary or the end if it is time; return whether the outage goes on."""
        with self.lock:
            now = time.monotonic()
            if self.began_at is None:
                return False
            lasted, silent = self.last_at - self.began_at, now - self.last_at
            count, fresh = self.count, self.count - self.count_reported
            is_over = silent >= self.quiet
            if is_over:
                self.began_at, self.count = None, 0
                self.errors.clear()
            elif now - self.reported_at < MINUTE:
                return True
            self.reported_at, self.count_reported = now, self.count
            reason = self.reason
        if is_over:
            logger.warning(
                "The %s has not failed for %.0f seconds. Before that it failed %d "
                "times within %.0f seconds.",
                *(self.part, silent, count, lasted),
            )
        elif fresh:
            logger.warning(
                "The %s failed %d times within a minute, most recently %.0f seconds "
                "ago: %s",
                *(self.part, fresh, silent, reason),
            )
        return not is_over


def new_outages() -> dict[str, PartOutage]:
    """
    Return an outage for each part.

    Celery's pauses are at most 32 seconds. An email that cannot be rendered is tried
    again after five minutes at the earliest.
    """
    quiet = {
        **dict.fromkeys(("broker", "database", DISK), 60.0),
        "mail server": 150.0,
        "rendering of emails": 600.0,
    }
    return {part: PartOutage(part, seconds) for part, seconds in quiet.items()}


OUTAGES = new_outages()
# A forked child has no watching thread, and may have inherited a locked lock.
os.register_at_fork(after_in_child=lambda: OUTAGES.update(new_outages()))


class FoldOutages(logging.Filter):
    """
    Drops records about an outage, and notes the outage.

    Such a record has an exception that shows it, or names it by ``extra``: ``outage``
    is the part, ``reason`` the cause.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        part = part_of_record(record)
        if part is None:
            return True
        is_marked = hasattr(record, "outage")
        OUTAGES[part].note(
            reason_of(record),
            record.getMessage() if is_marked else "",
            # Our own fault, unlike that of a server, has to be found.
            next(errors_in(record), None) if is_marked else None,
        )
        record.is_folded = True
        if record.levelno < logging.CRITICAL:
            return False
        # The process ends because of it, which deserves a line, but no traceback.
        record.exc_info = record.exc_text = None
        return True


class DropHealthRecords(logging.Filter):
    """Drops Django's log line about a 503 of /healthz; the response has the reasons."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        status = getattr(record, "status_code", None)
        return not (status == 503 and request and request.path == "/healthz")


def part_of_record(record: logging.LogRecord) -> str | None:
    """Return the part of the service that a record shows to be down, or None."""
    marked = getattr(record, "outage", None)
    if marked in OUTAGES:
        return str(marked)
    if record.levelno < logging.WARNING:
        return None
    parts = (part_of(error) for error in errors_in(record))
    return next((part for part in parts if part), None)


def errors_in(record: logging.LogRecord) -> Iterator[BaseException]:
    """Yield the exceptions of a record: its traceback's, and those in its arguments."""
    if record.exc_info and record.exc_info[1] is not None:
        yield record.exc_info[1]
    if isinstance(record.args, tuple):
        yield from (each for each in record.args if isinstance(each, BaseException))


def part_of(error: BaseException | None) -> str | None:
    """
    Return the part of the service that an exception shows to be down, or None.

    Explicit causes count. An exception raised while another was handled is a separate
    fault, except that Celery's beat does not set the cause of its error.
    """
    while error is not None:
        if is_of_broker(error):
            return "broker"
        if is_of_database(error):
            return DISK if is_of_disk(error) else "database"
        is_of_beat = isinstance(error, SchedulingError)
        error = error.__cause__ or (error.__context__ if is_of_beat else None)
    return None


def is_of_broker(error: BaseException) -> bool:
    """Return whether the broker is down, read-only or full."""
    if isinstance(error, BROKER_ERRORS):
        return True
    is_answer = isinstance(error, redis.ResponseError)
    return is_answer and str(error).startswith(BROKER_ANSWERS)


def is_of_database(error: BaseException) -> bool:
    """Return whether the database is down, read-only or full."""
    if not isinstance(error, (InterfaceError, InternalError, OperationalError)):
        return False
    cause = error.__cause__
    if name := getattr(cause, "sqlite_errorname", ""):
        return str(name).startswith(DATABASE_NAMES)
    if state := getattr(cause, "sqlstate", ""):
        return str(state).startswith(DATABASE_STATES)
    # psycopg's own errors: without a connection there is no SQLSTATE.
    return not isinstance(error, InternalError) and type(cause).__module__ != "sqlite3"


def is_of_disk(error: BaseException) -> bool:
    """Return whether an error of the database comes from its disk."""
    cause = error.__cause__
    name, state = (getattr(cause, key, "") for key in ("sqlite_errorname", "sqlstate"))
    return str(name).startswith(DISK_NAMES) or str(state).startswith(DISK_STATES)


def recent_reason(part: str, seconds: float) -> str:
    """Return why a part last failed in this process within so many seconds, or ''."""
    outage = OUTAGES[part]
    with outage.lock:
        is_recent = time.monotonic() - outage.last_at < seconds
        return outage.reason if outage.began_at is not None and is_recent else ""


def reason_of(record: logging.LogRecord) -> str:
    """Return in one line why something failed."""
    if said := getattr(record, "reason", ""):
        return str(said)
    error = next(errors_in(record), None)
    words = record.getMessage() if error is None else str(error) or repr(error)
    return " ".join(words.split())
