"""What the service alone knows of players and of itself, told as facts of a game."""

from typing import Annotated

from msgspec import Meta

from stoneage_core.events.base import MatchEvent
from stoneage_core.fields import Digest, Minutes, MomentText, Number
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules_versions import CHANGES


class HoursSet(MatchEvent, frozen=True, tag="HoursSet"):
    """Clocks where a player is are ahead of UTC by minutes, each from a moment on."""

    player: Number
    offsets: Annotated[tuple[tuple[MomentText, Minutes], ...], Meta(min_length=1)]

    sentences = Sentences(
        _("The clock of {player} runs by the time of day where they are."),
        _("Your clock runs by the time of day where you are."),
    )


class OutageRecorded(MatchEvent, frozen=True, tag="OutageRecorded"):
    """The service was not there from ``begins`` until ``ends``, and no clock ran."""

    begins: MomentText
    ends: MomentText

    sentences = Sentences(
        _("The service was down from {begins} to {ends}; no clock ran.")
    )


class GameRestored(MatchEvent, frozen=True, tag="GameRestored"):
    """
    The service was restored from a back-up: what had come after it is lost.

    From here on chance is drawn from another seed, whose SHA-256 is ``commitment``, so
    that nobody who saw what is lost knows what will come. ``seed`` is the one of
    before, in hex, from which nothing is drawn any more.
    """

    seed: str
    commitment: str

    sentences = Sentences(
        _(
            "Sorry, we had to go back to a back-up: what was played after this is "
            "lost. From here on the dice follow a new seed, sealed as {commitment}; "
            "the old one was {seed}."
        )
    )


class ReplyReceived(MatchEvent, frozen=True, tag="ReplyReceived"):
    """
    A mail of a player came in that led to what follows; ``digest`` is its SHA-256.

    It ``is_signed`` where the receiving mail server found it signed by the sender's
    own domain (DKIM).
    """

    player: Number
    digest: Digest
    is_signed: bool

    sentences = Sentences(
        _("An email from {player} came in."), _("An email from you came in.")
    )


class RulesChanged(MatchEvent, frozen=True, tag="RulesChanged"):
    """
    A rule of the service was mended: the game goes on by that ``version`` of the rules.

    What came before stays as it was decided. The sentence says what is different.
    """

    version: Annotated[int, Meta(ge=2)]

    sentences = Sentences(_("From here on this game goes by other rules."))

    def choose_sentences(self) -> Sentences:
        known = 2 <= self.version <= len(CHANGES) + 1
        return CHANGES[self.version - 2] if known else self.sentences
