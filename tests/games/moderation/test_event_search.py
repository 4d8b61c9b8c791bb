"""Auditors search for events across games."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.log.positions import past_events
from games.models import Game, Seat, User
from tests.support.pages import text_of

AtDesk = Callable[[User], Client]

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/games/desk/events/"


def search(browser: Client, **wanted: object) -> str:
    answer = browser.get(ADDRESS, wanted)
    assert answer.status_code == 200
    return answer.text


def found(html: str) -> list[tuple[str, int]]:
    """Return the games and events that a page links to."""
    links = re.findall(r'href="/games/(\w+)/at/(\d+)/', html)
    return [(slug, int(number)) for slug, number in links]


def test_search_is_only_for_auditors(
    at_desk: AtDesk, auditor: User, moderator: User
) -> None:
    assert "What happened" in search(at_desk(auditor))
    assert at_desk(moderator).get(ADDRESS).status_code == 403


def test_event_is_found_by_each_filter(
    at_desk: AtDesk, auditor: User, finished_game: Game
) -> None:
    browser, slug = at_desk(auditor), finished_game.slug
    event = finished_game.events.get(sequence=60)
    html = search(browser, hash=f"{event.hash[:40]}\n{event.hash[40:]}")
    assert found(html) == [(slug, 60)]

    built = finished_game.events.filter(type="BuildingBuilt").order_by("sequence")
    html = search(browser, game=slug, kind="buildings", words="built")
    assert found(html) == [(slug, each.sequence) for each in built[:40]]

    moved = next(each for each in past_events(finished_game) if each.command)
    seated = finished_game.seats.first()
    assert slug in search(browser, who=seated.user.email, words=moved.command)
    assert found(search(browser, until="2001-01-01", kind="dice")) == []


def test_invalid_input_is_reported_at_the_field(at_desk: AtDesk, auditor: User) -> None:
    html = search(at_desk(auditor), hash="abc", game="no such", since="yesterday")
    assert "A hash has 64 digits" in text_of(html)
    assert "There is no game of that name or link." in text_of(html)
    assert "Enter a valid date." in text_of(html)
    assert "Nothing fits" not in html


def test_unknown_hash_finds_nothing(at_desk: AtDesk, auditor: User) -> None:
    assert "Nothing fits in these games." in search(at_desk(auditor), hash="0" * 64)


def test_own_running_games_are_not_searched(
    at_desk: AtDesk, auditor: User, two_player_game: Game
) -> None:
    browser, slug = at_desk(auditor), two_player_game.slug
    assert found(search(browser, game=slug))
    Seat.objects.filter(game=two_player_game, number=0).update(user=auditor)
    assert found(search(browser, game=slug)) == []
