"""Events of the staff: acts, pauses, freezes, extra time, roll-backs, the end."""

from stoneage_core.events.base import StaffEvent
from stoneage_core.fields import ActName, Count, MomentText, Number, Sequence
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.state import EndReason


class StaffActed(StaffEvent, frozen=True, tag="StaffActed"):
    """
    The staff acted, maybe on a ``seat``; the consequence follows at the same moment.

    ``act`` is a key of ``match.acts.ACTS``. The reason is stored outside the log, with
    a nonce; ``reason_commitment``, in hex, commits to it.
    """

    act: ActName
    seat: Number | None
    reason_commitment: str

    sentences = Sentences(_("The moderators acted, and said why."))


class GamePaused(StaffEvent, frozen=True, tag="GamePaused"):
    """The staff stopped all clocks, at the latest until ``until``."""

    until: MomentText

    sentences = Sentences(
        _("The moderators paused the game, until {until} at the latest.")
    )


class GameResumed(StaffEvent, frozen=True, tag="GameResumed"):
    sentences = Sentences(_("The game goes on."))


class GameFrozen(StaffEvent, frozen=True, tag="GameFrozen"):
    """The staff froze the game: nobody can move, and no clock runs."""

    sentences = Sentences(
        _("The moderators froze the game: no one can move, and no time runs.")
    )


class GameUnfrozen(StaffEvent, frozen=True, tag="GameUnfrozen"):
    """The staff unfroze the game; a pause goes on."""

    sentences = Sentences(_("The moderators unfroze the game."))


class TimeGranted(StaffEvent, frozen=True, tag="TimeGranted"):
    """The staff set a player's extra time for the current decision to ``seconds``."""

    player: Number
    seconds: Count

    sentences = Sentences(
        _("The moderators gave {player} {seconds} more for this turn."),
        _("The moderators gave you {seconds} more for this turn."),
    )


class GameRolledBack(StaffEvent, frozen=True, tag="GameRolledBack"):
    """The staff restored position and time banks as they were after ``sequence``."""

    sequence: Sequence

    sentences = Sentences(
        _("The moderators took the game back to where it was after event {sequence}.")
    )


class GameAdjudicated(StaffEvent, frozen=True, tag="GameAdjudicated"):
    """The staff ended the game; until ``final_from`` they can reverse that."""

    reason: EndReason
    final_from: MomentText

    sentences = Sentences(
        _("The moderators ended the game; that is final from {final_from}.")
    )
