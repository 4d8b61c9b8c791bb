"""The answer to a reply: content, recipient and thread."""

import re
from datetime import datetime, timedelta

from games.lobby.new_games import create_game
from games.models import Game, Unreachable, User
from games.presentation.dates import absence_example
from notifications.models import IncomingMail, Kind, MailStatus, OutgoingMail
from notifications.replies.reply_address import reply_address
from tests.notifications.replies.conftest import Reply, answers, sent_to, the_answer
from tests.support.mails import Send, html_of, mails, seat_of
from tests.support.play import against_automatic

HOUR = timedelta(hours=1)
SECONDS = timedelta(seconds=10)


def test_answer_reports_each_line_and_the_position(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "forest 3\nhut\nfield")
    (message,) = answers(send(now))
    text = str(message.body)
    assert message.to == ["alice@example.org"]
    assert message.subject == "Re: Your turn: Stone Age with Bob"
    assert "Got it, in part</h1>" in html_of(message)
    assert "- forest 3: done" in text
    assert "- hut: not done. It isn’t your turn." in text
    assert "- field: not tried" in text
    assert "You sent 3 people to the forest." in text
    assert "THE TRIBES" not in text, "it is another's turn, and nobody asked"
    assert "The first part is done." in html_of(message)
    row = the_answer(mail)
    assert row.status == MailStatus.SENT
    assert row.shown_version == Game.objects.get(pk=two_player_game.pk).version


def test_answer_is_in_the_thread(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    send(now)
    first = mails(Kind.YOUR_TURN, alice)[0]
    mail = reply(two_player_game, alice, "forest 3", answers=first)
    (message,) = answers(send(now))
    assert message.extra_headers["In-Reply-To"] == mail.message_id
    assert message.extra_headers["References"].split()[-1] == mail.message_id
    assert first.message_id in message.extra_headers["References"]
    (answer,) = mails(Kind.REPLY_READ, alice)
    own = reply_address(seat_of(two_player_game, alice), answered=answer)
    assert message.reply_to == [own]


def test_mail_without_message_id_is_not_referred_to(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "board")
    IncomingMail.objects.filter(pk=mail.pk).update(message_id="<0@content>")
    (message,) = answers(send(now))
    assert "@content" not in message.message().as_string().split("\n\n")[0]


def test_reply_asks_for_a_list_of_ones_games(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
) -> None:
    """For people who play by email alone and have no other list."""
    other = against_automatic(bob, now=now).game
    invited = create_game(host=alice, players=[alice, bob], now=now)
    send(now)
    reply(two_player_game, bob, "my games, please")
    (message,) = answers(send(now))
    for text in (str(message.body), html_of(message)):
        assert re.search(rf"/play/\d+:{other.slug}:", text)
        assert re.search(rf"/invitation/\d+:{invited.slug}:", text)


def test_game_continues_by_replying_to_the_answer(
    alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """Against a bot it is Alice's turn again at once."""
    seat = against_automatic(alice, now=now)
    asked = sent_to(seat, Kind.YOUR_TURN, send, now)
    first = reply(seat.game, alice, "1", answers=asked)
    (message,) = answers(send(now))
    assert "YOUR CHOICES" in str(message.body)
    second = reply(seat.game, alice, "1", answers=the_answer(first))
    assert [step["status"] for step in second.results] == ["done"]


def test_answer_reports_what_happened_since_the_answered_mail(
    alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    seat = against_automatic(alice, now=now)
    reply(seat.game, alice, "hut", answers=sent_to(seat, Kind.YOUR_TURN, send, now))
    (message,) = answers(send(now))
    assert "WHAT HAPPENED" in str(message.body)
    assert "hut" in str(message.body).partition("WHAT HAPPENED")[2]


def test_empty_reply_gets_the_help(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "Hello")
    assert mail.results == []
    (message,) = answers(send(now))
    assert "You have until" in " ".join(str(message.body).split())
    assert f"- {absence_example(now)}:" in str(message.body)
    assert "How to reply</h1>" in html_of(message)


def test_help_is_added_to_other_results(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(two_player_game, alice, "forest 3\nhelp")
    (message,) = answers(send(now))
    assert "- forest 3: done" in str(message.body)
    assert "- undo:" in str(message.body)


def test_invited_player_gets_other_help(
    invited_game: Game, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(invited_game, bob, "help")
    (message,) = answers(send(now))
    assert "- accept:" in str(message.body)
    assert "forest 3" not in str(message.body)


def test_answer_ignores_mail_preferences(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    from notifications.mails.base import KINDS

    assert KINDS[Kind.REPLY_READ].topic is None


def test_markup_in_a_line_is_escaped(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(two_player_game, alice, "<img src=x onerror=alert(1)>")
    (message,) = answers(send(now))
    assert "<img src=x" not in html_of(message)
    assert "&lt;img src=x" in html_of(message)


def test_reply_proves_that_mails_arrive(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """A mail bounced once; the reply to a later one shows that the address works."""
    send(now)
    first = mails(Kind.YOUR_TURN, alice)[0]
    OutgoingMail.objects.filter(pk=first.pk).update(sent_at=now)
    for since, is_lost in ((now + HOUR, True), (now - HOUR, False)):
        User.objects.filter(pk=alice.pk).update(
            unreachable_since=since, unreachable_why=Unreachable.BOUNCED
        )
        first.refresh_from_db()
        reply(two_player_game, alice, "board", answers=first)
        alice.refresh_from_db()
        assert (alice.unreachable_since is not None) is is_lost
