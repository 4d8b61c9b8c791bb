"""An honest mail gets its answer at once, whatever others send at the same time."""

import smtplib
from threading import Thread
from time import monotonic

import pytest
from django.db import connection

from notifications.models import IncomingMail, Way
from notifications.models.incoming import TANGLED
from tests.notifications.inbox.conftest import a_mail
from tests.notifications.inbox.test_bounds import TANGLES
from tests.notifications.inbox.test_smtp import ALICE, listening
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds; by far less than one where the machine has nothing else to do.
SOON = 5


def test_an_honest_mail_waits_for_no_hostile_one(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The threads of the listener would keep the test's database from being dropped.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    hostile = [TANGLES["parameters"], TANGLES["parts"], TANGLES["parts within parts"]]
    with listening(Way.SMTP) as place:

        def send(source: bytes) -> None:
            with smtplib.SMTP(*place, timeout=PATIENCE) as client:
                client.sendmail(ALICE, [address], source)

        threads = [Thread(target=send, args=[each]) for each in hostile]
        for thread in threads:
            thread.start()
        begun = monotonic()
        send(a_mail(message_id="<honest@example.org>"))
        honest = monotonic() - begun
        for thread in threads:
            thread.join()
    assert honest < SOON
    assert IncomingMail.objects.get(why="").message_id == "<honest@example.org>"
    assert IncomingMail.objects.filter(why=TANGLED).exists()
