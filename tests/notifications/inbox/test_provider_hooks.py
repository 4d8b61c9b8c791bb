"""Mails delivered by providers over HTTP, in two documented formats."""

import hmac
import importlib
import json
from base64 import b64encode
from collections.abc import Iterator
from http import HTTPStatus
from time import process_time
from unittest.mock import Mock

import pytest
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent
from django.db import DatabaseError
from django.test import Client
from django.urls import clear_url_caches
from pytest_django import Settings

import config.urls
from games.limits import TooMany
from games.models import Seat
from notifications.inbox import provider_hooks
from notifications.mail_text.parse import parse_mail
from notifications.models import Channel, IncomingMail, Kind, Reading
from notifications.models.incoming import TANGLED, TOO_LARGE
from tests.notifications.inbox.conftest import a_mail
from tests.notifications.mail_text.test_bounds import TANGLES

SECRET = "someone:long-random-text"
KEY = "the key by which the provider signs"
POSTMARK, MAILGUN = "/anymail/postmark/inbound/", "/anymail/mailgun/inbound_mime/"


@pytest.fixture
def secret(settings: Settings) -> Iterator[str]:
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_API_KEY": KEY}
    _read_addresses_anew()
    yield SECRET
    settings.ANYMAIL = {}
    _read_addresses_anew()


def _read_addresses_anew() -> None:
    importlib.reload(config.urls)
    clear_url_caches()


@pytest.fixture
def provider(secret: str) -> Client:
    credentials = b64encode(secret.encode()).decode()
    return Client(
        raise_request_exception=False, headers={"authorization": f"Basic {credentials}"}
    )


def postmark(address: str, **changes: object) -> dict[str, object]:
    """Return the form of Postmark's inbound webhook, reduced to the used fields."""
    form: dict[str, object] = {
        "FromFull": {"Email": "alice@example.org", "Name": "Alice", "MailboxHash": ""},
        "From": "alice@example.org",
        "ToFull": [{"Email": address, "Name": "", "MailboxHash": ""}],
        "To": address,
        "OriginalRecipient": address,
        "Subject": "Re: your turn",
        "MessageID": "22c74902-a0c1-4511-804f2-341342852c90",
        "Date": "Wed, 18 Nov 2026 15:04:30 +0000",
        "TextBody": "forest 3\n\nOn Wed, Stone Age wrote:\n> 2\n",
        "HtmlBody": "<p>forest 3</p>",
        "Headers": [
            {"Name": "Message-ID", "Value": "<one@example.org>"},
            {"Name": "Return-Path", "Value": "<alice@example.org>"},
        ],
        "Attachments": [],
    }
    return form | changes


def post(client: Client, form: dict[str, object]) -> int:
    answer = client.post(POSTMARK, json.dumps(form), content_type="application/json")
    return answer.status_code


def test_postmark_mail_is_stored(provider: Client, address: str, seat: Seat) -> None:
    assert post(provider, postmark(address)) == HTTPStatus.OK
    mail = IncomingMail.objects.get()
    assert (mail.channel, mail.seat) == (Channel.PROVIDER, seat)
    assert mail.message_id == "<one@example.org>"
    assert mail.sender == "alice@example.org"
    assert not mail.is_authenticated, "no verdict came with it"
    assert post(provider, postmark(address)) == HTTPStatus.OK
    assert IncomingMail.objects.count() == 1


def test_trusted_providers_verdict_counts(
    provider: Client, address: str, settings: Settings
) -> None:
    settings.PROVIDER_AUTHSERV_ID = "inbound.provider.example"
    verdict = f"{settings.PROVIDER_AUTHSERV_ID}; dmarc=pass header.from=example.org"
    head = [{"Name": "Authentication-Results", "Value": verdict}]
    assert post(provider, postmark(address, Headers=head)) == HTTPStatus.OK
    assert IncomingMail.objects.get().is_authenticated


def test_our_servers_name_is_forged_in_a_providers_mail(
    provider: Client, address: str, settings: Settings
) -> None:
    settings.AUTHSERV_ID = "mx.stoneage.example"
    verdict = f"{settings.AUTHSERV_ID}; dmarc=pass header.from=example.org"
    head = [{"Name": "Authentication-Results", "Value": verdict}]
    assert post(provider, postmark(address, Headers=head)) == HTTPStatus.OK
    assert not IncomingMail.objects.get().is_authenticated


