"""Mails to the service's own address: a player can start a game."""

from datetime import datetime
from email.message import EmailMessage

import pytest
from django.conf import settings

from games import limits
from games.log.table_rows import read_seats
from games.models import Game, User
from notifications.inbox.process import process_batch
from notifications.inbox.store import UnknownWriter, receive_mail
from notifications.models import Channel, IncomingMail, Kind, Reading
from tests.notifications.replies.conftest import fates, words
from tests.support.mails import Send, mails

pytestmark = pytest.mark.django_db


def writes(
    sender: str, text: str, now: datetime, *, subject: str = "", is_trusted: bool = True
) -> IncomingMail:
    """Let somebody write to the service; return the processed mail."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = settings.REPLY_TO
    message["Subject"] = subject
    message.set_content(text)
    (mail,) = receive_mail(
        message.as_bytes(),
        channel=Channel.LMTP,
        recipients=[settings.REPLY_TO.upper()],
        sender=sender,
        is_trusted=is_trusted,
        now=now,
    )
    while process_batch(now=now):
        pass
    mail.refresh_from_db()
    return mail


@pytest.mark.parametrize(
    ("language", "subject", "text"),
    [
        ("en", "Hello", "new game against Flint\n\nAlice"),
        ("en", "New game against Flint", "Thanks!\nAlice"),
        ("es", "", "partida nueva contra Flint"),
        ("pt-br", "novo jogo contra Flint", ""),
        ("ko", "", "Flint랑 새 게임"),
        ("it", "", "nuova partita contro Flint"),
    ],
)
def test_player_starts_a_game(
    alice: User, now: datetime, send: Send, language: str, subject: str, text: str
) -> None:
    User.objects.filter(pk=alice.pk).update(language=language)
    mail = writes("alice@example.org", text, now, subject=subject)
    assert "done" in fates(mail)
    game = Game.objects.get()
    assert (game.host, game.status) == (alice, "active")
    assert [seat.bot for seat in read_seats(game)] == ["", "Flint"]
    assert len(mails(Kind.DIGEST_READ, alice)) == 1
    answers = [each for each in send(now) if each.reply_to == [settings.REPLY_TO]]
    assert len(answers) == 1
    assert "Flint" in answers[0].body


def test_request_about_a_game_is_refused(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    version = two_player_game.version
    mail = writes("alice@example.org", "forest 3", now)
    assert fates(mail) == ["failed"]
    assert "which game" in words(mail)
    assert Game.objects.get().version == version


def test_help_lists_the_bots(alice: User, now: datetime, send: Send) -> None:
    assert fates(writes("alice@example.org", "help", now)) == ["done"]
    (answer,) = send(now)
    assert "new game Pebble" in answer.body
    assert "Thatch (fair)" in answer.body
    assert answer.reply_to == [settings.REPLY_TO]


@pytest.mark.parametrize(
    ("sender", "is_trusted"),
    [
        ("stranger@example.org", True),
        ("alice@example.org", False),
        ("stranger@example.org", False),
        ("", True),
    ],
)
def test_other_senders_are_refused(
    alice: User, now: datetime, sender: str, is_trusted: bool
) -> None:
    """All are refused with one sentence, which does not reveal who plays here."""
    with pytest.raises(UnknownWriter, match="only from players"):
        writes(sender, "new game Flint", now, is_trusted=is_trusted)
    assert not IncomingMail.objects.exists()
    assert not Game.objects.exists()
    assert mails(Kind.DIGEST_READ) == []


def test_requests_are_limited(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        limits, "MAILS_IN_HOUR", limits.Limit("mails-in-hour", most=1, seconds=3600)
    )
    writes("alice@example.org", "help", now)
    with pytest.raises(limits.TooMany):
        writes("alice@example.org", "help again", now)


def test_sender_with_a_new_address_is_refused(alice: User, now: datetime) -> None:
    message = EmailMessage()
    message["From"], message["To"] = "alice@example.org", settings.REPLY_TO
    message.set_content("new game Flint")
    (mail,) = receive_mail(
        message.as_bytes(),
        channel=Channel.LMTP,
        recipients=[settings.REPLY_TO],
        sender="alice@example.org",
        is_trusted=True,
        now=now,
    )
    User.objects.filter(pk=alice.pk).update(email="new@example.org")
    process_batch(now=now)
    mail.refresh_from_db()
    assert mail.reading == Reading.IGNORED
    assert not Game.objects.exists()
