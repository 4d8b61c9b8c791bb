"""A TLS push service on loopback, and a browser that decrypts its messages."""

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from notifications.push import CURVE, END, in_base64, point_of
from tests.support.serving import serving

HOST = "push.example"


@dataclass
class Pushed:
    """A received message: its path, headers and encrypted body."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushServer(ThreadingHTTPServer):
    """Keeps messages in ``pushed``; answers with ``answers`` in order, then 201."""

    daemon_threads = True

    def __init__(self, certificate: Path) -> None:
        super().__init__(("127.0.0.1", 0), PushHandler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.certificate = certificate
        self.pushed: list[Pushed] = []
        self.answers: list[tuple[int, dict[str, str]]] = []

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def leave(self) -> None:
        """Stop listening: new clients are refused at once."""
        self.shutdown()
        self.server_close()


class PushHandler(BaseHTTPRequestHandler):
    server: PushServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.pushed.append(Pushed(self.path, dict(self.headers), body))
        answers: list[tuple[int, dict[str, str]]] = self.server.answers or [(201, {})]
        status, headers = answers.pop(0)
        self.send_response(status)
        for name, value in ({"Content-Length": "0"} | headers).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class ToldBrowser:
    """A subscribed browser, which alone can decrypt its messages."""

    def __init__(self, name: str = "one") -> None:
        self.key, self.secret = ec.generate_private_key(CURVE), os.urandom(16)
        self.endpoint = f"https://{HOST}/send/{name}"

    def form(self) -> dict[str, str]:
        """Return what the page's script sends about it."""
        return {
            "push": "on",
            "endpoint": self.endpoint,
            "p256dh": in_base64(point_of(self.key)),
            "auth": in_base64(self.secret),
        }

    def read(self, body: bytes) -> bytes:
        """Decrypt a message as described in RFC 8291."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + point_of(self.key) + sender
        seed = HKDF(SHA256(), 32, self.secret, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(seed)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(seed)
        return AESGCM(key).decrypt(nonce, sealed, None).removesuffix(END)


@contextmanager
def push_server(folder: Path) -> Iterator[PushServer]:
    """Run a push service, known as HOST to clients that trust its certificate."""
    with serving(PushServer(write_certificate(folder / "push.pem"))) as server:
        yield server


def write_certificate(path: Path, host: str = HOST) -> Path:
    """Write a self-signed certificate of a host with its key, valid for some years."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins - timedelta(days=3650))
        .not_valid_after(begins + timedelta(days=36500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, SHA256())
    )
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(plain + certificate.public_bytes(Encoding.PEM))
    return path
