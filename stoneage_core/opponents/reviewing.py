"""
Reviews of games: the value of each decision in chances of winning.

A chance assumes that everybody plays on by the all-round weights. The gain of a
decision is the difference to the decision of these weights. The rest of a result is
luck: dice, cards and buildings.

Accuracy compares what decisions lost with what was at stake, both measured in merit
(the chance of winning plus a little for the lead, as bots compare moves). Measured
losses are summed as they are, even below 0. Their errors cancel out over a game; if
small losses counted as none, everybody would seem to play well.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from stoneage_core import notation
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command
from stoneage_core.model.boards import command_of_move, move_of
from stoneage_core.opponents.kernel import Comparison
from stoneage_core.opponents.searching import (
    Study,
    Trial,
    candidates,
    evaluate,
    merit,
    neutral_study,
    search_moves,
)
from stoneage_core.payments import Payments
from stoneage_core.rules.dispatch import choices
from stoneage_core.state import GameState

#: How many standard errors a cost has to exceed to be listed.
CERTAIN = 2.0
#: The least cost that is listed.
WORTH_TELLING = 0.01
#: How many random decisions measure what is at stake.
RANDOM_DECISIONS = 2
#: An accuracy with a larger standard error says nothing.
VAGUE = 0.25


class Effort(Struct, frozen=True):
    """
    Numbers of playouts: for a search, a comparison, a comparison of what seems costly,
    and the start of a round.
    """

    search: int
    comparison: int
    proof: int
    round: int


#: The effort of reviews; docs/opponents.md says how long they take.
FULL = Effort(search=360, comparison=240, proof=1000, round=2000)


class ReviewedDecision(Struct, frozen=True, array_like=True):
    """The review of a decision, whose first event is ``sequence``."""

    sequence: int
    player: int
    #: The best command that the search found, in notation.
    best: str
    #: The player's chance after the decision and after the best one, and the standard
    #: error of the difference.
    chance: float
    best_chance: float
    error: float
    #: The merit that the decision lost, and that a random one would have lost.
    lost: float
    stake: float
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
    error of luck. ``accuracy`` is None if it cannot be told.
    """

    start: float
    own: float
    others: float
    luck: float
    early_end: float
    result: float
    error: float
    accuracy: "Accuracy | None"
    decisions: int


class Accuracy(Struct, frozen=True):
    """
    A player's accuracy and its standard error: 1 for always finding the best decision
    of the search, 0 for deciding at random.
    """

    value: float
    error: float


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
    compared = _compare(fresh, move, found, effort.comparison)
    played_merit = merit(compared.first[player], compared.leads[0])
    best_merit = merit(compared.second[player], compared.leads[1])
    by_weights = compared
    if own != found:
        by_weights = _compare(fresh, move, own, effort.comparison)
    shown = compared
    if _seems_costly(compared, player):
        # The costliest of many decisions look worse than they are, so they are measured
        # once more.
        proof = neutral_study(state, player, seed=2 * state.version + 2)
        shown = _compare(proof, move, found, effort.proof)
    gains = zip(by_weights.first, by_weights.second, strict=True)
    return ReviewedDecision(
        sequence=state.version + 1,
        player=player,
        best=notation.to_text(command_of_move(state, player, found)),
        chance=round(shown.first[player], 4),
        best_chance=round(shown.second[player], 4),
        error=round(shown.error, 4),
        lost=round(best_merit - played_merit, 4),
        stake=round(best_merit - _random_merit(fresh, state, effort), 4),
        gains=_rounded(one - two for one, two in gains),
        gain_error=round(by_weights.error, 4),
    )


def _seems_costly(compared: Comparison, player: int) -> bool:
    lost = compared.second[player] - compared.first[player]
    return lost > CERTAIN * compared.error


def _random_command(state: GameState, player: int, chance: RandomChance) -> Command:
    options = choices(state, player)
    choice = options[chance.pick(range(len(options)), "decision")]
    if not isinstance(choice, Payments):
        return choice
    ways = list(choice.commands())
    return ways[chance.pick(range(len(ways)), "payment")]


def _random_merit(study: Study, state: GameState, effort: Effort) -> float:
    """Return the mean merit of random legal decisions."""
    chance = RandomChance(state.version)
    total = 0.0
    for _ in range(RANDOM_DECISIONS):
        command = _random_command(state, study.player, chance)
        trial = Trial(move_of(state, study.player, command))
        trial.play(study, max(1, effort.comparison // RANDOM_DECISIONS))
        total += trial.merit
    return total / RANDOM_DECISIONS


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
                accuracy=accuracy_of(mine),
                decisions=len(mine),
            )
        )
    return tuple(players)


def accuracy_of(decisions: Sequence[ReviewedDecision]) -> Accuracy | None:
    """Return the accuracy of a player's decisions; None if too little was at stake."""
    stake = sum(each.stake for each in decisions)
    if stake <= 0:
        return None
    part = sum(each.lost for each in decisions) / stake
    error = (
        sqrt(sum((each.lost - part * each.stake) ** 2 for each in decisions)) / stake
    )
    if error > VAGUE:
        return None
    return Accuracy(min(1.0, max(0.0, 1 - part)), error)


def costliest(
    decisions: Iterable[ReviewedDecision], most: int = 3
) -> list[ReviewedDecision]:
    dear = [each for each in decisions if each.cost >= WORTH_TELLING]
    return sorted(dear, key=lambda each: (-each.cost, each.sequence))[:most]


def _compare(study: Study, move: int, other: int, playouts: int) -> Comparison:
    return study.kernel.compare_moves(
        study.board,
        study.playout_weights,
        study.seed,
        playouts,
        study.player,
        move,
        other,
    )


def _rounded(chances: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(chance, 4) for chance in chances)
