"""Chances of winning of a position and of the moves that are worth comparing."""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.opponents.boards import command_of_move, move_of
from stoneage_core.opponents.model import moves
from stoneage_core.opponents.searching import Study, Trial, neutral_study
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering
from stoneage_core.rules.dispatch import choices
from stoneage_core.state import GameState, Phase, Question

#: How many placements are compared, in all and at one place.
WIDTH, AT_ONE_PLACE = 12, 3


class JudgedMove(Struct, frozen=True):
    """A decision, the chance of winning after it, and the chance's standard error."""

    command: c.Command
    chance: float
    error: float


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
    state: GameState, player: int, playouts: int, seed: int
) -> tuple[JudgedMove, ...]:
    """
    Return the decisions worth comparing for an awaited player, the best first.

    Each has ``playouts`` playouts, and all use the same random numbers.
    """
    study = neutral_study(state, player, seed)
    judged = []
    for move in candidates(study, state):
        trial = Trial(move)
        trial.play(study, playouts)
        command = command_of_move(state, player, move)
        judged.append(JudgedMove(command, trial.chance, trial.error))
    return tuple(sorted(judged, key=lambda move: -move.chance))


def candidates(study: Study, state: GameState) -> list[int]:
    """
    Return the moves to compare for an awaited player; the weights' choice is first.

    A single move needs no search.
    """
    own = study.own_move()
    match state.question:
        case Question.PLACE:
            found = _placements(study, state)
        case Question.TOOLS:
            found = _tool_moves(state, study.player)
        case Question.USE if own & 15 == moves.USE:
            found = []  # the order of growing and gathering hardly ever matters
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
            found += [move_of(state, player, command) for command in _payments(choice)]
    return found


def _payments(choice: Payments) -> Iterable[c.Command]:
    """Yield a cheap, a medium and a dear payment."""
    ordered = sorted(choice.demand.payments(choice.purse), key=lambda pay: pay.points)
    for payment in islice(ordered, 0, None, max(1, len(ordered) // 2)):
        yield choice.command(payment)
    yield choice.command(ordered[-1])
