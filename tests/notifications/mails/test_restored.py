"""The mail that asks again after a restore."""

from datetime import datetime, timedelta

from games.models import Game
from games.outages import record_service_restored, restore_games
from notifications.models import Kind, OutgoingMail
from notifications.sending import render
from tests.support.mails import html_of

DAY = timedelta(days=1)


def test_mail_explains_the_restore_and_shows_the_choices(
    two_player_game: Game, now: datetime
) -> None:
    record_service_restored(now=now + DAY)
    restore_games(now=now + DAY)
    (mail,) = OutgoingMail.objects.filter(kind=Kind.RESTORED)
    message = render.message_for(mail, now=now + DAY)
    for text in (message.body, html_of(message)):
        assert "lost what was played since" in " ".join(text.split())
    assert "forest 5" in message.body
