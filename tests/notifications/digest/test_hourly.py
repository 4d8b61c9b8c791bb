"""At most one mail an hour, during an hour of turns in two games."""

import re
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage

from games.models import Game, Seat, User
from notifications.models import Kind, MailStatus, Pace, Topic
from notifications.preferences.schedule import Defer
from notifications.sending.send_policy import decide
from tests.notifications.digest.test_queue import due_in, to
from tests.notifications.preferences.conftest import sent_at, wish
from tests.support.mails import Send, a_mail, game_of, kinds_in, mails, row_of
from tests.support.play import submit

MINUTE = timedelta(minutes=1)
Games = tuple[Game, Game]


@pytest.fixture
def games(alice: User, bob: User, carol: User, now: datetime) -> Games:
    """Alice has just got this hour's mail, about both games."""
    wish(alice, now, pace=Pace.HOURLY)
    return game_of(alice, bob, now=now), game_of(alice, carol, now=now)


FIRST, SECOND = ("forest 1", "clay pit 1"), ("quarry 1", "river 1")


def her_turn_again(
    game: Game, alice: User, now: datetime, commands: tuple[str, str] = FIRST
) -> None:
    """Both players decide: it is Alice's turn again, for three days."""
    for player, text in enumerate(commands):
        submit(game, player, text, now=now)
    due_in(game, alice, 72, now)


def test_turns_within_an_hour_come_in_one_mail(
    games: Games, alice: User, now: datetime, send: Send
) -> None:
    (first,) = to(alice, list(send(now)))
    assert kinds_in(first) == [Kind.YOUR_TURN] * 2
    sent_at(now)
    her_turn_again(games[0], alice, now + 10 * MINUTE)
    her_turn_again(games[1], alice, now + 20 * MINUTE)
    her_turn_again(games[0], alice, now + 30 * MINUTE, SECOND)
    for minutes in (10, 30, 45, 59):
        assert len(to(alice, list(send(now + minutes * MINUTE)))) == 1, "one an hour"
    (_, message) = to(alice, list(send(now + 60 * MINUTE)))
    assert kinds_in(message) == [Kind.YOUR_TURN] * 2
    for title in ("Stone Age with Bob", "Stone Age with Carol"):
        assert str(message.body).count(title) == 1
    for people in (4, 3):  # as after the latest move in each game
        assert len(re.findall(rf"\b{people} people\b", str(message.body))) == 1
    assert len(to(alice, list(send(now + 119 * MINUTE)))) == 2


def test_urgent_mail_does_not_wait_for_the_hour(
    games: Games, alice: User, now: datetime, send: Send
) -> None:
    send(now)
    sent_at(now)
    her_turn_again(games[0], alice, now + 10 * MINUTE)
    her_turn_again(games[1], alice, now + 10 * MINUTE)
    due_in(games[1], alice, 3, now + 10 * MINUTE)
    sent: list[EmailMessage] = to(alice, list(send(now + 12 * MINUTE)))[1:]
    assert [row_of(message).game for message in sent] == [games[1]]
    sent_at(now + 12 * MINUTE)
    assert len(to(alice, list(send(now + 71 * MINUTE)))) == 2
    sent = to(alice, list(send(now + 72 * MINUTE)))[2:]
    assert [row_of(message).game for message in sent] == [games[0]]
    assert not Seat.objects.filter(user=alice, awaited_at=None).exists()


def test_hour_counts_from_the_latest_mail_being_sent(
    games: Games, alice: User, now: datetime, send: Send
) -> None:
    """Of two mails that two workers hold, the first was claimed earlier."""
    send(now)
    sent_at(now)
    for minutes in (10, 40):
        claimed = {"status": MailStatus.SENDING, "due_at": now + 120 * MINUTE}
        at = now + minutes * MINUTE
        a_mail(alice, at, str(at), topic=Topic.TABLE, claimed_at=at, **claimed)
    her_turn_again(games[0], alice, now + 45 * MINUTE)
    *_, mail = mails(Kind.YOUR_TURN, alice)
    mail.held_until = None
    decision = decide(mail, now + 75 * MINUTE)
    assert isinstance(decision, Defer)
    assert decision.until == now + 100 * MINUTE
