"""Open pages of leagues notice what changes."""

from datetime import timedelta

import pytest
from django.test import Client

from games.leagues.dropping_out import drop_out
from games.leagues.entering import check_in, enter_league
from games.leagues.leaving import leave_league
from games.leagues.live import live_league_page, mark_of_league
from games.leagues.schedule import schedule_start
from games.leagues.seasons import end_season_now, start_season
from games.live.live_page import OFTEN, SELDOM
from games.models import Game, User
from tests.support.leagues import TERMS, end_games, league_of, move_on
from tests.support.pages import html_of, signed_in
from tests.support.play import submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

LIVE = TERMS._replace(pace="live", is_tournament=True, games_each=1)


def test_mark_changes_with_each_thing_that_the_page_shows(
    alice: User, bob: User, carol: User
) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    marks = [mark_of_league(league)]

    def note() -> None:
        marks.append(mark_of_league(league))

    enter_league(league=league, user=carol, now=NOW)
    note()
    leave_league(league=league, user=carol)
    assert mark_of_league(league) == marks[0]
    schedule_start(league.current_season(), NOW + timedelta(days=1), NOW)
    note()
    season = start_season(league=league, by=alice, now=NOW)
    note()
    end_games(season, {alice.pk: 0, bob.pk: 1})
    note()
    drop_out(league=league, user=bob, now=NOW)
    note()
    move_on(season, NOW)
    note()
    assert len(set(marks)) == len(marks)


def test_mark_changes_when_somebody_checks_in(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], LIVE)
    before = mark_of_league(league)
    check_in(league=league, user=bob, now=NOW)
    assert mark_of_league(league) != before


def test_moves_do_not_change_the_mark(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    start_season(league=league, by=alice, now=NOW)
    before = mark_of_league(league)
    submit(Game.objects.get(), 0, "forest 3", now=NOW)
    assert mark_of_league(league) == before


def test_page_polls_until_the_league_has_ended(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], LIVE)
    assert live_league_page(league).every == OFTEN
    quiet = league_of(alice, [alice, bob], TERMS, name="Slow")
    assert live_league_page(quiet).every == SELDOM
    end_season_now(league, NOW)
    assert live_league_page(league).every == 0


def test_question_is_answered_without_a_session(
    alice: User, bob: User, client: Client
) -> None:
    league = league_of(alice, [alice], TERMS)
    live = live_league_page(league)
    assert live.url in html_of(signed_in(alice).get(f"/leagues/{league.slug}/"))
    quiet = client.get(f"{live.url}{live.version}/")
    assert (quiet.status_code, quiet.content) == (204, b"")
    assert "no-store" in quiet["Cache-Control"]
    enter_league(league=league, user=bob, now=NOW)
    news = client.get(f"{live.url}{live.version}/").json()
    assert news["version"] == mark_of_league(league)
    assert league.name in news["said"]
    assert client.get(f"/leagues/{'x' * 16}/since/{live.version}/").status_code == 404


def test_answer_to_a_refused_press_does_not_poll(alice: User, bob: User) -> None:
    league = league_of(alice, [alice], TERMS)
    refused = signed_in(bob).post(f"/leagues/{league.slug}/act/", {"do": "dance"})
    assert refused.status_code == 400
    assert live_league_page(league).url not in html_of(refused)
