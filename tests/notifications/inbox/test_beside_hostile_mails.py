"""Hostile mails are set aside, and others get their answers without delay."""

import smtplib
from datetime import datetime
from threading import Thread
from time import monotonic
from unittest.mock import Mock

import pytest
from django.db import connection

from games.models import Seat
from notifications.inbox import process
from notifications.mail_text import bounds
from notifications.models import Channel, IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import TANGLED
from tests.notifications.inbox.conftest import Receive, a_mail
from tests.notifications.inbox.test_smtp import ALICE, listening
from tests.notifications.mail_text.test_bounds import TANGLES
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

#: In seconds; on an idle machine it takes far less than one.
SOON = 5


def test_ordinary_mail_does_not_wait_for_hostile_ones(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The listener's threads would keep the test database from being dropped.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    hostile = [TANGLES["parameters"], TANGLES["parts"], TANGLES["parts within parts"]]
    with listening(Channel.SMTP) as place:

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


@pytest.mark.parametrize("name", ["parameters", "parts", "headers"])
def test_headers_of_a_tangled_mail_are_kept_and_its_player_is_notified(
    take: Receive,
    seat: Seat,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    monkeypatch.setattr(process, "parse_mail", Mock(side_effect=AssertionError))
    (mail,) = take(TANGLES[name])
    assert process.process_batch(now=now) is False
    mail.refresh_from_db()
    assert (mail.reading, mail.why) == (Reading.IGNORED, TANGLED)
    assert (mail.seat, mail.sender) == (seat, "alice@example.org")
    assert len(mail.source) <= bounds.LONGEST_HEAD + 500
    told = OutgoingMail.objects.get(kind=Kind.REPLY_UNREAD)
    assert told.incoming == mail
    take(TANGLES[name])
    assert IncomingMail.objects.count() == 1
