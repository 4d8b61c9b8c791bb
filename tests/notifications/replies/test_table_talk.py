"""Table talk by mail: in turn mails or mails of its own, with replies."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.links.purposes import PLAY_LINK
from games.models import Game, TalkMessage, User
from games.talk.messages import hide_message, mark_talk_read, mute, say_at_table
from notifications.mails.talk import FAREWELLS, LATER
from notifications.models import (
    IncomingMail,
    Kind,
    MailStatus,
    OutgoingMail,
    Pace,
    Reading,
    Topic,
)
from notifications.models.incoming import REPEATED
from notifications.preferences.services import (
    Change,
    save_preferences,
    subscriptions_of,
)
from notifications.replies.vocabulary import spell_intent
from tests.notifications.replies.conftest import Reply, answers, fates, steps
from tests.support.mails import Send, Sent, html_of, mails, seat_of
from tests.support.pages import markup_of, page
from tests.support.play import everything, play_to_the_end, submit

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
    text = " ".join(str(message.body).split())
    assert "Bob: “Watch the gold!” Bob: “<b>I mean it</b>”" in text
    assert "&lt;b&gt;I mean it" in html_of(message)
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
    hide_message(message=say(game, bob, "two", now + SOON), by=alice, now=now)
    assert of_talk(send(now + 2 * SOON)) == []
    mute(user=alice, muted=bob)
    say(game, bob, "three", now + 2 * SOON)
    assert of_talk(send(now + 3 * SOON)) == []


def test_turn_mail_contains_talk_for_everybody(
    two_player_game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 1", now=now)
    say(two_player_game, alice, "Good luck!", now)
    turn = send(now + SOON)[-1]
    assert turn.to == [bob.email]
    assert "- Alice says: “Good luck!”" in str(turn.body)
    assert "Alice says: “Good luck!”</li>" in html_of(turn)
    submit(two_player_game, 1, "clay pit 1", now=now + 2 * SOON)
    submit(two_player_game, 0, "hut", now=now + 2 * SOON)
    again = send(now + 4 * SOON)[-1]
    assert again.to == [bob.email]
    assert "Good luck" not in str(again.body), "it was before his last turn"


def test_muted_talk_is_never_shown(
    two_player_game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    mute(user=bob, muted=two_player_game)
    submit(two_player_game, 0, "forest 1", now=now)
    say(two_player_game, alice, "Good luck!", now)
    assert "Good luck" not in str(send(now + SOON)[-1].body)


def test_talk_joins_the_digest(
    game: Game, alice: User, bob: User, send: Send, now: datetime
) -> None:
    save_preferences(user=alice, now=now, pace=Pace.DAILY)
    say(game, bob, "Watch the gold!", now)
    send(now + SOON)
    (row,) = mails(Kind.TALK, alice)
    assert row.part_of is not None
    submit(game, 0, "forest 1", now=now + SOON)
    submit(game, 1, "clay pit 1", now=now + SOON)
    digest = send(now + timedelta(days=1))[-1]
    assert "Bob: “Watch the gold!”" in str(digest.body)


def test_whole_reply_is_posted_without_an_answer(
    game: Game, alice: User, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    """Greetings, thanks and “yes” are talk here; no “say” is needed."""
    asked = talk_mail(game, alice, bob, send, now)
    for text in ("Thanks, Bob!\nYes, I saw it.", "say Hi there", "Is it your turn?"):
        mail = reply(game, alice, text, answers=asked)
        assert (fates(mail), mail.reading) == (["done"], Reading.DONE)
    assert said_in(game)[1:] == [
        "Thanks, Bob!\nYes, I saw it.",
        "Hi there",
        "Is it your turn?",
    ]
    assert answers(send(now + SOON)) == []


@pytest.mark.parametrize("text", ["forest 3", "18", "Nice!\nundo", "away until Friday"])
def test_command_in_a_reply_to_talk_is_asked_back(
    game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
    text: str,
) -> None:
    asked = talk_mail(game, alice, bob, send, now)
    before = everything(game)
    mail = reply(game, alice, text, answers=asked)
    assert fates(mail) == ["asked"]
    assert everything(game) == before
    assert said_in(game) == ["Watch the gold!"]
    (answer,) = answers(send(now + SOON))
    assert "<img" not in html_of(answer)
    assert f"“{spell_intent('say')}”" in str(answer.body)
    row = OutgoingMail.objects.get(incoming=mail)
    assert fates(reply(game, alice, "say 18 it is", answers=row)) == ["done"]
    assert said_in(game)[-1] == "18 it is"
    assert fates(reply(game, alice, "forest 3", answers=row)) == ["done"]


def test_help_or_an_empty_reply_gets_the_help(
    game: Game, alice: User, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    asked = talk_mail(game, alice, bob, send, now)
    assert fates(reply(game, alice, "help", answers=asked)) == ["done"]
    assert steps(reply(game, alice, "", answers=asked)) == []
    assert len(answers(send(now + SOON))) == 2
    assert said_in(game) == ["Watch the gold!"]


def test_stranger_cannot_talk_for_a_player(
    game: Game, alice: User, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    asked = talk_mail(game, alice, bob, send, now)
    mail = reply(game, alice, "I resign", answers=asked, is_authenticated=False)
    assert (fates(mail), mail.reading) == (["pending"], Reading.PENDING)
    assert said_in(game) == ["Watch the gold!"]


def test_machines_do_not_talk_to_each_other(
    game: Game, alice: User, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    """Two unmarked autoresponders at one table."""
    save_preferences(user=bob, changes=[Change(Topic.TALK, True)], now=now)
    asked = talk_mail(game, alice, bob, send, now)
    for number in range(1, 6):
        moment = now + number * SOON
        reply(game, alice, "I’m out of the office.", answers=asked)
        for told in mails(Kind.TALK, bob):
            reply(game, bob, "On leave.", answers=told)
        send(moment + SOON)
    assert said_in(game) == ["Watch the gold!", "I’m out of the office.", "On leave."]
    assert set(
        IncomingMail.objects.filter(reading=Reading.IGNORED).values_list(
            "why", flat=True
        )
    ) == {REPEATED}
    assert answers(send(now + timedelta(hours=1))) == []


def test_one_click_mutes_but_opening_the_link_does_not(
    game: Game, alice: User, bob: User, client: Client, send: Send, now: datetime
) -> None:
    talk_mail(game, alice, bob, send, now)
    (message,) = of_talk(send(now + SOON))
    path = urlsplit(PLAY_LINK.url(seat_of(game, alice), now=now + SOON)).path
    for url in (f"{path}mute/?seat=1", f"{path}mute/"):
        assert url in html_of(message)
        assert "?</h1>" in markup_of(page(client, url)), "it asks"
        assert not alice.talk_mutes.exists()
        for action, count in (("mute", 1), ("mute", 1), ("unmute", 0)):
            assert client.post(url, {"do": action}).status_code == 303
            assert alice.talk_mutes.count() == count
    client.post(f"{path}mute/?seat=1", {"do": "mute"})
    talk = client.get(f"{path}talk/")
    assert [line.is_muted for line in talk.context["talk"].lines] == [True]
    for url in ("?seat=0", "?seat=7", "?seat=x"):
        assert client.post(f"{path}mute/{url}", {"do": "mute"}).status_code == 404


def test_topic_is_off_by_default(alice: User, bob: User, now: datetime) -> None:
    """Turning off a topic that is off by default stores no row."""
    for user, is_on in ((alice, True), (bob, False)):
        change = Change(Topic.TALK, is_on)
        save_preferences(user=user, changes=[change], now=now)
        assert subscriptions_of(user).is_on(Topic.TALK) is is_on
    assert not bob.topic_subscriptions.exists()


def test_words_after_the_end_reach_everybody_by_email(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    """Soon at first, then once a day; not those who want no results."""
    say(two_player_game, bob, "Good luck", now)  # nobody asked for an email of this
    game = play_to_the_end(two_player_game, now=now)
    say(game, bob, "gg", now)
    say(game, bob, "See you", now + SOON)
    assert of_talk(send(now + SOON)) == []
    (first,) = of_talk(send(now + FAREWELLS))
    assert list(first.to) == [alice.email]
    assert "gg" in str(first.body)
    assert "See you" in str(first.body)
    later = now + FAREWELLS + SOON
    say(game, bob, "One more thing", later)
    send(later + FAREWELLS)
    assert [mail.status for mail in mails(Kind.TALK, alice)][2:] == ["pending"]
    send(later + LATER)
    assert [mail.status for mail in mails(Kind.TALK, alice)][2:] == ["sent"]
    save_preferences(user=alice, changes=[Change(Topic.RESULTS, False)], now=later)
    say(game, bob, "Bye", later + LATER)
    send(later + 3 * LATER)
    assert [mail.status for mail in mails(Kind.TALK, alice)][3:] == ["skipped"]
