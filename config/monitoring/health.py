"""`/healthz`: the health of the service, for monitoring."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from shutil import disk_usage
from threading import Lock

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.celery import BrokerRefuses, BrokerSilent, calls_waiting
from config.celery_settings import task_queues, task_routes
from config.checks import WHAT_TO_DO, describe_tables, lacks_migrations
from config.monitoring.log_lines import redact
from config.monitoring.outages import DISK, recent_reason
from games import deadlines
from games import thinking as thinking
from games.background import attempts
from games.links.tokens import absolute_url
from games.models import Game
from games.now import database_now
from games.presentation.dates import duration_in_words
from games.transparency.sequencer import oldest_unlogged_age
from games.transparency.witnesses import COSIGNING, silent_witnesses
from notifications import queries as notifications
from notifications.models import Kind
from notifications.outbox.delays import Delay, oldest_delay, unwritable_mails

DAY = timedelta(days=1)
#: Due work that waits for more seconds is reported. A process that started less long
#: ago reports nothing yet.
MINUTE = 60
#: How many failing tasks are named.
MOST_NAMED = 5
STARTED_AT = time.monotonic()

#: The queue with the beat's calls for a sweep.
SWEEP_QUEUE = task_routes["games.tasks.sweep_due"]["queue"]

#: The sentence for each age in the report that exceeds a minute.
WAITING = {
    "oldest_due_mail_seconds": "An email has been due for {}.",
    "oldest_due_notification_seconds": (
        "A notification in a browser has been due for {}."
    ),
    "oldest_due_call_seconds": "A call of a webhook has been due for {}.",
    "oldest_unread_mail_seconds": "An incoming email has been unread for {}.",
    "oldest_overdue_turn_seconds": "A deadline has been overdue for {}.",
    "oldest_unlogged_head_seconds": "A game has waited for the log for {}.",
}
MAIL_OUTAGE = (
    "The mail server has accepted no email since {since}: {answer}. Check {setting} "
    "and the mail server; `manage.py mail_doctor ADDRESS` tries both."
)
PUSH_OUTAGE = (
    "No push service has accepted a notification since {since}: {answer}. Can the "
    "workers reach the hosts in PUSH_SERVICES by https?"
)
READ_ONLY = (
    "The database is read-only: no move can be stored. Is it a standby, or is "
    "default_transaction_read_only on?"
)
BROKER_SILENT = "The broker does not answer. Is it running, and is BROKER_URL right?"
BROKER_REFUSES = (
    "The broker is read-only or full: {}. Nothing is lost; workers go on as soon as it "
    "can be written to."
)
DISK_FULL = (
    "Only {} MB are free on the disk of VAR_DIR. Make room: when it is full, no move "
    "can be stored."
)
DATABASE_DISK_FULL = (
    "The database could not write to its disk: {}. Make room: until then some moves "
    "are refused."
)
#: Sentences about failures through a fault of the service, for one and for several.
FAULTS = {
    "unwritable_mails": (
        "An email could not be rendered through a fault of the service. See the log.",
        "{} emails could not be rendered through a fault of the service. See the log.",
    ),
    "games_failed": (
        "Handling a deadline failed in one game. See the log; the desk lists it.",
        "Handling a deadline failed in {} games. See the log; the desk lists them.",
    ),
}
MEGABYTE = 1_000_000
#: With fewer MB free, a disk counts as full. PostgreSQL needs 16 MB at a time.
LEAST_FREE = 50
#: Seconds for which a failure to write to the disk is reported.
DISK_FAILED_LATELY = 30
#: Seconds that a bot or the coach may keep somebody waiting.
LONGEST_THOUGHT = 300


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """
    Answer 200 if the service is healthy, otherwise 503, with reasons in words.

    Ages are whole seconds: how long the oldest email waiting for its server, the oldest
    unread incoming email and the oldest overdue deadline have waited, 0 if nothing
    waits; and the time since the last sweep, null before the first. Retries do not
    reset an age. The outages are sentences, empty if there is none, and so is how the
    tables differ from what they should be. Failures through a fault of the service are
    counted: there should be none. Background work that failed more than once is named,
    and so are witnesses that have not cosigned for an hour.
    """
    report = measure()
    reasons = list(describe_faults(report))
    status = HTTPStatus.SERVICE_UNAVAILABLE if reasons else HTTPStatus.OK
    said = {"healthy": not reasons, "reasons": reasons}
    return JsonResponse(said | report, status=status)


def measure() -> dict[str, object]:
    """Return the report, without the figures of a part that does not answer."""
    return BROKER.ask() | measure_disk() | measure_database()


class BrokerProbe:
    """
    Asks the broker at most once a second, for all callers.

    Thread-safe. A frozen broker times out only after more than a second. Concurrent
    callers share this one timeout instead of waiting for one each.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.report: dict[str, object] = {}
        self.expires_at = 0.0  # on the monotonic clock

    def ask(self) -> dict[str, object]:
        with self.lock:
            if time.monotonic() > self.expires_at:
                self.report = measure_broker()
                self.expires_at = time.monotonic() + 1
            return self.report


