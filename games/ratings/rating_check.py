"""Check of the ratings against rating all games again, in their order."""

from collections.abc import Iterator
from math import isclose

from games.models import PlayerRating, RatedGame
from games.ratings.rating import Ratings, rate_game, seats_by_game

#: A sum of floats may differ in its last digits between two builds of a library.
CLOSE = 1e-9
_Told = dict[int, tuple[float, float, float]]


def rating_findings() -> Iterator[str]:
    """
    Yield for each count of players the first game whose ratings are wrong, in words.

    Of games that wait to be rated, and of all that ended later, nothing is said. Reads
    all rated games; writes nothing.
    """
    counts = RatedGame.objects.order_by("player_count").values_list(
        "player_count", flat=True
    )
    for player_count in counts.distinct():
        slug = _first_wrong(player_count)
        if slug:
            yield (
                f"{slug}: the ratings of {player_count} players differ from here on "
                "from what their games come to"
            )


def _first_wrong(player_count: int) -> str:
    """Return the name of the first game whose ratings are wrong, '' for none."""
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


def _stored(player_count: int) -> dict[int, _Told]:
    """Return what is stored of each player, by the games. One query."""
    told: dict[int, _Told] = {}
    rows = PlayerRating.objects.filter(rated_game__player_count=player_count)
    for row in rows.iterator():
        told.setdefault(row.rated_game_id, {})[row.user_id] = _numbers(row)
    return told


def _numbers(row: PlayerRating) -> tuple[float, float, float]:
    return row.mean, row.deviation, row.change


def _is_same(expected: _Told, stored: _Told) -> bool:
    return expected.keys() == stored.keys() and all(
        isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)
        for user, numbers in expected.items()
        for one, other in zip(numbers, stored[user], strict=True)
    )
