"""
A review of a game: what each decision was worth, in chances of winning.

Chances are those of a game that everybody plays on by the all-round weights. So what a
decision gains or loses is the difference to what these weights would have decided, and
whatever else a result is made of was luck: dice, cards, buildings.
"""

from collections.abc import Iterable, Sequence
from math import exp, sqrt

from msgspec import Struct

from stoneage_core import notation
from stoneage_core.opponents.boards import command_of_move, move_of
from stoneage_core.opponents.judging import candidates, evaluate
from stoneage_core.opponents.searching import Study, neutral_study, search_moves
from stoneage_core.state import GameState

#: A cost counts from so many standard errors on; below, it may be none at all.
CERTAIN = 2.0
#: How fast accuracy falls: of a decision that cost 10 % two thirds of it are left.
_STEEPNESS = 4.0


class Effort(Struct, frozen=True):
    """Playouts: of a search for the best move, of a comparison, of a round's start."""

    search: int
    comparison: int
    round: int


#: What games are reviewed with; docs/opponents.md tells how long it takes.
FULL = Effort(search=360, comparison=240, round=2000)


class ReviewedDecision(Struct, frozen=True, array_like=True):
    """
    A decision with a choice, made by the command of event ``sequence``.

    ``chance`` of winning is the player's after it, ``best_chance`` after ``best``, in
    notation, and ``error`` the standard error of the difference. ``gains`` is what it
    brought each seat compared with the weights' own decision, with its standard error.
    """

    sequence: int
    player: int
    best: str
    chance: float
    best_chance: float
    error: float
    gains: tuple[float, ...]
    gain_error: float

    @property
    def cost(self) -> float:
        """What the best decision would have brought, 0 where that is not certain."""
        lost = self.best_chance - self.chance
        return lost if lost > CERTAIN * self.error else 0.0


class ReviewedRound(Struct, frozen=True, array_like=True):
    """Each seat's chance of winning at a round's first choice, after ``sequence``."""

    round: int
    sequence: int
    chances: tuple[float, ...]


class ReviewedPlayer(Struct, frozen=True):
    """
    What a player's result is made of, in chances of winning.

    ``start`` and what one's ``own`` play, that of ``others`` and ``luck`` brought add
    up to ``result``, the part of the victory. ``error`` is the standard error of luck,
    ``accuracy`` from 0 to 1, of so many ``decisions``.
    """

    start: float
    own: float
    others: float
    luck: float
    result: float
    error: float
    accuracy: float
    decisions: int


def review_round(state: GameState, effort: Effort) -> ReviewedRound:
    """Return the chances at the position of a round's first choice."""
    chances = evaluate(state, effort.round, seed=state.version)
    return ReviewedRound(state.round, state.version, _rounded(chances))


def review_decision(
    state: GameState, player: int, text: str, effort: Effort
) -> ReviewedDecision | None:
    """
    Return what a decision in notation was worth; None where there was nothing to weigh.

    ``state`` is the position before it. Raise InvalidCommand for what is no move.
    """
    study = neutral_study(state, player, seed=2 * state.version)
    own, *others = candidates(study, state)
    move = move_of(state, player, notation.from_text(text))
    if not others and move & 15 == own & 15:  # alone, or one of equals like the order
        return None
    moves = list(dict.fromkeys([move, own, *others]))
    found = search_moves(study, moves, effort.search)[0].move
    # What was found best of many seems better than it is: it is measured anew.
    fresh = neutral_study(state, player, seed=2 * state.version + 1)
    after, after_best, error = _compare(fresh, move, found, effort)
    if after_best[player] <= after[player]:
        found, after_best, error = move, after, 0.0
    after_own, gain_error = after_best, error
    if own != found:
        after, after_own, gain_error = _compare(fresh, move, own, effort)
    best = command_of_move(state, player, found)
    return ReviewedDecision(
        sequence=state.version + 1,
        player=player,
        best=notation.to_text(best),
        chance=round(after[player], 4),
        best_chance=round(after_best[player], 4),
        error=round(error, 4),
        gains=_rounded(one - two for one, two in zip(after, after_own, strict=True)),
        gain_error=round(gain_error, 4),
    )


def summarize_review(
    rounds: Sequence[ReviewedRound],
    decisions: Sequence[ReviewedDecision],
    winners: Sequence[int],
) -> tuple[ReviewedPlayer, ...]:
    """Return what each player's result is made of; there is a round at least."""
    error = sqrt(sum(each.gain_error**2 for each in decisions))
    players = []
    for seat, start in enumerate(rounds[0].chances):
        mine = [each for each in decisions if each.player == seat]
        own = sum(each.gains[seat] for each in mine)
        others = sum(each.gains[seat] for each in decisions) - own
        result = 1 / len(winners) if seat in winners else 0.0
        players.append(
            ReviewedPlayer(
                start=start,
                own=own,
                others=others,
                luck=result - start - own - others,
                result=result,
                error=error,
                accuracy=accuracy_of(each.cost for each in mine),
                decisions=len(mine),
            )
        )
    return tuple(players)


def accuracy_of(costs: Iterable[float]) -> float:
    """Return how close to the best decisions came, 1 where none cost anything."""
    kept = [exp(-_STEEPNESS * cost) for cost in costs]
    return sum(kept) / len(kept) if kept else 1.0


def costliest(
    decisions: Iterable[ReviewedDecision], most: int = 3
) -> list[ReviewedDecision]:
    """Return the decisions that cost most, the dearest first."""
    dear = [each for each in decisions if each.cost]
    return sorted(dear, key=lambda each: (-each.cost, each.sequence))[:most]


def _compare(
    study: Study, move: int, other: int, effort: Effort
) -> tuple[list[float], list[float], float]:
    """Return each seat's chances after both moves, and the error of the difference."""
    return study.kernel.compare_moves(
        study.board,
        study.playout_weights,
        study.seed,
        effort.comparison,
        study.player,
        move,
        other,
    )


def _rounded(chances: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(chance, 4) for chance in chances)
