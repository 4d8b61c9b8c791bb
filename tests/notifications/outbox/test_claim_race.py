"""Concurrent workers, each with its own connection: no mail is sent twice."""

from collections.abc import Callable
from datetime import datetime
from threading import Barrier, Event, Thread

import pytest
from django.db import connection, transaction

from games.models import User
from notifications.models import OutgoingMail
from notifications.outbox import rows as outbox
from tests.support.mails import a_mail

pytestmark = pytest.mark.both_databases

WORKERS, MAILS = 4, 60


@pytest.mark.django_db(transaction=True)
def test_each_mail_is_claimed_once(bob: User, now: datetime) -> None:
    wanted = {a_mail(bob, now, str(number)).pk for number in range(MAILS)}
    start, claims = Barrier(WORKERS), list[int]()

    def work() -> None:
        start.wait()
        while batch := outbox.claim_mails(now=now, limit=7):
            claims.extend(batch)
        connection.close()

    _run(work)
    assert sorted(claims) == sorted(wanted)


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_claim_skips_a_mail_locked_by_another_worker(bob: User, now: datetime) -> None:
    locked, free = (a_mail(bob, now, key) for key in ("locked", "free"))
    is_locked, may_go = Event(), Event()

    def lock() -> None:
        with transaction.atomic():
            OutgoingMail.objects.select_for_update().get(pk=locked.pk)
            is_locked.set()
            may_go.wait(timeout=20)
        connection.close()

    worker = Thread(target=lock)
    worker.start()
    try:
        assert is_locked.wait(timeout=20)
        assert outbox.claim_mails(now=now, limit=9) == [free.pk]
    finally:
        may_go.set()
        worker.join()
    assert outbox.claim_mails(now=now, limit=9) == [locked.pk]


def _run(work: Callable[[], None]) -> None:
    threads = [Thread(target=work) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
