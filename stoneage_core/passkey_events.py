"""What a record tells of passkeys: whose they are, and what was signed with them."""

from typing import Annotated

from msgspec import Meta

from stoneage_core.facts import Digest, Fact, Number, Sequence
from stoneage_core.passkeys import MOST_PASSKEYS, Assertion, PublicKey
from stoneage_core.places import PLACES, Place

#: The passkeys of a player, and an order in which people are used.
PublicKeys = Annotated[tuple[PublicKey, ...], Meta(max_length=MOST_PASSKEYS)]
SignedOrder = Annotated[tuple[Place, ...], Meta(max_length=len(PLACES))]


class PasskeysSet(Fact, frozen=True, tag="PasskeysSet"):
    """
    From here on a player's passkeys are those with the public ``keys``, in order.

    They added or removed one, or sat down with those they had.
    """

    player: Number
    keys: PublicKeys


class DecisionSigned(Fact, frozen=True, tag="DecisionSigned"):
    """
    A player signed what follows with a passkey, whose public key has this SHA-256.

    They had ``seen`` the game up to that event, whose hash is signed with the decision;
    so is the ``order`` where they decided several uses in one go.
    """

    player: Number
    key: Digest
    seen: Sequence
    order: SignedOrder
    assertion: Assertion


PasskeyEvent = PasskeysSet | DecisionSigned
