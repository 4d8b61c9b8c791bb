"""Signing of decisions with a passkey: what a browser is asked to sign, and signed."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode, websafe_encode
from msgspec import MsgspecError, Struct
from msgspec.json import Decoder

from games.decisions.session import Provenance
from games.errors import Refused
from games.models import Seat
from games.people.passkeys import passkeys_of, site_name, site_origin
from games.play.forms import Move, number_in
from games.play.table_decisions import TABLE_DECISIONS
from games.store.heads import head_at
from stoneage_core import notation
from stoneage_core.components.places import Place
from stoneage_core.cryptography.passkeys import (
    Assertion,
    AssertionCheck,
    challenge_of,
    check_assertion,
)
from stoneage_core.match.facts import SignDecision
from stoneage_core.match.recorded_commands import signed_text
from stoneage_core.match.state import Source
from stoneage_core.use_order import UseOrder


class NotSigned(Refused):
    """A signature came with a decision, and is not one over it."""

    message = _(
        "Your passkey’s signature doesn’t fit what you decided. Please try again."
    )


class _Signed(Struct):
    """What a browser sends of an assertion, each part in base64url."""

    id: str
    authenticator_data: str
    client_data: str
    signature: str


_decoder = Decoder(_Signed)


class Signable(NamedTuple):
    """
    A decision as it is signed: its text, on seeing the game at ``version``.

    ``order`` names the places, where several uses are decided in one go.
    """

    text: str
    version: int
    order: tuple[Place, ...] = ()

    @classmethod
    def of_move(cls, move: Move) -> "Signable":
        """Return a move; raise InvalidCommand where it cannot be understood."""
        asked, version = move.asked, move.expected_version
        if isinstance(asked, UseOrder):
            return cls(asked.text, version, asked.places)
        return cls(notation.to_text(asked), version)

    @classmethod
    def of_form(cls, seat: Seat, form: QueryDict, now: datetime) -> "Signable":
        """
        Return what a form decides around the board, by the action named as ``act``.

        Raise Refused where that is nothing, or incomplete. Queries.
        """
        decision = TABLE_DECISIONS.get(form.get("act", form.get("action", "")))
        if decision is None:
            raise NotSigned
        text = signed_text(decision.read(seat, form, now), now)
        return cls(text, number_in(form, "expected_version"))


def has_passkey(seat: Seat) -> bool:
    """Whether the game knows a passkey of a seat's player. No query."""
    return bool(seat.game.table_state.seats[seat.number].passkeys)


def signing_options(seat: Seat, wanted: Signable) -> dict[str, Any]:
    """Tell what the browser of a seat's player signs, with which passkeys. Queries."""
    known = seat.game.table_state.seats[seat.number].passkeys
    return {
        "challenge": websafe_encode(_challenge(seat, wanted)),
        "site": site_name(),
        "passkeys": [
            each.credential_id
            for each in passkeys_of(seat.user)
            if each.digest in known
        ],
    }


def how_decided(
    seat: Seat, wanted: Callable[[], Signable], form: QueryDict
) -> Provenance:
    """
    Return how a form decides: on the page, or on the page and signed.

    ``wanted`` is asked for where there is a signature. Raise NotSigned for one over
    anything else, or of a passkey that is not their player's. Queries where there is.
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
    except (MsgspecError, ValueError) as error:
        raise NotSigned from error
    own = (each for each in passkeys_of(seat.user) if each.credential_id == signed.id)
    passkey = next(own, None)
    if passkey is None or assertion.origin != site_origin():
        raise NotSigned
    decided = wanted()
    challenge = _challenge(seat, decided)
    came = check_assertion(passkey.public_key, assertion, challenge)
    if came is not AssertionCheck.GOOD:
        raise NotSigned
    return SignDecision(
        player=seat.number,
        key=passkey.digest,
        seen=decided.version,
        order=decided.order,
        assertion=assertion,
    )


def _challenge(seat: Seat, wanted: Signable) -> bytes:
    head = head_at(seat.game, wanted.version)
    return challenge_of(seat.game.slug, head, seat.number, wanted.text)


def _hex_of(text: str) -> str:
    """Return what base64url says, in hex; raise ValueError where it says nothing."""
    return websafe_decode(text).hex()
