"""The published keys by which signatures in mails are checked: DKIM (RFC 6376)."""

import base64
import binascii
import re
from collections.abc import Iterator

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from notifications.doctor.lookup import Lookup
from notifications.doctor.observations import Observation, bad, good, unsure

#: Bits of an RSA key: fewer are refused, and fewer are weak by now (RFC 8301, 3.2).
LEAST_BITS, GOOD_BITS = 1024, 2048
#: Bytes of an Ed25519 key, which is published without any frame (RFC 8463).
SHORT_KEY = 32

_TAG = re.compile(r"(\w+)\s*=\s*([^;]*)")


def check_dkim(domain: str, selector: str, lookup: Lookup) -> Iterator[Observation]:
    """Check the key of a selector, by which signatures are checked. Queries."""
    if not selector:
        yield unsure(
            f"Whether our mails are signed for {domain} (DKIM) shows in them alone.",
            "Save one as it arrived, and hand it in: --received FILE. Or name the "
            "selector of your key: --selector NAME.",
        )
        return
    name = f"{selector}._domainkey.{domain}"
    keys = [tags["p"] for tags in map(tags_of, lookup(name, "TXT")) if "p" in tags]
    if not keys:
        yield bad(
            f"There is no DKIM key at {name}.",
            "Publish the TXT record that your mail server or provider gives you.",
        )
    elif not keys[0]:
        yield bad(f"The DKIM key at {name} is revoked.", "Publish a new one.")
    else:
        yield _judge_key(name, keys[0])


def _judge_key(name: str, text: str) -> Observation:
    """Judge a public key, of RSA or Ed25519."""
    try:
        der = base64.b64decode("".join(text.split()), validate=True)
        key = None if len(der) == SHORT_KEY else load_der_public_key(der)
    except (binascii.Error, ValueError, UnsupportedAlgorithm):
        return bad(f"What is at {name} is no key.", "Publish it once more, whole.")
    bits = key.key_size if isinstance(key, RSAPublicKey) else GOOD_BITS
    if bits < LEAST_BITS:
        remedy = f"Make one of {GOOD_BITS} bits."
        return bad(
            f"The DKIM key at {name} has {bits} bits: it counts as none.", remedy
        )
    if bits < GOOD_BITS:
        remedy = f"Make one of {GOOD_BITS} bits when you next change it."
        return unsure(f"The DKIM key at {name} has {bits} bits, which is weak.", remedy)
    return good(f"There is a DKIM key at {name}.")


def tags_of(record: str) -> dict[str, str]:
    """Return the tags of a record, as DKIM and DMARC have them, by name."""
    return {name.lower(): value.strip() for name, value in _TAG.findall(record)}
