"""What can be asked of a game: each command is decided as a whole, or refused.

Who asks, how and when stands beside it (``By``). Commands are recorded: their names and
fields never change (``command_text``).
"""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from stoneage_core.commands import Command
from stoneage_core.events import Bot, Origin
from stoneage_core.facts import ActName, Minutes, Number, ProposalNumber, Sequence
from stoneage_core.match_events import ProposalKind
from stoneage_core.state import EndReason, Position, Salts, TieBreak
from stoneage_core.time_control import TimeControl

#: A moment of which the zone is known; it is recorded in UTC.
Moment = Annotated[datetime, Meta(tz=True)]


class PlayMove(Struct, frozen=True):
    """Decide on the board; recorded in notation, unlike all others."""

    command: Command


class _Recorded(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True
):
    """What all commands share that are recorded as JSON: strict when read back."""


class Create(_Recorded, frozen=True):
    """Open the game that has this name, with a sealed seed."""

    game: str
    player_count: Annotated[int, Meta(ge=2, le=4)]
    commitment: str
    tie_break: TieBreak
    first_player: Number | None


class Join(_Recorded, frozen=True):
    """
    Take part, bound to a salt for the dice; of an ``own_seal`` nobody else knows.

    Nobody waits for who is ``untimed``. An automatic player is a ``bot``.
    """

    salt_commitment: str
    own_seal: bool = False
    untimed: bool = False
    bot: Bot | None = None


class Start(_Recorded, frozen=True):
    """Start the game that all have joined, with their salts in seat order."""

    salts: Salts


class StartFrom(_Recorded, frozen=True):
    """Start the game that all have joined where another one stood, to see what if."""

    salts: Salts
    origin: Origin
    position: Position


class TimeOut(_Recorded, frozen=True):
    """Decide for somebody whose time ran out: all that they are asked, in notation."""

    moves: tuple[str, ...]


class TakeBack(_Recorded, frozen=True):
    """Take back one's last move alone, which led to the event after ``sequence``."""

    sequence: Sequence


class Propose(_Recorded, frozen=True):
    """Propose something to the others; the fields are those of ``ProposalMade``."""

    kind: ProposalKind
    sequence: Annotated[int, Meta(ge=0)] | None = None
    seat: Number | None = None
    offer: ProposalNumber | None = None
    control: TimeControl | None = None


class CastVote(_Recorded, frozen=True):
    """Say yes or no to a proposal."""

    proposal: ProposalNumber
    agrees: bool


class OfferSubstitute(_Recorded, frozen=True):
    """Note that somebody could play a seat: by their offer, or an invitation."""

    player: Number
    by_staff: bool


class WithdrawOffer(_Recorded, frozen=True):
    """Note that an offer does not stand any more."""

    offer: ProposalNumber


class DeclareAbsence(_Recorded, frozen=True):
    """Stop one's clock from a moment until another."""

    begins: Moment
    ends: Moment


class EndAbsence(_Recorded, frozen=True):
    """Come back early, or do not go at all; days not begun are not spent."""


class Resign(_Recorded, frozen=True):
    """Leave a seat to the steward."""


class ReclaimSeat(_Recorded, frozen=True):
    """Take a seat back, from the steward or from a substitute."""


class Replace(_Recorded, frozen=True):
    """Sit down for good, by an invitation of the staff, where another player is."""

    offer: ProposalNumber


class ClaimSeat(_Recorded, frozen=True):
    """Let the clock of a guest run, who stays for good."""

    player: Number


class SetHours(_Recorded, frozen=True):
    """Note what the clocks of a player are ahead of UTC, from which moments on."""

    player: Number
    offsets: Annotated[tuple[tuple[Moment, Minutes], ...], Meta(min_length=1)]


class RecordOutage(_Recorded, frozen=True):
    """Note that the service was not there, and no clock ran."""

    begins: Moment
    ends: Moment


class Restore(_Recorded, frozen=True):
    """Note that the service was restored, and draw from the seed of a commitment."""

    commitment: str


class Act(_Recorded, frozen=True):
    """Do something as one of the staff; the fields are those of ``StaffActed``."""

    act: ActName
    seat: Number | None
    reason_commitment: str


class SetTimeControl(_Recorded, frozen=True):
    """Give the table a clock; whoever is awaited starts anew with it."""

    control: TimeControl


class Pause(_Recorded, frozen=True):
    """Stop all clocks until a moment at the latest; who wants to may play on."""

    until: Moment


class Resume(_Recorded, frozen=True):
    """Let the clocks run again."""


class Freeze(_Recorded, frozen=True):
    """Freeze a game: nobody decides, the steward neither; no time runs."""


class Unfreeze(_Recorded, frozen=True):
    """
    Unfreeze a game, or set one going again whose time-outs could not be carried out.

    A pause from before goes on.
    """


class GrantTime(_Recorded, frozen=True):
    """Give a player so many seconds more, in all, for the present decision."""

    player: Number
    seconds: int


class RollBack(_Recorded, frozen=True):
    """Make the position again what it was after an event, with the banks of then."""

    sequence: Sequence


class Cancel(_Recorded, frozen=True):
    """Call a game off that has not begun."""


class Adjudicate(_Recorded, frozen=True):
    """End a game as it stands; its seed stays sealed until it is final."""

    reason: EndReason
    final_from: Moment


class RevealSeed(_Recorded, frozen=True):
    """Make an end by the staff final."""


#: All commands but moves: those that are recorded as JSON.
JsonCommand = (
    Create
    | Join
    | Start
    | StartFrom
    | TimeOut
    | TakeBack
    | Propose
    | CastVote
    | OfferSubstitute
    | WithdrawOffer
    | DeclareAbsence
    | EndAbsence
    | Resign
    | ReclaimSeat
    | Replace
    | ClaimSeat
    | SetHours
    | RecordOutage
    | Restore
    | Act
    | SetTimeControl
    | Pause
    | Resume
    | Freeze
    | Unfreeze
    | GrantTime
    | RollBack
    | Cancel
    | Adjudicate
    | RevealSeed
)

MatchCommand = PlayMove | JsonCommand
