"""A mail is read with all that rendering it asks for, in one query."""

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.match.orders import write_orders
from games.models import Game, User
from notifications.models import Kind, MailPreferences, OutgoingMail
from tests.notifications.absence import seat_at
from tests.support.mails import a_mail, mails

pytestmark = pytest.mark.both_databases


def test_a_mail_is_read_with_its_reader_game_and_seat_at_once(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    write_orders(seat=seat_at(two_player_game, 0), text="hut", now=now)
    MailPreferences.objects.create(user=alice, telling_subjects=True)
    (asked,) = mails(Kind.YOUR_TURN, alice)
    with CaptureQueriesContext(connection) as queries:
        mail = OutgoingMail.objects.with_all_they_tell().get(pk=asked.pk)
        assert (mail.user, mail.game) == (alice, two_player_game)
        assert mail.user.mail_preferences.telling_subjects
        assert mail.seat.orders.text == "hut"
        assert (mail.seat.user, mail.seat.game) == (alice, two_player_game)
    assert len(queries) == 1
    for field in type(asked)._meta.concrete_fields:
        name = field.attname
        assert getattr(mail, name) == getattr(asked, name), name


def test_what_is_not_there_is_known_not_to_be(bob: User, now: datetime) -> None:
    posted = a_mail(bob, now, "by itself")
    with CaptureQueriesContext(connection) as queries:
        mail = OutgoingMail.objects.with_all_they_tell().get(pk=posted.pk)
        assert (mail.game, mail.seat) == (None, None)
        assert not hasattr(mail.user, "mail_preferences")
    assert len(queries) == 1