BROKER = BrokerProbe()


def measure_broker() -> dict[str, object]:
    """Return how many calls wait in each queue."""
    try:
        waiting = calls_waiting(queue.name for queue in task_queues)
    except BrokerRefuses as refusal:
        return {"broker": False, "broker_refusal": str(refusal)}
    except BrokerSilent:
        return {"broker": False, "broker_refusal": ""}
    return {"broker": True, "broker_refusal": "", "calls_waiting": waiting}


def measure_disk() -> dict[str, object]:
    """Return how many MB are free for us on the disk of VAR_DIR."""
    try:
        return {"disk_free_megabytes": disk_usage(settings.VAR_DIR).free // MEGABYTE}
    except OSError:
        return {"disk_free_megabytes": None}


def measure_database() -> dict[str, object]:
    """Return what the database reports, or that it does not answer."""
    try:
        now = database_now()
        found: dict[str, object] = {
            "database": True,
            "writable": is_writable(),
            "database_disk_failure": recent_reason(DISK, DISK_FAILED_LATELY),
        }
        if lacks_migrations():
            return found | {"migrated": False}
        found |= {"migrated": True, "tables_differ": describe_tables()}
        return found if found["tables_differ"] else found | measure_delays(now)
    except DatabaseError:
        return {"database": False}


def is_writable() -> bool:
    """Return whether PostgreSQL accepts writes; SQLite cannot tell beforehand."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        # Also "on" on a standby.
        cursor.execute("SELECT current_setting('transaction_read_only')", [])
        return bool(cursor.fetchone()[0] == "off")


def measure_delays(now: datetime) -> dict[str, object]:
    swept = deadlines.last_sweep_age(now)
    mail, push, call = (
        oldest_delay(kind, now) for kind in (Kind.SIGN_IN, Kind.PUSH, Kind.WEBHOOK)
    )
    ages = {
        "oldest_due_mail_seconds": now - mail.since if mail else None,
        "oldest_due_notification_seconds": now - push.since if push else None,
        "oldest_due_call_seconds": now - call.since if call else None,
        "oldest_unread_mail_seconds": notifications.oldest_unread_age(now),
        "oldest_overdue_turn_seconds": deadlines.oldest_overdue_age(now),
        "oldest_unlogged_head_seconds": oldest_unlogged_age(now),
    }
    return {
        "last_sweep_seconds": None if swept is None else seconds_of(swept),
        **{name: seconds_of(age) for name, age in ages.items()},
        "mail_server_outage": describe_outage(MAIL_OUTAGE, mail, now),
        "push_outage": describe_outage(PUSH_OUTAGE, push, now),
        "unwritable_mails": unwritable_mails().count(),
        "unread_mails_given_up": notifications.mails_given_up(now - DAY).count(),
        "silent_witnesses": silent_witnesses(now),
        "games_failed": Game.objects.stuck().count(),
        "oldest_thought_seconds": seconds_of(thinking.oldest_age(now)),
        "work_that_fails": [
            # A witness belongs to somebody else, and gets an hour.
            str(each)
            for each in attempts.failing(now)
            .filter(count__gt=1)
            .exclude(work=COSIGNING.what)[:MOST_NAMED]
        ],
    }


def describe_outage(sentence: str, delay: Delay | None, now: datetime) -> str:
    """Return since when a server has accepted nothing, and its answer, or ''."""
    if delay is None or delay.refusing_since is None:
        return ""
    if (now - delay.refusing_since).total_seconds() <= MINUTE:
        return ""
    since = delay.refusing_since.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    answer = redact(delay.answer).rstrip(".")
    setting = "EMAIL_URL" if settings.EMAIL_URL else "EMAIL_BACKEND"
    return sentence.format(since=since, answer=answer, setting=setting)


def seconds_of(age: timedelta | None) -> int:
    return 0 if age is None else int(age.total_seconds())


def describe_faults(report: dict[str, object]) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong."""
    if refusal := report["broker_refusal"]:
        yield BROKER_REFUSES.format(str(refusal).rstrip("."))
    elif not report["broker"]:
        yield BROKER_SILENT
    free = report["disk_free_megabytes"]
    if isinstance(free, int) and free < LEAST_FREE:
        yield DISK_FULL.format(free)
    if not report["database"]:
        yield "The database does not answer. Is it running, and is DATABASE_URL right?"
    elif not report["writable"]:
        yield READ_ONLY
    elif not report["migrated"]:
        yield WHAT_TO_DO
    elif report["tables_differ"]:
        yield str(report["tables_differ"])
    elif failure := report["database_disk_failure"]:
        yield DATABASE_DISK_FULL.format(str(failure).rstrip("."))
    elif time.monotonic() - STARTED_AT > MINUTE:
        yield from describe_delays(report)


def describe_delays(report: dict[str, object]) -> Iterator[str]:
    """Yield a sentence for each program that does not work, and for what is waiting."""
    swept = report["last_sweep_seconds"]
    if not isinstance(swept, int) or swept > MINUTE:
        waiting = report.get("calls_waiting")
        calls = waiting[SWEEP_QUEUE] if isinstance(waiting, dict) else 0
        since = "yet" if swept is None else f"for {swept} seconds"
        if calls:
            yield (
                f"No sweep has run {since}, though {calls} calls are waiting. Is a "
                f"celery worker for the queue “{SWEEP_QUEUE}” running?"
            )
        else:
            yield (
                f"No sweep has run {since}. Is a celery worker running that was "
                "started with --with-beat?"
            )
    elif swept < -MINUTE:
        yield f"The last sweep is dated {-swept} seconds ahead. Was a clock set back?"
    outages = {
        "oldest_due_mail_seconds": report["mail_server_outage"],
        "oldest_due_notification_seconds": report["push_outage"],
    }
    for asked, sentence in WAITING.items():
        seconds = report[asked]
        if isinstance(seconds, int) and seconds > MINUTE:
            yield str(outages.get(asked) or sentence.format(for_how_long(seconds)))
    for asked, (one, several) in FAULTS.items():
        count = report[asked]
        if count:
            yield one if count == 1 else several.format(count)
    yield from describe_failures(report)


def for_how_long(seconds: int) -> str:
    """Return a duration in words, such as "25 days 3 hours"."""
    with translation.override("en"):
        return duration_in_words(seconds)


def describe_failures(report: dict[str, object]) -> Iterator[str]:
    """Yield a sentence for each bot, witness or kind of work that does not succeed."""
    thought = report["oldest_thought_seconds"]
    if isinstance(thought, int) and thought > LONGEST_THOUGHT:
        waited = for_how_long(thought)
        yield f"A bot or the coach has kept somebody waiting for {waited}."
    silent = report["silent_witnesses"]
    if isinstance(silent, list) and silent:
        yield (
            f"The log has grown for an hour without a cosignature of "
            f"{', '.join(silent)}. The desk shows what the witness answers."
        )
    failing = report["work_that_fails"]
    if isinstance(failing, list) and failing:
        yield (
            f"Background work keeps failing: {', '.join(failing)}. "
            f"See {absolute_url('moderation:dashboard')}"
        )
