"""
Reviews of games: the value of each decision in chances of winning.

A chance assumes that everybody plays on by the all-round weights. The gain of a
decision is the difference to the decision of these weights. The rest of a result is
luck: dice, cards and buildings.
"""

from collections.abc import Iterable, Sequence
from math import exp, sqrt

from msgspec import Struct

from stoneage_core import notation
from stoneage_core.opponents.boards import command_of_move, move_of
from stoneage_core.opponents.searching import (
    Study,
    candidates,
    evaluate,
    neutral_study,
    search_moves,
)
from stoneage_core.state import GameState

#: How many standard errors a cost has to exceed to count.
CERTAIN = 2.0
#: How fast accuracy falls: a decision that costs 10 % leaves two thirds.
_STEEPNESS = 4.0


class Effort(Struct, frozen=True):
    """Numbers of playouts: for a search, a comparison, and the start of a round."""

    search: int
    comparison: int
    round: int


#: The effort of reviews; docs/opponents.md says how long they take.
FULL = Effort(search=360, comparison=240, round=2000)


class ReviewedDecision(Struct, frozen=True, array_like=True):
    """The review of a decision, whose first event is ``sequence``."""

    sequence: int
    player: int
    #: The best command, in notation.
    best: str
    #: The player's chance after the decision and after the best one, and the standard
    #: error of the difference.
    chance: float
    best_chance: float
    error: float
    #: Each seat's gain over the decision of the weights, and its standard error.
    gains: tuple[float, ...]
    gain_error: float

    @property
    def cost(self) -> float:
        """The chance that the decision lost, or 0 if that is not significant."""
        lost = self.best_chance - self.chance
        return lost if lost > CERTAIN * self.error else 0.0


class ReviewedRound(Struct, frozen=True, array_like=True):
    """Each seat's chance at the first decision of a round, after ``sequence``."""

    round: int
    sequence: int
    chances: tuple[float, ...]


class ReviewedPlayer(Struct, frozen=True):
    """
    The parts of a player's result, in chances of winning.

    ``start``, ``own`` play, the play of ``others``, ``luck`` and ``early_end`` add up
    to ``result``, the share of the win. ``early_end`` is what an end by agreement or by
    the staff changed; it is 0 after an end by the rules. ``error`` is the standard
    error of luck. ``accuracy`` is from 0 to 1, over all ``decisions``.
    """

    start: float
    own: float
    others: float
    luck: float
    early_end: float
    result: float
    error: float
    accuracy: float
    decisions: int


def review_round(state: GameState, effort: Effort) -> ReviewedRound:
    chances = evaluate(state, effort.round, seed=state.version)
    return ReviewedRound(state.round, state.version, _rounded(chances))


def review_ending(state: GameState, effort: Effort) -> tuple[float, ...]:
    """Return each seat's chance in the position that an early end cut off."""
    return _rounded(evaluate(state, effort.round, seed=state.version))


def review_decision(
    state: GameState, player: int, text: str, effort: Effort
) -> ReviewedDecision | None:
    """
    Return the review of a decision, or None if there was no real choice.

    ``state`` is the position before it, ``text`` the command in notation. Raise
    InvalidCommand if that cannot be read.
    """
    study = neutral_study(state, player, seed=2 * state.version)
    own, *others = candidates(study, state)
    move = move_of(state, player, notation.from_text(text))
    if not others and move & 15 == own & 15:  # a single choice, or equal ones
        return None
    moves = list(dict.fromkeys([move, own, *others]))
    found = search_moves(study, moves, effort.search)[0].move
    # The best of many looks better than it is, so it is measured with a new seed.
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
    ending: Sequence[float] = (),
) -> tuple[ReviewedPlayer, ...]:
    """
    Return the parts of each player's result; ``rounds`` must not be empty.

    ``ending`` are the chances just before an early end, or empty.
    """
    error = sqrt(sum(each.gain_error**2 for each in decisions))
    players = []
    for seat, start in enumerate(rounds[0].chances):
        mine = [each for each in decisions if each.player == seat]
        own = sum(each.gains[seat] for each in mine)
        others = sum(each.gains[seat] for each in decisions) - own
        result = 1 / len(winners) if seat in winners else 0.0
        reached = ending[seat] if ending else result
        players.append(
            ReviewedPlayer(
                start=start,
                own=own,
                others=others,
                luck=reached - start - own - others,
                early_end=result - reached,
                result=result,
                error=error,
                accuracy=accuracy_of(each.cost for each in mine),
                decisions=len(mine),
            )
        )
    return tuple(players)


def accuracy_of(costs: Iterable[float]) -> float:
    """Return the accuracy of decisions with these costs; 1 is perfect."""
    kept = [exp(-_STEEPNESS * cost) for cost in costs]
    return sum(kept) / len(kept) if kept else 1.0


def costliest(
    decisions: Iterable[ReviewedDecision], most: int = 3
) -> list[ReviewedDecision]:
    dear = [each for each in decisions if each.cost]
    return sorted(dear, key=lambda each: (-each.cost, each.sequence))[:most]


def _compare(
    study: Study, move: int, other: int, effort: Effort
) -> tuple[list[float], list[float], float]:
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
