"""
The table of a division: points for places, and how equal points are told apart.

Results are noted in the transaction in which a game becomes final, and corrected by the
staff.

For every other player of a game whom one comes off better than there is a point, for
one who shares the place half a point: a game of four brings 3, 2, 1 and 0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.errors import Refused
from games.models import Entrant, Game, LeagueGame
from games.models.leagues import SeasonStatus
from games.signals.bus import receives
from games.signals.games import GameFinalized
from stoneage_core.match.ranks import counted_ranks
from stoneage_core.match.state import Match


@dataclass(frozen=True)
class Standing:
    """
    What an entrant has come to; ``half_points`` are halves, so that all are whole.

    ``wins`` are first places, shared ones too, ``score`` the points of the board of all
    their games that count.
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
    Return the table of a division, the best first.

    In order: those whom the staff excluded come last; points; first places; points of
    the board in all games together; and at last the place at which they came in, which
    is where the season before left them.
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
def note_final_league_result(signal: GameFinalized) -> None:
    """Note the result of a league's game as it becomes final. One query."""
    note_league_result(signal.game, Match(signal.state, signal.game.table_state))


def note_league_result(game: Game, match: Match) -> None:
    """
    Note what a game counts as for its league, if it has one. Idempotent.

    Who left their seat comes last, as in ratings. A game that was called off, or that
    went on after its season, counts for nothing. What the staff have corrected stays.
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
    Let a game of a running season count by these ranks, by number of seat.

    Nothing of the game itself changes. Empty, it counts for nothing. Raise Refused
    (invalid) for ranks that nobody can come to, (too_late) once the season is over:
    divisions were made of its tables.
    """
    if row.season.status != SeasonStatus.PLAYING:
        raise Refused(
            "too_late", "This season is over: the next one was made of its tables."
        )
    if ranks and not _can_be(ranks, len(row.entrants)):
        raise Refused(
            "invalid",
            "Write a rank for each seat in order, as 2 1 3 4; who shares one has the "
            "same, and the next is left out, as in 1 1 3.",
        )
    row.ranks, row.is_corrected = list(ranks), True
    row.scores = row.scores or [0] * len(row.entrants)
    row.save(update_fields=["ranks", "is_corrected", "scores"])


def _can_be(ranks: Sequence[int], seats: int) -> bool:
    """Whether each rank is one more than the number of players who came off better."""
    return len(ranks) == seats and all(
        rank == 1 + sum(other < rank for other in ranks) for rank in ranks
    )
