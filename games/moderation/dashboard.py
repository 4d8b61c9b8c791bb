"""The dashboard: what needs the staff's attention, oldest first.

Other apps add their own lists by answering the surveys.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games import queries
from games.background import attempts
from games.models import Game, Seat, Status
from games.moderation.subjects import name_game, url_of
from games.presentation import labels
from games.presentation.labels import Text
from games.presentation.text import name_of
from games.signals import Survey, collect

#: Time-outs are executed within seconds. A deadline overdue for longer than this is
#: stuck.
STALLED = timedelta(minutes=5)
LONGEST = 25


@dataclass(frozen=True)
class DashboardRow:
    """
    One row: its subject, a detail, and since when. ``href`` is the page about the
    subject, if there is one.
    """

    text: str
    href: str
    detail: str = ""
    at: datetime | None = None
    badge: str = ""
    is_bad: bool = False


@dataclass(frozen=True)
class Section:
    """A list with its heading. ``empty`` is shown if it has no rows."""

    key: str
    title: Text
    empty: Text
    rows: tuple[DashboardRow, ...]
    #: The page with the whole list, or with more about it.
    more_href: str = ""
    #: How many there are in total, if only the first are shown.
    total: int = 0


class CollectSections(Survey[Section], frozen=True):
    """Asks other apps for lists for the dashboard."""

    now: datetime


class CollectGameSections(Survey[Section], frozen=True):
    """Asks other apps for lists for the page of one game."""

    game: Game


def sections_for(now: datetime) -> tuple[Section, ...]:
    """Return the lists of the dashboard, apart from cases."""
    own = (_stalled(now), _frozen(), _votes(), _failing(now))
    return (*own, *collect(CollectSections(now)))


def _stalled(now: datetime) -> Section:
    """Return games in which a time-out should have been executed minutes ago."""
    overdue = Seat.objects.filter(
        awaited_at__isnull=False, deadline_at__lte=now - STALLED
    ).exclude(game__frozen_at__isnull=False)
    seats = queries.with_tables(overdue).defer("game__state", "game__table")
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
    """Return games that the staff froze, or whose time-out failed."""
    running = Game.objects.filter(status=Status.ACTIVE)
    frozen = running.filter(
        Q(frozen_at__isnull=False) | Q(timeout_failed_at__isnull=False)
    )
    rows = []
    for game in without_positions(frozen).order_by("pk")[:LONGEST]:
        if game.frozen_at is not None:
            row = dashboard_row(game, "frozen by the staff", game.frozen_at)
        else:
            failed_at = game.timeout_failed_at
            row = dashboard_row(game, "a time-out failed", failed_at, is_bad=True)
        rows.append(row)
    return Section("frozen", "Frozen", "No game is frozen.", tuple(rows))


def _votes() -> Section:
    voting = Game.objects.filter(is_voting=True, status=Status.ACTIVE)
    open_ones = without_positions(voting, "table").order_by("pk")[:LONGEST]
    rows = [
        dashboard_row(game, labels.round_and_phase(game), proposal.put_at)
        for game in open_ones
        for proposal in game.table_state.proposals
    ]
    return Section("votes", "Open votes", "No table is voting.", tuple(rows))


def _failing(now: datetime) -> Section:
    """Return background work that keeps failing, or was given up."""
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


def without_positions(games: QuerySet[Game], *columns: str) -> QuerySet[Game]:
    """Select games with their seats, but without positions, which take kilobytes."""
    return queries.with_seats(games).defer(*{"state", "table"} - set(columns))


def dashboard_row(
    game: Game, detail: str, at: datetime | None, *, is_bad: bool = False
) -> DashboardRow:
    return DashboardRow(name_game(game), url_of(game), detail, at, game.slug, is_bad)
