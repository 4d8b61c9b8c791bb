"""Pages for whoever comes with a mail from a time that a restore has lost."""

from datetime import timedelta

import pytest
from django.test import Client

from games.links.purposes import PLAY_LINK
from games.models import Game, Seat
from games.outages import record_heartbeat, record_service_restored, restore_games
from tests.support.pages import page, path_of, seat_of, text_of
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
LOST = "What was played between these two moments is lost"


def paths(seat: Seat, time_stands: StandingTime) -> list[str]:
    """Links of before a restore, of the time that it loses, and of after it."""
    record_heartbeat(now=time_stands.now)
    moments = [time_stands.now + hours * HOUR for hours in (-1, 1, 3)]
    found = [path_of(PLAY_LINK.url(seat, now=moment)) for moment in moments]
    time_stands.now += 2 * HOUR
    record_service_restored(now=time_stands.now)
    restore_games(now=time_stands.now)
    time_stands.now += 2 * HOUR
    return found


def test_table_tells_readers_of_emails_from_lost_time(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    older, lost, newer = paths(seat_of(two_player_game, 0), time_stands)
    assert LOST in text_of(page(client, lost))
    assert "Fri 20 Nov 2026, 12:00" in text_of(page(client, lost))
    for path in (older, newer):
        assert LOST not in page(client, path)


def test_link_to_a_lost_game_says_why_it_is_gone(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    gone = Seat(pk=987_654, game=Game(slug="k3v9k3v9k3"), number=0)
    older, lost, _newer = paths(gone, time_stands)
    answer = client.get(lost)
    assert answer.status_code == 403
    assert LOST in text_of(answer.content.decode())
    assert LOST not in client.get(older).content.decode()


def test_unknown_hash_may_be_from_lost_time(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    asked = {"head": "0" * 64}
    assert LOST not in client.get("/check/", asked).content.decode()
    paths(seat_of(two_player_game, 0), time_stands)
    assert LOST in text_of(client.get("/check/", asked).content.decode())
