"""
The staff, or whoever runs the service, decide with a player's own link or address.

On the page nothing finds it: the record says it was whoever held link or session. A
decision by mail names its mail by its SHA-256: the service cannot show a mail that the
player's mail provider signed, unless the player wrote it.
"""

import json
from hashlib import sha256

import pytest
from django.test import Client

from games.links.purposes import PLAY_LINK
from games.models import Game
from stoneage_core.audit import in_words, verify
from stoneage_core.audit.authorship import events_after_mail
from tests.core.audit.test_replies import MAIL, answered
from tests.support.standing_time import NOW

from .rogue import record_of, report_of_check


@pytest.mark.django_db
def test_on_the_page_a_link_is_as_good_as_its_player(
    sealed_game: Game, client: Client
) -> None:
    """Whoever has the secret key makes a link to any seat, and moves by it."""
    seat = sealed_game.seats.get(number=0)
    made = f"/play/{PLAY_LINK.token(seat, now=NOW)}/"
    turn = client.get(made).context["turn"]
    fields = {"expected_version": turn.version, "expected_head": turn.head}
    sent = {**fields, "request_id": turn.request_id, "whole": "forest 3"}
    assert client.post(made, sent).status_code == 303
    text = record_of(sealed_game)
    moved = json.loads(text.splitlines()[-2])
    assert (moved["command"], moved["decided_by"]) == ("forest 3", 0)
    assert moved["source"] == "page"
    assert verify(text).finding is None
    assert report_of_check() == ""


def test_a_mail_that_was_never_written_cannot_be_shown() -> None:
    """It may be claimed; then a mail with that SHA-256 and a signature is owed."""
    game = answered()
    claimed = in_words(verify(game.text))
    assert "Decided by email, signed by the sender’s domain" in claimed
    invented = MAIL.replace(b"forest 3", b"forest 2")
    assert events_after_mail(game.text, sha256(MAIL).hexdigest())
    assert events_after_mail(game.text, sha256(invented).hexdigest()) == []


def test_a_decision_by_mail_without_a_mail_is_named() -> None:
    assert "Decided by emails that are not in the record" in in_words(
        verify(answered(is_recorded=False).text)
    )
