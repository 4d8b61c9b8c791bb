"""The staff search for events across games, by one index."""

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client

from games.history.event_index import games_with, has_unindexed_events, index_events
from games.log.positions import past_events
from games.models import Game, GameWords, Seat, User
from tests.support.pages import text_of
from tests.support.play import submit

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


def index_all(now: datetime) -> None:
    while index_events(now=now):
        pass


def test_search_is_open_to_moderators(
    at_desk: AtDesk, moderator: User, outsider: User, finished_game: Game
) -> None:
    html = search(at_desk(moderator), words="cup rolls", kind="dice")
    assert {slug for slug, _number in found(html)} <= {finished_game.slug}
    assert at_desk(outsider).get(ADDRESS).status_code != 200


def test_words_find_games_by_the_index(
    at_desk: AtDesk,
    moderator: User,
    finished_game: Game,
    two_player_game: Game,
    now: datetime,
) -> None:
    """In any order, with names of players; other games are not even read."""
    index_all(now)
    assert not has_unindexed_events()
    browser = at_desk(moderator)

    def games(words: str) -> list[Game]:
        page = browser.get(ADDRESS, {"words": words}).context["page"]
        return list(page.object_list)

    built = finished_game.events.filter(type="BuildingBuilt").first()
    assert built is not None
    assert finished_game in games("paying TOOK")
    assert two_player_game not in games("paying TOOK")
    name = finished_game.seats.get(number=built.decided_by).user.name
    html = search(browser, words=f"building {name.upper()}")
    assert built.sequence in {number for _slug, number in found(html)}
    assert games("no such words") == []


def test_index_follows_the_games_and_holds_no_names(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    index_all(now)
    submit(two_player_game, 0, "forest 3", now=now)
    assert has_unindexed_events()
    assert two_player_game in Game.objects.filter(games_with("forest"))
    index_all(now)
    row = GameWords.objects.get(game=two_player_game)
    assert "forest 3" in row.text.splitlines()
    assert str(alice.name).casefold() not in row.text
    before = row.text
    index_all(now)
    assert GameWords.objects.get(game=two_player_game).text == before


@pytest.mark.only_on("postgresql")
def test_search_for_words_uses_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT * FROM games_gamewords WHERE text::text LIKE '%forest%'"
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "games_gamewords_part" in plan


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
