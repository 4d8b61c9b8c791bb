"""Who won: on the page, in the archive and on profiles."""

from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.profiles import show_profile
from games.leagues.hosting import close_league
from games.leagues.seasons import end_season_now, start_season
from games.models import League, User
from games.presentation.league_titles import titles_of
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.pages import page, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

CUP = TERMS._replace(is_tournament=True, games_each=1, is_listed=True, break_minutes=0)


def won_cup(host: User, people: list[User], terms: object = CUP) -> League:
    """Return a tournament of one round that the first of these people has won."""
    league = league_of(host, people, terms, name="Spring cup")  # type: ignore[arg-type]
    final = start_season(league=league, by=host, now=NOW)
    end_games(final, {user.pk: number for number, user in enumerate(people)})
    move_on(final, NOW)
    return league


def test_last_round_is_the_final(alice: User) -> None:
    people = crowd(6)
    league = league_of(alice, people, CUP)
    first = start_season(league=league, by=alice, now=NOW)
    assert not first.is_final
    end_games(first, {user.pk: number for number, user in enumerate(people)})
    move_on(first, NOW)
    shown = Client().get(f"/leagues/{league.slug}/").context["league"]
    (table,) = shown.divisions
    assert shown.season_name == table.title == "Final"


def test_winner_stands_on_the_page_and_in_the_archive(
    alice: User, bob: User, client: Client
) -> None:
    league = won_cup(alice, [alice, bob])
    sentence = "Alice won Spring cup."
    assert sentence in text_of(page(client, f"/leagues/{league.slug}/"))
    assert "Spring cup" not in page(client, "/leagues/")
    assert "/leagues/finished/" in page(client, "/leagues/")
    assert sentence in text_of(page(client, "/leagues/finished/"))


def test_unlisted_tournament_is_in_the_archive_of_its_people_alone(
    alice: User, bob: User, carol: User, client: Client
) -> None:
    won_cup(alice, [bob, carol], CUP._replace(is_listed=False))
    for user in (alice, bob):
        assert "Spring cup" in page(signed_in(user), "/leagues/finished/")
    assert "Spring cup" not in page(client, "/leagues/finished/")


def test_league_that_never_began_is_not_in_the_archive(
    alice: User, client: Client
) -> None:
    league = league_of(alice, [alice], TERMS._replace(is_listed=True))
    close_league(league=league, by=alice, now=NOW)
    assert league.name not in page(client, "/leagues/finished/")


def test_winners_of_all_seasons_are_listed(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    now = NOW
    for best in (alice, bob):
        season = start_season(league=league, by=alice, now=now)
        end_games(season, {alice.pk: best != alice, bob.pk: best != bob})
        now = move_on(season, now) + timedelta(days=1)
    shown = text_of(page(Client(), f"/leagues/{league.slug}/"))
    assert "Alice won Season 1 of The Club." in shown
    assert "Bob won Season 2 of The Club." in shown


def test_nobody_wins_a_season_without_results(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    start_season(league=league, by=alice, now=NOW)
    end_season_now(league, NOW)
    assert titles_of(alice) == titles_of(bob) == ()


def test_profile_shows_titles_with_the_results(
    alice: User, bob: User, client: Client
) -> None:
    league = won_cup(alice, [alice, bob])
    profile = show_profile(user=alice, now=NOW, shows_results=True)
    html = page(client, f"/players/{profile.slug}/")
    assert "Alice won Spring cup." in text_of(html)
    assert f"/leagues/{league.slug}/?season=1" in html
    show_profile(user=alice, now=NOW, shows_games=True)
    assert "Spring cup" not in page(client, f"/players/{profile.slug}/")
