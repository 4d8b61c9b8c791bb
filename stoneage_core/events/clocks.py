"""Events of clocks: time controls, time banks, time-outs and absences."""

from stoneage_core.events.base import MatchEvent
from stoneage_core.fields import Count, MomentText, Number
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.time_control import TimeControl


class TimeControlSet(MatchEvent, frozen=True, tag="TimeControlSet"):
    control: TimeControl

    sentences = Sentences(_("The pace of this table: {control}."))


class TimeSpent(MatchEvent, frozen=True, tag="TimeSpent"):
    """A decision took ``seconds`` out of a player's bank."""

    player: Number
    seconds: Count

    sentences = Sentences(
        _("{player} took {seconds} out of the bank."),
        _("You took {seconds} out of the bank."),
    )


_TIMED_OUT = {
    True: Sentences(
        _("{player}’s time ran out, so {player}’s own orders decided."),
        _("Your time ran out, so your own orders decided."),
    ),
    False: Sentences(
        _("{player}’s time ran out, so we played for {player}."),
        _("Your time ran out, so we played for you."),
    ),
}


class TurnTimedOut(MatchEvent, frozen=True, omit_defaults=True, tag="TurnTimedOut"):
    """
    A player's time ran out; the following decisions were made for them.

    With ``by_orders`` the player's own orders made them, so no decision was missed.
    """

    player: Number
    by_orders: bool = False

    def choose_sentences(self) -> Sentences:
        return _TIMED_OUT[self.by_orders]


class TimeAsked(MatchEvent, frozen=True, tag="TimeAsked"):
    """A player asked the others for more time for the current decision."""

    player: Number

    sentences = Sentences(
        _("{player} asks for more time."), _("You ask for more time.")
    )


class TimeGiven(MatchEvent, frozen=True, tag="TimeGiven"):
    """``player`` gave the player of ``seat`` ``seconds`` more for their decision."""

    player: Number
    seat: Number
    seconds: Count

    sentences = Sentences(
        _("{player} gave {seat} {seconds} more for this turn."),
        _("You gave {seat} {seconds} more for this turn."),
    )


class AbsenceDeclared(MatchEvent, frozen=True, tag="AbsenceDeclared"):
    """A player's clock stands still from ``begins`` until ``ends``."""

    player: Number
    begins: MomentText
    ends: MomentText

    sentences = Sentences(
        _("{player} is away from {begins} to {ends}."),
        _("You’re away from {begins} to {ends}."),
    )


class AbsenceEnded(MatchEvent, frozen=True, tag="AbsenceEnded"):
    player: Number

    sentences = Sentences(_("{player} is no longer away."), _("You’re no longer away."))
