"""What the rules around the board know of a game: banks, misses, proposals, who plays.

Derived from the events alone, like the position on the board. ``evolve`` writes it.
"""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from stoneage_core.engine import awaited
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.proposals import ProposalMade
from stoneage_core.match.calendar import Span
from stoneage_core.match.commands import is_move
from stoneage_core.match.zones import Offset
from stoneage_core.state import INITIAL, GameState
from stoneage_core.terms import NOTHING_AGREED, Terms
from stoneage_core.time_control import DEFAULT, TimeControl


class Source(StrEnum):
    """Who or what decided that something should happen; stored by these names."""

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
        """Whether a player decided at that very moment: on the page, by mail or API."""
        return self in (Source.PAGE, Source.REPLY, Source.API)

    @property
    def is_in_person(self) -> bool:
        """Whether a player decided, now or by what they had written down."""
        return self.is_by_hand or self is Source.ORDERS


class Authorship(NamedTuple):
    """Whose decision something was, how it came about, and when."""

    player: int | None
    source: Source
    at: datetime


class MatchStep(NamedTuple):
    """Events that one player or one source brought about at once."""

    events: tuple[Event, ...]
    by: Authorship
    command: str = ""

    @property
    def is_answer(self) -> bool:
        """Whether it is an answer to what somebody was asked on the board."""
        return is_move(self.command) or isinstance(self.events[0], TurnTimedOut)


class PendingDecision(Struct, frozen=True, array_like=True):
    """Since which version and moment a player has been asked what they are asked."""

    version: int
    since: datetime


class LastMove(Struct, frozen=True, array_like=True):
    """A move that its player may take back alone: its first event, and its moment."""

    player: int
    sequence: int
    at: datetime


class OpenAct(Struct, frozen=True, array_like=True):
    """An act of the staff that has to lead to something at the same moment."""

    act: str
    seat: int | None
    at: datetime


class OpenOffer(Struct, frozen=True, array_like=True):
    """An open offer to play a player's seat: for good, or until they are back."""

    number: int
    player: int
    for_good: bool


class SeatStatus(Struct, frozen=True, omit_defaults=True):
    """
    How things stand with one seat.

    ``bank`` holds seconds, or is None where the clock has no banks; ``granted`` are the
    seconds that the staff gave on top for the present decision; ``misses`` counts the
    decisions missed in a row; ``away`` lists absences, past ones too. ``seen_version``
    is the version that its player saw last, by deciding there. ``bot`` is the name of
    the automatic player there, if one is. ``offsets`` tell the time of day where the
    player is, if it matters. ``lost_at`` is when autopilot took the seat because of
    missed decisions, as long as it keeps it.
    """

    bank: int | None = None
    granted: int = 0
    misses: int = 0
    bot: str = ""
    is_on_autopilot: bool = False
    is_substituted: bool = False
    away: tuple[Span, ...] = ()
    seen_version: int = 0
    offsets: tuple[Offset, ...] = ()
    lost_at: datetime | None = None

    @property
    def is_automatic(self) -> bool:
        """Whether a bot sits there, and nobody ever else."""
        return bool(self.bot)

    @property
    def is_played(self) -> bool:
        """Whether a person decides there."""
        return not (self.is_automatic or self.is_on_autopilot)

    def away_at(self, moment: datetime) -> Span | None:
        """Return the absence that a moment lies in."""
        return next(
            (span for span in self.away if span.begins <= moment < span.ends), None
        )


class OpenProposal(Struct, frozen=True, omit_defaults=True):
    """
    An open proposal: what it says, who is asked, and who voted how (by player).

    It is open for ``term`` seconds from ``put_at`` on, which is when it was made, or
    when autopilot took the seat of a voter who may still come back and vote. A proposal
    to take something back is ``overtaken`` when another round begins, or when the game
    goes back to before it; it stays so, even if the game goes back again.
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
    """
    All that is known around the board; ``seats`` are by number of player.

    ``pending`` says by player since when each decision has been awaited. In ``pauses``
    all clocks stood still, or will; so they did in ``freezes``, while the game was
    frozen by the staff, and they do since ``frozen_since``. ``proposals`` are the open
    ones, and ``proposal_count`` is how many there ever were. ``last_move`` is what can
    be taken back alone, for a while. In ``outages`` the service was not there. Of the
    ``offers`` to play a seat those stand; ``offer_count`` is how many there ever were.
    ``final_from`` is when an end by the staff becomes final. Nothing happens in a game
    any more that was called off (``cancelled_at``). It was last restored from a back-up
    at ``restored_at``. What comes of an ``open_act`` of the staff follows at once.
    ``terms`` are those of the beginning; ``control`` is the clock as it is now.
    """

    terms: Terms = NOTHING_AGREED
    control: TimeControl = field(default_factory=lambda: DEFAULT)
    seats: tuple[SeatStatus, ...] = ()
    pending: dict[int, PendingDecision] = {}
    pauses: tuple[Span, ...] = ()
    freezes: tuple[Span, ...] = ()
    frozen_since: datetime | None = None
    proposals: tuple[OpenProposal, ...] = ()
    proposal_count: int = 0
    last_move: LastMove | None = None
    outages: tuple[Span, ...] = ()
    offers: tuple[OpenOffer, ...] = ()
    offer_count: int = 0
    final_from: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    cancelled_at: datetime | None = None
    restored_at: datetime | None = None
    open_act: OpenAct | None = None

    @property
    def is_practice(self) -> bool:
        """
        Whether one person plays against bots alone, and not for their rating.

        Nobody waits for that person, so practice has no clock. A game of several people
        stays one if autopilot plays for all of them but one: they may come back. A
        substitute for the one person changes nothing.
        """
        people = sum(not seat.is_automatic for seat in self.seats)
        return people == 1 and not self.terms.rated

    @property
    def present(self) -> frozenset[int]:
        """The players who play themselves: not automatic, not left to autopilot."""
        return frozenset(
            [number for number, seat in enumerate(self.seats) if seat.is_played]
        )

    def has_pause_after(self, moment: datetime) -> bool:
        """Whether a pause of all clocks ends after a moment, begun by then or not."""
        return any(span.ends > moment for span in self.pauses)

    @property
    def next_offer(self) -> int:
        """The number that the next offer gets."""
        return self.offer_count + 1

    def offer(self, number: int | None) -> OpenOffer | None:
        """Return an open offer by its number."""
        return next((each for each in self.offers if each.number == number), None)

    def proposal(self, number: int) -> OpenProposal | None:
        """Return an open proposal by its number."""
        return next((each for each in self.proposals if each.number == number), None)


#: Before anything was said about it.
UNSET = TableState()


class Match(NamedTuple):
    """A game as a whole: the position on the board, and what is known around it."""

    board: GameState = INITIAL
    table: TableState = UNSET

    @property
    def awaited(self) -> Collection[int]:
        """The players from whom a decision is due."""
        return awaited(self.board)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableState)


def encode(table: TableState) -> str:
    """Return a state as JSON, to be kept as a disposable cache."""
    return _encoder.encode(table).decode()


def decode(text: str) -> TableState:
    """Return a state from :func:`encode`; raise msgspec.MsgspecError if not."""
    return _decoder.decode(text)
