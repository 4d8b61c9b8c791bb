"""A decision in the making: what is recorded is at once part of the game."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from stoneage_core.chance import Chance
from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.match.commands import CommandOrFact, write_command
from stoneage_core.match.history import Past
from stoneage_core.match.state import Authorship, Match, MatchStep, Source, TableState
from stoneage_core.rules.draft import Decision
from stoneage_core.state import GameState, Phase

#: How a step changes the game, the position then given if it is known.
Evolve = Callable[[Match, MatchStep, Past, GameState | None], Match]


class Recorder:
    """Gathers the steps of a decision, each made on what the one before it left."""

    def __init__(
        self,
        match: Match,
        command: CommandOrFact,
        by: Authorship,
        *,
        chance: Chance,
        past: Past,
        evolve: Evolve,
    ) -> None:
        self.match = match
        self.command = command
        self.by = by
        self.chance = chance
        self.past = past
        self._evolve = evolve
        self.steps: list[MatchStep] = []
        self.matches: list[Match] = []

    @property
    def table(self) -> TableState:
        return self.match.table

    @property
    def board(self) -> GameState:
        return self.match.board

    @property
    def player(self) -> int:
        """Whose decision it is."""
        assert self.by.player is not None
        return self.by.player

    @property
    def is_over(self) -> bool:
        return self.board.phase is Phase.ENDED

    def require_seat(self, player: int) -> None:
        """Raise Irregular unless the game has such a seat."""
        if player not in range(self.board.player_count):
            raise Irregular("there is no such seat")

    def require_sealed(self) -> None:
        """Raise Irregular if the seed of the dice is known."""
        if self.board.seed:
            raise Irregular("the game is final: the seed of its dice is known")

    def record(self, event: Event) -> None:
        """Record an event that happens by whoever decides."""
        self._add((event,), self.by)

    def record_consequence(self, events: Sequence[Event]) -> None:
        """Record an event that follows by itself, and is nobody's own doing."""
        self._add(events, Authorship(None, Source.SERVICE, self.by.at))

    def take(self, decision: Decision) -> None:
        """Record what was decided on the board."""
        self._add(decision.events, self.by, decision.state)

    def _add(
        self,
        events: Sequence[Event],
        by: Authorship,
        board: GameState | None = None,
    ) -> None:
        # The command stands on the first event of what it leads to.
        command = "" if self.steps else write_command(self.command)
        step = MatchStep(tuple(events), by, command)
        self.match = self._evolve(self.match, step, self.past, board)
        self.steps.append(step)
        self.matches.append(self.match)

    def decision(self) -> "MatchDecision":
        """Return what was recorded."""
        return MatchDecision(tuple(self.steps), tuple(self.matches), self.match)


class MatchDecision(NamedTuple):
    """What something led to, step by step: the game after each, and after them all."""

    steps: tuple[MatchStep, ...]
    matches: tuple[Match, ...]
    match: Match
