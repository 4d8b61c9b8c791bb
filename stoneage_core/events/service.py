"""Events of the service: time zones, outages, restores, emails, new rules."""

from typing import Annotated

from msgspec import Meta

from stoneage_core.events.base import MatchEvent
from stoneage_core.fields import Digest, Minutes, MomentText, Number
from stoneage_core.phrases import Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules_versions import CHANGES


class HoursSet(MatchEvent, frozen=True, tag="HoursSet"):
    """The offsets from UTC where a player is: minutes, each from a moment on."""

    player: Number
    offsets: Annotated[tuple[tuple[MomentText, Minutes], ...], Meta(min_length=1)]

    sentences = Sentences(
        _("The clock of {player} runs by the time of day where they are."),
        _("Your clock runs by the time of day where you are."),
    )


class OutageRecorded(MatchEvent, frozen=True, tag="OutageRecorded"):
    """The service was down from ``begins`` until ``ends``, and no clock ran."""

    begins: MomentText
    ends: MomentText

    sentences = Sentences(
        _("The service was down from {begins} to {ends}; no clock ran.")
    )


class GameRestored(MatchEvent, frozen=True, tag="GameRestored"):
    """
    The service was restored from a backup, and all later events were lost.

    From here on, chance uses another seed, whose SHA-256 is ``commitment``, because
    players who saw the lost events would know the old seed's draws. ``seed`` is the old
    one, in hex.
    """

    seed: str
    commitment: str

    sentences = Sentences(
        _(
            "Sorry, we had to go back to a backup: what was played after this is "
            "lost. From here on the dice follow a new seed, sealed as {commitment}; "
            "the old one was {seed}."
        )
    )


class ReplyReceived(MatchEvent, frozen=True, tag="ReplyReceived"):
    """
    A player's email arrived, with the following decision; ``digest`` is its SHA-256.

    ``is_signed`` says that the receiving mail server found a valid DKIM signature of
    the sender's own domain.
    """

    player: Number
    digest: Digest
    is_signed: bool

    sentences = Sentences(
        _("An email from {player} came in."), _("An email from you came in.")
    )


class RulesChanged(MatchEvent, frozen=True, tag="RulesChanged"):
    """The game goes on by corrected rules; earlier decisions stay as they are."""

    version: Annotated[int, Meta(ge=2)]

    sentences = Sentences(_("From here on this game goes by other rules."))

    def choose_sentences(self) -> Sentences:
        known = 2 <= self.version <= len(CHANGES) + 1
        return CHANGES[self.version - 2] if known else self.sentences
