"""Filtering open seats by the ratings that hosts show."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.accounts.profiles import show_profile
from games.lobby.forms import OpenSeatsFilter
from games.lobby.lists import open_game_rows
from games.lobby.new_games import LINKED, OPEN, create_game
from games.models import Game, PlayerRating, RatedGame, User
from tests.support.pages import html_of, page, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def give_rating(user: User, mean: float, player_count: int = 2) -> None:
    game = create_game(host=user, players=[user, LINKED], now=NOW)
    rated = RatedGame.objects.create(
        game=game, player_count=player_count, ended_at=NOW, ranks=[1, 2]
    )
    PlayerRating.objects.create(
        rated_game=rated, user=user, mean=mean, deviation=80, change=0
    )


def found(reader: User, **asked: object) -> list[str]:
    rows = open_game_rows(reader, wanted=OpenSeatsFilter(asked))
    return sorted(row.others for row in rows)


def test_games_are_filtered_by_the_hosts_shown_rating(
    alice: User, bob: User, carol: User
) -> None:
    for host, mean in [(alice, 1450), (bob, 1720)]:
        give_rating(host, mean)
        show_profile(user=host, now=NOW, shows_ratings=True)
        create_game(host=host, players=[host, OPEN], now=NOW)
    for asked, hosts in [
        ({}, ["Alice", "Bob"]),
        ({"rating": "1300-1500"}, ["Alice"]),
        ({"rating": "from-1700"}, ["Bob"]),
        ({"rating": "to-1300"}, []),
        ({"rating": "near"}, ["Alice"]),  # Carol has none yet: 1500
        ({"rating": "from-1700", "players": "3"}, []),
        ({"rating": "the best"}, ["Alice", "Bob"]),
    ]:
        assert found(carol, **asked) == hosts, asked
    give_rating(carol, 1880)
    assert found(carol, rating="near") == ["Bob"]
    html = page(signed_in(carol), "/open-seats/?rating=1300-1500")
    assert "host’s rating: 1450" in text_of(html)
    show_profile(user=bob, now=NOW)
    assert found(carol, rating="from-1700") == []


def test_own_games_do_not_count_towards_the_limit(alice: User, bob: User) -> None:
    for host in (alice, bob, bob):
        create_game(host=host, players=[host, OPEN, OPEN], now=NOW)
    for reader, hosts in [
        (bob, ["Alice"]),
        (alice, ["Bob"]),
        (AnonymousUser(), ["Bob"]),
    ]:
        rows = open_game_rows(reader, limit=1)
        assert [row.others for row in rows] == hosts


def test_near_mine_means_near_1500_for_visitors(client: Client, alice: User) -> None:
    give_rating(alice, 1600)
    show_profile(user=alice, now=NOW, shows_ratings=True)
    game = create_game(host=alice, players=[alice, OPEN], now=NOW)
    assert game.slug in page(client, "/open-seats/?rating=near")


def test_page_lists_own_games_with_open_seats_apart(alice: User, bob: User) -> None:
    game = create_game(host=alice, players=[alice, OPEN], now=NOW)
    create_game(host=alice, players=[alice, LINKED], now=NOW)
    answer = signed_in(alice).get("/open-seats/")
    assert [row.slug for row in answer.context["own_games"]] == [game.slug]
    assert f'href="/games/{game.slug}/"' in html_of(answer)
    assert not signed_in(bob).get("/open-seats/").context["own_games"]
    assert not Client().get("/open-seats/").context["own_games"]


def test_page_says_that_others_see_a_seat_wanted_in_an_own_game(
    two_player_game: Game, alice: User, outsider: User
) -> None:
    two_player_game.seats.filter(number=1).update(is_on_autopilot=True)
    assert signed_in(alice).get("/open-seats/").context["is_own_wanted"]
    assert not signed_in(outsider).get("/open-seats/").context["is_own_wanted"]
