"""A mail that was sent, and reports about it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from games.models import User
from notifications.delivery_status.bounce_address import bounce_address
from notifications.inbox import process, store
from notifications.models import Channel, IncomingMail, MailStep, OutgoingMail
from tests.notifications.conftest import Send, a_mail

CORPUS = Path(__file__).parent / "corpus"
#: By when a report is back.
LATER = timedelta(minutes=5)

SendReport = Callable[..., IncomingMail]


@pytest.fixture(autouse=True)
def reply_to(settings: Settings) -> str:
    settings.REPLY_TO = "play@stoneage.example"
    return settings.REPLY_TO


@pytest.fixture
def sent(bob: User, now: datetime, send: Send) -> OutgoingMail:
    """A mail to Bob that was handed over."""
    return sent_to(bob, now, send)


def sent_to(user: User, now: datetime, send: Send, key: str = "sent") -> OutgoingMail:
    mail = a_mail(user, now, key)
    send(now)
    # The database noted when it really was, and reports tell of moments of the test.
    OutgoingMail.objects.filter(pk=mail.pk).update(sent_at=now)
    mail.refresh_from_db()
    return mail


def source_of(name: str, mail: OutgoingMail, to: str = "bob@example.org") -> bytes:
    """Return a report of the corpus about a mail."""
    source = (CORPUS / f"{name}.eml").read_bytes()
    fillings = {"TO": to, "BOUNCE": bounce_address(mail), "MESSAGE_ID": mail.message_id}
    for word, filling in fillings.items():
        source = source.replace(f"%{word}%".encode(), filling.encode())
    return source


def come_in(source: bytes, recipient: str, now: datetime) -> IncomingMail:
    """Let a mail come in by SMTP with an empty sender, as reports do, and be read."""
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
    """Let a report of the corpus come in, to the mail's own address or another one."""

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
    """Return what happened to a mail, in order."""
    return [step.what for step in MailStep.objects.filter(mail=mail).order_by("pk")]


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)
