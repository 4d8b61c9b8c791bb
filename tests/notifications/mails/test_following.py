"""Mails to followers: at most one a day, results, and nothing private."""

import re
from datetime import datetime, timedelta

import pytest

from games.accounts.profiles import show_profile
from games.log import positions
from games.models import Audience, Game, User
from games.watching.following import follow_game, follow_player
from notifications.models import Kind, MailStatus, Topic
from notifications.models.preferences import MailPreferences, Pace
from notifications.preferences.services import Change, save_preferences
from tests.notifications.mails.test_contents import assert_says
from tests.support.mails import Send, Sent, game_of, html_of, mails
from tests.support.pages import Client
from tests.support.play import play_on, play_to_the_end

ONE_DAY = timedelta(days=1)


@pytest.fixture
def reader(outsider: User) -> User:
    """A user without a seat, for whom eight o’clock is seven in UTC."""
    outsider.time_zone = "Europe/Berlin"
    outsider.save(update_fields=["time_zone"])
    return outsider


def to(reader: User, sent: Sent) -> Sent:
    """Return the mails that were sent to a reader."""
    return [message for message in sent if message.to == [reader.email]]


def rounds_on(game: Game, count: int, now: datetime) -> Game:
    """Play until so many more rounds have begun."""
    last = positions.state_of(game).round + count
    while positions.state_of(game).round < last:
        game = play_on(game, now=now, decisions=1)
    return game


def test_news_come_once_a_day(
    two_player_game: Game, reader: User, now: datetime, send: Send
) -> None:
    follow_game(user=reader, game=two_player_game, now=now)
    game = rounds_on(two_player_game, 2, now + timedelta(minutes=1))
    (mail,) = mails(Kind.FOLLOWED_NEWS)
    assert (mail.user, mail.topic) == (reader, Topic.FOLLOWING)
    assert mail.due_at.hour == 7  # eight in Berlin
    assert now < mail.due_at <= now + ONE_DAY
    assert not to(reader, send(mail.due_at - timedelta(minutes=1)))
    (message,) = to(reader, send(mail.due_at))
    assert message.subject == "Alice and Bob: round 3"
    score = positions.state_of(game).players[0].score
    assert_says(message, f"Alice: {score} point", "at most one email a day")
    assert f"/games/{game.slug}/" in str(message.body)
    # News are not repeated. The next round comes on the next day, and a finished game
    # has no news on the day after.
    game = rounds_on(game, 1, mail.due_at + timedelta(hours=1))
    _old, second = mails(Kind.FOLLOWED_NEWS)
    assert second.due_at == mail.due_at + ONE_DAY
    assert to(reader, send(second.due_at))[-1].subject == "Alice and Bob: round 4"


def test_end_of_a_followed_game_is_announced_at_once(
    two_player_game: Game, reader: User, alice: User, now: datetime, send: Send
) -> None:
    for user in (reader, alice):  # players get the result anyway
        follow_game(user=user, game=two_player_game, now=now)
    later = now + timedelta(minutes=1)
    over = play_to_the_end(two_player_game, now=later)
    (mail,) = mails(Kind.FOLLOWED_GAME_OVER)
    assert mail.user == reader
    (message,) = to(reader, send(mail.due_at))
    assert " wins with " in str(message.subject)
    assert_says(message, "A game that you follow has ended.", "Alice: ", "Bob: ")
    assert f"/games/{over.slug}/result/" in str(message.body)
    assert "/play/" not in str(message.body) + html_of(message)  # no link to a seat
    # Of a game that is over nothing is new on the day after.
    (news,) = mails(Kind.FOLLOWED_NEWS, reader)
    send(news.due_at)
    news.refresh_from_db()
    assert (news.status, len(to(reader, send(news.due_at)))) == (MailStatus.SKIPPED, 1)


def test_followers_get_no_news_of_private_games(
    two_player_game: Game, reader: User, now: datetime
) -> None:
    follow_game(user=reader, game=two_player_game, now=now)
    game = rounds_on(two_player_game, 1, now + timedelta(hours=1))
    assert len(mails(Kind.FOLLOWED_NEWS)) == 1
    Game.objects.update(audience=Audience.NOBODY)
    rounds_on(Game.objects.get(pk=game.pk), 1, now + 2 * ONE_DAY)
    assert len(mails(Kind.FOLLOWED_NEWS)) == 1


def test_followers_see_only_what_the_player_shows(
    alice: User, bob: User, reader: User, now: datetime, send: Send
) -> None:
    profile = show_profile(user=alice, now=now, shows_games=True)
    follow_player(user=reader, profile=profile, now=now)
    game = game_of(alice, bob, now=now + timedelta(minutes=1))
    (mail,) = mails(Kind.FOLLOWED_NEWS)
    (message,) = to(reader, send(mail.due_at))
    # Bob has no public page: he is counted, and the game is not linked.
    assert message.subject == "Alice has started a game with 1 other."
    assert game.slug not in str(message.body) + html_of(message)
    # The end of a game is announced once she shows results.
    over = play_to_the_end(game, now=mail.due_at + timedelta(hours=1))
    news = mails(Kind.FOLLOWED_NEWS)[-1]
    assert len(to(reader, send(news.due_at))) == 1
    show_profile(user=alice, now=now, shows_games=True, shows_results=True)
    show_profile(user=bob, now=now, shows_games=True)
    again = game_of(alice, bob, now=news.due_at + timedelta(hours=1))
    third = mails(Kind.FOLLOWED_NEWS)[-1]
    message = to(reader, send(third.due_at))[-1]
    assert message.subject == "News from what you follow"
    assert_says(
        message,
        "Alice has finished a game with Bob.",
        "Alice has started a game with Bob.",
        "place ",
    )
    for each in (over, again):
        assert f"/games/{each.slug}/" in str(message.body)


def test_one_click_stops_it_and_digests_include_it(
    two_player_game: Game, reader: User, now: datetime, send: Send, client: Client
) -> None:
    follow_game(user=reader, game=two_player_game, now=now)
    MailPreferences.objects.create(user=reader, pace=Pace.DAILY, daily_at=9 * 60)
    game = rounds_on(two_player_game, 1, now + timedelta(minutes=1))
    (mail,) = mails(Kind.FOLLOWED_NEWS)
    assert mail.due_at.hour == 8  # nine in Berlin, with the digest
    (message,) = to(reader, send(mail.due_at))
    (address,) = re.findall(r"<(.+)>", str(message.extra_headers["List-Unsubscribe"]))
    path = address.partition("://")[2].partition("/")[2]
    one_click = {"List-Unsubscribe": "One-Click"}
    assert client.post(f"/{path}", one_click).status_code == 200
    assert "You get no news of what you follow." in client.get(f"/{path}").text
    rounds_on(game, 1, mail.due_at + timedelta(hours=1))
    last = mails(Kind.FOLLOWED_NEWS)[-1]
    assert len(to(reader, send(last.due_at))) == 1
    last.refresh_from_db()
    assert last.status == MailStatus.SKIPPED
    change = Change(Topic.FOLLOWING, is_on=False)
    save_preferences(user=reader, changes=[change], now=now)  # once more
