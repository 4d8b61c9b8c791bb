"""Events of seats: autopilot, returns, offers and substitutes."""

from stoneage_core.events.base import MatchEvent
from stoneage_core.fields import Count, Number, ProposalNumber
from stoneage_core.phrases import Sentences, ngettext_noop
from stoneage_core.phrases import gettext_noop as _


class AutopilotSeated(MatchEvent, frozen=True, tag="AutopilotSeated"):
    """Autopilot took a seat after ``misses`` missed decisions in a row."""

    player: Number
    misses: Count

    sentences = Sentences(
        ngettext_noop(
            "{player} missed a turn; from now on autopilot plays.",
            "{player} missed {count} turns in a row; from now on autopilot plays.",
        ),
        ngettext_noop(
            "You missed a turn; from now on autopilot plays.",
            "You missed {count} turns in a row; from now on autopilot plays.",
        ),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.misses}


class SeatEntrusted(MatchEvent, frozen=True, tag="SeatEntrusted"):
    """A seat was left to autopilot by its player or the staff, not by the clock."""

    player: Number

    sentences = Sentences(
        _("From now on autopilot plays for {player}."),
        _("From now on autopilot plays for you."),
    )


class PlayerReturned(MatchEvent, frozen=True, tag="PlayerReturned"):
    """A player plays their own seat again, after autopilot or a substitute."""

    player: Number

    sentences = Sentences(
        _("{player} is back and plays again."), _("You’re back and play again.")
    )


_ASKED = Sentences(
    _("{player} asked someone to take over the seat."),
    _("You asked someone to take over your seat."),
)
_OFFERS = {
    True: Sentences(
        _("The moderators asked someone to play for {player}."),
        _("The moderators asked someone to play for you."),
    ),
    False: Sentences(
        _("Someone offered to play for {player}."),
        _("Someone offered to play for you."),
    ),
}
_TAKEN = {
    True: Sentences(_("{player} took over the seat."), _("You took over the seat.")),
    False: Sentences(
        _("{player} plays as a substitute."), _("You play as a substitute.")
    ),
}


class SeatOffered(MatchEvent, frozen=True, omit_defaults=True, tag="SeatOffered"):
    """
    A person may play a seat if the other side agrees; ``offer`` counts from 1.

    The person plays ``for_good``, or until the seat's player is back. If ``by_player``,
    the seat's player asked the person, who can accept. Otherwise an offer for good is
    one of the moderators, which the person can accept; and for any other offer the
    person came forward, and the table votes.
    """

    offer: ProposalNumber
    player: Number
    for_good: bool
    by_player: bool = False

    def choose_sentences(self) -> Sentences:
        return _ASKED if self.by_player else _OFFERS[self.for_good]


class OfferWithdrawn(MatchEvent, frozen=True, tag="OfferWithdrawn"):
    offer: ProposalNumber

    sentences = Sentences(_("An offer to play for someone is no longer open."))


class SeatTaken(MatchEvent, frozen=True, tag="SeatTaken"):
    player: Number
    offer: ProposalNumber
    for_good: bool

    def choose_sentences(self) -> Sentences:
        return _TAKEN[self.for_good]


class GameCancelled(MatchEvent, frozen=True, tag="GameCancelled"):
    """The host cancelled the game before its start; no event follows."""

    sentences = Sentences(_("The host cancelled the game before it started."))