def mailgun(address: str, source: bytes, key: str = KEY) -> dict[str, str]:
    """Return the form of a Mailgun route to a URL ending in "mime"."""
    timestamp, token = (
        "1763478270",
        "a8ce0edb2dd8301dee6c2405",
    )
    signed = hmac.new(key.encode(), f"{timestamp}{token}".encode(), "sha256")
    return {
        "recipient": address,
        "sender": "alice@example.org",
        "body-mime": source.decode(),
        "timestamp": timestamp,
        "token": token,
        "signature": signed.hexdigest(),
    }


def test_mailgun_mail_is_stored_unchanged(provider: Client, address: str) -> None:
    form = mailgun(address, a_mail())
    assert provider.post(MAILGUN, form).status_code == HTTPStatus.OK
    mail = IncomingMail.objects.get()
    assert mail.message_id == "<one@example.org>"
    assert bytes(mail.source).startswith(b"Return-Path: <alice@example.org>\r\n")
    assert b"forest 3" in bytes(mail.source)


@pytest.mark.parametrize("name", ["parameters", "parts", "parts within parts"])
def test_headers_of_a_tangled_mail_are_kept(
    provider: Client, address: str, name: str
) -> None:
    begun = process_time()
    for _ in range(2):
        form = mailgun(address, TANGLES[name])
        assert provider.post(MAILGUN, form).status_code == HTTPStatus.OK
    assert process_time() - begun < 2
    mail = IncomingMail.objects.get()
    assert (mail.reading, mail.why) == (Reading.IGNORED, TANGLED)
    assert mail.sender == "alice@example.org"


def test_tangled_mail_is_never_parsed() -> None:
    source = TANGLES["parameters"]
    half = len(source) // 2
    for message in (
        AnymailInboundMessage.parse_raw_mime(source.decode()),
        AnymailInboundMessage.parse_raw_mime_bytes(source),
        AnymailInboundMessage.parse_raw_mime_chunks([source[:half], source[half:]]),
    ):
        assert "Content-Type" not in message
        assert str(message.from_email) == "alice@example.org"
        assert provider_hooks._source(message) == source


def test_wrong_signature_is_refused(provider: Client, address: str) -> None:
    form = mailgun(address, a_mail(), key="another")
    assert provider.post(MAILGUN, form).status_code == HTTPStatus.BAD_REQUEST
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("authorization", [None, "Basic eDp5", "Basic ?", "x"])
def test_webhook_needs_the_secret(
    secret: str, address: str, authorization: str | None
) -> None:
    headers = {"authorization": authorization} if authorization else {}
    client = Client(raise_request_exception=False, headers=headers)
    assert post(client, postmark(address)) == HTTPStatus.BAD_REQUEST
    assert not IncomingMail.objects.exists()


def test_webhook_does_not_exist_without_a_secret(client: Client, address: str) -> None:
    assert post(client, postmark(address)) == HTTPStatus.NOT_FOUND


def test_mail_to_an_unknown_recipient_is_ignored(
    provider: Client, address: str
) -> None:
    assert post(provider, postmark("nobody@stoneage.example")) == HTTPStatus.OK
    assert not IncomingMail.objects.exists()


def test_headers_of_a_large_mail_are_kept(
    provider: Client, address: str, settings: Settings
) -> None:
    settings.INCOMING_MAIL_BYTES = 500
    large = postmark(address, TextBody="x" * 1000)
    for _ in range(2):  # providers repeat themselves
        assert post(provider, large) == HTTPStatus.OK
    mail = IncomingMail.objects.get()
    assert (mail.reading, mail.why) == (Reading.IGNORED, TOO_LARGE)
    assert mail.sender == "alice@example.org"
    assert b"xxx" not in bytes(mail.source)
    (told,) = mail.answers.all()
    assert (told.kind, told.user) == (Kind.REPLY_UNREAD, mail.user)


