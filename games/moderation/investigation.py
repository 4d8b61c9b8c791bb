"""Everything that the house stores about how a person plays, and with whom.

Nothing here is proof, and nothing is stored for it.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import ExtractHour

from games.log import positions
from games.models import Game, Report, Seat, Status, StoredEvent, User
from games.moderation import conflicts
from games.moderation.second_accounts import (
    CLOSE,
    MOST_COMPARED,
    MOST_GAMES,
    RARE_DOMAIN,
    moments_in,
    second_account_hints,
)
from games.moderation.subject_pages import badges_of, play_facts
from games.moderation.subjects import name_game, url_of
from games.presentation.text import name_of
from stoneage_core.match.state import Source

#: How many games are on a page.
GAMES = 40


@dataclass(frozen=True)
class Companion:
    """
    Somebody with whom a person plays. ``won`` and ``lost`` are the finished ones of
    their latest ``compared`` games that the person and the companion won. ``close`` of
    ``decisions`` fell within some minutes of one of the companion's. ``reports`` are
    those of either about the other.
    """

    user: User
    url: str
    games: int
    running: int
    compared: int
    won: int
    lost: int
    decisions: int
    close: int
    reports: int


@dataclass(frozen=True)
class GameRow:
    """``lines`` is how much the person said at the table, ``result`` who won."""

    game: Game
    url: str
    title: str
    status: str
    result: str
    lines: int
    is_left: bool


def investigate(user: User, by: User, now: datetime, page: str) -> dict[str, Any]:
    """``page`` is the number of a page of their games, the latest first."""
    seen = Seat.objects.filter(user=user).exclude(game__in=conflicts.open_games_of(by))
    spoken = Count("game__talk", filter=Q(game__talk__user=user))
    seats = seen.with_tables().annotate(lines=spoken).order_by("-game_id")
    games: Page[Seat] = Paginator(seats, GAMES).get_page(page)
    hours = _hours(user, seen)
    return {
        "person": user,
        "title": str(user),
        "badges": tuple(badges_of(user, now)),
        "facts": play_facts(user),
        "page": games,
        "games": [_game_row(seat) for seat in games],
        "companions": _companions(user, seen),
        "hints": second_account_hints(user, now),
        "neighbours": _same_domain(user),
        "hours": [(hour, hours[hour]) for hour in range(24)],
        "most_in_an_hour": max(hours.values(), default=0),
        "minutes": int(CLOSE.total_seconds() // 60),
    }


def _game_row(seat: Seat) -> GameRow:
    game = seat.game
    winners = []
    if game.status == Status.FINISHED:
        ranks = positions.state_of(game).ranks
        seats = game.seats.all()
        winners = [name_of(each) for each in seats if ranks and ranks[each.number] == 1]
    return GameRow(
        game=game,
        url=url_of(game),
        title=name_game(game),
        status=str(Status(game.status).label),
        result=", ".join(winners),
        lines=seat.lines,  # type: ignore[attr-defined]
        is_left=seat.is_on_autopilot,
    )


def _companions(user: User, seen: QuerySet[Seat]) -> list[Companion]:
    """Return the people with whom they play most, most games first."""
    others = Seat.objects.filter(game__in=seen.values("game"), user__isnull=False)
    counted = (
        others.exclude(user=user)
        .values("user")
        .annotate(
            games=Count("game"),
            running=Count("game", filter=Q(game__status=Status.ACTIVE)),
        )
    )
    often = list(counted.order_by("-games", "user")[:MOST_COMPARED])
    people = User.objects.in_bulk([row["user"] for row in often])
    found = []
    for row in often:
        other = people[row["user"]]
        theirs = Seat.objects.filter(user=other, game__in=seen.values("game"))
        latest = theirs.select_related("game").order_by("-game_id")[:MOST_GAMES]
        by_game = {seat.game_id: seat for seat in latest}
        own = seen.filter(game__in=by_game)
        pairs = {seat.game_id: (seat, by_game[seat.game_id]) for seat in own}
        won, lost = _wins(pairs)
        moments, others_moments = moments_in(pairs)
        close = sum(
            any(abs(at - other_at) <= CLOSE for other_at in others_moments[game])
            for game, times in moments.items()
            for at in times
        )
        between = Q(reporter=user, case__person=other)
        between |= Q(reporter=other, case__person=user)
        found.append(
            Companion(
                user=other,
                url=url_of(other),
                games=row["games"],
                running=row["running"],
                compared=len(pairs),
                won=won,
                lost=lost,
                decisions=sum(map(len, moments.values())),
                close=close,
                reports=Report.objects.filter(between, case__act=None).count(),
            )
        )
    return found


def _wins(pairs: dict[int, tuple[Seat, Seat]]) -> tuple[int, int]:
    won = lost = 0
    for own, other in pairs.values():
        if other.game.status == Status.FINISHED:
            ranks = positions.state_of(other.game).ranks
            won += bool(ranks) and ranks[own.number] == 1
            lost += bool(ranks) and ranks[other.number] == 1
    return won, lost


def _same_domain(user: User) -> list[tuple[User, str]]:
    """Return the other people whose addresses have the same rare domain."""
    domain = (user.email or "").partition("@")[2]
    if not domain:
        return []
    alike = User.objects.filter(email__endswith=f"@{domain}").order_by("pk")
    if alike.count() > RARE_DOMAIN:
        return []
    return [(other, url_of(other)) for other in alike.exclude(pk=user.pk)]


def _hours(user: User, seen: QuerySet[Seat]) -> Counter[int]:
    """
    Return how many decisions of their latest games fell in each hour of the day, in
    their time zone. Archived games are left out.
    """
    latest = seen.order_by("-game_id").values_list("game_id", "number")[:MOST_GAMES]
    own = Q(pk__in=[])
    for game, number in latest:
        own |= Q(game=game, decided_by=number)
    in_person = [source for source in Source if source.is_in_person]
    moves = StoredEvent.objects.moves().filter(own, source__in=in_person)
    zone = ZoneInfo(user.time_zone)
    counted = moves.annotate(hour=ExtractHour("recorded_at", tzinfo=zone))
    rows = counted.values("hour").annotate(count=Count("pk")).order_by(F("hour"))
    return Counter({row["hour"]: row["count"] for row in rows})
