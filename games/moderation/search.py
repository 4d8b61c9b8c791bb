"""Search for games and people by anything that is known about them.

Each way to find a game is a query of its own, which uses an index. A single query for
all of them would read every game.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games.log.lookups import find_event
from games.models import Game, Seat, Status, User
from games.moderation.dashboard import (
    DashboardRow,
    Section,
    dashboard_row,
    without_positions,
)
from games.moderation.subjects import url_of
from games.presentation.text import clean_line
from stoneage_core.audit import head_in

MOST = 30
#: How many matching people are considered when searching for their games.
MOST_PEOPLE = 100


def search_desk(words: str) -> tuple[Section, ...]:
    """Return the games and people that match a slug, link, hash, address or name."""
    word = clean_line(words)
    _before, is_link, rest = word.partition("/games/")
    if is_link:
        word = rest.split("/")[0]
    fitting = User.objects.filter(Q(email__icontains=word) | Q(name__icontains=word))
    with _with_custom_plans():
        people = list(fitting.order_by("-created_at")[:MOST_PEOPLE])
        return _games(word, people), _people(people[:MOST])


@contextmanager
def _with_custom_plans() -> Iterator[None]:
    """
    Make PostgreSQL plan each query for its values, within a transaction. The generic
    plan, which it uses for repeated queries, would read all users.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")
        yield


def _games(word: str, people: list[User]) -> Section:
    """Return the latest games with this slug or hash, or with one of these people."""
    keys = {
        *_latest(Game.objects.filter(slug__startswith=word.lower()), "pk"),
        *_latest(Seat.objects.filter(user__in=people), "game_id"),
        *_latest(Seat.objects.filter(absent_user__in=people), "game_id"),
        *_latest(Game.objects.filter(host__in=people), "pk"),
    }
    digits = head_in(word)
    if digits and (event := find_event(digits)):
        keys.add(event[0].pk)
    found = without_positions(Game.objects.filter(pk__in=keys)).order_by("-created_at")
    rows = (
        dashboard_row(game, str(Status(game.status).label), game.created_at)
        for game in found[:MOST]
    )
    return Section("games", "Games", "No game matches.", tuple(rows))


def _latest(rows: "QuerySet[Game] | QuerySet[Seat]", column: str) -> list[int]:
    return list(rows.order_by(f"-{column}").values_list(column, flat=True)[:MOST])


def _people(people: list[User]) -> Section:
    rows = (
        DashboardRow(
            str(user),
            url_of(user),
            user.email or "",
            user.created_at,
            "" if user.is_active else "banned",
        )
        for user in people
    )
    return Section("people", "People", "No person matches.", tuple(rows))
