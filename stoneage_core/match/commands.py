"""What can be asked of a game: each command is decided as a whole, or refused.

Who asks, how and when is ``By``. Names and fields never change: they are recorded.
"""

from datetime import datetime
from typing import Annotated, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType

from stoneage_core.commands import Command
from stoneage_core.cryptography.beacon import Beacon
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.setup import Bot, Origin
from stoneage_core.fields import (
    ActName,
    BeaconRound,
    BeaconSignature,
    BotName,
    Number,
    ProposalNumber,
    Sequence,
)
from stoneage_core.state import EndReason, Position, Salts, TieBreak
from stoneage_core.time_control import TimeControl

#: A moment of which the zone is known; it is recorded in UTC.
Moment = Annotated[datetime, Meta(tz=True)]


class PlayMove(Struct, frozen=True):
    """Decide on the board; recorded in notation, unlike all others."""

    takes_signature: ClassVar[bool] = True
    command: Command


class JsonCommand(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=True
):
    """
    A command that is recorded as JSON, as all but moves are: strict when read.

    Pages have it signed, by who has a passkey, where it ``takes_signature``.
    """

    takes_signature: ClassVar[bool] = False


class Create(JsonCommand, frozen=True, omit_defaults=True):
    """Open a game by its name, with a sealed seed, and what the table agrees on."""

    game: str
    player_count: Annotated[int, Meta(ge=2, le=4)]
    commitment: str
    tie_break: TieBreak
    first_player: Number | None
    beacon: Beacon | None = None
    coached: bool = False
    rated: bool = False


class Join(JsonCommand, frozen=True):
    """Take part, bound to a salt for the dice; the rest is as in ``PlayerJoined``."""

    salt_commitment: str
    own_seal: bool = False
    untimed: bool = False
    bot: Bot | None = None
    program: BotName | UnsetType = UNSET


class Start(JsonCommand, frozen=True):
    """Start the game that all have joined, with their salts in seat order."""

    salts: Salts


class TakeBeacon(JsonCommand, frozen=True):
    """Go on with the round that was named, by its signature; None is without it."""

    round: BeaconRound
    signature: BeaconSignature | None


class StartFrom(JsonCommand, frozen=True):
    """Start the game that all have joined where another one stood, to see what if."""

    salts: Salts
    origin: Origin
    position: Position


class TimeOut(JsonCommand, frozen=True):
    """Decide for somebody whose time ran out: all that they are asked, in notation."""

    moves: tuple[str, ...]


class TakeBack(JsonCommand, frozen=True):
    """Take back one's last move alone, which began with event ``sequence``."""

    takes_signature: ClassVar[bool] = True
    sequence: Sequence


class Propose(JsonCommand, frozen=True):
    """Propose something to the others; the fields are those of ``ProposalMade``."""

    takes_signature: ClassVar[bool] = True
    kind: ProposalKind
    sequence: Annotated[int, Meta(ge=0)] | None = None
    seat: Number | None = None
    offer: ProposalNumber | None = None
    control: TimeControl | None = None


class CastVote(JsonCommand, frozen=True):
    """Say yes or no to a proposal."""

    takes_signature: ClassVar[bool] = True
    proposal: ProposalNumber
    agrees: bool


class OfferSubstitute(JsonCommand, frozen=True):
    """Note that somebody could play a seat: by their offer, or an invitation."""

    player: Number
    by_staff: bool


class WithdrawOffer(JsonCommand, frozen=True):
    """Note that an offer does not stand any more."""

    offer: ProposalNumber


class DeclareAbsence(JsonCommand, frozen=True):
    """Stop one's clock from a moment until another."""

    takes_signature: ClassVar[bool] = True
    begins: Moment
    ends: Moment


class EndAbsence(JsonCommand, frozen=True):
    """Come back early, or do not go at all; days not begun are not spent."""

    takes_signature: ClassVar[bool] = True


class Resign(JsonCommand, frozen=True):
    """Leave a seat to autopilot."""


class ReclaimSeat(JsonCommand, frozen=True):
    """Take a seat back, from autopilot or from a substitute."""

    takes_signature: ClassVar[bool] = True


class Replace(JsonCommand, frozen=True):
    """Sit down for good, by an invitation of the staff, where another player is."""

    offer: ProposalNumber


class ClaimSeat(JsonCommand, frozen=True):
    """Let the clock of a guest run, who stays for good."""

    player: Number


class Act(JsonCommand, frozen=True):
    """Do something as one of the staff; the fields are those of ``StaffActed``."""

    act: ActName
    seat: Number | None
    reason_commitment: str


class SetTimeControl(JsonCommand, frozen=True):
    """Give the table a clock; whoever is awaited starts anew with it."""

    control: TimeControl


class Pause(JsonCommand, frozen=True):
    """Stop all clocks until a moment at the latest; who wants to may play on."""

    until: Moment


class Resume(JsonCommand, frozen=True):
    """Let the clocks run again."""


class Freeze(JsonCommand, frozen=True):
    """Freeze a game: nobody decides, autopilot neither; no time runs."""


class Unfreeze(JsonCommand, frozen=True):
    """Unfreeze a game, or free one whose time-outs failed; a pause goes on."""


class GrantTime(JsonCommand, frozen=True):
    """Give a player so many seconds more, in all, for the present decision."""

    player: Number
    seconds: int


class RollBack(JsonCommand, frozen=True):
    """Make the position again what it was after an event, with the banks of then."""

    sequence: Sequence


class Cancel(JsonCommand, frozen=True):
    """Call a game off that has not begun."""


class Adjudicate(JsonCommand, frozen=True):
    """End a game as it stands; its seed stays sealed until it is final."""

    reason: EndReason
    final_from: Moment


class RevealSeed(JsonCommand, frozen=True):
    """Make an end by the staff final."""


MatchCommand = PlayMove | JsonCommand
