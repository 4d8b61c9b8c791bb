"""Unreachable players get no mails, and the others are notified once."""

from datetime import datetime, timedelta

import pytest

from games.lobby.new_games import create_practice_game
from games.models import Game, Unreachable, User
from games.people.reachability import (
    mark_reachable,
    mark_unreachable,
    record_reached,
    try_address,
)
from games.privacy.forgetting import forget_user
from notifications.mails import account
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.sending import send_policy
from tests.notifications.delivery_status.conftest import fresh
from tests.support.mails import Send, a_mail, ask_to_sign_in, kind_of, mails, seat_of

LATER = timedelta(minutes=5)


def lose(user: User, now: datetime, why: Unreachable = Unreachable.BOUNCED) -> bool:
    return mark_unreachable(user=fresh(user), why=why, now=now)


def test_others_are_notified_once(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    assert lose(bob, now)
    assert not lose(bob, now + LATER)
    (news,) = mails(Kind.UNREACHABLE)
    assert (news.user, news.seat) == (alice, seat_of(two_player_game, alice))
    (message,) = (m for m in send(now) if kind_of(m) == Kind.UNREACHABLE)
    assert message.to == ["alice@example.org"]
    assert "Bob" in message.subject
    assert "Bob" in message.body
    assert "bob@example.org" not in message.message().as_string()


def test_repeated_losses_are_announced_once_a_day(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    for hour in range(3):
        lose(bob, now + timedelta(hours=hour))
        mark_reachable(user=fresh(bob))
    assert len(mails(Kind.UNREACHABLE)) == 1
    lose(bob, now + timedelta(days=1))
    assert len(mails(Kind.UNREACHABLE)) == 2


def test_host_is_told_the_address_before_the_start(
    invited_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    User.objects.filter(pk=bob.pk).update(name="")
    lose(bob, now)
    (news,) = mails(Kind.UNREACHABLE)
    assert news.user == alice
    (message,) = (m for m in send(now) if kind_of(m) == Kind.UNREACHABLE)
    assert "bob@example.org" in message.subject
    assert f"/games/{invited_game.slug}/" in message.body
    assert "round" not in message.subject


def test_notice_is_skipped_if_the_player_is_reachable_again(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    lose(bob, now)
    mark_reachable(user=fresh(bob))
    send(now)
    (news,) = mails(Kind.UNREACHABLE)
    assert (news.status, news.reason) == (
        MailStatus.SKIPPED,
        account.REACHED_AGAIN,
    )


def test_finished_games_cause_no_notice(
    finished_game: Game, bob: User, now: datetime
) -> None:
    lose(bob, now)
    assert mails(Kind.UNREACHABLE) == []


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        (Unreachable.BOUNCED, send_policy.BOUNCES),
        (Unreachable.COMPLAINED, send_policy.COMPLAINED),
    ],
)
def test_mails_to_unreachable_players_are_skipped(
    two_player_game: Game,
    bob: User,
    now: datetime,
    send: Send,
    why: Unreachable,
    reason: str,
) -> None:
    lose(bob, now, why)
    assert all(message.to != ["bob@example.org"] for message in send(now))
    (mail,) = mails(Kind.GAME_STARTED, bob)
    assert (mail.status, mail.reason) == (MailStatus.SKIPPED, reason)


def test_sign_in_link_is_sent_anyway(bob: User, now: datetime, send: Send) -> None:
    lose(bob, now)
    ask_to_sign_in("bob@example.org", now=now)
    (message,) = send(now)
    assert message.to == ["bob@example.org"]


def test_trial_mail_is_sent_anyway(bob: User, now: datetime, send: Send) -> None:
    lose(bob, now)
    try_address(user=fresh(bob), now=now + LATER)
    (message,) = send(now + LATER)
    assert kind_of(message) == Kind.ADDRESS_TRIED
    assert "/games/" in message.body
    assert fresh(bob).unreachable_since is None


def test_complaint_takes_precedence_over_a_bounce(bob: User, now: datetime) -> None:
    lose(bob, now)
    assert not lose(bob, now + LATER, Unreachable.COMPLAINED)
    after = fresh(bob)
    assert after.unreachable_why == Unreachable.COMPLAINED
    assert after.unreachable_since == now
    assert not record_reached(user=after, sent_at=now + LATER)
    lose(bob, now + LATER)
    assert fresh(bob).unreachable_why == Unreachable.COMPLAINED


@pytest.mark.django_db
def test_guests_cannot_be_unreachable(now: datetime) -> None:
    seat = create_practice_game(now=now)
    assert seat.user is not None
    assert not lose(seat.user, now)


def test_refused_address_marks_its_user(bob: User, now: datetime, send: Send) -> None:
    other = a_mail(bob, now, "other")
    lose(bob, now)
    OutgoingMail.objects.filter(pk=other.pk).update(kind=Kind.GAME_OVER)
    assert send(now) == []


def test_deletion_erases_it(bob: User, now: datetime) -> None:
    lose(bob, now)
    forget_user(user=fresh(bob), now=now)
    after = fresh(bob)
    assert (after.unreachable_since, after.unreachable_why) == (None, "")
