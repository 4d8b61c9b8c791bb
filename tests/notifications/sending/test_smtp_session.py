"""Mails through Django's SMTP backend to a real server on loopback."""

import socket
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from email import message_from_bytes, policy

import pytest
from pytest_django import Settings

from games.models import Game, User
from notifications.models import Kind, MailStatus
from notifications.network import smtp_backend
from notifications.outbox import retry_policy
from notifications.outbox import rows as outbox
from notifications.sending import send as sending
from tests.harness.mail_server import DRIP, MailServer, open_mail_server
from tests.support.mails import a_mail, mails


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with open_mail_server() as server:
        settings.EMAIL_BACKEND = smtp_backend.TIMED_SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 30
        yield server


def test_sending_does_not_wait_for_delayed_acknowledgements(server: MailServer) -> None:
    """With Nagle's algorithm each mail waited 40 ms for a delayed acknowledgement."""
    with smtp_backend.TimedSMTP("127.0.0.1", server.port) as session:
        assert session.sock is not None
        assert session.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.usefixtures("calendar_files")
def test_turn_mail_arrives_complete(
    server: MailServer, two_player_game: Game, now: datetime
) -> None:
    (row,) = mails(Kind.YOUR_TURN)
    sending.send_batch(now=now)
    messages = [
        message_from_bytes(server.sources.get(), policy=policy.default)
        for _ in range(server.sources.qsize())
    ]
    (message,) = [m for m in messages if m["To"] == "alice@example.org"]
    assert message["Message-ID"] == row.message_id
    assert message["Subject"].strip() == "Your turn: Stone Age with Bob"
    kinds = [part.get_content_type() for part in message.walk()]
    assert [kind for kind in kinds if not kind.startswith("multipart/")] == [
        "text/plain",
        "text/html",
        "image/png",
        "text/calendar",
    ]
    assert server.connections == 1


def test_refusals_are_distinguished(
    server: MailServer, bob: User, now: datetime
) -> None:
    greylisted, unknown, fine = (a_mail(bob, now, key) for key in ("a", "b", "c"))
    server.mischief.at["rcpt"] = [b"451 come back later", b"550 no such user"]
    sending.send_batch(now=now)
    fates = []
    for mail in (greylisted, unknown, fine):
        mail.refresh_from_db()
        fates.append((mail.status, mail.reason))
    assert fates == [
        (MailStatus.PENDING, "451 come back later"),
        (MailStatus.FAILED, "550 no such user"),
        (MailStatus.SENT, ""),
    ]
    sending.send_batch(now=now + retry_policy.FIRST_RETRY)
    assert server.taken == {greylisted.message_id: 1, fine.message_id: 1}


def test_server_that_disconnects_after_each_mail_loses_and_repeats_none(
    server: MailServer, bob: User, now: datetime
) -> None:
    names = {a_mail(bob, now, str(n)).message_id for n in range(5)}
    server.mischief.mails_a_connection = 1
    sending.send_batch(now=now)
    assert server.taken == dict.fromkeys(names, 1)
    assert server.connections == 5


def test_unreachable_server_leaves_the_mail_pending(
    settings: Settings, server: MailServer, bob: User, now: datetime
) -> None:
    mail = a_mail(bob, now)
    settings.EMAIL_PORT = 1
    assert not sending.send_batch(now=now)
    sending.send_batch(now=now + timedelta(seconds=5))
    mail.refresh_from_db()
    assert (mail.status, mail.attempts) == (MailStatus.PENDING, 0)
    settings.EMAIL_PORT = server.port
    sending.send_batch(now=now + 2 * outbox.OUTAGE_PAUSE)
    assert server.taken == {mail.message_id: 1}


@pytest.mark.parametrize("stage", ["connect", "mail", "data", "quit"])
def test_server_that_drips_is_disconnected(
    server: MailServer,
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    stage: str,
) -> None:
    """Each byte arrives well within EMAIL_TIMEOUT; the mail is retried later."""
    mail = a_mail(bob, now)
    server.mischief.at[stage], server.mischief.drip_pause = [DRIP], 0.02
    # On a busy machine too, the mail must have been sent before QUIT.
    seconds = 1.0 if stage == "quit" else 0.2
    began = time.monotonic()
    with monkeypatch.context() as patch:
        patch.setattr(smtp_backend, "MAIL_SECONDS", seconds)
        sending.send_batch(now=now)
    assert time.monotonic() - began < 15  # of the 30 seconds of EMAIL_TIMEOUT
    assert server.connections == 1
    mail.refresh_from_db()
    assert mail.status == (MailStatus.SENT if stage == "quit" else MailStatus.PENDING)
    assert ("too long in total" in mail.reason) == (stage != "quit")
    sending.send_batch(now=now + 2 * outbox.OUTAGE_PAUSE)
    mail.refresh_from_db()
    assert mail.status == MailStatus.SENT
