"""From the bytes of a mail to the move and the answer, through the worker."""

from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest

from games.models import Game, StoredEvent, User
from notifications.inbox.process import process_batch
from notifications.inbox.store import receive_mail
from notifications.models import Channel, IncomingMail, Kind, OutgoingMail, Reading
from notifications.replies.reply_address import reply_address
from tests.notifications.replies.conftest import fates
from tests.support.mails import Send, mails, seat_of
from tests.support.play import everything


def arrives(
    game: Game,
    user: User,
    text: str,
    now: datetime,
    *,
    answers: OutgoingMail | None = None,
    sender: str = "",
    is_trusted: bool = True,
    **headers: str,
) -> None:
    message = EmailMessage()
    message["From"] = sender or str(user.email)
    message["To"] = reply_address(seat_of(game, user))
    message["Subject"] = "Re: your turn"
    message["Message-ID"] = headers.pop("name", "<own@example.org>")
    if answers is not None:
        message["In-Reply-To"] = answers.message_id
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    quote = "On Friday Stone Age wrote:\n> forest 2\n> 1. hut"
    message.set_content(f"{text}\n\n{quote}\n")
    receive_mail(
        message.as_bytes(),
        channel=Channel.LMTP,
        recipients=[str(message["To"])],
        sender=str(user.email),
        is_trusted=is_trusted,
        now=now,
    )


def work(now: datetime) -> None:
    while process_batch(now=now):
        pass


def commands(game: Game) -> list[str]:
    made = StoredEvent.objects.filter(game=game).moves()
    return list(made.order_by("sequence").values_list("command", flat=True))


def test_number_above_the_quote_is_played(
    two_player_game: Game, alice: User, send: Send, now: datetime
) -> None:
    send(now)
    arrives(two_player_game, alice, "2", now, answers=mails(Kind.YOUR_TURN, alice)[0])
    work(now)
    assert commands(two_player_game) == ["hunting grounds 2"]
    answer = send(now)[-1]
    assert answer.extra_headers["In-Reply-To"] == "<own@example.org>"
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"


def test_repeated_mail_is_played_once(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    for _ in range(3):
        arrives(two_player_game, alice, "forest 3", now)
        work(now)
    assert commands(two_player_game) == ["forest 3"]
    assert len(mails(Kind.REPLY_READ)) == 1


def test_unauthenticated_mail_waits(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    before = everything(two_player_game)
    arrives(two_player_game, alice, "forest 3", now, is_trusted=False)
    work(now)
    mail = IncomingMail.objects.get()
    assert (mail.reading, fates(mail)) == (Reading.PENDING, ["pending"])
    assert everything(two_player_game) == before


def test_automatic_mail_is_not_answered(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    arrives(two_player_game, alice, "forest 3", now, Auto_Submitted="auto-replied")
    work(now)
    assert IncomingMail.objects.get().reading == Reading.IGNORED
    assert mails(Kind.REPLY_READ) == []


@pytest.mark.django_db(transaction=True)
def test_crashed_workers_mail_is_read_again(
    two_player_game: Game,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next worker starts again; everything happens once."""
    from notifications.replies import handle

    finish_reply = handle.finish_reply

    def dies(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(handle, "finish_reply", dies)
    arrives(two_player_game, alice, "hut\nsay Good luck", now)
    work(now)
    assert IncomingMail.objects.get().reading == Reading.WAITING
    monkeypatch.setattr(handle, "finish_reply", finish_reply)
    work(now + timedelta(hours=1))
    assert commands(two_player_game) == ["hut"]
    assert fates(IncomingMail.objects.get()) == ["done", "done"]
    assert len(mails(Kind.REPLY_READ)) == 1
