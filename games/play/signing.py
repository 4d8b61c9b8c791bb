"""Moves signed with a passkey: what a browser is asked to sign, and what it signed."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec import MsgspecError, Struct
from msgspec.json import Decoder

from games.decisions.session import How
from games.errors import Refused
from games.models import Seat
from games.passkeys import passkeys_of, site_name, site_origin
from games.play.forms import Move
from games.store.heads import head_at
from stoneage_core import notation
from stoneage_core.match.fact_commands import SignDecision
from stoneage_core.match.state import Source
from stoneage_core.passkeys import (
    Assertion,
    AssertionCheck,
    challenge_of,
    check_assertion,
)
from stoneage_core.use_order import UseOrder


class NotSigned(Refused):
    """A signature came with a move, and is not one over it."""

    message = _("Your passkey’s signature doesn’t fit this move. Please try again.")


class _Signed(Struct):
    """What a browser sends of an assertion, each part in base64url."""

    id: str
    authenticator_data: str
    client_data: str
    signature: str


_decoder = Decoder(_Signed)


def signs_moves(seat: Seat) -> bool:
    """Whether the game knows a passkey of a seat's player. No query."""
    return bool(seat.game.table_state.seats[seat.number].passkeys)


def signing_options(seat: Seat, move: Move) -> dict[str, Any]:
    """
    Return what the browser of a seat's player is asked to sign with which passkeys.

    Raise InvalidCommand for a move that cannot be understood. Queries.
    """
    known = seat.game.table_state.seats[seat.number].passkeys
    return {
        "challenge": _encode(_challenge(seat, move)),
        "site": site_name(),
        "passkeys": [
            each.credential_id
            for each in passkeys_of(seat.user)
            if each.digest in known
        ],
    }


def how_decided(seat: Seat, move: Move, form: QueryDict) -> How:
    """
    Return how a form decides: on the page, or on the page and signed.

    Raise NotSigned for a signature over anything else, or of a passkey that is not
    their player's. Queries where there is one.
    """
    sent = form.get("assertion", "")
    if not sent:
        return Source.PAGE
    try:
        signed = _decoder.decode(sent)
        assertion = Assertion(
            _hex_of(signed.authenticator_data),
            _hex_of(signed.client_data),
            _hex_of(signed.signature),
        )
    except (MsgspecError, NoBase64, ValueError) as error:
        raise NotSigned from error
    own = (each for each in passkeys_of(seat.user) if each.credential_id == signed.id)
    passkey = next(own, None)
    if passkey is None or assertion.origin != site_origin():
        raise NotSigned
    came = check_assertion(passkey.public_key, assertion, _challenge(seat, move))
    if came is not AssertionCheck.GOOD:
        raise NotSigned
    asked = move.asked
    return SignDecision(
        player=seat.number,
        key=passkey.digest,
        seen=move.expected_version,
        order=asked.places if isinstance(asked, UseOrder) else (),
        assertion=assertion,
    )


def _challenge(seat: Seat, move: Move) -> bytes:
    asked = move.asked
    text = asked.text if isinstance(asked, UseOrder) else notation.to_text(asked)
    head = head_at(seat.game, move.expected_version)
    return challenge_of(seat.game.slug, head, seat.number, text)


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _hex_of(text: str) -> str:
    """Return what base64url says, in hex; raise ValueError where it says nothing."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4)).hex()
