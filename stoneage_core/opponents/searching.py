"""
Search by sequential halving, with a fixed number of playouts.

All moves get the same number of playouts, then the better half again, and so on.
Playouts with the same number use the same random numbers for every move, so that luck
affects all moves alike. Estimates in playouts have random errors, so that a move is not
best only because the others play exactly as predicted. Another move replaces the choice
of the weights only if it is clearly better.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import ceil, log2, sqrt
from typing import Any

from msgspec import Struct

from stoneage_core import careful
from stoneage_core import commands as c
from stoneage_core.model import moves
from stoneage_core.model.boards import command_of_move, model_board_of, move_of
from stoneage_core.model.styles import ALL_ROUND, load_styles, with_noise
from stoneage_core.opponents.kernel import Kernel, kernel
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering
from stoneage_core.rules.dispatch import choices
from stoneage_core.state import GameState, Phase, Question

#: Rises with every change of what a search finds with the same weights and seed.
SEARCH = 1

#: In comparisons of moves, a lead of this many points counts as much as a win.
POINTS_OF_A_WIN = 200
#: How many standard errors better a move has to be than the weights' choice.
DOUBT = 1.5
#: The largest random error of estimates in playouts, in points.
PLAYOUT_NOISE = 3.0


class Study(Struct, frozen=True):
    """A decision to search; ``playout_weights`` are the weights with noise."""

    kernel: Kernel
    board: Any
    weights: Any
    playout_weights: Any
    player: int
    seed: int

    def own_move(self) -> int:
        return self.kernel.decide(self.board, self.player, self.weights)

    def promise(self, move: int) -> float:
        return self.kernel.promise(self.board, self.player, move, self.weights)


def study_of(
    state: GameState,
    player: int,
    row: Sequence[float],
    seed: int,
    others: Sequence[float] = (),
) -> Study:
    """
    Return a decision of a player with the weights ``row``.

    ``others`` are the weights of all other players, by default the all-round ones.
    """
    model = kernel()
    others = others or load_styles()[ALL_ROUND].row(state.player_count)
    board = model.board(model_board_of(state, seed | 1))
    rows = [row if seat == player else others for seat in range(state.player_count)]
    weights = model.weights(weight for each in rows for weight in each)
    noisy = [with_noise(each, PLAYOUT_NOISE) for each in rows]
    playout_weights = model.weights(weight for each in noisy for weight in each)
    return Study(model, board, weights, playout_weights, player, seed)


def neutral_study(state: GameState, player: int, seed: int) -> Study:
    row = load_styles()[ALL_ROUND].row(state.player_count)
    return study_of(state, player, row, seed)


class Trial:
    """A move and the results of its playouts so far."""

    def __init__(self, move: int) -> None:
        self.move = move
        self.playouts = 0
        self._won = self._squares = self._lead = 0.0

    def play(self, study: Study, until: int) -> float:
        """Add playouts up to a total of ``until``; return the games that these won."""
        won, squares, lead = study.kernel.try_move(
            study.board,
            study.playout_weights,
            study.seed,
            range(self.playouts, until),
            study.player,
            self.move,
        )
        self._won += won
        self._squares += squares
        self._lead += lead
        self.playouts = until
        return won

    @property
    def chance(self) -> float:
        return self._won / self.playouts

    @property
    def error(self) -> float:
        """
        The standard error of the chance. A few equal results do not make it 0, as if
        half a playout had won and half a playout had lost.
        """
        variance = max(0.0, self._squares / self.playouts - self.chance**2)
        return sqrt((variance + 0.25 / self.playouts) / self.playouts)

    @property
    def merit(self) -> float:
        return merit(self.chance, self._lead / self.playouts)


def merit(chance: float, lead: float) -> float:
    """Return the value to compare moves by: the chance, plus a little for the lead."""
    return chance + lead / POINTS_OF_A_WIN


def search_moves(study: Study, moves: Sequence[int], playouts: int) -> list[Trial]:
    """
    Search with about ``playouts`` in all, and return all moves, the best first.

    The first of ``moves`` has to be the choice of the weights.
    """
    own, *others = [Trial(move) for move in moves]
    left = [own, *others]
    dropped: list[Trial] = []
    steps = max(1, ceil(log2(len(left))))
    until = 0
    for _ in range(steps):
        until += max(1, playouts // (steps * len(left)))
        for trial in left:
            trial.play(study, until)
        favour = DOUBT * own.error
        left.sort(key=lambda trial: -trial.merit - (favour if trial is own else 0.0))
        kept = max(1, (len(left) + 1) // 2)
        dropped = [*left[kept:], *dropped]
        left = left[:kept]
    return [*left, *dropped]


#: How many placements are compared, in all and at one place.
WIDTH, AT_ONE_PLACE = 12, 3


#: A move is as good as the best if it is behind by at most so many standard errors.
EQUAL = 2.0
#: How often each move is played on at least, however long that takes.
FEWEST_PLAYOUTS = 6


class JudgedMove(Struct, frozen=True):
    """
    A decision, the chance of winning after it, and the chance's standard error.

    ``is_best`` is set if the ``playouts`` of each move cannot tell it from the best.
    """

    command: c.Command
    chance: float
    error: float
    playouts: int
    is_best: bool


def evaluate(state: GameState, playouts: int, seed: int) -> tuple[float, ...]:
    """
    Return each seat's chance of winning; a shared victory counts in parts.

    After the end it is 1 for the winner; in a game without a result it is 0 for all.
    """
    players = state.player_count
    if state.phase is Phase.ENDED:
        winners = state.winners
        part = 1 / max(1, len(winners))
        return tuple(part if seat in winners else 0.0 for seat in range(players))
    study = neutral_study(state, 0, seed)
    chances = study.kernel.chances(study.board, study.playout_weights, seed, playouts)
    return tuple(chances)


def judge_moves(
    state: GameState,
    player: int,
    playouts: int,
    seed: int,
    is_late: Callable[[], bool] = lambda: False,
) -> tuple[JudgedMove, ...]:
    """
    Return judged decisions, the best ones first; all use the same random numbers.

    If the weights' choice is among the best, it comes first. Once it ``is_late``, no
    more playouts begin, except that each move gets at least ``FEWEST_PLAYOUTS``.
    """
    study = neutral_study(state, player, seed)
    trials = [Trial(move) for move in candidates(study, state)]
    shares: list[list[float]] = [[] for _ in trials]
    for number in range(1, playouts + 1):
        for trial, won in zip(trials, shares, strict=True):
            won.append(trial.play(study, number))
        if number >= FEWEST_PLAYOUTS and is_late():
            break
    top = shares[trials.index(max(trials, key=lambda trial: trial.merit))]
    best = [_is_equal(top, won) for won in shares]
    ranked = sorted(
        zip(trials, best, strict=True),
        key=lambda pair: (not pair[1], pair[0] is not trials[0], -pair[0].merit),
    )
    return tuple(
        JudgedMove(
            command_of_move(state, player, trial.move),
            trial.chance,
            trial.error,
            trial.playouts,
            is_best,
        )
        for trial, is_best in ranked
    )


def _is_equal(best: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether the mean difference of paired playouts is within its error."""
    count = len(best)
    behind = [one - two for one, two in zip(best, other, strict=True)]
    mean = sum(behind) / count
    variance = sum(each * each for each in behind) / count - mean * mean
    return mean <= EQUAL * sqrt((variance + 0.25 / count) / count)


