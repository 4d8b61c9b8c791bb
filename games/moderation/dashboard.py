"""The dashboard: what needs the attention of the staff, the oldest first.

Other apps add lists of their own by the surveys.
"""

from collections.abc import Iterator
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
from games.signals.bus import Survey, collect

#: A time-out is carried out within seconds; what waits longer is stuck.
STALLED = timedelta(minutes=5)
LONGEST = 25


@dataclass(frozen=True)
class DashboardRow:
    """
    One line: what it is about, what is to be said of it, since when.

    It is a link if there is a page about it (``href``).
    """

    text: str
    href: str
    detail: str = ""
    at: datetime | None = None
    badge: str = ""
    is_bad: bool = False


@dataclass(frozen=True)
class Section:
    """A list with its heading; ``empty`` is said where nothing is in it."""

    key: str
    title: Text
    empty: Text
    rows: tuple[DashboardRow, ...]
    #: Where the whole list is, if it is longer, or what else is known of it.
    more_href: str = ""
    #: How many there are in all, where only the first are told.
    total: int = 0


class CollectSections(Survey[Section], frozen=True):
    """Lists for the dashboard."""

    now: datetime


class CollectGameSections(Survey[Section], frozen=True):
    """Lists for the page of one game."""

    game: Game


def sections_for(now: datetime) -> tuple[Section, ...]:
    """Return what waits for somebody of the staff beside cases."""
    own = (_stalled(now), _frozen(), _votes(), _failing(now))
    return (*own, *collect(CollectSections(now)))


def _stalled(now: datetime) -> Section:
    """Games in which a time-out should have been carried out minutes ago."""
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
    """Games that the staff froze, or whose time-out failed."""
    running = Game.objects.filter(status=Status.ACTIVE)
    frozen = running.filter(
        Q(frozen_at__isnull=False) | Q(timeout_failed_at__isnull=False)
    )
    return Section(
        "frozen",
        "Frozen",
        "No game is frozen.",
        tuple(map(_frozen_row, without_positions(frozen).order_by("pk")[:LONGEST])),
    )


def _votes() -> Section:
    """Games whose players have proposed something that is not settled."""
    voting = Game.objects.filter(is_voting=True, status=Status.ACTIVE)
    open_ones = without_positions(voting, "table").order_by("pk")[:LONGEST]
    return Section(
        "votes",
        "Open votes",
        "No table is voting.",
        tuple(row for game in open_ones for row in _vote_rows(game)),
    )


def _failing(now: datetime) -> Section:
    """Work of the service that keeps failing, or was given up: it is its own fault."""
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
        for one in attempts.given_up(now - attempts.TOLD)[:LONGEST]
    ]
    return Section(
        "failing",
        "Work that fails",
        "All work of the service succeeds.",
        (*again, *no_more),
    )


def without_positions(games: QuerySet[Game], *columns: str) -> QuerySet[Game]:
    """Read games with who sits there, without positions: these are kilobytes."""
    return queries.with_seats(games).defer(*{"state", "table"} - set(columns))


def dashboard_row(
    game: Game, detail: str, at: datetime | None, *, is_bad: bool = False
) -> DashboardRow:
    """Return a row that leads to a game."""
    return DashboardRow(name_game(game), url_of(game), detail, at, game.slug, is_bad)


def _frozen_row(game: Game) -> DashboardRow:
    if game.frozen_at is not None:
        return dashboard_row(game, "held by the staff", game.frozen_at)
    return dashboard_row(game, "a time-out failed", game.timeout_failed_at, is_bad=True)


def _vote_rows(game: Game) -> Iterator[DashboardRow]:
    where = labels.round_and_phase(game)
    for proposal in game.table_state.proposals:
        yield dashboard_row(game, where, proposal.put_at)
