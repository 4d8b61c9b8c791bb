"""Live rounds: check-in, breaks, and a sweep within seconds of the last result."""

from datetime import datetime, timedelta

import pytest

from games.leagues.entering import check_in
from games.leagues.page import Entered
from games.leagues.schedule import CHECK_IN_BEFORE
from games.leagues.seasons import (
    DUE_SEASONS,
    LOOKED_AT_EVERY,
    advance_season,
    start_season,
)
from games.models import Game, League, User
from games.models.leagues import SeasonStatus
from games.presentation.league_text import (
    progress_of_season,
    season_name,
    start_in_words,
)
from notifications.mails.leagues import how_it_begins
from notifications.models import Kind
from tests.notifications.mails.test_contents import assert_says, written
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.mails import mails
from tests.support.pages import signed_in
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

LIVE = TERMS._replace(pace="live", is_tournament=True, games_each=1)
EVENING = NOW + timedelta(hours=3)


def all_check_in(league: League, people: list[User], now: datetime) -> None:
    for user in people:
        check_in(league=league, user=user, now=now)


def test_season_is_due_at_once_when_a_result_is_final(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    game = play_to_the_end(season.games.get().game, now=NOW)
    season.refresh_from_db()
    assert season.due_at is not None
    (pk,) = DUE_SEASONS.find(season.due_at)
    assert pk == season.pk
    assert game.finished_at is not None
    assert season.due_at < game.finished_at + LOOKED_AT_EVERY
    move_on(season, season.due_at)
    assert season.status == "over"


def test_only_players_who_check_in_get_live_games(alice: User) -> None:
    people = crowd(4)
    league = league_of(alice, people, LIVE, starts_at=EVENING)
    round_1 = league.current_season()
    assert round_1.due_at == EVENING - CHECK_IN_BEFORE
    now = move_on(round_1, round_1.due_at)
    (mail,) = mails(Kind.SEASON_SOON, people[3])
    assert written(mail, now).body
    all_check_in(league, people[:3], now)
    now = move_on(round_1, EVENING)
    assert round_1.status == "playing"
    seated = round_1.entrants.exclude(division=None)
    assert {each.user for each in seated} == set(people[:3])
    assert not Game.objects.filter(seats__user=people[3]).exists()
    link = f"/leagues/{league.slug}/"
    absent, present = signed_in(people[3]), signed_in(people[0])
    shown = absent.get(link).context["league"]
    assert (shown.missed_check_in, shown.may_drop_out) == (True, False)
    assert absent.post(f"{link}act/", {"do": "drop-out"}).status_code == 400
    shown = present.get(link).context["league"]
    assert (shown.missed_check_in, shown.may_drop_out) == (False, True)


def test_email_about_entering_a_live_round_says_that_one_has_to_check_in(
    alice: User, bob: User
) -> None:
    """Somebody who enters late has missed the reminder, which says it, too."""
    live = league_of(alice, [bob], LIVE, starts_at=EVENING)
    (mail,) = mails(Kind.LEAGUE_ENTERED)
    assert_says(written(mail, NOW), *how_it_begins(live))


def test_live_round_waits_if_nobody_is_there(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], LIVE, starts_at=EVENING)
    round_1 = league.current_season()
    now = move_on(round_1, round_1.due_at or EVENING)
    all_check_in(league, [bob], now)
    move_on(round_1, EVENING)
    assert (round_1.status, round_1.postponed_at is not None) == ("entering", True)
    assert {mail.user for mail in mails(Kind.SEASON_POSTPONED)} == {alice, bob}
    with refuses("invalid"):
        start_season(league=league, by=alice, now=EVENING)
    all_check_in(league, [alice], EVENING)
    start_season(league=league, by=alice, now=EVENING)
    round_1.refresh_from_db()
    assert round_1.status == "playing"


def test_next_live_round_is_announced_and_starts_on_time(alice: User) -> None:
    """Even without a break there is time to check in."""
    people = crowd(6)
    league = league_of(alice, people, LIVE._replace(break_minutes=0))
    round_1 = league.current_season()
    all_check_in(league, people, NOW)
    start_season(league=league, by=alice, now=NOW)
    round_1.refresh_from_db()
    end_games(round_1, {user.pk: number for number, user in enumerate(people)})
    now = move_on(round_1, NOW)
    final = league.current_season()
    assert (final.status, final.starts_at) == ("entering", now + timedelta(minutes=10))
    (mail,) = mails(Kind.SEASON_OVER, people[0])
    assert_says(written(mail, now), start_in_words(final))
    assert final.is_final
    all_check_in(league, people[:2], now)
    assert final.starts_at is not None
    move_on(final, final.starts_at)
    assert (final.status, final.is_final) == ("playing", True)


def test_check_in_is_on_the_page(alice: User, bob: User, carol: User) -> None:
    league = league_of(alice, [alice, bob], LIVE)
    link = f"/leagues/{league.slug}/"
    player = signed_in(bob)
    assert player.get(link).context["may_check_in"]
    assert player.post(f"{link}act/", {"do": "check-in"}).status_code == 303
    shown = player.get(link)
    assert not shown.context["may_check_in"]
    assert shown.context["league"].has_checked_in
    assert shown.context["league"].checked_in == 1
    assert shown.context["league"].entrants == (
        Entered("Alice", has_checked_in=False),
        Entered("Bob", has_checked_in=True),
    )
    assert signed_in(carol).post(f"{link}act/", {"do": "check-in"}).status_code == 400


def test_live_games_are_not_played_several_at_once(alice: User) -> None:
    fields = {
        "name": "Cup",
        "kind": "tournament",
        "pace": "live",
        "movers": 1,
        "games_each": 4,
        "pause_days": 7,
        "break_minutes": "10",
        "drop_out": "lost",
    }
    host = signed_in(alice)
    refused = host.post("/leagues/new/", fields)
    assert set(refused.context["form"].errors) == {"games_each"}
    assert host.post("/leagues/new/", fields | {"games_each": 1}).status_code == 303


def test_check_in_opens_an_hour_before(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], LIVE, starts_at=EVENING)
    assert not signed_in(bob).get(f"/leagues/{league.slug}/").context["may_check_in"]
    with refuses("invalid"):
        check_in(league=league, user=bob, now=NOW)
    check_in(league=league, user=bob, now=EVENING - CHECK_IN_BEFORE)


def test_other_paces_have_no_check_in(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob])
    with refuses("too_late"):
        check_in(league=league, user=bob, now=NOW)


def test_break_shows_the_last_tables_below_the_check_in(alice: User) -> None:
    people = crowd(8)
    terms = LIVE._replace(break_minutes=10)
    league = league_of(alice, people, terms)
    for user in people:
        check_in(league=league, user=user, now=NOW)
    season = start_season(league=league, by=alice, now=NOW)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    move_on(season, NOW)
    following = league.current_season()
    answer = signed_in(people[0]).get(f"/leagues/{league.slug}/")
    shown = answer.context["league"]
    assert (shown.season, shown.upcoming) == (1, season_name(following))
    html = answer.content.decode()
    assert html.index('value="check-in"') < html.index("division-1")
    assert progress_of_season(following) != SeasonStatus.ENTERING.label
    (mail,) = mails(Kind.SEASON_OVER, people[0])
    assert "check" in written(mail, NOW).body.lower()
    assert following.starts_at is not None
    advance_season(
        season_id=following.pk, now=following.starts_at - timedelta(minutes=1)
    )
    (mail,) = mails(Kind.SEASON_SOON, people[0])
    assert "leave it" not in written(mail, NOW).body, "nobody can leave a later round"
