"""Ratings: record results of rated games, rate players by them, and check both."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from math import isclose
from typing import Any

from celery import shared_task
from django.db import transaction
from django.db.models import Q, QuerySet

from games.background.attempts import attempt_whole
from games.models import Game, PlayerRating, RatedGame, Seat
from games.now import database_now
from games.ratings.scale import NEWCOMER, Rating, bot_rating, rate_table
from games.signals import GameFinalized, receives
from stoneage_core.fields import FEWEST_SEATS
from stoneage_core.match.ranks import rated_ranks
from stoneage_core.match.state import Match

#: How many rows are written at a time.
BATCH = 500
#: Ratings by user id.
Ratings = dict[int, Rating]
#: Sums of floats may differ in their last digits between builds of a library.
CLOSE = 1e-9
_Numbers = dict[int, tuple[float, float, float]]


@receives(GameFinalized)
def record_final_result(signal: GameFinalized) -> None:
    if signal.state.terms.rated:
        record_result(signal.game, Match(signal.state, signal.game.table_state))


def record_result(game: Game, match: Match) -> None:
    """
    A game that was rated before is rated again, with all later ones. A game that does
    not count has no row.
    """
    result = result_of(match)
    if not result:
        RatedGame.objects.filter(pk=game.pk).delete()
        return
    RatedGame.objects.bulk_create(
        [RatedGame(game=game, is_waiting=True, **result)],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["is_waiting", *result],
    )


def result_of(match: Match) -> dict[str, Any]:
    """Return the columns of a game's result, or {} if it does not count. Pure."""
    ranks = rated_ranks(match)
    ended_at = match.table.finished_at
    if not ranks or ended_at is None:
        return {}
    seats = match.table.seats
    return {
        "player_count": match.board.player_count,
        "ended_at": ended_at,
        "ranks": list(ranks),
        "substituted": [n for n, seat in enumerate(seats) if seat.is_substituted],
    }


@shared_task(name="games.ratings.rate_games")
def rate_waiting_games() -> None:
    if RatedGame.objects.filter(is_waiting=True).exists():
        attempt_whole("rating of games", rate_games, database_now())


@transaction.atomic
def rate_games() -> int:
    """
    Rate the players of all waiting games. Games count in the order in which they ended.
    If one ended before others that were rated already, those are rated again, so the
    numbers do not depend on the order of processing. Locks the waiting games, so that
    no two workers rate at once.
    """
    waiting = RatedGame.objects.select_for_update(of=("self",)).filter(is_waiting=True)
    first: dict[int, tuple[datetime, int]] = {}
    for rated in waiting.order_by("pk"):
        place = (rated.ended_at, rated.pk)
        first[rated.player_count] = min(first.get(rated.player_count, place), place)
    return sum(_rate_from(count, place) for count, place in sorted(first.items()))


def _rate_from(player_count: int, place: tuple[datetime, int]) -> int:
    ended_at, pk = place
    games = RatedGame.objects.filter(
        Q(ended_at__gt=ended_at) | Q(ended_at=ended_at, pk__gte=pk),
        player_count=player_count,
    ).order_by("ended_at", "pk")
    in_order = list(games)
    PlayerRating.objects.filter(rated_game__in=games.values("pk")).delete()
    seats = seats_by_game(games)
    players = {user for table in seats.values() for user in map(_player_of, table)}
    ratings = latest_ratings((user for user in players if user), player_count)
    rows = list[PlayerRating]()
    for rated in in_order:
        rows += rate_game(rated, seats[rated.pk], ratings)
        rated.is_waiting = False
    PlayerRating.objects.bulk_create(rows, batch_size=BATCH)
    RatedGame.objects.bulk_update(in_order, ["is_waiting"], batch_size=BATCH)
    return len(in_order)


