"""Push messages are encrypted for one browser and signed by us."""

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from notifications.push import (
    CURVE,
    authorization,
    encrypt,
    from_base64,
    in_base64,
    is_browser_key,
    point_of,
    private_key,
)
from tests.support.servers.push_server import ToldBrowser
from tests.support.standing_time import NOW

#: The example of RFC 8291, section 5.
WORDS = b"When I grow up, I want to be a watermelon"
BROWSER_KEY = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6S"
    "RpkNtoIAiw4"
)
BROWSER_SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
OWN_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6"
    "e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ"
    "wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_example_of_the_standard_is_reproduced() -> None:
    keys = map(from_base64, (BROWSER_KEY, BROWSER_SECRET))
    own = private_key(OWN_KEY)
    sealed = encrypt(WORDS, *keys, salt=from_base64(SALT), own=own)
    assert in_base64(sealed) == SEALED


def test_each_message_looks_different() -> None:
    browser = ToldBrowser()
    keys = point_of(browser.key), browser.secret
    sealed = [encrypt(WORDS, *keys) for _ in range(2)]
    assert sealed[0] != sealed[1]
    assert [browser.read(each) for each in sealed] == [WORDS, WORDS]


def claims_of(header: str, key: ec.EllipticCurvePublicKey) -> dict[str, object]:
    """Verify the signature like a push service, and return the signed claims."""
    scheme, _space, rest = header.partition(" t=")
    token, _comma, told = rest.partition(", k=")
    assert (scheme, from_base64(told)) == ("vapid", point_of_public(key))
    signed, _dot, signature = token.rpartition(".")
    halves = from_base64(signature)
    parts = (int.from_bytes(half, "big") for half in (halves[:32], halves[32:]))
    key.verify(encode_dss_signature(*parts), signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, object] = json.loads(from_base64(signed.partition(".")[2]))
    return claims


def point_of_public(key: ec.EllipticCurvePublicKey) -> bytes:
    numbers = key.public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def test_signature_is_valid_for_some_hours() -> None:
    own = private_key(OWN_KEY)
    header = authorization("https://push.example/send/x?y", own, "staff@s.example", NOW)
    claims = claims_of(header, own.public_key())
    assert claims["aud"] == "https://push.example"
    assert claims["sub"] == "mailto:staff@s.example"
    assert 0 < int(str(claims["exp"])) - NOW.timestamp() < 24 * 3600


def test_foreign_signature_is_rejected() -> None:
    header = authorization("https://push.example/x", private_key(OWN_KEY), "s@s", NOW)
    other = ec.generate_private_key(CURVE).public_key()
    with pytest.raises((InvalidSignature, AssertionError)):
        claims_of(header, other)


@pytest.mark.parametrize("text", ["", "x", "AAAA", "ä", OWN_KEY[:-4], "=" * 43])
def test_invalid_key_is_rejected(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  whatever is wrong with it
        private_key(text)


def test_browsers_key_must_be_on_the_curve() -> None:
    assert is_browser_key(BROWSER_KEY)
    assert not any(map(is_browser_key, ("", "ä", BROWSER_SECRET, BROWSER_KEY[:-4])))
