"""The mail that asks again after a restore."""

from datetime import datetime, timedelta

from games.match.heartbeat import note_service_restored
from games.match.restoring import restore_games
from games.models import Game
from notifications.models import Kind, OutgoingMail
from notifications.sending.render import message_for

DAY = timedelta(days=1)


def test_it_says_why_and_shows_the_choices(
    two_player_game: Game, now: datetime
) -> None:
    note_service_restored(now=now + DAY)
    restore_games(now=now + DAY)
    (mail,) = OutgoingMail.objects.filter(kind=Kind.RESTORED)
    message = message_for(mail, now=now + DAY, text_only=True)
    assert "lost what was played since" in " ".join(message.body.split())
    assert "forest 5" in message.body