def candidates(study: Study, state: GameState) -> list[int]:
    """Return the moves worth comparing; the weights' choice is first."""
    own = study.own_move()
    match state.question:
        case Question.PLACE:
            found = _placements(study, state)
        case Question.TOOLS:
            found = _tool_moves(state, study.player)
        case Question.USE if own & 15 == moves.USE:
            # Of the orders of uses, only this one matters: a tool helps later rolls.
            tools = careful.tools_before_rolls(state, study.player)
            found = [move_of(state, study.player, command) for command in tools]
        case _:
            found = _other_moves(state, study.player)
    return list(dict.fromkeys([own, *found]))


def _placements(study: Study, state: GameState) -> list[int]:
    """Return the most promising placements, only a few at each place."""
    player = study.player
    legal = [move_of(state, player, command) for command in _commands(state, player)]
    liked = sorted(legal, key=lambda move: -study.promise(move))
    kept: list[int] = []
    for move in liked:
        place = move >> 4 & 15
        if sum(other >> 4 & 15 == place for other in kept) < AT_ONE_PLACE:
            kept.append(move)
    return kept[:WIDTH]


def _commands(state: GameState, player: int) -> Iterable[c.Command]:
    return (
        choice
        for choice in choices(state, player)
        if not isinstance(choice, Payments | c.TakeResources)
    )


def _tool_moves(state: GameState, player: int) -> list[int]:
    """Return the least wasteful tools for each possible yield."""
    roll = gathering.open_roll(state)
    best: dict[int, c.UseTools] = {}
    legal = gathering.legal(state, player)
    for tools in sorted(legal, key=lambda t: (sum(t.once), sum(t.tiles))):
        reached = gathering.gain(roll, sum(tools.tiles) + sum(tools.once))
        best.setdefault(reached, tools)
    return [move_of(state, player, tools) for tools in best.values()]


def _other_moves(state: GameState, player: int) -> list[int]:
    """Return purchases with some of their payments, and all other choices."""
    found = [move_of(state, player, command) for command in _commands(state, player)]
    for choice in choices(state, player):
        if isinstance(choice, Payments):
            ways = sorted(
                choice.demand.payments(choice.purse), key=lambda way: way.points
            )
            # A cheap, a medium and a dear payment.
            some = [*islice(ways, 0, None, max(1, len(ways) // 2)), ways[-1]]
            found += [move_of(state, player, choice.command(way)) for way in some]
    return found
