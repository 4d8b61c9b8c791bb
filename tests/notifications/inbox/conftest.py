"""A game that is played by mail, and mails to it."""

from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.db import connection
from pytest_django import Settings

from games.models import Game, Seat
from notifications.inbox.store import receive_mail
from notifications.models import Channel, IncomingMail
from notifications.replies.reply_address import reply_address

Receive = Callable[..., list[IncomingMail]]


@pytest.fixture(autouse=True)
def _by_mail(settings: Settings) -> None:
    settings.REPLY_TO = "play@stoneage.example"


@pytest.fixture
def seat(two_player_game: Game) -> Seat:
    """Alice's seat."""
    rows = Seat.objects.select_related("game", "user")
    return rows.get(game=two_player_game, user__email="alice@example.org")


@pytest.fixture
def address(seat: Seat) -> str:
    return reply_address(seat)


@pytest.fixture
def take(address: str, now: datetime) -> Receive:
    """Receive a mail to Alice's seat."""

    def take_in(source: bytes, **changes: object) -> list[IncomingMail]:
        values = {
            "channel": Channel.SMTP,
            "recipients": [address],
            "sender": "alice@example.org",
            "is_trusted": True,
            "now": now,
        }
        return receive_mail(source, **(values | changes))  # type: ignore[arg-type]

    return take_in


def a_mail(
    text: str = "forest 3\n",
    *,
    sender: str = "Alice <alice@example.org>",
    message_id: str = "<one@example.org>",
    subject: str = "Re: your turn",
    **headers: str,
) -> bytes:
    """Return a reply's source; ``In_Reply_To="…"`` adds a header."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["Subject"] = subject
    if message_id:
        message["Message-ID"] = message_id
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


@pytest.fixture
def no_lasting_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close the listener's connections, which block dropping the database."""
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
