"""Exports and the staff's pages contain no key to a seat."""

from datetime import datetime
from urllib.parse import quote

import pytest
from pytest_django import Settings

from games.links.purposes import PLAY_LINK
from games.models import Game, User
from notifications.inbox.store import receive_mail
from notifications.models import Channel, OutgoingMail
from notifications.privacy import mails_of
from notifications.redact_tokens import redact_tokens, redact_tokens_in
from notifications.replies.reply_address import reply_address
from tests.notifications.inbox.conftest import a_mail
from tests.support.mails import Send, seat_of

pytestmark = pytest.mark.django_db


def test_export_contains_no_key_to_a_seat(
    two_player_game: Game, alice: User, settings: Settings, send: Send, now: datetime
) -> None:
    settings.REPLY_TO = "play@stoneage.example"
    settings.MAILBOX = True
    settings.EMAIL_BACKEND = "notifications.mailbox.backend.MailboxBackend"
    send(now)
    seat = seat_of(two_player_game, alice)
    address, url = reply_address(seat), PLAY_LINK.url(seat, now=now)
    receive_mail(
        a_mail(f"hut\n\n> Play: {url}\n> Write to {address}.\n"),
        channel=Channel.SMTP,
        recipients=[address],
        sender="alice@example.org",
        is_trusted=True,
        now=now,
    )
    data = mails_of(alice)
    assert data["mailbox"], "her mails are among it"
    assert data["incoming_mails"][0]["text"].startswith("hut\n")
    assert url not in str(data)
    assert address not in str(data)
    assert "/play/" not in str(data)


@pytest.mark.parametrize("domain", ["stoneage.example", "localhost"])
@pytest.mark.parametrize("is_answer", [False, True])
def test_seat_address_is_redacted_however_it_is_written(
    two_player_game: Game,
    alice: User,
    settings: Settings,
    domain: str,
    *,
    is_answer: bool,
) -> None:
    settings.REPLY_TO = f"play@{domain}"
    answered = OutgoingMail.objects.filter(user=alice).first()
    assert answered is not None
    seat = seat_of(two_player_game, alice)
    address = reply_address(seat, answered=answered if is_answer else None)
    assert redact_tokens(f"> To: {address}, Bob") == "> To: […], Bob"
    for link in (address.replace("+", "%2B"), quote(address), quote(address).lower()):
        assert redact_tokens(f"<mailto:{link}?body=1>") == "<mailto:[…]?body=1>"


def test_broken_link_is_redacted(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    url = PLAY_LINK.url(seat_of(two_player_game, alice), now=now)
    start, token = url.rsplit("/", 2)[:2]
    left = redact_tokens(f"> {start}/\n> {token}/")
    assert left == "> […]\n> […]"


def test_only_strings_are_changed(now: datetime) -> None:
    data = {"at": now, "steps": [{"line": "see https://a.example/play/x/", "n": 1}]}
    assert redact_tokens_in(data) == {
        "at": now,
        "steps": [{"line": "see […]", "n": 1}],
    }
