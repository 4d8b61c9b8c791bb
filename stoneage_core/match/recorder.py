"""A decision in the making: what is recorded is at once part of the game."""

from collections.abc import Sequence
from typing import NamedTuple

from stoneage_core.chance import Chance
from stoneage_core.draft import Decision
from stoneage_core.events import Event
from stoneage_core.match.circumstances import Circumstances
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.history import Past
from stoneage_core.match.state import By, Match, MatchState, MatchStep, Source
from stoneage_core.state import GameState, Phase


class Recorder:
    """Gathers the steps of a decision, each made on what the one before it left."""

    def __init__(
        self,
        match: Match,
        by: By,
        *,
        circumstances: Circumstances,
        chance: Chance,
        past: Past,
    ) -> None:
        self.match = match
        self.by = by
        self.circumstances = circumstances
        self.chance = chance
        self.past = past
        self.steps: list[MatchStep] = []
        self.matches: list[Match] = []

    @property
    def around(self) -> MatchState:
        return self.match.around

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

    def record(self, event: Event) -> None:
        """Let something happen by who decides."""
        self._add((event,), self.by)

    def record_consequence(self, events: Sequence[Event]) -> None:
        """Let happen what follows by itself, and is nobody's own doing."""
        self._add(events, By(None, Source.SYSTEM, self.by.at))

    def take(self, decision: Decision, command: str = "") -> None:
        """Let happen what was decided on the board."""
        self._add(decision.events, self.by, command, decision.state)

    def _add(
        self,
        events: Sequence[Event],
        by: By,
        command: str = "",
        board: GameState | None = None,
    ) -> None:
        step = MatchStep(tuple(events), by, command)
        self.match = evolve_match(self.match, step, self.past, board)
        self.steps.append(step)
        self.matches.append(self.match)

    def decision(self) -> "MatchDecision":
        """Return what was recorded."""
        return MatchDecision(tuple(self.steps), tuple(self.matches), self.match)


class MatchDecision(NamedTuple):
    """What a command led to, step by step: the game after each, and after them all."""

    steps: tuple[MatchStep, ...]
    matches: tuple[Match, ...]
    match: Match
