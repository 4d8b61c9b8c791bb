"""Plays games with the engine alone, and records them as the service does."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import get_args

from stoneage_core import (
    SealedChance,
    awaited,
    commitment,
    create,
    decide,
    join,
    notation,
    replay,
    start,
)
from stoneage_core.autopilot import choose
from stoneage_core.events.base import Event
from stoneage_core.events.catalogue import Return
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.clocks import TimeControlSet, TimeSpent
from stoneage_core.events.proposals import ProposalSettled
from stoneage_core.events.rounds import FinalScored, GameEnded
from stoneage_core.events.seats import AutopilotSeated, OfferWithdrawn, SeatOffered
from stoneage_core.events.staff import GameAdjudicated, StaffActed, TimeGranted
from stoneage_core.match.acts import ACTS, commit_reason
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import write_command
from stoneage_core.match.deadlines import charge_of
from stoneage_core.match.evolve import STANDALONE, replay_match
from stoneage_core.match.state import Authorship, History, MatchStep, Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.record import codec
from stoneage_core.record.codec import latest_version
from stoneage_core.terms import Terms
from stoneage_core.time_control import DEFAULT, Bank, TimeControl
from tests.core.audit.record_forger import Line, sealed
from tests.core.inferred_commands import command_of

GOING_BACK = get_args(Return)
BEGIN = datetime(2026, 11, 20, 12, tzinfo=UTC)
SEED = sha256(b"this game recorded in a test").digest()
#: Why the staff do all that they do in tests.
WHY, NONCE = "Because the table asked for it.", bytes(range(32))
BOUND = commit_reason(NONCE, "recorded", WHY)


def moment_of(line: Line) -> datetime:
    return datetime.fromisoformat(line["recorded_at"])


class LoggedGame:
    """A game that is played and logged; two minutes pass with every decision."""

    def __init__(
        self,
        players: int = 2,
        how: str = "page",
        clock: TimeControl = DEFAULT,
    ) -> None:
        self.chance = SealedChance(SEED)
        self.clock = clock
        self.events: list[Event] = []
        self._replayed, self._state = list[Event](), replay(())
        self.lines: list[Line] = []
        self.now = BEGIN
        created = create(
            game="recorded",
            commitment=commitment(SEED),
            terms=Terms(players, clock),
            chance=self.chance,
        )
        self.happens(created.events)
        for player in range(players):
            joining = join(
                self.state,
                player,
                self.chance,
                bot=DEFAULT_OPPONENT.bot if player and how == "automatic" else None,
            )
            self.happens(joining.events, player, how if player else "page")
        self.happens(start(self.state, self.chance).events)

    @property
    def state(self):
        """The state after all events; only new ones are replayed, if they go on."""
        known = len(self._replayed)
        new = self.events[known:]
        goes_on = not any(isinstance(event, GOING_BACK) for event in new)
        if goes_on and self.events[:known] == self._replayed:
            self._state = replay(new, self._state)
        else:
            self._state = replay(self.events)
        self._replayed = [*self.events]
        return self._state

    @property
    def text(self) -> str:
        return sealed(self.lines)

    def happens(
        self,
        events: Iterable[Event],
        player: int | None = None,
        how: str = "service",
        command: str = "",
    ) -> None:
        """Record the events of one decision, with its command."""
        events = tuple(events)
        for event in events:
            if isinstance(event, TimeControlSet):
                self.clock = event.control
        if how == "staff":
            self._acts(events, player)
        if how == "staff" and isinstance(events[0], FinalScored | GameEnded):
            (ended,) = (each for each in events if isinstance(each, GameEnded))
            by_staff = GameAdjudicated(ended.reason, write_moment(self.now))
            self.happens([by_staff], player, how)
        command = command or self._command_of(events, player, how)
        for event in events:
            self.events.append(event)
            self.lines.append(
                {
                    "sequence": len(self.events),
                    "schema_version": latest_version(event.type_name()),
                    "event": json.loads(codec.encode(event)),
                    "decided_by": player,
                    "source": how,
                    "command": command,
                    "request_id": None,
                    "recorded_at": self._moment,
                    "hash": "",
                }
            )
            command = ""

    def _acts(self, events, player: int | None) -> None:
        """Record the act of the staff that has to come before these events."""
        command = command_of(events, self.state, self.chance)
        for act, leads_to in ACTS.items():
            if leads_to is type(command):
                told = StaffActed(act, self._seat_about(events[0], player), BOUND)
                self.happens([told], None, "staff")

    def _seat_about(self, event: Event, player: int | None) -> int | None:
        if isinstance(event, OfferWithdrawn):
            made = (each for each in self.events if isinstance(each, SeatOffered))
            return next(each.player for each in made if each.offer == event.offer)
        told = isinstance(event, TimeGranted | SeatOffered)
        return event.player if told else player

    def _command_of(self, events, player: int | None, how: str) -> str:
        """Return the command of a decision, or '' for consequences of another one."""
        if not events or (first := type(events[0])) in (TimeSpent, AutopilotSeated):
            return ""
        is_alone = player is None and how == "service" and first is not SeedRevealed
        settles = first is ProposalSettled or isinstance(self._last, ProposalSettled)
        if is_alone and settles:
            return ""  # the consequences of a carried vote have no command
        command = command_of(events, self.state, self.chance)
        return "" if command is None else write_command(command)

    @property
    def _last(self) -> Event | None:
        return self.events[-1] if self.events else None

    @property
    def _moment(self) -> str:
        return write_moment(self.now)

    def passes(self, seconds: int = 120) -> None:
        self.now += timedelta(seconds=seconds)

    def moves(self, count: int = 1, how: str = "page") -> None:
        """Let the awaited players make autopilot's moves."""
        for _ in range(count):
            self.passes()
            player = self.asked
            command = choose(self.state, player)
            decision = decide(self.state, player, command, self.chance)
            spent = self._charge(player) if how in ("page", "reply") else 0
            events = [*decision.events, *([TimeSpent(player, spent)] if spent else [])]
            if decision.state.seed:  # the seed stays the last event
                events = decision.events
            self.happens(events, player, how, notation.to_text(command))

    def _charge(self, player: int) -> int:
        """Return the seconds that a decision takes out of the bank now."""
        if not isinstance(self.clock.time, Bank):
            return 0
        table = replay_match(self._steps(), History()).table
        return charge_of(table, player, self.now)

    def _steps(self) -> Iterator[MatchStep]:
        """Yield the recorded events as steps."""
        for at, line in enumerate(self.lines):
            made = Authorship(
                line["decided_by"], Source(line["source"]), moment_of(line)
            )
            events = [self.events[at]]
            if at and self._goes_on(at):
                continue
            for later in range(at + 1, len(self.lines)):
                if not self._goes_on(later):
                    break
                events.append(self.events[later])
            yield MatchStep(tuple(events), made, line["command"])

    def _goes_on(self, at: int) -> bool:
        before, line = self.lines[at - 1 : at + 1]
        same = all(before[key] == line[key] for key in ("decided_by", "source"))
        standalone = {
            type(event) for event in self.events[at - 1 : at + 1]
        } & STANDALONE
        return same and not line["command"] and not standalone

    @property
    def asked(self) -> int:
        return min(awaited(self.state))
