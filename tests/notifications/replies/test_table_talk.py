"""Table talk by mail: in turn mails or mails of its own, with replies."""

from datetime import datetime, timedelta

import pytest

from games.models import Game, TalkMessage, User
from games.talk.messages import mark_talk_read, say_at_table
from notifications.mails.talk import FAREWELLS, LATER
from notifications.models import (
    Kind,
    MailStatus,
    OutgoingMail,
    Topic,
)
from notifications.preferences.services import (
    Change,
    save_preferences,
)
from tests.support.mails import Send, Sent, html_of, mails, seat_of

SOON = timedelta(minutes=3)


@pytest.fixture
def game(two_player_game: Game, alice: User, now: datetime, send: Send) -> Game:
    """A game in which Alice gets talk by mail; earlier mails were sent."""
    save_preferences(user=alice, changes=[Change(Topic.TALK, True)], now=now)
    send(now)
    return two_player_game


def say(game: Game, user: User, text: str, now: datetime) -> TalkMessage:
    return say_at_table(seat=seat_of(game, user), text=text, now=now)


def said_in(game: Game) -> list[str]:
    said = TalkMessage.objects.filter(game=game).order_by("pk")
    return list(said.values_list("text", flat=True))


def of_talk(sent: Sent) -> Sent:
    return [message for message in sent if str(message.subject).startswith("Table")]


def talk_mail(game: Game, alice: User, bob: User, send: Send, now: datetime):
    """Return Alice's mail of table talk."""
    say(game, bob, "Watch the gold!", now)
    send(now + SOON)
    return mails(Kind.TALK, alice)[-1]


def test_messages_within_a_short_time_share_a_mail(
    game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    say(game, bob, "Watch the gold!", now)
    say(game, bob, "<b>I mean it</b>", now + timedelta(seconds=50))
    assert of_talk(send(now + timedelta(minutes=1))) == []
    (message,) = of_talk(send(now + SOON))
    assert message.to == [alice.email]
    assert message.subject == "Table talk: Stone Age with Bob"
    text = " ".join(str(message.body).split())
    assert "Bob: “Watch the gold!” Bob: “<b>I mean it</b>”" in text
    assert "&lt;b&gt;I mean it" in html_of(message)
    assert "we’ll post it at the table" in text
    say(game, bob, "Sorry.", now + SOON)
    (_, later) = of_talk(send(now + 2 * SOON))
    assert "Sorry." in str(later.body)
    assert "gold" not in str(later.body), "told once"
    assert not OutgoingMail.objects.filter(
        kind=Kind.TALK, user=bob, status=MailStatus.SENT
    ), "he has not asked for it, and said it himself"


def test_read_hidden_or_muted_messages_are_left_out(
    game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    first = say(game, bob, "one", now)
    mark_talk_read(seat=seat_of(game, alice), upto=first.pk)
    assert of_talk(send(now + SOON)) == []
    (first,) = of_talk(send(now + FAREWELLS))
    assert list(first.to) == [alice.email]
    assert "gg" in str(first.body)
    assert "See you" in str(first.body)
    later = now + FAREWELLS + SOON
    say(game, bob, "One more thing", later)
    send(later + FAREWELLS)
    assert [mail.status for mail in mails(Kind.TALK, alice)][1:] == ["pending"]
    send(later + LATER)
    assert [mail.status for mail in mails(Kind.TALK, alice)][1:] == ["sent"]
    save_preferences(user=alice, changes=[Change(Topic.RESULTS, False)], now=later)
    say(game, bob, "Bye", later + LATER)
    send(later + 3 * LATER)
    assert [mail.status for mail in mails(Kind.TALK, alice)][2:] == ["skipped"]
