"""What no signature of a passkey can be."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec.structs import replace

from stoneage_core.cryptography.passkeys import AssertionCheck, check_assertion
from tests.support.passkey_device import ORIGIN, PasskeyDevice

CHALLENGE = bytes(32)
DEVICE = PasskeyDevice()


def test_a_key_of_a_kind_that_passkeys_do_not_have_signs_nothing():
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    form = PublicFormat.SubjectPublicKeyInfo
    key = private.public_key().public_bytes(Encoding.DER, form).hex()
    signed = DEVICE.sign(CHALLENGE)
    assert check_assertion(DEVICE.key, signed, CHALLENGE) is AssertionCheck.GOOD
    assert check_assertion(key, signed, CHALLENGE) is AssertionCheck.BAD


@pytest.mark.parametrize("origin", ["https://[", "stoneage.example", ""])
def test_what_tells_of_no_site_is_no_signature(origin):
    signed = DEVICE.sign(CHALLENGE)
    told = bytes.fromhex(signed.client_data).replace(ORIGIN.encode(), origin.encode())
    forged = replace(signed, client_data=told.hex())
    assert forged.origin == origin
    assert check_assertion(DEVICE.key, forged, CHALLENGE) is AssertionCheck.BAD
