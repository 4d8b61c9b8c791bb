"""Mails are read while their player is forgotten: nobody waits in a circle."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import services
from games.models import Game, StoredEvent, User
from notifications import outbox
from notifications.fates import verdicts
from notifications.inbox import reading
from notifications.models import (
    IncomingMail,
    MailStatus,
    MailWishes,
    OutgoingMail,
    Step,
)
from notifications.replies import deeds, running
from notifications.wishes import pool
from tests.meanwhile import Meanwhile
from tests.notifications.conftest import a_mail, seat_of
from tests.notifications.replies.conftest import incoming

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),  # SQLite has one writer at a time
]


@pytest.fixture
def forgetting(alice: User, now: datetime) -> Callable[[], None]:
    return lambda: services.user_forget(user=alice, now=now)


def was_forgotten(user: User) -> bool:
    user.refresh_from_db()
    return user.forgotten_at is not None


def test_a_mail_is_read_and_its_player_forgotten(
    two_player_game: Game,
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    IncomingMail.objects.update(source=b"From: alice@example.org\r\n\r\nforest 3\r\n")
    both = Meanwhile(deeds.carry_out, forgetting)
    monkeypatch.setattr(running, "carry_out", both)
    reading.read_batch(now=now)
    both.finish()
    assert StoredEvent.objects.filter(command="forest 3").exists(), "it was first"
    assert was_forgotten(alice)
    assert not IncomingMail.objects.filter(pk=mail.pk).exists()


def test_a_mail_comes_back_and_its_player_is_forgotten(
    two_player_game: Game,
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = a_mail(alice, now, "returned")
    mail.sent_to = str(alice.email)
    mail.save()
    both = Meanwhile(verdicts._tell_on_row, forgetting)
    monkeypatch.setattr(verdicts, "_tell_on_row", both)
    verdicts.came_back(mail, is_hard=True, words="550", reference="x", now=now)
    both.finish()
    assert mail.steps.filter(what=Step.BOUNCED).exists()
    assert was_forgotten(alice)


def test_a_mail_joins_a_digest_and_its_player_is_forgotten(
    alice: User,
    now: datetime,
    forgetting: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    MailWishes.objects.create(user=alice)
    a_mail(alice, now, "one of several")
    (pk,) = outbox.claim(now=now, limit=1)
    mail = OutgoingMail.objects.get(pk=pk)
    both = Meanwhile(pool._open_digest, forgetting)
    monkeypatch.setattr(pool, "_open_digest", both)
    pool.join(mail, until=now + timedelta(hours=1), why="later")
    both.finish()
    assert was_forgotten(alice)
    mail.refresh_from_db()
    assert mail.status == MailStatus.SKIPPED