def test_large_automatic_mail_is_not_answered(
    provider: Client, address: str, settings: Settings
) -> None:
    settings.INCOMING_MAIL_BYTES = 500
    head = [{"Name": "Auto-Submitted", "Value": "auto-replied"}]
    large = postmark(address, TextBody="x" * 1000, Headers=head)
    assert post(provider, large) == HTTPStatus.OK
    assert not IncomingMail.objects.get().answers.exists()


def test_large_mail_to_an_unknown_recipient_is_ignored(
    provider: Client, address: str, settings: Settings
) -> None:
    settings.INCOMING_MAIL_BYTES = 500
    large = postmark("nobody@stoneage.example", TextBody="x" * 1000)
    assert post(provider, large) == HTTPStatus.OK
    assert not IncomingMail.objects.exists()


def test_lost_database_is_a_server_error(
    provider: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Mock(side_effect=DatabaseError("gone"))
    monkeypatch.setattr(IncomingMail.objects, "get_or_create", lost)
    assert post(provider, postmark(address)) == HTTPStatus.INTERNAL_SERVER_ERROR
    assert not IncomingMail.objects.exists()


def test_rate_limit_is_a_server_error(
    provider: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some providers drop a mail silently after a 429."""
    monkeypatch.setattr(provider_hooks, "receive_mail", Mock(side_effect=TooMany(60)))
    assert post(provider, postmark(address)) == HTTPStatus.INTERNAL_SERVER_ERROR
    assert not IncomingMail.objects.exists()


ODD = ["\0", "\ud800", "\r\n\r\nFrom: x@y.org\r\n\r\n", "é\u2028", "\x1b[2J"]


@pytest.mark.parametrize("odd", sorted(set(ODD) - {"\ud800"}))
def test_odd_characters_in_a_text_are_kept(
    provider: Client, address: str, odd: str
) -> None:
    form = postmark(address, TextBody=f"forest{odd} 3")
    assert post(provider, form) == HTTPStatus.OK
    assert IncomingMail.objects.get().sender == "alice@example.org"


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("where", ["Subject", "From", "TextBody"])
def test_odd_characters_in_a_header_cannot_forge_another(
    provider: Client, address: str, odd: str, where: str
) -> None:
    """Providers never send such mails, so refusing them is fine."""
    form = postmark(address, **{where: f"a{odd}b", "FromFull": {"Email": f"x{odd}"}})
    assert post(provider, form) in {HTTPStatus.OK, HTTPStatus.INTERNAL_SERVER_ERROR}
    for mail in IncomingMail.objects.all():
        assert mail.sender == ""
        assert not mail.is_authenticated
        assert "\0" not in mail.subject + mail.message_id


def take_odd(address: str, **headers: str) -> None:
    """Receive a mail that cannot be serialised; ``List_Id="…"`` adds a header."""
    message = AnymailInboundMessage.construct(
        from_email="alice@example.org", to=address, subject="x", text="hut"
    )
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.envelope_recipient = address
    message.as_bytes = Mock(side_effect=UnicodeEncodeError("ascii", "é", 0, 1, "no"))  # type: ignore[method-assign]
    provider_hooks.receive_inbound(
        None, AnymailInboundEvent(event_type="inbound", message=message), "X"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("AUTO_SUBMITTED", "auto-replied"), ("Precedence", "bulk"), ("List_Id", "<a.b>")],
)
def test_unserialisable_automatic_mail_is_recognised(
    address: str, name: str, value: str
) -> None:
    take_odd(address, **{name: value})
    assert parse_mail(bytes(IncomingMail.objects.get().source)).is_automatic


def test_verdict_in_an_unserialisable_mail_counts(
    address: str, settings: Settings
) -> None:
    settings.PROVIDER_AUTHSERV_ID = "inbound.provider.example"
    verdict = f"{settings.PROVIDER_AUTHSERV_ID}; dmarc=pass header.from=example.org"
    take_odd(address, Authentication_Results=verdict)
    assert IncomingMail.objects.get().is_authenticated


def test_unserialisable_mail_is_stored_with_replacements(
    address: str,
) -> None:
    take_odd(address)
    source = bytes(IncomingMail.objects.get().source)
    assert source.endswith(b"charset=utf-8\r\n\r\nhut")
    assert source.startswith(b"From: alice@example.org\r\n")
