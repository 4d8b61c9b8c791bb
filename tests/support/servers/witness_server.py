"""
A witness written from C2SP's specification of ``tlog-witness``, without our code.

It trusts one log and keeps the newest size and root. It can be told to misbehave.
"""

import base64
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.support.cosigning import Cosigner
from tests.support.serving import serving

DRIP = 0.02
_EMPTY = sha256(b"").digest()


class Refusal(Exception):
    """The status and the body of an answer that is not a cosignature."""

    def __init__(self, status: int, body: str = "") -> None:
        super().__init__(status)
        self.status, self.body = status, body


class WitnessServer(ThreadingHTTPServer):
    """
    A witness at ``url`` that trusts the log with the vkey ``log``.

    ``now`` is its clock, ``seen`` the size and root that it cosigned last, ``asked``
    the old sizes that it was sent. Misbehaviour: ``says`` is sent instead of an answer,
    with its status; ``drips`` sends that and then a byte at a time.
    """

    daemon_threads = True

    def __init__(self, log: str, now: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.log, self.now = log, now
        self.signer = self.known = Cosigner("witness.example", bytes(range(32)))
        self.seen: tuple[int, bytes] = (0, _EMPTY)
        self.asked: list[int] = []
        self.says: tuple[int, bytes, dict[str, str]] | None = None
        self.drips: bytes | None = None
        self._lock = Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def setting(self) -> str:
        """Return the witness as TRANSPARENCY_WITNESSES names it."""
        return f"{self.known.vkey} {self.url}/"

    def cosign(self, body: str) -> str:
        """Return the lines for a request. Raise Refusal."""
        head, _, note = body.partition("\n\n")
        first, *proof = head.split("\n")
        old = re.fullmatch(r"old (0|[1-9]\d*)", first)
        text, _, signatures = note.partition("\n\n")
        origin = text.split("\n")[0]
        if old is None or len(proof) > 63:
            raise Refusal(400)
        name, key_id, key = self.log.split("+", 2)
        if origin != name:
            raise Refusal(404)
        self._check_signature(text + "\n", signatures, name, key_id, key)
        with self._lock:
            return self._advance(int(old[1]), proof, text + "\n")

    def _advance(self, old: int, proof: list[str], text: str) -> str:
        """Compare and write in one step, as the specification demands."""
        _, size_line, root_line, _ = text.split("\n")
        self.asked.append(old)
        size, root = int(size_line), base64.b64decode(root_line)
        if old > size:
            raise Refusal(400)
        if old != self.seen[0]:
            raise Refusal(409, f"{self.seen[0]}\n")
        hashes = [base64.b64decode(each) for each in proof]
        if not _grew(*self.seen, size, root, hashes):
            raise Refusal(422)
        self.seen = size, root
        return self.signer.line(text, self.now)

    def _check_signature(
        self, text: str, lines: str, name: str, key_id: str, key: str
    ) -> None:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key)[1:])
        for line in lines.splitlines():
            _, signer, encoded = line.split(" ")
            content = base64.b64decode(encoded)
            if (signer, content[:4].hex()) == (name, key_id):
                with suppress(InvalidSignature):
                    public.verify(content[4:], text.encode())
                    return
        raise Refusal(403)


def _grew(
    old: int, old_root: bytes, size: int, root: bytes, proof: list[bytes]
) -> bool:
    """Check a consistency proof by the recursion of RFC 6962, section 2.1.2."""
    if old == 0:
        return not proof
    if old == size:
        return not proof and old_root == root
    hashes = list(proof)

    def roots(m: int, n: int, *, is_whole: bool) -> tuple[bytes, bytes]:
        """Return the roots of the first m and of all n leaves of a subtree."""
        if m == n:
            both = old_root if is_whole else hashes.pop(0)
            return both, both
        k = 1 << (n - 1).bit_length() - 1
        if m <= k:
            left, whole = roots(m, k, is_whole=is_whole)
            return left, _parent(whole, hashes.pop(0))
        right, whole = roots(m - k, n - k, is_whole=False)
        left = hashes.pop(0)
        return _parent(left, right), _parent(left, whole)

    try:
        found = roots(old, size, is_whole=True)
    except IndexError:
        return False
    return found == (old_root, root) and not hashes


def _parent(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class _Handler(BaseHTTPRequestHandler):
    server: WitnessServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.server.drips is not None:
            self._drip(self.server.drips)
            return
        headers: dict[str, str] = {}
        if self.path != "/add-checkpoint":
            status, content = 404, b"there is nothing here"
        elif self.server.says is not None:
            status, content, headers = self.server.says
        else:
            try:
                status, content = 200, self.server.cosign(body).encode()
            except Refusal as refusal:
                status, content = refusal.status, refusal.body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(OSError):  # the client may not read it all
            self.wfile.write(content)

    def _drip(self, head: bytes) -> None:
        self.wfile.write(head)
        with suppress(OSError):  # until the client gives up
            while True:
                self.wfile.write(b"2")
                time.sleep(DRIP)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def witness_server(log: str, now: int) -> Iterator[WitnessServer]:
    """Run a witness on loopback."""
    with serving(WitnessServer(log, now)) as server:
        yield server