def latest_ratings(users: Iterable[int], player_count: int) -> Ratings:
    rows = PlayerRating.objects.filter(
        user__in=set(users), rated_game__player_count=player_count
    )
    ordered = rows.order_by("rated_game__ended_at", "rated_game_id")
    values = ordered.values_list("user", "mean", "deviation")
    return {user: Rating(mean, deviation) for user, mean, deviation in values}


def seats_by_game(games: QuerySet[RatedGame]) -> dict[int, list[Seat]]:
    tables: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(game__in=games.values("pk"))
    for seat in seats.order_by("game", "number"):
        tables.setdefault(seat.game_id, []).append(seat)
    return tables


def rate_game(
    rated: RatedGame, seats: Iterable[Seat], ratings: Ratings
) -> Iterator[PlayerRating]:
    """Yield the rows to store."""
    users, before, ranks = list[int | None](), list[Rating](), list[int]()
    for seat, rank in zip(seats, rated.ranks, strict=True):
        if (own := _rating_of(seat, rated, ratings)) is not None:
            users.append(_owner_of(seat, rated))
            before.append(own)
            ranks.append(rank)
    if len(before) < FEWEST_SEATS:
        return
    after = rate_table(before, ranks)
    for user, old, new in zip(users, before, after, strict=True):
        if user is not None:
            ratings[user] = new
            yield PlayerRating(
                rated_game=rated,
                user_id=user,
                mean=new.mean,
                deviation=new.deviation,
                change=new.mean - old.mean,
            )


def _player_of(seat: Seat) -> int | None:
    """Return the user to whom the seat belongs, even if a substitute plays it."""
    return seat.absent_user_id or seat.user_id


def _owner_of(seat: Seat, rated: RatedGame) -> int | None:
    """Return who is rated for a seat, or None if their account was deleted."""
    is_lent = seat.number in rated.substituted and seat.absent_user_id is None
    return None if is_lent else _player_of(seat)


def _rating_of(seat: Seat, rated: RatedGame, ratings: Ratings) -> Rating | None:
    """Return the rating of a seat before the game, or None for an unknown bot."""
    if seat.is_automatic:
        return bot_rating(seat.bot, rated.player_count)
    return ratings.get(_owner_of(seat, rated) or 0, NEWCOMER)


def rating_findings() -> Iterator[str]:
    """
    Yield the first game with wrong ratings for each number of players, in words. Games
    that wait to be rated, and all that ended later, are not checked. Reads all rated
    games and writes nothing.
    """
    counts = RatedGame.objects.order_by("player_count").values_list(
        "player_count", flat=True
    )
    for player_count in counts.distinct():
        slug = _first_wrong(player_count)
        if slug:
            yield (
                f"{slug}: the ratings of {player_count} players differ from "
                "their results from here on"
            )


def _first_wrong(player_count: int) -> str:
    games = RatedGame.objects.filter(player_count=player_count)
    seats, stored = seats_by_game(games), _stored(player_count)
    ratings: Ratings = {}
    for rated in games.select_related("game").order_by("ended_at", "pk"):
        if rated.is_waiting:
            return ""
        rows = rate_game(rated, seats[rated.pk], ratings)
        expected = {row.user_id: _numbers(row) for row in rows}
        if not _is_same(expected, stored.get(rated.pk, {})):
            return rated.game.slug
    return ""


def _stored(player_count: int) -> dict[int, _Numbers]:
    stored: dict[int, _Numbers] = {}
    rows = PlayerRating.objects.filter(rated_game__player_count=player_count)
    for row in rows.iterator():
        stored.setdefault(row.rated_game_id, {})[row.user_id] = _numbers(row)
    return stored


def _numbers(row: PlayerRating) -> tuple[float, float, float]:
    return row.mean, row.deviation, row.change


def _is_same(expected: _Numbers, stored: _Numbers) -> bool:
    return expected.keys() == stored.keys() and all(
        isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
        for user, numbers in expected.items()
        for one, other in zip(numbers, stored[user], strict=True)
    )
