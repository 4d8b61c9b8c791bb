"""
``Game``: one import with which to set up a game, list its moves, play and read it.

>>> from stoneage_core import Game
>>> game = Game.new(players=2, seed=bytes(32))
>>> game.awaited
(0,)
>>> game.moves()[:3]
['hunting grounds 1', 'hunting grounds 2', 'hunting grounds 3']
>>> game.play("forest 3")
['Player 1 sent 3 people to the forest.', 'Player 2 is next.']
>>> print(game)  # doctest: +ELLIPSIS
Round 1, placement; awaited: player 2.
Player 1: 0 points, 5 people, 12 food (track 0), ...; placed: forest 3
...
"""

import random
from collections.abc import Sequence
from typing import Any, Self

from stoneage_core import engine, notation
from stoneage_core.chance import Chance, SealedChance, commitment
from stoneage_core.commands import Command
from stoneage_core.components.places import PLACES
from stoneage_core.events.base import Event
from stoneage_core.payments import Payments
from stoneage_core.phrases import SeatName, capitalised, show_english
from stoneage_core.record.log import dump, load
from stoneage_core.simulation import opening
from stoneage_core.state import GameState
from stoneage_core.wording.descriptions import card_in_words, price_in_words
from stoneage_core.wording.sentences import describe_event


class Game:
    """
    A game: its ``events`` so far and the ``state`` after them.

    ``decide`` and ``replay`` in ``stoneage_core.engine`` do the work; this class keeps
    their results together, and speaks in text. Players are numbers from 0.
    """

    def __init__(self, events: Sequence[Event], chance: Chance) -> None:
        """Raise CorruptStream if the events cannot follow one another."""
        self.events = list(events)
        self.state = engine.replay(self.events)
        self._chance = chance

    @classmethod
    def new(cls, players: int, seed: bytes | None = None, **options: Any) -> Self:
        """
        Start a game. The same ``seed``, of 32 bytes, gives the same dice and cards.

        ``options`` are further fields of ``Terms``. Raise Refusal for terms that no
        table can have.
        """
        seed = random.randbytes(32) if seed is None else seed
        chance = SealedChance(seed)
        begun = opening(players, chance, commitment=commitment(seed), **options)
        return cls(begun.events, chance)

    @classmethod
    def load(cls, log: str, seed: bytes | None = None) -> Self:
        """
        Return the game of a log, which is JSON lines.

        Without its seed it can be played on with other dice. Raise CorruptStream if the
        log is wrong.
        """
        return cls(load(log), SealedChance(seed or random.randbytes(32)))

    def dump(self) -> str:
        return dump(self.events)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The players who have to decide now; none if the game is over."""
        return tuple(sorted(engine.awaited(self.state)))

    def commands(self, player: int | None = None) -> list[Command]:
        """Return every legal command of a player, by default of the first awaited."""
        commands: list[Command] = []
        for choice in engine.legal_commands(self.state, self._or_first(player)):
            if isinstance(choice, Payments):
                commands += choice.commands()
            else:
                commands.append(choice)
        return commands

    def moves(self, player: int | None = None) -> list[str]:
        return [notation.to_text(command) for command in self.commands(player)]

    def play(self, move: str | Command, player: int | None = None) -> list[str]:
        """
        Play a command or its notation, by default for the first player awaited.

        Return a sentence for each event. Raise InvalidCommand if the move cannot be
        read, IllegalMove if it is not allowed; the game is unchanged then.
        """
        command = notation.from_text(move) if isinstance(move, str) else move
        decision = engine.decide(
            self.state, self._or_first(player), command, self._chance
        )
        self.events += decision.events
        self.state = decision.state
        return [str(describe_event(event)) for event in decision.events]

    def __str__(self) -> str:
        """Describe the position: the round, each tribe, the cards and buildings."""
        lines = [_status(self.state)]
        lines += [_tribe(self.state, seat) for seat in range(self.state.player_count)]
        lines += _market(self.state)
        return "\n".join(lines)

    def _or_first(self, player: int | None) -> int:
        if player is not None:
            return player
        return next(iter(self.awaited), 0)


def _status(state: GameState) -> str:
    waiting = ", ".join(
        str(SeatName(player)) for player in sorted(engine.awaited(state))
    )
    status = f"Round {state.round}, {state.phase}"
    return f"{status}; awaited: {waiting}." if waiting else f"{status}."


def _tribe(state: GameState, player: int) -> str:
    tribe = state.players[player]
    tools = " ".join(f"{tool.value}{'*' * tool.used}" for tool in tribe.tools)
    placed = ", ".join(
        f"{place.label} {tribe.on(place)}" for place in PLACES if tribe.on(place)
    )
    return (
        f"{capitalised(str(SeatName(player)))}: "
        f"{tribe.score} points, {tribe.people} people, "
        f"{tribe.food} food (track {tribe.food_track}), tools {tools or 'none'}, "
        f"{len(tribe.cards)} cards, {len(tribe.buildings)} buildings, "
        f"{show_english(tribe.resources.words())}; placed: {placed or 'nobody'}"
    )


def _market(state: GameState) -> list[str]:
    cards = [
        f"Card {cost}: {card_in_words(card)}"
        for cost, card in enumerate(state.slots, start=1)
        if card is not None
    ]
    buildings = [
        f"Building {number}: {price_in_words(stack.top)} ({stack.left} left)"
        for number, stack in enumerate(state.stacks, start=1)
        if stack.top is not None
    ]
    return cards + buildings
