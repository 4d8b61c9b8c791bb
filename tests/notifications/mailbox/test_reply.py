"""Replying on the mailbox page like a mail program."""

from datetime import datetime
from http import HTTPStatus

import pytest
from django.core.mail import EmailMessage, get_connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games import limits
from games.errors import SENTENCES
from games.models import Seat
from notifications.mail_text.parse import answers_of, message_of, parse_mail
from notifications.models import (
    Channel,
    IncomingMail,
    Kind,
    MailboxMessage,
    OutgoingMail,
)
from notifications.outbox.rows import new_mail
from notifications.replies.answered_mail import row_of
from notifications.replies.reply_address import digest_address
from notifications.sending import send as sending
from tests.support.mails import UNDO

BACKEND = "notifications.mailbox.backend.MailboxBackend"


@pytest.fixture(autouse=True)
def _mailbox(settings: Settings) -> None:
    settings.MAILBOX = True
    settings.EMAIL_BACKEND = BACKEND


@pytest.fixture
def message(seat: Seat, now: datetime) -> MailboxMessage:
    """Alice's turn mail."""
    while sending.send_batch(now=now + UNDO):
        pass
    found = MailboxMessage.objects.filter(recipient="alice@example.org").order_by("-pk")
    return found[0]


def page(client: Client, message: MailboxMessage) -> str:
    address = reverse("mailbox_message", args=[message.pk])
    return client.get(address).content.decode()


def answer(
    client: Client, message: MailboxMessage, text: str, **fields: str
) -> tuple[int, str]:
    """Send the form; return the first status, and the page that follows."""
    address = reverse("mailbox_reply", args=[message.pk])
    response = client.post(address, {"text": text, **fields}, follow=True)
    first = response.redirect_chain[0][1] if response.redirect_chain else None
    return first or response.status_code, response.content.decode()


def test_reply_is_a_real_mail(
    client: Client, message: MailboxMessage, seat: Seat
) -> None:
    assert 'name="text"' in page(client, message)
    status, after = answer(client, message, "forest 3\r\nhut")
    assert status == HTTPStatus.FOUND
    assert '<option value="alice@example.org" selected>' in after, "where it arrives"
    mail = IncomingMail.objects.get()
    assert (mail.channel, mail.seat, mail.is_authenticated) == (
        Channel.MAILBOX,
        seat,
        True,
    )
    assert mail.subject == f"Re: {message.subject}"
    sent = OutgoingMail.objects.get(pk=mail.replies_to_id)
    assert sent.user == seat.user
    letter = parse_mail(bytes(mail.source))
    assert letter.own_lines == ("forest 3", "hut")
    assert answers_of(message_of(bytes(mail.source)))[0] == sent.message_id
    assert "> " in letter.text, "quoted beneath"


@pytest.mark.parametrize("text", ["", "  \r\n "])
def test_empty_reply_is_not_sent(
    client: Client, message: MailboxMessage, text: str
) -> None:
    answer(client, message, text)
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("text", ["\0", "\ud800", "From: x\r\n\r\n.", "숲 3" * 5000])
def test_any_text_can_be_sent(
    client: Client, message: MailboxMessage, text: str
) -> None:
    status, _ = answer(client, message, text.encode("utf-8", "replace").decode())
    assert status == HTTPStatus.FOUND


def test_replies_are_limited(
    client: Client, message: MailboxMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAILS_IN_HOUR", limits.Limit("x", most=1, seconds=60))
    answer(client, message, "forest 3")
    _, after = answer(client, message, "hut")
    assert str(SENTENCES["too_many"]) in after
    assert IncomingMail.objects.count() == 1


def test_mail_that_cannot_be_answered_has_no_form(
    db: None, client: Client, message: MailboxMessage
) -> None:
    plain = EmailMessage("Hi", "", to=["a@x.org"], reply_to=["nobody@example.org"])
    get_connection(BACKEND).send_messages([plain])
    other = MailboxMessage.objects.get(recipient="a@x.org")
    assert 'name="text"' not in page(client, other)
    answer(client, other, "hut")
    assert not IncomingMail.objects.exists()


def test_revoked_address_is_reported(
    client: Client, message: MailboxMessage, seat: Seat
) -> None:
    Seat.objects.filter(pk=seat.pk).update(link_epoch=seat.link_epoch + 1)
    assert 'name="text"' not in page(client, message)


def test_reply_needs_a_csrf_token(
    client: Client, message: MailboxMessage, settings: Settings
) -> None:
    address = reverse("mailbox_reply", args=[message.pk])
    careful = Client(enforce_csrf_checks=True, HTTP_CONNECTION="keep-alive")
    refused = careful.post(address, {"text": "hut"})
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert client.get(address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    settings.MAILBOX = False
    assert client.post(address, {"text": "hut"}).status_code == HTTPStatus.NOT_FOUND
    assert not IncomingMail.objects.exists()


def test_reply_goes_to_the_reply_to_address(
    client: Client, message: MailboxMessage, seat: Seat, now: datetime
) -> None:
    """A digest has one for all of its games."""
    part = OutgoingMail.objects.filter(seat=seat).latest("pk")
    digest = new_mail(Kind.DIGEST, "x", now, user=seat.user)
    digest.listed = [row_of(part, seat.game.version, ["forest 3"])]
    digest.save()
    mail = EmailMessage(
        "Two games wait", "", to=[seat.user.email], reply_to=[digest_address(digest)]
    )
    get_connection(BACKEND).send_messages([mail])
    shown = MailboxMessage.objects.latest("pk")
    assert 'name="text"' in page(client, shown)
    answer(client, shown, "1")
    kept = IncomingMail.objects.get()
    assert (kept.seat, kept.user, kept.replies_to) == (None, seat.user, digest)
