"""A mail is loaded with all rows that rendering needs, in one query."""

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.orders import write_orders
from notifications.models import Kind, MailPreferences, OutgoingMail
from tests.notifications.absence import seat_at
from tests.support.mails import a_mail, mails

pytestmark = pytest.mark.both_databases


def test_mail_is_loaded_with_reader_game_and_seat(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    write_orders(seat=seat_at(two_player_game, 0), text="hut", now=now)
    MailPreferences.objects.create(user=alice, individual_subjects=True)
    (asked,) = mails(Kind.YOUR_TURN, alice)
    with CaptureQueriesContext(connection) as queries:
        mail = OutgoingMail.objects.with_related().get(pk=asked.pk)
        assert (mail.user, mail.game) == (alice, two_player_game)
        assert mail.user.mail_preferences.individual_subjects
        assert mail.seat.orders.text == "hut"
        assert (mail.seat.user, mail.seat.game) == (alice, two_player_game)
    assert len(queries) == 1
    for field in type(asked)._meta.concrete_fields:
        name = field.attname
        assert getattr(mail, name) == getattr(asked, name), name


def test_missing_related_rows_need_no_query(bob: User, now: datetime) -> None:
    posted = a_mail(bob, now, "by itself")
    with CaptureQueriesContext(connection) as queries:
        mail = OutgoingMail.objects.with_related().get(pk=posted.pk)
        assert (mail.game, mail.seat) == (None, None)
        assert not hasattr(mail.user, "mail_preferences")
    assert len(queries) == 1
