"""What the staff decide about a game: clocks, time, going back, the end."""

from stoneage_core.events.base import StaffEvent
from stoneage_core.fields import ActName, Count, MomentText, Number, Sequence
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.state import EndReason


class StaffActed(StaffEvent, frozen=True, tag="StaffActed"):
    """
    The staff did something, maybe about a ``seat``; what came of it follows at once.

    ``act`` says what (``match.acts``). The reason is told beside the log, with a nonce;
    ``reason_commitment`` binds to it, in hex.
    """

    act: ActName
    seat: Number | None
    reason_commitment: str

    sentences = Sentences(_("The moderators acted, and said why."))


class GamePaused(StaffEvent, frozen=True, tag="GamePaused"):
    """The staff stopped all clocks, until a moment at the latest."""

    until: MomentText

    sentences = Sentences(
        _("The moderators paused the game, until {until} at the latest.")
    )


class GameResumed(StaffEvent, frozen=True, tag="GameResumed"):
    """The clocks are running again."""

    sentences = Sentences(_("The game goes on."))


class GameFrozen(StaffEvent, frozen=True, tag="GameFrozen"):
    """The staff froze the game: nobody decides, and no clock runs."""

    sentences = Sentences(
        _("The moderators froze the game: no one can move, and no time runs.")
    )


class GameUnfrozen(StaffEvent, frozen=True, tag="GameUnfrozen"):
    """The staff released the game, whatever had held it; a pause goes on."""

    sentences = Sentences(_("The moderators unfroze the game."))


class TimeGranted(StaffEvent, frozen=True, tag="TimeGranted"):
    """The staff gave a player ``seconds`` more, in all, for the present decision."""

    player: Number
    seconds: Count

    sentences = Sentences(
        _("The moderators gave {player} {seconds} more for this turn."),
        _("The moderators gave you {seconds} more for this turn."),
    )


class GameRolledBack(StaffEvent, frozen=True, tag="GameRolledBack"):
    """The staff made position and banks again what they were after ``sequence``."""

    sequence: Sequence

    sentences = Sentences(
        _("The moderators took the game back to where it was after event {sequence}.")
    )


class GameAdjudicated(StaffEvent, frozen=True, tag="GameAdjudicated"):
    """The staff ended the game; until ``final_from`` they can go back on it."""

    reason: EndReason
    final_from: MomentText

    sentences = Sentences(
        _("The moderators ended the game; that is final from {final_from}.")
    )
