"""Ratings as pages show them: a row for each count of players that somebody played."""

from dataclasses import dataclass

from games.models import PlayerRating, User
from games.ratings.scale import Rating


@dataclass(frozen=True)
class RatingRow:
    """
    A rating now: ``points``, sure to within the ``margin``, out of so many ``games``.

    It is settled where enough games were played to go by the points.
    """

    player_count: int
    points: int
    margin: int
    games: int
    is_settled: bool


def rating_rows(user: User) -> tuple[RatingRow, ...]:
    """Return somebody's ratings, for the fewest players first. One query."""
    rows = PlayerRating.objects.filter(user=user).order_by(
        "rated_game__player_count", "rated_game__ended_at", "rated_game_id"
    )
    by_count: dict[int, list[Rating]] = {}
    for count, mean, deviation in rows.values_list(
        "rated_game__player_count", "mean", "deviation"
    ):
        by_count.setdefault(count, []).append(Rating(mean, deviation))
    return tuple(_row(count, ratings) for count, ratings in by_count.items())


def _row(player_count: int, ratings: list[Rating]) -> RatingRow:
    now = ratings[-1]
    return RatingRow(
        player_count=player_count,
        points=round(now.mean),
        margin=round(2 * now.deviation),
        games=len(ratings),
        is_settled=now.is_settled,
    )
