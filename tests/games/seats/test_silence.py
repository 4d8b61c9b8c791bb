"""Three days after an invitation the host learns that nobody has answered."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games import tasks
from games.links.purposes import NO_MAIL_LINK
from games.lobby.new_games import OPEN, cancel_game, create_game
from games.models import Game, User
from games.seats.invitations import ANSWER_WITHIN, accept_seat, invite_to_seat
from notifications.models import Kind, Suppression
from tests.support.mails import Send, mails
from tests.support.pages import seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting_game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """Alice hosts, Bob has joined, Carol has not answered, and a seat is open."""
    game = create_game(host=alice, players=[alice, bob, carol, OPEN], now=now)
    return accept_seat(seat=game.seats.get(number=1), now=now)


def sweep(monkeypatch: pytest.MonkeyPatch, now: datetime) -> list[str]:
    """Return the names of those who are told, in order."""
    monkeypatch.setattr(tasks, "database_now", lambda: now)
    tasks.sweep_due()
    told = mails(Kind.INVITATION_UNANSWERED)
    return sorted(mail.user.name for mail in told if mail.user)


def test_host_and_those_who_joined_are_told_once(
    waiting_game: Game, monkeypatch: pytest.MonkeyPatch, send: Send, now: datetime
) -> None:
    due = now + ANSWER_WITHIN
    assert sweep(monkeypatch, due - timedelta(minutes=1)) == []
    assert sweep(monkeypatch, due) == ["Alice", "Bob"]
    assert sweep(monkeypatch, due + timedelta(days=9)) == ["Alice", "Bob"]
    send(due)


def test_nobody_is_told_of_a_game_that_has_started_or_was_cancelled(
    two_player_game: Game,
    waiting_game: Game,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    now: datetime,
) -> None:
    cancel_game(game=waiting_game, by=alice, now=now)
    assert sweep(monkeypatch, now + ANSWER_WITHIN) == []


def test_another_invitation_gets_three_days_of_its_own(
    waiting_game: Game, alice: User, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    later = now + timedelta(days=2)
    seat = seat_of(waiting_game, 2)
    invite_to_seat(seat=seat, by=alice, email="dave@example.org", now=later)
    assert sweep(monkeypatch, now + ANSWER_WITHIN) == []
    assert sweep(monkeypatch, later + ANSWER_WITHIN) == ["Alice", "Bob"]


def test_note_is_the_same_for_somebody_who_refuses_our_emails(
    waiting_game: Game,
    alice: User,
    bob: User,
    carol: User,
    monkeypatch: pytest.MonkeyPatch,
    send: Send,
    now: datetime,
) -> None:
    def told(now: datetime) -> list[str]:
        send(now)
        sweep(monkeypatch, now + ANSWER_WITHIN)
        sent = send(now + ANSWER_WITHIN)
        return [str(mail.body).partition("http")[0] for mail in sent]

    silent = told(now)
    later = now + timedelta(days=10)
    Client().post(urlsplit(NO_MAIL_LINK.url(carol, now=later)).path, {"do": "stop"})
    assert Suppression.objects.exists()
    players = [alice, bob, carol, OPEN]
    game = create_game(host=alice, players=players, now=later)
    accept_seat(seat=game.seats.get(number=1), now=later)
    assert told(later)[-2:] == silent[-2:]
