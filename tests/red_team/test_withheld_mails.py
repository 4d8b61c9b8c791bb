"""
A player gets no mails, and so has no hash to show.

Nothing in a record tells of it: a mail that was not sent leaves no trace there. What is
left is the hash on the game's page, which anybody may write down.
"""

import pytest
from django.test import Client

from games.history.export import log_lines
from games.models import Game
from notifications.models import OutgoingMail
from stoneage_core.audit import verify

from .rogue import record_of, report_of_check


@pytest.mark.django_db
def test_nothing_tells_of_a_mail_that_was_not_sent(
    sealed_game: Game, client: Client
) -> None:
    OutgoingMail.objects.all().delete()
    assert verify(record_of(sealed_game)).finding is None
    assert report_of_check() == ""
    head = Game.objects.get(pk=sealed_game.pk).head
    assert head in list(log_lines(sealed_game))[-1]
    log = client.get(f"/games/{sealed_game.slug}/log.jsonl").getvalue().decode()
    assert head in log
