"""Events of chance: rounds of the public beacon, and the revealed seed."""

from stoneage_core.events.base import Event
from stoneage_core.fields import BeaconRound, BeaconSignature, Digest
from stoneage_core.phrases import Sentences, abridge
from stoneage_core.phrases import gettext_noop as _


class BeaconRoundNamed(Event, frozen=True, tag="BeaconRoundNamed"):
    """The next draws depend on ``round`` of the beacon, which is published soon."""

    round: BeaconRound

    sentences = Sentences(
        _("What is drawn next takes round {round} of the public beacon.")
    )


class BeaconRevealed(Event, frozen=True, tag="BeaconRevealed"):
    """The named round was published, with this ``value`` and ``signature``, in hex."""

    round: BeaconRound
    value: Digest
    signature: BeaconSignature

    sentences = Sentences(_("Round {round} of the public beacon is known: {value}."))

    def derive_values(self) -> dict[str, object]:
        return {"value": abridge(self.value)}


class BeaconMissed(Event, frozen=True, tag="BeaconMissed"):
    """The named round could not be fetched; draws depend on the seed alone."""

    round: BeaconRound

    sentences = Sentences(
        _(
            "We couldn’t get round {round} of the public beacon: what is drawn next "
            "comes from the sealed seed alone."
        )
    )


class SeedRevealed(Event, frozen=True, tag="SeedRevealed"):
    """The secret seed is revealed, in hex, so that everybody can check the dice."""

    seed: str

    sentences = Sentences(_("The seed of the dice is revealed: {seed}."))
