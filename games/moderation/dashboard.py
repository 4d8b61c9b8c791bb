"""The dashboard: what needs the staff's attention, oldest first.

Other apps add their own lists by answering the surveys.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.background import attempts
from games.models import Game, Seat
from games.moderation.subjects import name_game, url_of
from games.presentation.labels import Text
from games.presentation.text import name_of
from games.signals import Survey, collect

#: Time-outs are executed within seconds. A deadline overdue for longer than this is
#: stuck.
STALLED = timedelta(minutes=5)
LONGEST = 25


@dataclass(frozen=True)
class DashboardRow:
    """``href`` is the page about the subject, if there is one."""

    text: str
    href: str
    detail: str = ""
    at: datetime | None = None
    badge: str = ""
    is_bad: bool = False


@dataclass(frozen=True)
class Section:
    """``empty`` is shown if it has no rows."""

    key: str
    title: Text
    empty: Text
    rows: tuple[DashboardRow, ...]
    #: The page with the whole list, or with more about it.
    more_href: str = ""
    #: How many there are in total, if only the first are shown.
    total: int = 0


class CollectSections(Survey[Section], frozen=True):
    now: datetime


class CollectGameSections(Survey[Section], frozen=True):
    game: Game


def sections_for(now: datetime) -> tuple[Section, ...]:
    own = (_stalled(now), _frozen(), _failing(now))
    return (*own, *collect(CollectSections(now)))


def _stalled(now: datetime) -> Section:
    overdue = Seat.objects.overdue(now - STALLED).filter(game__frozen_at=None)
    seats = overdue.with_tables().defer("game__state", "game__table")
    return Section(
        "stalled",
        "Stalled games",
        "No deadline is overdue.",
        tuple(
            dashboard_row(
                seat.game, f"{name_of(seat)} is overdue", seat.deadline_at, is_bad=True
            )
            for seat in seats.order_by("deadline_at")[:LONGEST]
        ),
    )


def _frozen() -> Section:
    frozen = Game.objects.active().filter(
        Q(frozen_at__isnull=False) | Q(timeout_failed_at__isnull=False)
    )
    rows = []
    games = frozen.with_seats().without_positions()
    for game in games.order_by("pk")[:LONGEST]:
        if game.is_frozen:
            row = dashboard_row(game, "frozen by the staff", game.frozen_at)
        else:
            failed_at = game.timeout_failed_at
            row = dashboard_row(game, "a time-out failed", failed_at, is_bad=True)
        rows.append(row)
    return Section("frozen", "Frozen", "No game is frozen.", tuple(rows))


def _failing(now: datetime) -> Section:
    again = [
        DashboardRow(
            str(one),
            "",
            f"{one.count} failed, again {one.next_at:%H:%M} UTC: {one.error}",
            one.begun_at,
            is_bad=True,
        )
        for one in attempts.failing(now)[:LONGEST]
    ]
    no_more = [
        DashboardRow(
            str(one),
            "",
            f"given up after {one.count} attempts: {one.error}",
            one.given_up_at,
        )
        for one in attempts.given_up(now - attempts.SHOWN_FOR)[:LONGEST]
    ]
    return Section(
        "failing",
        "Work that fails",
        "All work of the service succeeds.",
        (*again, *no_more),
    )


def dashboard_row(
    game: Game, detail: str, at: datetime | None, *, is_bad: bool = False
) -> DashboardRow:
    return DashboardRow(name_game(game), url_of(game), detail, at, game.slug, is_bad)
