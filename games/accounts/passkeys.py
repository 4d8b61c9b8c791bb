"""Passkeys are added to an account and removed, and its games record both."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from fido2.cose import ES256, RS256, CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
)

from games.accounts.addresses import require_player
from games.decisions.opening import open_session_of
from games.errors import InvalidChoice, TooLate
from games.models import Game, Invitation, Seat, Status, User
from games.models.passkeys import Passkey
from games.people.passkeys import (
    can_have_passkeys,
    site_name,
    site_origin,
    untold_passkeys,
)
from games.signals.bus import publish
from games.signals.people import PasskeysChanged
from games.store.locks import lock_games, lock_user
from stoneage_core.cryptography.passkeys import MOST_PASSKEYS, digest_of
from stoneage_core.match.state import Source

NOT_HERE = _("Passkeys need an address that begins with https, and this site has none.")
TOO_MANY = _("That’s as many passkeys as one person can have here. Remove one first.")
NOT_MADE = _("Your browser didn’t make a passkey that we can use. Please try again.")
ADDED_BEFORE = _("This passkey is on your list already.")
GONE = _("This passkey is no longer on your list.")

#: The status of games that are not over yet.
_OPEN = (Status.INVITING, Status.ACTIVE)
_PUBLIC_KEY = PublicKeyCredentialType.PUBLIC_KEY


def begin_passkey(user: User) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """
    Return the browser's options for a new passkey, and the state to check it by.

    Raise InvalidChoice, Forbidden to whom no passkey can belong.
    """
    _require_room(user)
    known = [
        PublicKeyCredentialDescriptor(type=_PUBLIC_KEY, id=websafe_decode(each))
        for each in user.passkeys.values_list("credential_id", flat=True)
    ]
    options, state = _server().register_begin(
        PublicKeyCredentialUserEntity(
            id=f"player {user.pk}".encode(),
            name=str(user.email),
            display_name=user.name,
        ),
        credentials=known,
    )
    return dict(options.public_key), state


@transaction.atomic
def add_passkey(
    *, user: User, state: Mapping[str, Any], made: Mapping[str, Any], now: datetime
) -> None:
    """
    Add the passkey that a browser ``made``, as it was asked to in ``state``.

    Raise InvalidChoice for one that does not answer it, or is somebody's already.
    """
    user = lock_user(user.pk)
    _require_room(user)
    try:
        data = _server().register_complete(state, made).credential_data
        assert data is not None
        key = _public_key_of(data.public_key)
        credential = websafe_encode(data.credential_id)
    # The library meets what a browser sends with any of these.
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InvalidChoice(NOT_MADE) from error
    if Passkey.objects.filter(credential_id=credential).exists():
        raise InvalidChoice(ADDED_BEFORE)
    Passkey.objects.create(
        user=user, credential_id=credential, public_key=key, added_at=now
    )
    _tell_games(user, now)
    publish(PasskeysChanged(user, digest_of(key), is_added=True, now=now))


@transaction.atomic
def remove_passkey(*, user: User, digest: str, now: datetime) -> None:
    """Remove a passkey, by the SHA-256 of its key; raise TooLate if it is none."""
    user = lock_user(user.pk)
    own = {each.digest: each for each in user.passkeys.all()}
    if digest not in own:
        raise TooLate(GONE)
    own[digest].delete()
    _tell_games(user, now)
    publish(PasskeysChanged(user, digest, is_added=False, now=now))


def _require_room(user: User) -> None:
    require_player(user)
    if why := why_no_passkey(user.passkeys.count()):
        raise InvalidChoice(why)


def why_no_passkey(count: int) -> str:
    """Say why whoever has so many passkeys can add none here, or return ''."""
    if not can_have_passkeys():
        return str(NOT_HERE)
    return str(TOO_MANY) if count >= MOST_PASSKEYS else ""


def _tell_games(user: User, now: datetime) -> None:
    """
    Record in all games that somebody plays, or will, which passkeys they have.

    Locks them. What a game tells already is not told again.
    """
    seats = Seat.objects.filter(
        user=user, invitation=Invitation.ACCEPTED, game__status__in=_OPEN
    )
    lock_games(Game.objects.filter(pk__in=seats.values("game")))
    for seat in seats.order_by("game_id"):
        session, own = open_session_of(seat.pk, now=now, skip_locked=False)
        if told := untold_passkeys(own, session.table):
            session.decide(told, None, Source.SERVICE)
            session.save()


def _server() -> Fido2Server:
    """Return the WebAuthn library's server for our site, with two kinds of key."""
    site = PublicKeyCredentialRpEntity(id=site_name(), name="Stone Age by Mail")
    server = Fido2Server(site, verify_origin=lambda origin: origin == site_origin())
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=_PUBLIC_KEY, alg=kind.ALGORITHM)
        for kind in (ES256, RS256)
    ]
    return server


def _public_key_of(cose: CoseKey) -> str:
    """Return a public key in hex, as records tell it; raise ValueError for others."""
    public: ec.EllipticCurvePublicKey | rsa.RSAPublicKey
    match cose:
        case {3: ES256.ALGORITHM, -1: 1, -2: x, -3: y}:
            numbers = int.from_bytes(x), int.from_bytes(y)
            curve = ec.SECP256R1()
            public = ec.EllipticCurvePublicNumbers(*numbers, curve).public_key()
        case {3: RS256.ALGORITHM, -1: n, -2: e}:
            modulus = rsa.RSAPublicNumbers(int.from_bytes(e), int.from_bytes(n))
            public = modulus.public_key()
        case _:
            raise ValueError("a key of another kind")
    form = PublicFormat.SubjectPublicKeyInfo
    return public.public_bytes(Encoding.DER, form).hex()
