"""The state around the board: time banks, misses, proposals, who plays each seat.

It is derived from the events alone, like the position on the board. Only ``evolve``
changes it. ``History`` has the game after each step, for going back.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from stoneage_core.engine import awaited
from stoneage_core.events.base import Event
from stoneage_core.events.catalogue import Return
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.proposals import ProposalMade
from stoneage_core.match.calendar import Offset, Span
from stoneage_core.match.commands import is_move
from stoneage_core.state import INITIAL, GameState
from stoneage_core.terms import NOTHING_AGREED, Terms
from stoneage_core.time_control import DEFAULT, TimeControl


class Source(StrEnum):
    """Who or what made a decision; the values are stored."""

    PAGE = "page"
    REPLY = "reply"
    API = "api"
    ORDERS = "orders"
    AUTOMATIC = "automatic"
    TIMEOUT = "timeout"
    AUTOPILOT = "autopilot"
    STAFF = "staff"
    SERVICE = "service"

    @property
    def is_by_hand(self) -> bool:
        """Whether a player decided at that moment, on a page, by email or the API."""
        return self in (Source.PAGE, Source.REPLY, Source.API)

    @property
    def is_in_person(self) -> bool:
        """Whether a player decided, either by hand or by orders."""
        return self.is_by_hand or self is Source.ORDERS


class Authorship(NamedTuple):
    """The player who decided (None if nobody did), the source, and the moment."""

    player: int | None
    source: Source
    at: datetime


class MatchStep(NamedTuple):
    """Events with one author at one moment; ``command`` is the recorded text."""

    events: tuple[Event, ...]
    by: Authorship
    command: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether the step answers a question on the board."""
        return is_move(self.command) or isinstance(self.events[0], TurnTimedOut)


class PendingDecision(Struct, frozen=True, array_like=True):
    """The version and moment at which a player's current question came up."""

    version: int
    since: datetime


class LastMove(Struct, frozen=True, array_like=True):
    """A move that its player can still take back; ``sequence`` is its first event."""

    player: int
    sequence: int
    at: datetime


class OpenAct(Struct, frozen=True, array_like=True):
    """An act of the staff whose command has to follow at the same moment."""

    act: str
    seat: int | None
    at: datetime


class OpenOffer(Struct, frozen=True, array_like=True):
    """The fields are those of ``SeatOffered``."""

    number: int
    player: int
    for_good: bool
    by_player: bool = False

    @property
    def needs_vote(self) -> bool:
        """Whether the table votes on the offer; otherwise its person accepts it."""
        return not (self.for_good or self.by_player)


class SeatStatus(Struct, frozen=True, omit_defaults=True):
    #: Seconds in the time bank, or None if the clock has no banks.
    bank: int | None = None
    #: Extra seconds that the staff or others gave for the current decision.
    granted: int = 0
    #: The players who gave some of them.
    givers: tuple[int, ...] = ()
    #: Whether the player asked for more time for the current decision.
    has_asked_for_time: bool = False
    #: Whether nobody has given them time since they asked.
    wants_time: bool = False
    #: Decisions missed in a row.
    misses: int = 0
    #: The name of the bot that plays the seat, or ''.
    bot: str = ""
    is_on_autopilot: bool = False
    is_substituted: bool = False
    #: All absences, past ones included.
    away: tuple[Span, ...] = ()
    #: The version at which the player last decided by hand.
    seen_version: int = 0
    #: The player's offsets from UTC, if the clock depends on the time of day.
    offsets: tuple[Offset, ...] = ()
    #: When autopilot took the seat because of misses; None if it does not hold it.
    lost_at: datetime | None = None

    @property
    def is_automatic(self) -> bool:
        return bool(self.bot)

    @property
    def is_played(self) -> bool:
        return not (self.is_automatic or self.is_on_autopilot)

    def away_at(self, moment: datetime) -> Span | None:
        """Return the absence that contains a moment, or None."""
        return next(
            (span for span in self.away if span.begins <= moment < span.ends), None
        )


class OpenProposal(Struct, frozen=True, omit_defaults=True):
    """
    An open proposal, its voters, and the votes by player.

    It is open for ``term`` seconds from ``put_at``. That is when it was made, or when
    autopilot took the seat of a voter who may still come back. ``is_overtaken`` is set
    when another round begins, or when the game goes back to before the decision that
    the proposal is about; it is never reset.
    """

    made: ProposalMade
    put_at: datetime
    term: int
    voters: tuple[int, ...]
    votes: dict[int, bool]
    is_overtaken: bool = False

    @property
    def number(self) -> int:
        return self.made.proposal


