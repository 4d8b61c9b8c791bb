"""The table of a division: points for places, and tie-breaks.

Results are recorded in the transaction in which a game becomes final. The staff can
correct them.

One point per opponent beaten, half a point per tie: a game of four brings 3, 2, 1 and
0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.errors import Refused
from games.models import Entrant, Game, LeagueGame
from games.models.leagues import SeasonStatus
from games.signals import GameFinalized, receives
from stoneage_core.match.ranks import counted_ranks
from stoneage_core.match.state import Match


@dataclass(frozen=True)
class Standing:
    """
    What an entrant has achieved. ``half_points`` counts halves, so that all are
    integers. ``wins`` are first places, including shared ones, and ``score`` the points
    on the board in all games that count.
    """

    entrant: Entrant
    half_points: int = 0
    wins: int = 0
    score: int = 0
    played: int = 0

    @property
    def points(self) -> float:
        return self.half_points / 2


def rank_division(
    entrants: Iterable[Entrant], games: Iterable[LeagueGame]
) -> list[Standing]:
    """
    Return the table, best first: by points, then first places, then points on the board
    in all games, and finally the place from which they started. Excluded entrants come
    last.
    """
    counted = [game for game in games if game.ranks]
    table = [_standing(entrant, counted) for entrant in entrants]
    return sorted(table, key=_order)


def half_points(ranks: Sequence[int], seat: int) -> int:
    """Return the points of a seat in a game, in halves."""
    own = ranks[seat]
    better = sum(rank > own for rank in ranks)
    shared = sum(rank == own for rank in ranks) - 1
    return 2 * better + shared


def _standing(entrant: Entrant, games: Iterable[LeagueGame]) -> Standing:
    points = wins = score = played = 0
    for game in games:
        ranks: list[int] = game.ranks or []
        if entrant.pk in game.entrants:
            seat = game.entrants.index(entrant.pk)
            points += half_points(ranks, seat)
            wins += ranks[seat] == 1
            score += game.scores[seat]
            played += 1
    return Standing(entrant, points, wins, score, played)


def _order(standing: Standing) -> tuple[bool, int, int, int, int]:
    entrant = standing.entrant
    is_out = entrant.excluded_at is not None
    return (
        is_out,
        -standing.half_points,
        -standing.wins,
        -standing.score,
        entrant.place or 0,
    )


@receives(GameFinalized)
def record_final_league_result(signal: GameFinalized) -> None:
    record_league_result(signal.game, Match(signal.state, signal.game.table_state))


def record_league_result(game: Game, match: Match) -> None:
    """
    Idempotent. Players who left their seat come last, as in ratings. A game that was
    cancelled, or that ended after its season, does not count. Corrections by the staff
    are kept.
    """
    if not match.board.seed:
        return
    counts = Q(season__status=SeasonStatus.PLAYING) | Q(ranks__isnull=False)
    LeagueGame.objects.filter(counts, pk=game.pk, is_corrected=False).update(
        ranks=list(counted_ranks(match)),
        scores=[player.score for player in match.board.players],
    )


def correct_result(row: LeagueGame, ranks: Sequence[int]) -> None:
    """
    Set the ranks of a game by number of seat. With empty ``ranks`` it does not count.
    Raise Refused: (invalid) for impossible ranks, (too_late) once the season is over,
    because the next divisions were made from its tables.
    """
    if row.season.status != SeasonStatus.PLAYING:
        raise Refused(
            "too_late", "This season is over: the next one was made from its tables."
        )
    if ranks and not _are_valid_ranks(ranks, len(row.entrants)):
        raise Refused(
            "invalid",
            "Write a rank for each seat in order, such as 2 1 3 4. Players who tie "
            "have the same rank, and the next rank is left out, such as 1 1 3.",
        )
    row.ranks, row.is_corrected = list(ranks), True
    row.scores = row.scores or [0] * len(row.entrants)
    row.save(update_fields=["ranks", "is_corrected", "scores"])


def _are_valid_ranks(ranks: Sequence[int], seats: int) -> bool:
    """Return whether each rank is one more than the number of players ahead."""
    return len(ranks) == seats and all(
        rank == 1 + sum(other < rank for other in ranks) for rank in ranks
    )
