"""`manage.py mail_doctor`, from its arguments to its exit code."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from notifications.network.smtp_backend import TIMED_SMTP
from tests.harness.environment import deaf_port
from tests.harness.mail_server import open_mail_server
from tests.notifications.doctor.conftest import ADDRESS, DOMAIN, SELECTOR
from tests.notifications.doctor.test_received import ARRIVED
from tests.support.mails import Sent
from tests.support.servers.name_server import NameServer


@pytest.fixture
def site(settings: Settings) -> Iterator[Settings]:
    """A public site with a mail server on the same machine."""
    settings.SITE_URL, settings.SITE_IS_SECURE = f"https://{DOMAIN}", True
    settings.DEFAULT_FROM_EMAIL = f"Stone Age by Mail <play@{DOMAIN}>"
    settings.REPLY_TO = f"play@in.{DOMAIN}"
    settings.EMAIL_HOST = "localhost"
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    with deaf_port() as settings.EMAIL_PORT:
        yield settings


def run(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("mail_doctor", *arguments, stdout=out)
    except CommandError as ended:
        return ended.returncode, out.getvalue()
    return 0, out.getvalue()


def test_healthy_site_passes(site: Settings, names: NameServer, tmp_path: Path) -> None:
    site.EMAIL_BACKEND = TIMED_SMTP
    arrived = tmp_path / "arrived.eml"
    arrived.write_text(ARRIVED)
    with open_mail_server() as server:
        site.EMAIL_PORT = server.port
        code, said = run(
            *("--nameserver", names.address, "--selector", SELECTOR),
            *("--address", ADDRESS, "--received", str(arrived)),
        )
    assert code == 0, said
    assert "this machine" in said
    assert f"{ADDRESS} is mail.{DOMAIN}" in said
    assert "DMARC passed at mx.example.org." in said
    assert said.endswith("In all: 13 good, 0 unsure, 0 bad.\n")


def test_unknown_facts_are_asked_for(site: Settings, names: NameServer) -> None:
    site.EMAIL_BACKEND = TIMED_SMTP
    with open_mail_server() as server:
        site.EMAIL_PORT = server.port
        code, said = run("--nameserver", names.address)
    assert code == 0
    assert "--address 203.0.113.7" in said
    assert "--selector NAME" in said
    assert "2 unsure, 0 bad" in said


def test_trial_mail_is_sent(
    site: Settings, names: NameServer, mailoutbox: Sent
) -> None:
    site.EMAIL_BACKEND = f"{EmailBackend.__module__}.{EmailBackend.__name__}"
    code, said = run("you@example.org", "--nameserver", names.address)
    (message,) = mailoutbox
    assert message.to == ["you@example.org"]
    assert message.from_email == f"bounces@in.{DOMAIN}"
    assert message.extra_headers["From"] == site.DEFAULT_FROM_EMAIL
    assert "mail_doctor --received FILE" in str(message.body)
    assert "A trial mail is on its way to you@example.org." in said
    assert code == 1, "mails that stay here are bad"


def test_answer_of_the_mail_server_is_quoted(site: Settings, names: NameServer) -> None:
    site.EMAIL_BACKEND = TIMED_SMTP
    with open_mail_server() as server:
        site.EMAIL_PORT = server.port
        server.mischief.at["body"] = [b"250 2.0.0 Ok: queued as 4F3A"]
        code, said = run("you@example.org", "--nameserver", names.address)
    assert code == 0, said
    assert "to you@example.org. It answered: 250 2.0.0 Ok: queued as 4F3A" in said


def test_answer_of_a_provider_is_quoted(site: Settings, names: NameServer) -> None:
    site.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    code, said = run("you@example.org", "--nameserver", names.address)
    assert code == 0, said
    assert "to you@example.org. It answered: sent" in said


def test_login_is_tried_if_there_is_one(site: Settings, names: NameServer) -> None:
    site.EMAIL_BACKEND = TIMED_SMTP
    site.EMAIL_HOST_USER, site.EMAIL_HOST_PASSWORD = "stoneage", "wrong"
    with open_mail_server() as server:
        site.EMAIL_PORT = server.port
        code, said = run("--nameserver", names.address)
    assert code == 1, "this server offers no login"
    assert "AUTH" in said


def test_refused_trial_mail_is_reported(site: Settings, names: NameServer) -> None:
    site.EMAIL_BACKEND = TIMED_SMTP
    code, said = run("you@example.org", "--nameserver", names.address)
    assert code == 1
    assert "The trial mail was not accepted" in said
    assert "cannot be reached" in said


def test_provider_is_responsible_for_its_servers(
    site: Settings, names: NameServer
) -> None:
    site.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    code, said = run("--nameserver", names.address)
    assert "A provider sends our mails" in said
    assert f"{DOMAIN} says by SPF which servers send for it." in said
    assert code == 0


def test_local_site_is_reported(names: NameServer) -> None:
    code, said = run("--nameserver", names.address)
    assert code == 1
    assert "no unsubscribe button" in said
    assert "is no domain" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--nameserver", "nope"], "nope is not a name server"),
        (["--address", "nope"], "nope is not an IP address"),
        (["--received", "/no/such/file"], "cannot be read: No such file"),
        (["nobody"], "nobody is not an email address"),
    ],
)
def test_invalid_argument_is_rejected(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("mail_doctor", *arguments)