class TableState(Struct, frozen=True, omit_defaults=True):
    #: The terms at the beginning.
    terms: Terms = NOTHING_AGREED
    #: The current time control.
    control: TimeControl = field(default_factory=lambda: DEFAULT)
    #: By number of player.
    seats: tuple[SeatStatus, ...] = ()
    #: The current question of each awaited player.
    pending: dict[int, PendingDecision] = {}
    #: Pauses of all clocks, past and planned.
    pauses: tuple[Span, ...] = ()
    #: Past freezes by the staff; ``frozen_since`` is the current one.
    freezes: tuple[Span, ...] = ()
    frozen_since: datetime | None = None
    #: Open proposals; ``proposal_count`` counts all there have been.
    proposals: tuple[OpenProposal, ...] = ()
    proposal_count: int = 0
    #: The move that can be taken back without a vote, for a while.
    last_move: LastMove | None = None
    #: Recorded outages of the service.
    outages: tuple[Span, ...] = ()
    #: Open offers to play a seat; ``offer_count`` counts all there have been.
    offers: tuple[OpenOffer, ...] = ()
    offer_count: int = 0
    #: When an end by the staff becomes final.
    final_from: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    cancelled_at: datetime | None = None
    #: When the game was last restored from a backup.
    restored_at: datetime | None = None
    #: The act of the staff whose command has to come next.
    open_act: OpenAct | None = None

    @property
    def is_practice(self) -> bool:
        """
        Whether one person plays only against bots, in an unrated game.

        Nobody waits for that person, so practice has no clock. A game of several people
        never becomes practice: those who lost their seats to autopilot may come back.
        """
        people = sum(not seat.is_automatic for seat in self.seats)
        return people == 1 and not self.terms.rated

    @property
    def present(self) -> frozenset[int]:
        return frozenset(
            [number for number, seat in enumerate(self.seats) if seat.is_played]
        )

    def has_pause_after(self, moment: datetime) -> bool:
        """Return whether a pause ends after a moment, even if it begins later."""
        return any(span.ends > moment for span in self.pauses)

    @property
    def next_offer(self) -> int:
        return self.offer_count + 1

    def offer(self, number: int | None) -> OpenOffer | None:
        return next((each for each in self.offers if each.number == number), None)

    def proposal(self, number: int) -> OpenProposal | None:
        return next((each for each in self.proposals if each.number == number), None)


#: The state before the first event.
UNSET = TableState()


class Match(NamedTuple):
    """A game: the position on the board, and the state around it."""

    board: GameState = INITIAL
    table: TableState = UNSET

    @property
    def awaited(self) -> Collection[int]:
        return awaited(self.board)


class History:
    """
    The steps of a game, and the game after each of them.

    Lookups are by the sequence of an event. They raise LookupError if no step begins or
    ends there.
    """

    def __init__(self) -> None:
        self._matches: dict[int, Match] = {}
        self._steps: dict[int, MatchStep] = {}
        self._returns: list[tuple[int, int]] = []

    def note(self, before: Match, step: MatchStep, after: Match) -> None:
        """Add a step, with the game before and after it."""
        self._steps[before.board.version + 1] = step
        self._matches[after.board.version] = after
        first = step.events[0]
        if isinstance(first, Return):
            self._returns.append((after.board.version, first.sequence))

    def match_after(self, sequence: int) -> Match:
        """Return the game after the step that ended with an event."""
        return self._matches[sequence]

    def step_from(self, sequence: int) -> MatchStep:
        return self._steps[sequence]

    def is_taken_back(self, sequence: int) -> bool:
        return any(at > sequence > back_to for at, back_to in self._returns)


#: Loads the history of a game; few decisions need it.
Past = Callable[[], History]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableState)


def encode(table: TableState) -> str:
    """Return the state as JSON, for a cache that can be dropped at any time."""
    return _encoder.encode(table).decode()


def decode(text: str) -> TableState:
    """Return a state from :func:`encode`; raise msgspec.MsgspecError otherwise."""
    return _decoder.decode(text)


#: Returns the state around the board after an event.
Evolver = Callable[[TableState, Any, Authorship], TableState]


def change_seat(table: TableState, player: int, **changes: Any) -> TableState:
    seats = list(table.seats)
    seats[player] = replace(seats[player], **changes)
    return replace(table, seats=tuple(seats))


def restart_clock(
    table: TableState, player: int, at: datetime, version: int | None = None
) -> TableState:
    """Restart the clock of a player's decision; ``version`` is for a new question."""
    asked = table.pending.get(player)
    if asked is None:
        return table
    restarted = PendingDecision(version or asked.version, at)
    return replace(table, pending={**table.pending, player: restarted})
