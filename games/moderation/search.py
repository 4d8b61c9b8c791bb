"""Search for games and people by whatever is known of them.

Each way to a game is a query of its own that an index answers: one query for all of
them would read every game there is.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games.models import Game, Seat, Status, User
from games.moderation.dashboard import (
    DashboardRow,
    Section,
    dashboard_row,
    without_positions,
)
from games.moderation.subjects import url_of
from games.presentation.text import clean_line
from games.store.lookups import find_event
from stoneage_core.audit import head_in

MOST = 30
#: How many people who fit are looked for at tables.
MOST_PEOPLE = 100


def search_desk(words: str) -> tuple[Section, ...]:
    """Return the games and the people that fit: slug, link, hash, address or name."""
    word = _bare(words)
    fitting = User.objects.filter(Q(email__icontains=word) | Q(name__icontains=word))
    with _planned_by_values():
        people = list(fitting.order_by("-created_at")[:MOST_PEOPLE])
        return _games(word, people), _people(people[:MOST])


@contextmanager
def _planned_by_values() -> Iterator[None]:
    """
    Let PostgreSQL plan each query by its values, within a transaction.

    A plan for words of any kind, made for what is asked often, reads all people.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")
        yield


def _bare(words: str) -> str:
    """Return the slug out of a game's address; anything else as it is."""
    words = clean_line(words)
    _before, found, rest = words.partition("/games/")
    return rest.split("/")[0] if found else words


def _games(word: str, people: list[User]) -> Section:
    keys = {key for found in _keys(word, people) for key in found}
    found = without_positions(Game.objects.filter(pk__in=keys)).order_by("-created_at")
    rows = (
        dashboard_row(game, str(Status(game.status).label), game.created_at)
        for game in found[:MOST]
    )
    return Section("games", "Games", "No game fits.", tuple(rows))


def _keys(word: str, people: list[User]) -> Iterator[list[int]]:
    """Yield ids of the latest games, way by way: slug, hash, and who sits or hosts."""
    yield _latest(Game.objects.filter(slug__startswith=word.lower()), "pk")
    digits = head_in(word)
    found = find_event(digits) if digits else None
    yield [found[0].pk] if found else []
    yield _latest(Seat.objects.filter(user__in=people), "game_id")
    yield _latest(Seat.objects.filter(absent_user__in=people), "game_id")
    yield _latest(Game.objects.filter(host__in=people), "pk")


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
    return Section("people", "People", "Nobody fits.", tuple(rows))
