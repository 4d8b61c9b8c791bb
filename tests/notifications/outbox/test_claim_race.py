"""Several workers at once, each with a connection of its own: no mail goes twice."""

from collections.abc import Callable
from datetime import datetime
from threading import Barrier, Thread

import pytest
from django.db import connection

from games.models import User
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


def _run(work: Callable[[], None]) -> None:
    threads = [Thread(target=work) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
