"""The published keys that verify signatures in mails: DKIM (RFC 6376)."""

import base64
import binascii
import re
from collections.abc import Iterator

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from notifications.doctor.lookup import Lookup
from notifications.doctor.observations import Observation, bad, good, unsure

#: RSA keys with fewer bits are rejected, or weak (RFC 8301, 3.2).
LEAST_BITS, GOOD_BITS = 1024, 2048
#: An Ed25519 key is published as its bare 32 bytes (RFC 8463).
SHORT_KEY = 32

_TAG = re.compile(r"(\w+)\s*=\s*([^;]*)")


def check_dkim(domain: str, selector: str, lookup: Lookup) -> Iterator[Observation]:
    """Check the DKIM key of a selector. Takes DNS queries."""
    if not selector:
        yield unsure(
            f"Only a received mail shows whether ours are signed for {domain} (DKIM).",
            "Save the source of one and pass it: --received FILE. Or name the "
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
    try:
        der = base64.b64decode("".join(text.split()), validate=True)
        key = None if len(der) == SHORT_KEY else load_der_public_key(der)
    except (binascii.Error, ValueError, UnsupportedAlgorithm):
        return bad(f"The text at {name} is no key.", "Publish the whole key again.")
    bits = key.key_size if isinstance(key, RSAPublicKey) else GOOD_BITS
    if bits < LEAST_BITS:
        remedy = f"Make one of {GOOD_BITS} bits."
        return bad(
            f"The DKIM key at {name} has {bits} bits: receivers ignore it.", remedy
        )
    if bits < GOOD_BITS:
        remedy = f"Make one of {GOOD_BITS} bits when you next change it."
        return unsure(f"The DKIM key at {name} has {bits} bits, which is weak.", remedy)
    return good(f"There is a DKIM key at {name}.")


def tags_of(record: str) -> dict[str, str]:
    """Return the tags of a DKIM or DMARC record by name."""
    return {name.lower(): value.strip() for name, value in _TAG.findall(record)}
