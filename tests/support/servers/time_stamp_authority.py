"""An authority of RFC 3161 on this machine: certificates of its own, and openssl."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tests.support.serving import serving

#: For so many years around today, by whatever clock.
_YEARS = timedelta(days=3650)
_CONFIGURATION = """
[tsa]
default_tsa = it
[it]
serial = {folder}/serial
crypto_device = builtin
signer_cert = {folder}/authority.pem
signer_key = {folder}/authority.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
"""


class TimeStampAuthority:
    """Its root, in PEM, and its answers, which can be replaced by anything."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "root.pem"
        self.instead: bytes | None = None
        self.url = ""
        root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        root = _certificate("Root", "Root", root_key.public_key(), root_key)
        own = _certificate("Authority", "Root", key.public_key(), root_key)
        self.root.write_bytes(root.public_bytes(Encoding.PEM))
        (folder / "authority.pem").write_bytes(own.public_bytes(Encoding.PEM))
        secret = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (folder / "authority.key").write_bytes(key.private_bytes(*secret))
        (folder / "serial").write_text("01\n")
        (folder / "tsa.cnf").write_text(_CONFIGURATION.format(folder=folder))

    def answer(self, request: bytes) -> bytes:
        """Stamp what is asked for, as of the machine's clock."""
        if self.instead is not None:
            return self.instead
        asked, answered = self.folder / "asked", self.folder / "answered"
        asked.write_bytes(request)
        subprocess.run(
            [
                *("openssl", "ts", "-reply", "-config", self.folder / "tsa.cnf"),
                *("-queryfile", asked, "-out", answered),
            ],
            check=True,
            capture_output=True,
        )
        return answered.read_bytes()


def _certificate(
    name: str,
    issuer: str,
    public: ec.EllipticCurvePublicKey,
    key: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    is_root = name == issuer
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(_name(issuer))
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2026, 1, 1, tzinfo=UTC) - _YEARS)
        .not_valid_after(datetime(2026, 1, 1, tzinfo=UTC) + _YEARS)
        .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), True)
    )
    if not is_root:
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        builder = builder.add_extension(usage, critical=True)
    return builder.sign(key, hashes.SHA256())


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


@contextmanager
def _running(authority: TimeStampAuthority) -> Iterator[None]:
    class StampHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"]))
            is_query = self.headers["Content-Type"] == "application/timestamp-query"
            answer = authority.answer(asked) if is_query else b""
            self.send_response(200 if is_query else 415)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), StampHandler)) as server:
        authority.url = f"http://127.0.0.1:{server.server_port}/"
        yield


@pytest.fixture
def authority(tmp_path: Path) -> Iterator[TimeStampAuthority]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is the authority, and is not installed")
    folder = tmp_path / "authority"
    folder.mkdir()
    made = TimeStampAuthority(folder)
    with _running(made):
        yield made
