"""
The rule of a command or fact, and the recorder with which it decides.

A rule says who may give a command, and when. Its ``decide`` gets a ``Recorder``, which
collects the events of the decision and applies each to the game immediately.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stoneage_core.chance import Chance
from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.match.commands import CommandOrFact, write_command
from stoneage_core.match.state import (
    Authorship,
    Match,
    MatchStep,
    Past,
    Source,
    TableState,
)
from stoneage_core.rules.draft import Decision
from stoneage_core.state import GameState, Phase

#: Applies a step to a game; the last argument is the new position, if it is known.
Evolve = Callable[[Match, MatchStep, Past, GameState | None], Match]


class Recorder:
    """
    Collects the steps of one decision.

    ``match`` is the game after the steps so far. ``steps`` and ``matches`` hold each
    step and the game after it. ``by`` says who decides, how and when.
    """

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
        assert self.by.player is not None
        return self.by.player

    @property
    def is_over(self) -> bool:
        return self.board.phase is Phase.ENDED

    def require_seat(self, player: int) -> None:
        if player not in range(self.board.player_count):
            raise Irregular("there is no such seat")

    def require_sealed(self) -> None:
        """Raise Irregular if the seed has been revealed."""
        if self.board.seed:
            raise Irregular("the game is final: the seed of its dice is known")

    def record(self, event: Event) -> None:
        """Record an event as the decider's own act."""
        self._add((event,), self.by)

    def record_consequence(self, events: Sequence[Event]) -> None:
        """Record events that follow automatically; the service is their source."""
        self._add(events, Authorship(None, Source.SERVICE, self.by.at))

    def record_decision(self, decision: Decision) -> None:
        """Record the events of a decision on the board as the decider's own act."""
        self._add(decision.events, self.by, decision.state)

    def _add(
        self,
        events: Sequence[Event],
        by: Authorship,
        board: GameState | None = None,
    ) -> None:
        # Only the first step stores the command; the others follow from it.
        command = "" if self.steps else write_command(self.command)
        step = MatchStep(tuple(events), by, command)
        self.match = self._evolve(self.match, step, self.past, board)
        self.steps.append(step)
        self.matches.append(self.match)

    def decision(self) -> "MatchDecision":
        return MatchDecision(tuple(self.steps), tuple(self.matches), self.match)


class MatchDecision(NamedTuple):
    """The steps of a decision, the game after each step, and the game at the end."""

    steps: tuple[MatchStep, ...]
    matches: tuple[Match, ...]
    match: Match


BY_HAND = (Source.PAGE, Source.REPLY, Source.API)
STAFF = (Source.STAFF,)
SERVICE = (Source.SERVICE,)

#: The refusal if the source does not play the seat that it decides for.
NOT_THEIR_DECISION = "this source does not play that seat"


class Rule(NamedTuple):
    """
    How a command is decided or a fact is recorded, who may give it, and when.

    ``decide`` gets the command, or the event of the fact, and records the events that
    follow; it raises Refusal if the rules do not allow it. The other fields are checked
    before.
    """

    decide: Callable[[Recorder, Any], None]
    #: The sources that may give it.
    sources: tuple[Source, ...]
    #: A player gives it. Otherwise it belongs to no player.
    by_player: bool = False
    #: That player is a person whose seat autopilot does not hold.
    by_seated_person: bool = False
    #: The game has started and is not over.
    needs_running: bool = True
    #: The game still waits for players.
    needs_inviting: bool = False
    #: It is allowed in every phase, even if the game is frozen or was cancelled.
    at_any_time: bool = False
    #: If the staff give it, a ``StaffActed`` event has to come first.
    needs_act: bool = True
    #: The sources that may give it while the game is frozen.
    while_frozen: tuple[Source, ...] = ()


def player_rule(decide: Callable[[Recorder, Any], None], *sources: Source) -> Rule:
    """Return the rule of a command that a person gives for the seat they play."""
    return Rule(decide, sources or BY_HAND, by_player=True, by_seated_person=True)


def staff_rule(
    decide: Callable[[Recorder, Any], None], *, frozen: bool = False
) -> Rule:
    """Return the rule of a staff-only command; ``frozen`` allows it in frozen games."""
    return Rule(decide, STAFF, while_frozen=STAFF if frozen else ())
