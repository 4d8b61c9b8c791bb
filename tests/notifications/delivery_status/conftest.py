"""A sent mail, and reports about it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from games.models import User
from notifications.delivery_status.bounces import bounce_address
from notifications.inbox import process, store
from notifications.models import Channel, IncomingMail, MailStep, OutgoingMail
from tests.support.mails import Send, a_mail

CORPUS = Path(__file__).parent / "corpus"
#: When a report arrives.
LATER = timedelta(minutes=5)

SendReport = Callable[..., IncomingMail]


@pytest.fixture(autouse=True)
def reply_to(settings: Settings) -> str:
    settings.REPLY_TO = "play@stoneage.example"
    return settings.REPLY_TO


@pytest.fixture
def sent(bob: User, now: datetime, send: Send) -> OutgoingMail:
    """A sent mail to Bob."""
    return sent_to(bob, now, send)


def sent_to(user: User, now: datetime, send: Send, key: str = "sent") -> OutgoingMail:
    mail = a_mail(user, now, key)
    send(now)
    # The test's clock, not the database's, so that reports come later.
    OutgoingMail.objects.filter(pk=mail.pk).update(sent_at=now)
    mail.refresh_from_db()
    return mail


def source_of(name: str, mail: OutgoingMail, to: str = "bob@example.org") -> bytes:
    """Return a report from the corpus about a mail."""
    source = (CORPUS / f"{name}.eml").read_bytes()
    fillings = {"TO": to, "BOUNCE": bounce_address(mail), "MESSAGE_ID": mail.message_id}
    for word, filling in fillings.items():
        source = source.replace(f"%{word}%".encode(), filling.encode())
    return source


def come_in(source: bytes, recipient: str, now: datetime) -> IncomingMail:
    """Receive and process a mail by SMTP with an empty sender, like reports."""
    (incoming,) = store.receive_mail(
        source,
        channel=Channel.SMTP,
        recipients=[recipient],
        sender="",
        is_trusted=False,
        now=now,
    )
    process.process_batch(now=now)
    incoming.refresh_from_db()
    return incoming


@pytest.fixture
def report(now: datetime) -> SendReport:
    """Receive a report from the corpus, at the mail's bounce address or another one."""

    def of(
        name: str,
        mail: OutgoingMail,
        *,
        recipient: str = "",
        to: str = "",
        days: int = 0,
    ) -> IncomingMail:
        source = source_of(name, mail, to or mail.sent_to)
        address = recipient or bounce_address(mail)
        return come_in(source, address, now + LATER + timedelta(days=days))

    return of


def life(mail: OutgoingMail) -> list[str]:
    """Return the steps of a mail in order."""
    return [step.what for step in MailStep.objects.filter(mail=mail).order_by("pk")]


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)
