"""The calendar feed: all deadlines of a player, and no secret links."""

from datetime import datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client
from icalendar import Calendar

from games.links.purposes import CALENDAR_LINK
from games.models import Game, User
from tests.support.pages import Dump, signed_in

pytestmark = pytest.mark.django_db


def address_of(user: User, now: datetime) -> str:
    return urlsplit(CALENDAR_LINK.url(user, now=now)).path


def test_feed_has_the_deadlines_of_all_games(
    client: Client, two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    answer = client.get(address_of(alice, now))
    assert answer.headers["Content-Type"].startswith("text/calendar")
    (entry,) = Calendar.from_ical(answer.content).walk("VEVENT")
    seat = two_player_game.seats.get(number=0)
    assert entry.end == seat.deadline_at
    assert "Stone Age with Bob" in entry["SUMMARY"]
    assert b"/play/" not in answer.content
    empty = client.get(address_of(bob, now))
    assert Calendar.from_ical(empty.content).walk("VEVENT") == []


def test_invalid_token_is_not_found(
    client: Client, alice: User, now: datetime, dump: Dump
) -> None:
    assert client.get("/calendar/nonsense/").status_code == 404
    assert client.post(address_of(alice, now)).status_code == 405
    page = signed_in(alice).get("/mail/").content.decode()
    assert "/calendar/" in page


def test_new_address_ends_the_old_one(
    client: Client, alice: User, bob: User, now: datetime
) -> None:
    old, of_bob = address_of(alice, now), address_of(bob, now)
    owner = signed_in(alice)
    owner.get("/mail/calendar/")
    assert client.get(old).status_code == 200
    assert owner.post("/mail/calendar/")["Location"] == "/mail/#calendar"
    assert client.get(old).status_code == 404
    alice.refresh_from_db()
    new = address_of(alice, now)
    assert new != old
    assert client.get(new).status_code == client.get(of_bob).status_code == 200
