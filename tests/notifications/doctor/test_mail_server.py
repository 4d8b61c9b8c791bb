"""The doctor's checks of the mail server and its name."""

import smtplib
import ssl
from pathlib import Path

import pytest

from notifications.doctor import mail_server
from notifications.doctor.mail_server import MailServer, check_names, check_server
from notifications.doctor.observations import Grade, Lookup, Observation
from tests.harness.environment import deaf_port
from tests.harness.mail_server import open_mail_server
from tests.notifications.doctor.conftest import ADDRESS, DOMAIN
from tests.support.servers.name_server import NameServer
from tests.support.servers.push_server import write_certificate


@pytest.fixture
def tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """The certificate of localhost, which is trusted here."""
    path = write_certificate(tmp_path / "mail.pem", "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def tried(port: int, host: str = "localhost", **how: bool) -> Observation:
    ways = {"has_starttls": False, "has_ssl": False} | how
    (found,) = check_server(MailServer(host, port, timeout=5, **ways))
    return found


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat loopback as another machine."""
    monkeypatch.setattr(mail_server, "is_here", lambda host: False)


def test_local_server_needs_no_tls() -> None:
    with open_mail_server() as server:
        found = tried(server.port)
    assert found.grade is Grade.GOOD
    assert "this machine" in found.sentence


def test_starttls_is_recognised(tls: ssl.SSLContext) -> None:
    with open_mail_server(tls=tls) as server:
        assert tried(server.port, has_starttls=True).sentence.endswith("by TLS.")
        assert tried(server.port).grade is Grade.GOOD


@pytest.mark.usefixtures("far")
def test_unused_tls_is_reported(tls: ssl.SSLContext) -> None:
    with open_mail_server(tls=tls) as server:
        found = tried(server.port)
    assert found.grade is Grade.BAD
    assert "smtp+tls" in found.remedy


@pytest.mark.usefixtures("far")
def test_missing_tls_on_another_machine_is_reported() -> None:
    with open_mail_server() as server:
        found = tried(server.port)
    assert found.grade is Grade.BAD
    assert "unencrypted" in found.sentence


def test_required_but_missing_tls_is_reported() -> None:
    with open_mail_server() as server:
        found = tried(server.port, has_starttls=True)
    assert found.grade is Grade.BAD
    assert "nothing is sent" in found.sentence


def test_wrong_certificate_is_reported(tls: ssl.SSLContext) -> None:
    with open_mail_server(tls=tls) as server:
        found = tried(server.port, host="127.0.0.1", has_starttls=True)
    assert found.grade is Grade.BAD
    assert "certificate" in found.sentence


def test_unreachable_server_is_reported() -> None:
    with deaf_port() as port:
        found = tried(port)
    assert found.grade is Grade.BAD
    assert "cannot be reached" in found.sentence


def test_other_servers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise smtplib.SMTPConnectError(554, b"go away")

    monkeypatch.setattr(smtplib, "SMTP", refuse)
    assert "go away" in tried(1).sentence


def test_name_that_resolves_back_is_good(lookup: Lookup) -> None:
    (found,) = check_names([ADDRESS], lookup)
    assert (
        found.sentence == f"{ADDRESS} is mail.{DOMAIN}, and mail.{DOMAIN} is {ADDRESS}."
    )


def test_missing_or_inconsistent_name_is_reported(
    names: NameServer, lookup: Lookup
) -> None:
    names.records[f"mail.{DOMAIN}", "A"] = ["203.0.113.8"]
    strange, nameless = check_names([ADDRESS, "2001:db8::1"], lookup)
    assert "which is not at that address" in strange.sentence
    assert "has no name" in nameless.sentence
    names.fails = True
    (unknown,) = check_names([ADDRESS], lookup)
    assert unknown.grade is Grade.UNSURE
