"""Ratings as pages show them: current ratings, and changes by a game."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from games.models import Game, PlayerRating, User
from games.models.users import Profile
from games.presentation.text import format_change
from games.ratings.rating import latest_ratings
from games.ratings.scale import Rating
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS


@dataclass(frozen=True)
class RatingRow:
    """
    A current rating: ``points``, accurate to within ``margin``, after ``games`` games.
    It is settled after enough games for the points to be meaningful.
    """

    player_count: int
    points: int
    margin: int
    games: int
    is_settled: bool


class RatingChange(NamedTuple):
    name: str
    points: int
    change: str
    is_reader: bool


def rating_changes(game: Game, reader: User | None) -> tuple[RatingChange, ...]:
    """
    Return how a game changed its reader, and all players who show their ratings. Empty
    until they are rated.
    """
    if not game.terms.rated:
        return ()
    shown = Q(user__profile__shows_ratings=True, user__is_active=True)
    if reader is not None:
        shown |= Q(user=reader)
    rows = PlayerRating.objects.filter(shown, rated_game=game.pk)
    ordered = rows.select_related("user").order_by("-mean", "user")
    return tuple(_change(row, reader) for row in ordered)


def _change(row: PlayerRating, reader: User | None) -> RatingChange:
    points = round(row.mean)
    change = points - round(row.mean - row.change)
    return RatingChange(
        row.user.name, points, format_change(change), row.user == reader
    )


def rating_rows(user: User) -> tuple[RatingRow, ...]:
    rows = PlayerRating.objects.filter(user=user).order_by(
        "rated_game__player_count", "rated_game__ended_at", "rated_game_id"
    )
    by_count: dict[int, list[Rating]] = {}
    for count, mean, deviation in rows.values_list(
        "rated_game__player_count", "mean", "deviation"
    ):
        by_count.setdefault(count, []).append(Rating(mean, deviation))
    return tuple(_row(count, ratings) for count, ratings in by_count.items())


def ratings_of(users: Iterable[int]) -> dict[int, dict[int, Rating]]:
    """Return current ratings by user id and number of players (three queries)."""
    wanted = set(users)
    found: dict[int, dict[int, Rating]] = {user: {} for user in wanted}
    for count in range(FEWEST_SEATS, MOST_SEATS + 1):
        for user, rating in latest_ratings(wanted, count).items():
            found[user][count] = rating
    return found


def shown_ratings(users: Iterable[int]) -> dict[int, dict[int, Rating]]:
    shown = Profile.objects.filter(user_id__in=set(users), shows_ratings=True)
    owners = list(shown.values_list("user_id", flat=True))
    return ratings_of(owners) if owners else {}


def _row(player_count: int, ratings: list[Rating]) -> RatingRow:
    now = ratings[-1]
    return RatingRow(
        player_count=player_count,
        points=round(now.mean),
        margin=round(2 * now.deviation),
        games=len(ratings),
        is_settled=now.is_settled,
    )
