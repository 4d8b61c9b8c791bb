"""What happens around the play: clocks, absences, the steward, proposals, the staff.

These events stand in the same stream, and none of them changes the position but those
that go back to an earlier one. Moments are ISO 8601 in UTC, as in
``2026-12-03T18:00:00+00:00``.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from stoneage_core.clock import Clock
from stoneage_core.facts import Count, Fact, Number, Sequence

MotionNumber = Annotated[int, Meta(ge=1)]
MomentText = Annotated[str, Meta(min_length=20, max_length=32)]


class MotionKind(StrEnum):
    """What players can propose to each other."""

    TAKE_BACK = "take_back"
    SUBSTITUTE = "substitute"
    END = "end"
    CLOCK = "clock"


class Outcome(StrEnum):
    """What became of a proposal."""

    CARRIED = "carried"
    REJECTED = "rejected"
    LAPSED = "lapsed"


class ClockSet(Fact, frozen=True, tag="ClockSet"):
    """The table got its clock, or another one."""

    clock: Clock


class TimeSpent(Fact, frozen=True, tag="TimeSpent"):
    """A decision took ``seconds`` out of a player's bank."""

    player: Number
    seconds: Count


class TurnTimedOut(Fact, frozen=True, tag="TurnTimedOut"):
    """A player's time ran out; the decisions that follow were made for them."""

    player: Number


class StewardSeated(Fact, frozen=True, tag="StewardSeated"):
    """After ``misses`` decisions missed in a row the steward plays a player's seat."""

    player: Number
    misses: Count


class PlayerReturned(Fact, frozen=True, tag="PlayerReturned"):
    """A player whose decisions were made for them plays their seat again."""

    player: Number


class SubstituteSeated(Fact, frozen=True, tag="SubstituteSeated"):
    """Somebody who had offered to, by ``offer``, plays a seat from now on."""

    player: Number
    offer: MotionNumber


class AbsenceDeclared(Fact, frozen=True, tag="AbsenceDeclared"):
    """A player's clock stands still from ``begins`` until ``ends``."""

    player: Number
    begins: MomentText
    ends: MomentText


class AbsenceEnded(Fact, frozen=True, tag="AbsenceEnded"):
    """A player came back early, or will not go away after all."""

    player: Number


class MotionMade(Fact, frozen=True, tag="MotionMade"):
    """
    A player proposed something; ``motion`` counts the proposals of a game from 1.

    ``sequence`` is the event to go back to, ``seat`` and ``offer`` are the seat to be
    filled and by which offer, ``clock`` is the clock proposed.
    """

    motion: MotionNumber
    player: Number
    kind: MotionKind
    sequence: Sequence | None = None
    seat: Number | None = None
    offer: MotionNumber | None = None
    clock: Clock | None = None


class VoteCast(Fact, frozen=True, tag="VoteCast"):
    """A player said yes or no to a proposal; who proposes says yes by that."""

    player: Number
    motion: MotionNumber
    agrees: bool


class MotionSettled(Fact, frozen=True, tag="MotionSettled"):
    """A proposal was carried or rejected, or lapsed with what it was about."""

    motion: MotionNumber
    outcome: Outcome


class DecisionTakenBack(Fact, frozen=True, tag="DecisionTakenBack"):
    """
    The position became again what it was after the event ``sequence``.

    ``player`` is the one whose decision is open again; ``agreed`` tells a taking back
    by consent of all from one that had revealed nothing yet.
    """

    player: Number
    sequence: Sequence
    agreed: bool


class GamePaused(Fact, frozen=True, tag="GamePaused"):
    """The staff stopped all clocks, until a moment at the latest."""

    until: MomentText


class GameResumed(Fact, frozen=True, tag="GameResumed"):
    """The clocks run again."""


class GameHeld(Fact, frozen=True, tag="GameHeld"):
    """The staff put the game in quarantine: nobody decides, and no clock runs."""


class GameReleased(Fact, frozen=True, tag="GameReleased"):
    """The staff released the game, whatever had held it; a pause goes on."""


class TimeGranted(Fact, frozen=True, tag="TimeGranted"):
    """The staff gave a player ``seconds`` more, in all, for the present decision."""

    player: Number
    seconds: Count


class SeatEntrusted(Fact, frozen=True, tag="SeatEntrusted"):
    """A seat was given to the steward, not because of what its player missed."""

    player: Number


class PlayerReplaced(Fact, frozen=True, tag="PlayerReplaced"):
    """Somebody whom the staff invited, by ``offer``, plays a seat for good."""

    player: Number
    offer: MotionNumber


class GameRolledBack(Fact, frozen=True, tag="GameRolledBack"):
    """
    The staff made the position again what it was after the event ``sequence``.

    With ``banks`` what was in the banks then is there again, and what had been granted.
    """

    sequence: Sequence
    banks: bool


Conduct = (
    ClockSet
    | TimeSpent
    | TurnTimedOut
    | StewardSeated
    | PlayerReturned
    | SubstituteSeated
    | AbsenceDeclared
    | AbsenceEnded
    | MotionMade
    | VoteCast
    | MotionSettled
    | DecisionTakenBack
    | GamePaused
    | GameResumed
    | GameHeld
    | GameReleased
    | TimeGranted
    | SeatEntrusted
    | PlayerReplaced
    | GameRolledBack
)

#: What makes the position an earlier one again.
Return = DecisionTakenBack | GameRolledBack
