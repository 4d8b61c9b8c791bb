"""Events of chance: the rounds of a public beacon, and the seed at the end."""

from stoneage_core.events.base import Event
from stoneage_core.fields import BeaconRound, BeaconSignature, Digest
from stoneage_core.phrases import Sentences, abridge
from stoneage_core.phrases import gettext_noop as _


class BeaconRoundNamed(Event, frozen=True, tag="BeaconRoundNamed"):
    """What is drawn next takes a ``round`` of the beacon, published seconds later."""

    round: BeaconRound

    sentences = Sentences(
        _("What is drawn next takes round {round} of the public beacon.")
    )


class BeaconRevealed(Event, frozen=True, tag="BeaconRevealed"):
    """The round that was named is known: its ``value`` and ``signature``, in hex."""

    round: BeaconRound
    value: Digest
    signature: BeaconSignature

    sentences = Sentences(_("Round {round} of the public beacon is known: {value}."))

    def derive_values(self) -> dict[str, object]:
        return {"value": abridge(self.value)}


class BeaconMissed(Event, frozen=True, tag="BeaconMissed"):
    """
    The round that was named could not be had for minutes.

    What is drawn next comes from the sealed seed alone.
    """

    round: BeaconRound

    sentences = Sentences(
        _(
            "We couldn’t get round {round} of the public beacon: what is drawn next "
            "comes from the sealed seed alone."
        )
    )


class SeedRevealed(Event, frozen=True, tag="SeedRevealed"):
    """The secret seed, in hex, for all to check the dice with."""

    seed: str

    sentences = Sentences(_("The seed of the dice is revealed: {seed}."))
