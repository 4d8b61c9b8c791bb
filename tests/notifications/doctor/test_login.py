"""Whether the mail server lets us in, and whether the service starts if it does not."""

import smtplib
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError
from pytest_django.fixtures import Settings

from games.models import User
from games.now import database_now
from notifications.doctor import start
from notifications.doctor.mail_server import check_login
from notifications.doctor.observations import Grade
from notifications.doctor.start import require_mail_server
from notifications.models import MailStatus, OutgoingMail
from notifications.network.smtp_backend import TIMED_SMTP, TimedSMTP
from tests.harness.environment import deaf_port
from tests.harness.mail_server import MailServer, open_mail_server
from tests.support.mails import a_mail
from tests.support.servers.push_server import write_certificate

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    """The mail server of the settings; it offers neither TLS nor login."""
    settings.EMAIL_URL, settings.EMAIL_BACKEND = "smtp://a:b@localhost", TIMED_SMTP
    settings.EMAIL_HOST = "localhost"
    with open_mail_server() as server:
        settings.EMAIL_PORT = server.port
        yield server


@pytest.fixture
def refusal(server: MailServer, settings: Settings, monkeypatch) -> None:
    """The server refuses our login."""
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "stoneage"

    def login(self: TimedSMTP, user: str, password: str) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"5.7.8 bad credentials")

    monkeypatch.setattr(TimedSMTP, "login", login)


def test_server_that_lets_us_in_is_good(server: MailServer) -> None:
    assert check_login().grade is Grade.GOOD
    assert require_mail_server() == ""


def test_refused_login_stops_the_first_start(refusal: None) -> None:
    with pytest.raises(
        ImproperlyConfigured, match=r"5\.7\.8 bad credentials.*EMAIL_URL"
    ):
        require_mail_server()


def test_refused_login_does_not_stop_a_service_that_has_sent(refusal: None) -> None:
    user = User.objects.create(email="anna@example.org")
    mail = a_mail(user, database_now())
    with pytest.raises(ImproperlyConfigured):
        require_mail_server()
    OutgoingMail.objects.filter(pk=mail.pk).update(
        status=MailStatus.SENT, sent_at=database_now()
    )
    assert "5.7.8 bad credentials" in require_mail_server()


def test_refused_login_does_not_stop_the_start_while_the_database_is_away(
    refusal: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_tables() -> list[str]:
        raise OperationalError

    monkeypatch.setattr(start.connection.introspection, "table_names", find_tables)
    assert "5.7.8 bad credentials" in require_mail_server()


def test_unknown_host_stops_the_first_start(
    server: MailServer, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.invalid"
    with pytest.raises(ImproperlyConfigured, match=r"no host mail\.invalid"):
        require_mail_server()


@pytest.mark.parametrize(
    "error",
    [
        socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"),
        smtplib.SMTPAuthenticationError(454, b"4.7.0 try again"),
        smtplib.SMTPConnectError(421, b"busy"),
        TimeoutError("timed out"),
    ],
)
def test_temporary_failure_is_a_warning(
    error: Exception, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(*_: object) -> None:
        raise error

    monkeypatch.setattr(TimedSMTP, "connect", connect)
    assert check_login().grade is Grade.UNSURE
    assert "EMAIL_URL" in require_mail_server()


def test_closed_port_is_a_warning(server: MailServer, settings: Settings) -> None:
    with deaf_port() as settings.EMAIL_PORT:
        assert "EMAIL_URL" in require_mail_server()


def test_missing_tls_stops_the_first_start(
    server: MailServer, settings: Settings
) -> None:
    settings.EMAIL_USE_TLS = True
    with pytest.raises(ImproperlyConfigured, match="STARTTLS"):
        require_mail_server()


def test_invalid_certificate_stops_the_first_start(
    settings: Settings, server: MailServer, tmp_path: Path
) -> None:
    settings.EMAIL_USE_TLS = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(write_certificate(tmp_path / "mail.pem", "localhost"))
    with open_mail_server(tls=context) as other:
        settings.EMAIL_PORT = other.port
        with pytest.raises(ImproperlyConfigured, match="certificate of localhost"):
            require_mail_server()


@pytest.mark.parametrize(
    ("backend", "words"),
    [
        ("anymail.backends.nobody.EmailBackend", "which does not exist"),
        ("anymail.backends.mailgun.EmailBackend", "MAILGUN_API_KEY"),
    ],
)
def test_unknown_provider_and_missing_key_stop_the_first_start(
    backend: str, words: str, settings: Settings
) -> None:
    settings.EMAIL_URL, settings.EMAIL_BACKEND, settings.ANYMAIL = "", backend, {}
    with pytest.raises(ImproperlyConfigured, match=words) as refusal:
        require_mail_server()
    assert "EMAIL_BACKEND" in str(refusal.value)


def test_check_logs_in_unless_it_checks_a_part_only(refusal: None) -> None:
    with pytest.raises(ImproperlyConfigured, match="bad credentials"):
        call_command("check", verbosity=0)
    call_command("check", "--tag", "security", verbosity=0)
