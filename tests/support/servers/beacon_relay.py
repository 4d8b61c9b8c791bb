"""A local relay of a beacon whose secret key is known to the tests."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pyblst
import pytest
from pytest_django.fixtures import Settings

from stoneage_core.cryptography import beacon
from stoneage_core.cryptography.beacon import QUICKNET
from tests.support.serving import serving

_SECRET = 20261120


class Relay:
    """The relay's responses: valid signatures, or whatever a test sets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[str] = []
        #: The text of another response, and its status.
        self.instead: tuple[int, bytes] | None = None

    def answer(self, path: str) -> tuple[int, bytes]:
        """Answer with the paths and format of drand's relays."""
        self.asked.append(path)
        if self.instead is not None:
            return self.instead
        asked = re.fullmatch(rf"/{QUICKNET.chain}/public/(\d+)", path)
        if asked is None:
            return 404, b""
        signature = signature_of(number := int(asked[1]))
        randomness = sha256(bytes.fromhex(signature)).hexdigest()
        said = {"round": number, "randomness": randomness, "signature": signature}
        return 200, json.dumps(said).encode()


def signature_of(number: int) -> str:
    """Sign a round like the organisations of this relay."""
    message = sha256(number.to_bytes(8)).digest()
    hashed = pyblst.BlstP1Element.hash_to_group(message, beacon._DOMAIN)
    return str(hashed.scalar_mul(_SECRET).compress().hex())


@contextmanager
def relay() -> Iterator[Relay]:
    """Run a relay until the end of the block."""

    class RelayHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = told.answer(self.path)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Log nothing."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), RelayHandler)) as server:
        told = Relay(f"http://127.0.0.1:{server.server_port}")
        yield told


@pytest.fixture
def beacon_relay(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[Relay]:
    """Configure a relay, with its key in place of the real one."""
    generator = pyblst.BlstP2Element.uncompress(beacon._GENERATOR)
    key = generator.scalar_mul(_SECRET).compress()
    monkeypatch.setitem(beacon.PUBLIC_KEYS, QUICKNET.chain, key)
    with relay() as running:
        settings.BEACON_URL = running.url
        yield running
