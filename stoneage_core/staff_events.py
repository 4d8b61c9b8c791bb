"""What the staff decide about a game: clocks, time, going back, the end."""

from stoneage_core.facts import ActName, Count, Fact, MomentText, Number, Sequence
from stoneage_core.state import EndReason


class StaffActed(Fact, frozen=True, tag="StaffActed"):
    """
    The staff did something, maybe about a ``seat``; what came of it follows at once.

    ``act`` says what (``match.acts``). The reason is told beside the log, with a nonce;
    ``reason_commitment`` binds to it, in hex.
    """

    act: ActName
    seat: Number | None
    reason_commitment: str


class GamePaused(Fact, frozen=True, tag="GamePaused"):
    """The staff stopped all clocks, until a moment at the latest."""

    until: MomentText


class GameResumed(Fact, frozen=True, tag="GameResumed"):
    """The clocks are running again."""


class GameFrozen(Fact, frozen=True, tag="GameFrozen"):
    """The staff froze the game: nobody decides, and no clock runs."""


class GameUnfrozen(Fact, frozen=True, tag="GameUnfrozen"):
    """The staff released the game, whatever had held it; a pause goes on."""


class TimeGranted(Fact, frozen=True, tag="TimeGranted"):
    """The staff gave a player ``seconds`` more, in all, for the present decision."""

    player: Number
    seconds: Count


class GameRolledBack(Fact, frozen=True, tag="GameRolledBack"):
    """The staff made position and banks again what they were after ``sequence``."""

    sequence: Sequence


class GameAdjudicated(Fact, frozen=True, tag="GameAdjudicated"):
    """The staff ended the game; until ``final_from`` they can go back on it."""

    reason: EndReason
    final_from: MomentText


StaffEvent = (
    StaffActed
    | GamePaused
    | GameResumed
    | GameFrozen
    | GameUnfrozen
    | TimeGranted
    | GameRolledBack
    | GameAdjudicated
)
