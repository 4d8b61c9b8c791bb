"""Outages of the service, cached in each process until there is a new one."""

from datetime import datetime, timedelta
from threading import Lock

from django.conf import settings

from games.models import Outage
from stoneage_core.match.calendar import Span

#: Older outages precede every vacation and every decision that is still awaited.
REMEMBERED = timedelta(days=400)


class _Known:
    """The outages that this process has read; ``latest`` is the id of the last."""

    lock = Lock()
    latest: int | None = None
    spans: tuple[Span, ...] = ()


def cached_outages(latest: int | None) -> tuple[Span, ...]:
    """
    Return the outages; ``latest`` is the id of the last one, or None if there is none.

    Callers read that id when they lock a game. So a move queries the outages only if
    there is a new one.
    """
    if latest is None:
        return ()
    with _Known.lock:
        if _Known.latest != latest:
            _Known.spans = load_outages()
            _Known.latest = latest
        return _Known.spans


def outages_until(
    now: datetime, *, latest: int | None, beat_at: datetime | None
) -> tuple[Span, ...]:
    """Return the outages so far, including one that is still going on."""
    silence = timedelta(seconds=settings.OUTAGE_SECONDS)
    if beat_at is None or now - beat_at <= silence:
        return cached_outages(latest)
    return (*cached_outages(latest), Span(beat_at, now))


def load_outages() -> tuple[Span, ...]:
    """Return the recent outages from the database, in the order of their beginnings."""
    rows = Outage.objects.order_by("began_at").values_list("began_at", "ended_at")
    latest = rows.last()
    if latest is None:
        return ()
    recent = rows.filter(ended_at__gt=latest[1] - REMEMBERED)
    return tuple(Span(*row) for row in recent)
