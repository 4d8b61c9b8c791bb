"""What happens around the play: clocks, absences, autopilot, proposals.

These events stand in the same stream, and none of them changes the position but those
that go back to an earlier one.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from stoneage_core.facts import (
    Count,
    Digest,
    Fact,
    Minutes,
    MomentText,
    Number,
    ProposalNumber,
    Sequence,
)
from stoneage_core.passkey_events import PasskeyEvent
from stoneage_core.staff_events import GameRolledBack, StaffEvent
from stoneage_core.time_control import TimeControl


class ProposalKind(StrEnum):
    """What players can propose to each other."""

    TAKE_BACK = "take_back"
    SUBSTITUTE = "substitute"
    END = "end"
    TIME_CONTROL = "time_control"


class Outcome(StrEnum):
    """What became of a proposal."""

    CARRIED = "carried"
    REJECTED = "rejected"
    LAPSED = "lapsed"


class TimeControlSet(Fact, frozen=True, tag="TimeControlSet"):
    """The table got its clock, or another one."""

    control: TimeControl


class TimeSpent(Fact, frozen=True, tag="TimeSpent"):
    """A decision took ``seconds`` out of a player's bank."""

    player: Number
    seconds: Count


class TurnTimedOut(Fact, frozen=True, tag="TurnTimedOut"):
    """A player's time ran out; the decisions that follow were made for them."""

    player: Number


class AutopilotSeated(Fact, frozen=True, tag="AutopilotSeated"):
    """After ``misses`` decisions missed in a row autopilot plays a player's seat."""

    player: Number
    misses: Count


class PlayerReturned(Fact, frozen=True, tag="PlayerReturned"):
    """A player whose decisions were made for them plays their seat again."""

    player: Number


class SubstituteSeated(Fact, frozen=True, tag="SubstituteSeated"):
    """Somebody who had offered to, by ``offer``, plays a seat from now on."""

    player: Number
    offer: ProposalNumber


class SubstituteOffered(Fact, frozen=True, tag="SubstituteOffered"):
    """Somebody offered to play a seat, or was invited; ``offer`` counts from 1."""

    offer: ProposalNumber
    player: Number
    by_staff: bool


class OfferWithdrawn(Fact, frozen=True, tag="OfferWithdrawn"):
    """An offer does not stand any more."""

    offer: ProposalNumber


class SeatClaimed(Fact, frozen=True, tag="SeatClaimed"):
    """A guest stayed for good: from now on their clock runs as everybody's."""

    player: Number


class HoursSet(Fact, frozen=True, tag="HoursSet"):
    """Clocks where a player is are ahead of UTC by minutes, each from a moment on."""

    player: Number
    offsets: Annotated[tuple[tuple[MomentText, Minutes], ...], Meta(min_length=1)]


class OutageRecorded(Fact, frozen=True, tag="OutageRecorded"):
    """The service was not there from ``begins`` until ``ends``, and no clock ran."""

    begins: MomentText
    ends: MomentText


class GameRestored(Fact, frozen=True, tag="GameRestored"):
    """
    The service was restored from a back-up: what had come after it is lost.

    From here on chance is drawn from another seed, whose SHA-256 is ``commitment``, so
    that nobody who saw what is lost knows what will come. ``seed`` is the one of
    before, in hex, from which nothing is drawn any more.
    """

    seed: str
    commitment: str


class ReplyReceived(Fact, frozen=True, tag="ReplyReceived"):
    """
    A mail of a player came in that led to what follows; ``digest`` is its SHA-256.

    It ``is_signed`` where the receiving mail server found it signed by the sender's
    own domain (DKIM).
    """

    player: Number
    digest: Digest
    is_signed: bool


class GameCancelled(Fact, frozen=True, tag="GameCancelled"):
    """The host called the game off before it began; nothing follows."""


class AbsenceDeclared(Fact, frozen=True, tag="AbsenceDeclared"):
    """A player's clock stands still from ``begins`` until ``ends``."""

    player: Number
    begins: MomentText
    ends: MomentText


class AbsenceEnded(Fact, frozen=True, tag="AbsenceEnded"):
    """A player came back early, or will not go away after all."""

    player: Number


class ProposalMade(Fact, frozen=True, tag="ProposalMade"):
    """A player proposed to go back to ``sequence``, whom to seat, or a ``control``."""

    proposal: ProposalNumber
    player: Number
    kind: ProposalKind
    sequence: Sequence | None = None
    seat: Number | None = None
    offer: ProposalNumber | None = None
    control: TimeControl | None = None


class VoteCast(Fact, frozen=True, tag="VoteCast"):
    """A player said yes or no to a proposal; who proposes says yes by that."""

    player: Number
    proposal: ProposalNumber
    agrees: bool


class ProposalSettled(Fact, frozen=True, tag="ProposalSettled"):
    """A proposal was carried or rejected, or lapsed with what it was about."""

    proposal: ProposalNumber
    outcome: Outcome


class DecisionTakenBack(Fact, frozen=True, tag="DecisionTakenBack"):
    """
    The position became again what it was after ``sequence``, where ``player`` decided.

    What all ``agreed`` to take back may have revealed something.
    """

    player: Number
    sequence: Sequence
    agreed: bool


class SeatEntrusted(Fact, frozen=True, tag="SeatEntrusted"):
    """A seat was given to autopilot, not because of what its player missed."""

    player: Number


class PlayerReplaced(Fact, frozen=True, tag="PlayerReplaced"):
    """Somebody whom the staff invited, by ``offer``, plays a seat for good."""

    player: Number
    offer: ProposalNumber


MatchEvent = (
    TimeControlSet
    | TimeSpent
    | TurnTimedOut
    | AutopilotSeated
    | PlayerReturned
    | SubstituteSeated
    | AbsenceDeclared
    | AbsenceEnded
    | ProposalMade
    | VoteCast
    | ProposalSettled
    | DecisionTakenBack
    | SeatEntrusted
    | PlayerReplaced
    | SubstituteOffered
    | OfferWithdrawn
    | SeatClaimed
    | HoursSet
    | OutageRecorded
    | ReplyReceived
    | GameRestored
    | GameCancelled
    | PasskeyEvent
    | StaffEvent
)

#: What makes the position an earlier one again.
Return = DecisionTakenBack | GameRolledBack
