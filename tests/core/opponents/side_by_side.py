"""Plays games with the engine and the compact model side by side."""

from collections.abc import Iterator, Sequence
from typing import Any

from stoneage_core import engine
from stoneage_core.model import layout as at
from stoneage_core.model.boards import move_of
from stoneage_core.model.placing import draw
from stoneage_core.payments import Payments
from stoneage_core.simulation import Policy, opening
from stoneage_core.state import GameState


class BoardChance:
    """A chance for the engine that uses the generator of a board."""

    def __init__(self, seed: int) -> None:
        self.board = [0] * at.SIZE
        self.board[at.CHANCE] = seed

    def roll(self, label: str) -> int:
        return 1 + draw(self.board, 6)

    def pick(self, items: Sequence[int], label: str) -> int:
        return items[draw(self.board, len(items))]

    def reveal(self) -> str:
        return ""


def plain(board: Sequence[int]) -> list[int]:
    """Return a board without leftovers of past payments and rolls."""
    numbers = list(board)
    numbers[at.PAY : at.PAY + 4] = [0] * 4
    if numbers[at.ASKED] != at.ROLL:
        numbers[at.ROLL_PLACE : at.PIPS + 1] = [0] * 3
    if numbers[at.ASKED] != at.DICE_FOR_ALL:
        numbers[at.PICKER] = 0
    return numbers


def legal_moves(state: GameState, player: int) -> list[int]:
    """Return the engine's legal commands as moves of the model."""
    commands = []
    for choice in engine.legal_commands(state, player):
        commands += choice.commands() if isinstance(choice, Payments) else [choice]
    return [move_of(state, player, command) for command in commands]


def positions(
    players: int, seed: int, policy: Policy, **options: Any
) -> Iterator[tuple[GameState, int, int, GameState, int]]:
    """
    Play a game with the engine and a ``BoardChance``, and yield each decision.

    It is the state, the state of the generator, the move, the state after it, and the
    player. ``options`` are terms of the table.
    """
    chance = BoardChance(seed)
    state = opening(players, chance, **options).state
    while waiting := sorted(engine.awaited(state)):
        player = waiting[0]
        drawn = chance.board[at.CHANCE]
        command = policy(state, player)
        after = engine.decide(state, player, command, chance).state
        yield state, drawn, move_of(state, player, command), after, player
        assert after.version > state.version
        state = after
