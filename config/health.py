"""`/healthz`: is all well, for a monitor to ask."""

from contextlib import suppress
from datetime import datetime, timedelta
from http import HTTPStatus

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from config.celery import app
from games import selectors as games
from games.clocks import database_now
from notifications import selectors as notifications

DAY = timedelta(days=1)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database and broker answer, 503 when either does not.

    The ages are seconds that the oldest due mail, the oldest mail that came in and the
    oldest overdue deadline have waited, 0 when nothing waits. All stay under about half
    a minute while the workers work: alert on them. And on mails that came in and were
    given up within the last day: none should be.
    """
    report: dict[str, object] = {"database": False, "broker": broker_answers()}
    with suppress(DatabaseError):
        report |= {"database": True} | waiting(database_now())
    healthy = report["database"] and report["broker"]
    status = HTTPStatus.OK if healthy else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"healthy": bool(healthy)} | report, status=status)


def waiting(now: datetime) -> dict[str, object]:
    return {
        "oldest_due_mail_seconds": seconds(notifications.oldest_due_age(now)),
        "oldest_unread_mail_seconds": seconds(notifications.oldest_unread_age(now)),
        "unread_mails_given_up": notifications.given_up(since=now - DAY).count(),
        "oldest_overdue_turn_seconds": seconds(games.oldest_overdue_age(now)),
    }


def seconds(age: timedelta | None) -> int:
    return 0 if age is None else int(age.total_seconds())


def broker_answers() -> bool:
    try:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=1)
    except (OperationalError, OSError):
        return False
    return True
