"""The commands by which the service tells what it alone knows, as facts of a game.

Each is recorded ahead of what depends on it. See ``commands`` for all others.
"""

from typing import Annotated

from msgspec import Meta

from stoneage_core.cryptography.passkeys import Assertion
from stoneage_core.events.service import PublicKeys, SignedOrder
from stoneage_core.fields import Digest, Minutes, Number, Sequence
from stoneage_core.match.commands import JsonCommand, Moment


class SetHours(JsonCommand, frozen=True):
    """Note what the clocks of a player are ahead of UTC, from which moments on."""

    player: Number
    offsets: Annotated[tuple[tuple[Moment, Minutes], ...], Meta(min_length=1)]


class ReceiveReply(JsonCommand, frozen=True):
    """Note the mail that leads to what follows; the fields are its event's."""

    player: Number
    digest: Digest
    is_signed: bool


class RecordOutage(JsonCommand, frozen=True):
    """Note that the service was not there, and no clock ran."""

    begins: Moment
    ends: Moment


class Restore(JsonCommand, frozen=True):
    """Note that the service was restored, and draw from the seed of a commitment."""

    commitment: str


class SetPasskeys(JsonCommand, frozen=True):
    """Note the public keys of all passkeys of a player; the fields are its event's."""

    player: Number
    keys: PublicKeys


class SignDecision(JsonCommand, frozen=True):
    """Note the signature over what follows; the fields are those of its event."""

    player: Number
    key: Digest
    seen: Sequence
    order: SignedOrder
    assertion: Assertion
