"""Mails are read while their player is forgotten: nobody waits in a circle."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from django.db import connection

from games import services
from games.models import Game, StoredEvent, User
from notifications.fates import verdicts
from notifications.inbox import reading
from notifications.models import IncomingMail, OutgoingMail, Step
from notifications.replies import deeds, running
from tests.notifications.conftest import a_mail, seat_of
from tests.notifications.replies.conftest import incoming

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),  # SQLite has one writer at a time
]
LONGEST_WAIT = 20.0


class Meanwhile:
    """Wraps what somebody does: before it, another begins, until they have to wait."""

    def __init__(self, pool: ThreadPoolExecutor, wrapped: Any, other: Any) -> None:
        self.pool, self.wrapped, self.other = pool, wrapped, other
        self.outcome: Future[None] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.outcome is None:
            self.outcome = self.pool.submit(self.others_part)
            until_somebody_waits()
        return self.wrapped(*args, **kwargs)

    def others_part(self) -> None:
        try:
            self.other()
        finally:
            connection.close()

    def finish(self) -> None:
        assert self.outcome is not None
        self.outcome.result(timeout=LONGEST_WAIT)


def until_somebody_waits() -> None:
    stop_at = time.monotonic() + LONGEST_WAIT
    query = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) "
        "WHERE NOT granted AND datname = current_database()"
    )
    with connection.cursor() as cursor:
        while time.monotonic() < stop_at:
            cursor.execute(query)
            if cursor.fetchone() != (0,):
                return
    raise AssertionError("nobody waits")


def test_a_mail_is_read_and_its_player_forgotten(
    two_player_game: Game,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    IncomingMail.objects.update(source=b"From: alice@example.org\r\n\r\nforest 3\r\n")
    with ThreadPoolExecutor(1) as pool:
        both = Meanwhile(
            pool, deeds.carry_out, lambda: services.user_forget(user=alice, now=now)
        )
        monkeypatch.setattr(running, "carry_out", both)
        reading.read_batch(now=now)
        both.finish()
    assert not IncomingMail.objects.filter(pk=mail.pk).exists()
    alice.refresh_from_db()
    assert alice.forgotten_at is not None
    assert StoredEvent.objects.filter(command="forest 3").exists(), "it was first"


def test_a_mail_comes_back_and_its_player_is_forgotten(
    two_player_game: Game,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mail = a_mail(alice, now, "returned")
    mail.sent_to = str(alice.email)
    mail.save()
    with ThreadPoolExecutor(1) as pool:
        both = Meanwhile(
            pool,
            verdicts._tell_on_row,
            lambda: services.user_forget(user=alice, now=now),
        )
        monkeypatch.setattr(verdicts, "_tell_on_row", both)
        fate = {"is_hard": True, "words": "550", "reference": "x", "now": now}
        verdicts.came_back(OutgoingMail.objects.get(pk=mail.pk), **fate)  # type: ignore[arg-type]
        both.finish()
    assert mail.steps.filter(what=Step.BOUNCED).exists()
    alice.refresh_from_db()
    assert alice.forgotten_at is not None
