"""Reading mails while their players are deleted causes no deadlock."""

import smtplib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games.accounts.addresses import (
    confirm_address,
    drop_unused,
    request_addition,
)
from games.errors import Refused
from games.models import Game, StoredEvent, User
from games.privacy.forgetting import forget_user
from notifications import digests
from notifications import privacy as forgetting_mails
from notifications.delivery_status import bounces
from notifications.inbox import process
from notifications.models import (
    IncomingMail,
    MailPreferences,
    MailStatus,
    OutgoingMail,
    Reading,
    Step,
)
from notifications.outbox import rows as outbox
from notifications.replies import execute, handlers
from notifications.sending import send as sending
from tests.notifications.delivery_status.conftest import source_of
from tests.notifications.replies.conftest import incoming
from tests.notifications.sending.test_send import ScriptedBackend
from tests.notifications.sending.test_send import server as server
from tests.support.concurrently import Concurrently
from tests.support.mails import a_mail, seat_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),  # SQLite has one writer at a time
]


@pytest.fixture
def forgetting(alice: User, now: datetime) -> Callable[[], None]:
    return lambda: forget_user(user=alice, now=now)


def was_forgotten(user: User) -> bool:
    user.refresh_from_db()
    return user.forgotten_at is not None


def test_mail_is_read_while_its_player_is_deleted(
    two_player_game: Game,
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    IncomingMail.objects.update(source=b"From: alice@example.org\r\n\r\nforest 3\r\n")
    both = Concurrently(handlers.handle_intent, forgetting)
    monkeypatch.setattr(execute, "handle_intent", both)
    process.process_batch(now=now)
    both.finish()
    assert StoredEvent.objects.filter(command="forest 3").exists(), "it was first"
    assert was_forgotten(alice)
    assert not IncomingMail.objects.filter(pk=mail.pk).exists()


def test_bounce_is_handled_while_its_player_is_deleted(
    two_player_game: Game,
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = a_mail(alice, now, "returned")
    mail.sent_to = str(alice.email)
    mail.save()
    both = Concurrently(bounces._write_to_row, forgetting)
    monkeypatch.setattr(bounces, "_write_to_row", both)
    bounces.record_report(mail, Step.BOUNCED, words="550", reference="x", now=now)
    both.finish()
    assert mail.steps.filter(what=Step.BOUNCED).exists()
    assert was_forgotten(alice)


def test_refusal_is_recorded_while_its_player_is_deleted(
    server: type[ScriptedBackend],
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = a_mail(alice, now, "refused")
    server.answers = [smtplib.SMTPDataError(550, b"5.1.1 no such user")]
    both = Concurrently(bounces.mark_refused, forgetting)
    monkeypatch.setattr(bounces, "mark_refused", both)
    sending.send_batch(now=now)
    both.finish()
    assert mail.steps.filter(what=Step.REFUSED).exists()
    assert was_forgotten(alice)


def test_bounces_of_two_players_are_handled_at_once(
    two_player_game: Game,
    alice: User,
    bob: User,
    now: datetime,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reports may arrive at any seat, whatever mail they are about."""
    settings.REPLY_TO = "play@stoneage.example"
    first = come_back(two_player_game, at=bob, about=alice, now=now)
    later = now + timedelta(minutes=1)
    second = come_back(two_player_game, at=alice, about=bob, now=later)
    both = Concurrently(bounces.handle_report, lambda: process.process_batch(now=later))
    monkeypatch.setattr(bounces, "handle_report", both)
    process.process_batch(now=now)
    both.finish()
    for mail in (first, second):
        mail.refresh_from_db()
        assert mail.reading == Reading.DONE
    assert User.objects.filter(unreachable_since__isnull=False).count() == 2


def come_back(game: Game, *, at: User, about: User, now: datetime) -> IncomingMail:
    """Return a report to one player's seat about a mail to another."""
    sent = a_mail(about, now, f"to-{about.pk}", status=MailStatus.SENT, sent_at=now)
    sent.sent_to, sent.attempts = str(about.email), 1
    sent.save()
    mail = incoming(seat_of(game, at), now)
    mail.source = source_of("postfix", sent, sent.sent_to)
    mail.save()
    return mail


def test_address_is_requested_while_its_user_is_deleted(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address's user has the lower id and is locked first."""
    wanted = User.objects.create(email="wanted@example.org")
    player = User.objects.create(email="player@example.org")
    request_addition(user=player, email="wanted@example.org", now=now)

    def follow_link() -> None:
        with suppress(Refused):  # they are deleted by then
            confirm_address(user=player, email="wanted@example.org")

    both = Concurrently(drop_unused, follow_link)
    monkeypatch.setattr(forgetting_mails, "drop_unused", both)
    forget_user(user=player, now=now)
    both.finish()
    assert was_forgotten(player)
    assert not User.objects.filter(pk=wanted.pk).exists()


def test_mail_joins_a_digest_while_its_player_is_deleted(
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    MailPreferences.objects.create(user=alice)
    a_mail(alice, now, "one of several")
    (pk,) = outbox.claim_mails(now=now, limit=1)
    mail = OutgoingMail.objects.get(pk=pk)
    both = Concurrently(digests._open_digest, forgetting)
    monkeypatch.setattr(digests, "_open_digest", both)
    digests.join(mail, until=now + timedelta(hours=1), why="later")
    both.finish()
    assert was_forgotten(alice)
    mail.refresh_from_db()
    assert mail.status == MailStatus.SKIPPED
