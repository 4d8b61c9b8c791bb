"""A domain whose mails arrive, according to its name server."""

import base64
from collections.abc import Iterator
from functools import cache

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from notifications.doctor.domains import Domains
from notifications.doctor.observations import Lookup, lookup_at
from tests.support.servers.name_server import NameServer, Records, name_server

DOMAIN = "stoneage.example"
DOMAINS = Domains(DOMAIN, f"in.{DOMAIN}", f"in.{DOMAIN}")
SELECTOR = "s1"
KEY_NAME = f"{SELECTOR}._domainkey.{DOMAIN}"
ADDRESS = "203.0.113.7"


@cache
def key_record(bits: int) -> str:
    """Return the TXT record of a DKIM key, in several strings."""
    key = generate_private_key(65537, bits).public_key()
    frame = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    text = f"v=DKIM1; k=rsa; p={base64.b64encode(frame).decode()}"
    return f'"{text[:200]}" "{text[200:]}"'


def healthy() -> Records:
    """Return the records of a healthy domain."""
    return {
        (DOMAIN, "MX"): [f"10 mail.{DOMAIN}."],
        (DOMAIN, "TXT"): ['"site-verification=1"', '"v=spf1 mx ~all"'],
        (f"in.{DOMAIN}", "MX"): [f"10 mail.{DOMAIN}."],
        (f"in.{DOMAIN}", "TXT"): ['"v=spf1 a:mail.stoneage.example ~all"'],
        (f"mail.{DOMAIN}", "A"): [ADDRESS],
        (f"_dmarc.{DOMAIN}", "TXT"): ['"v=DMARC1; p=quarantine"'],
        (KEY_NAME, "TXT"): [key_record(2048)],
        ("7.113.0.203.in-addr.arpa", "PTR"): [f"mail.{DOMAIN}."],
    }


@pytest.fixture
def names() -> Iterator[NameServer]:
    """The name server with these records, which a test can change."""
    with name_server(healthy()) as server:
        yield server


@pytest.fixture
def lookup(names: NameServer) -> Lookup:
    return lookup_at(names.address)
