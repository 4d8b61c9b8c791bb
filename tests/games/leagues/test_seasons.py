"""Seasons: entering, starting, ending, promotion and relegation; tournaments."""

from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.reliability import Attendance
from games.leagues.entering import FULL, enter_league
from games.leagues.hosting import close_league, create_league
from games.leagues.leaving import leave_league
from games.leagues.results import rank_division, season_tables
from games.leagues.schedule import REMIND_BEFORE
from games.leagues.seasons import (
    DUE_SEASONS,
    advance_season,
    end_season_now,
    start_season,
)
from games.lobby.new_games import create_practice_game
from games.models import Game, Season, Seat, User
from games.seats.leaving import give_up_seat
from notifications.models import Kind
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.mails import mails
from tests.support.pages import page, text_of
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def divisions_of(season: Season) -> list[list[str]]:
    seated = season.entrants.exclude(division=None).order_by("division", "place")
    divisions: dict[int, list[str]] = {}
    for division, name in seated.values_list("division", "user__name"):
        divisions.setdefault(division, []).append(name[-2:])
    return list(divisions.values())


def test_season_ends_with_promotion_and_relegation(alice: User) -> None:
    """Ten players enter weakest first. The next season is closer to their strengths."""
    people = crowd(10)
    strengths = {user.pk: number for number, user in enumerate(people)}
    league = league_of(alice, people[::-1], TERMS._replace(movers=2))
    season = start_season(league=league, by=alice, now=NOW)
    assert divisions_of(season) == [
        *(["09", "08", "07", "06"], ["05", "04", "03"], ["02", "01", "00"])
    ]
    assert season.games.count() == 4 + 3 + 3
    now = move_on(season, NOW)
    assert season.status == "playing"
    end_games(season, strengths)
    now = move_on(season, now)
    assert (season.status, season.ended_at, season.due_at) == ("over", now, None)
    best = season.entrants.get(division=1, rank=1)
    assert best.user == people[6]

    following = league.current_season()
    assert (following.number, following.status) == (2, "entering")
    assert following.starts_at == now + timedelta(days=7)
    newcomer = enter_league(league=league, user=alice, now=now)
    leave_league(league=league, user=people[0])
    advance_season(season_id=following.pk, now=following.starts_at)
    assert league.current_season() == following, "they are only reminded"
    advance_season(season_id=following.pk, now=following.starts_at)
    following.refresh_from_db()
    # 03 replaced 09 and 00 replaced 05, who were relegated. But 00 left the league.
    assert divisions_of(following) == [
        *(["06", "07", "08", "03"], ["04", "09", "01"], ["02", "05", "ce"])
    ]
    newcomer.refresh_from_db()
    assert (newcomer.division, newcomer.place) == (3, 2)


def test_every_player_of_a_division_starts_one_game(alice: User) -> None:
    people = crowd(4)
    season = start_season(league=league_of(alice, people), by=alice, now=NOW)
    games = [row.game for row in season.games.select_related("game").order_by("pk")]
    for number, game in enumerate(games):
        assert (game.status, game.terms.first_player, game.host) == ("active", 0, alice)
        seats = game.seats.order_by("number")
        assert [seat.user for seat in seats] == people[number:] + people[:number]
        assert seats[0].awaited_at is not None
    assert not Seat.objects.exclude(invitation="accepted").exists()


def test_game_counts_once_it_is_over(alice: User, bob: User) -> None:
    terms = TERMS._replace(games_each=1)
    league = league_of(alice, [alice, bob], terms)
    season = start_season(league=league, by=alice, now=NOW)
    row = season.games.get()
    game = play_to_the_end(row.game, now=NOW)
    row.refresh_from_db()
    assert sorted(row.ranks) == [1, 2]
    (table,) = [rank_division(season.entrants.all(), season.games.all())]
    assert [standing.points for standing in table] == [1, 0]
    assert table[0].score >= table[1].score > 0
    assert game.seats.get(number=row.ranks.index(1)).user == table[0].player.user
    season.refresh_from_db()
    assert season.due_at is not None
    move_on(season, season.due_at)
    assert season.status == "over"


def test_game_that_outlasts_its_season_does_not_count(alice: User, bob: User) -> None:
    """The next divisions were made from the tables, so later results do not count."""
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    end_season_now(league, NOW)
    row = season.games.get()
    play_to_the_end(row.game, now=NOW)
    row.refresh_from_db()
    assert (row.ranks, row.scores) == (None, [])
    told = text_of(page(Client(), f"/leagues/{league.slug}/?season=1"))
    assert "over, and counts for nothing" in told


def test_tournament_plays_rounds_until_there_is_a_winner(alice: User) -> None:
    people = crowd(9)
    strengths = {user.pk: number for number, user in enumerate(people)}
    league = league_of(
        alice, people, TERMS._replace(is_tournament=True, games_each=1, break_minutes=0)
    )
    season, now = start_season(league=league, by=alice, now=NOW), NOW
    assert divisions_of(season) == [
        *(["00", "03", "06"], ["01", "04", "07"], ["02", "05", "08"])
    ]
    end_games(season, strengths)
    now = move_on(season, now)
    final = league.current_season()
    assert (final.number, final.status) == (2, "playing")
    assert divisions_of(final) == [["00", "01", "02"]]
    end_games(final, strengths)
    move_on(final, now)
    league.refresh_from_db()
    assert league.current_season() == final
    assert league.closed_at is not None
    assert final.entrants.get(rank=1).user == people[0]
    with refuses("too_late"):
        enter_league(league=league, user=alice, now=now)


def test_season_starts_at_its_date_or_waits_for_players(
    alice: User, bob: User, carol: User
) -> None:
    at = NOW + timedelta(days=2)
    league = league_of(alice, [alice, bob], starts_at=at)
    lonely = league_of(bob, [alice], starts_at=at)
    assert DUE_SEASONS.find(NOW) == []
    for pk in DUE_SEASONS.find(at):
        advance_season(season_id=pk, now=at)
    assert league.current_season().status == "playing"
    assert Game.objects.count() == 2
    waiting, now = lonely.current_season(), at + timedelta(days=1)
    assert (waiting.status, waiting.starts_at) == ("entering", None)
    assert waiting.postponed_at == at
    told = {mail.user for mail in mails(Kind.SEASON_POSTPONED)}
    assert told == {alice, bob}, "its player and its host"
    enter_league(league=lonely, user=carol, now=now)
    waiting.refresh_from_db()
    assert waiting.starts_at == now + timedelta(days=7)
    move_on(waiting, waiting.starts_at)
    assert waiting.status == "playing"


def test_players_are_reminded_once_before_a_season(alice: User, bob: User) -> None:
    at = NOW + timedelta(days=10)
    season = league_of(alice, [alice, bob], starts_at=at).current_season()
    move_on(season, NOW)
    assert not mails(Kind.SEASON_SOON)
    assert season.due_at == at - REMIND_BEFORE
    for _ in range(2):
        move_on(season, season.due_at)
    assert {mail.user for mail in mails(Kind.SEASON_SOON)} == {alice, bob}
    assert len(mails(Kind.SEASON_SOON)) == 2
    assert season.status == "playing"


def test_players_stay_until_they_leave(alice: User) -> None:
    """The winner of nine is in the first division again, without a press."""
    people = crowd(9)
    strengths = {user.pk: number for number, user in enumerate(people)}
    league = league_of(alice, people)
    season, now = start_season(league=league, by=alice, now=NOW), NOW
    for number in (1, 2, 3):
        assert (season.number, season.entrants.count()) == (number, 9)
        assert divisions_of(season)[0][0] == "00"
        end_games(season, strengths)
        now = move_on(season, now)
        season = league.current_season()
        assert season.status == "entering"
        now = move_on(season, season.due_at)
        now = move_on(season, season.due_at)
    league.refresh_from_db()
    assert league.closed_at is None


def test_players_whom_autopilot_replaced_everywhere_are_not_seated_again(
    alice: User, bob: User, carol: User
) -> None:
    league = league_of(alice, [alice, bob, carol])
    season = start_season(league=league, by=alice, now=NOW)
    for row in season.games.select_related("game"):
        give_up_seat(seat=row.game.seats.get(user=carol), now=NOW)
    one, *_others = season.games.select_related("game")
    give_up_seat(seat=one.game.seats.get(user=bob), now=NOW)
    end_games(season, {alice.pk: 0, bob.pk: 1, carol.pk: 2})
    move_on(season, NOW)
    following = league.current_season()
    assert {each.user for each in following.entrants.all()} == {alice, bob}


def test_waiting_list_plays_the_season_after(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = crowd(5)
    monkeypatch.setattr("games.leagues.seasons.MOST_PLAYING", 4)
    league = league_of(alice, people, TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    assert divisions_of(season) == [["00", "01", "02", "03"]]
    following = league.open_season()
    assert following is not None
    leave_league(league=league, user=people[0])
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    now = move_on(season, NOW)
    move_on(following, now + timedelta(days=6))
    move_on(following, now + timedelta(days=7))
    assert divisions_of(following) == [["01", "02", "03", "04"]]


def test_players_who_lose_seats_to_the_clock_are_seated_last(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = crowd(5)
    monkeypatch.setattr(
        "games.leagues.seasons.attendances_of",
        lambda pks: {
            pk: Attendance(begun=5, lost=2 * (pk == people[0].pk)) for pk in pks
        },
    )
    season = start_season(league=league_of(alice, people), by=alice, now=NOW)
    assert divisions_of(season) == [["01", "02", "03"], ["04", "00"]]


def test_barred_players_are_not_seated(alice: User, bob: User, carol: User) -> None:
    league = league_of(alice, [alice, bob, carol])
    User.objects.filter(pk=carol.pk).update(no_games_until=NOW + timedelta(days=3))
    season = start_season(league=league, by=alice, now=NOW)
    assert divisions_of(season) == [["ce", "ob"]]
    User.objects.filter(pk=alice.pk).update(is_active=False)
    end_games(season, {alice.pk: 0, bob.pk: 1})
    move_on(season, NOW)
    assert season.status == "over"


def test_invalid_requests_are_refused(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = create_practice_game(now=NOW).user
    assert guest is not None
    with refuses("address_needed"):
        create_league(host=guest, name="Club", terms=TERMS, now=NOW)
    for name, terms, starts_at in [
        ("  ", TERMS, None),
        ("x" * 61, TERMS, None),
        ("Club", TERMS._replace(pace="none"), None),
        ("Club", TERMS, NOW),
        ("Club", TERMS, NOW + timedelta(days=91)),
    ]:
        with refuses("invalid"):
            create_league(
                host=alice, name=name, terms=terms, starts_at=starts_at, now=NOW
            )
    league = league_of(alice, [alice])
    with refuses("address_needed"):
        enter_league(league=league, user=guest, now=NOW)
    with refuses("forbidden"):
        start_season(league=league, by=bob, now=NOW)
    with refuses("invalid"):
        start_season(league=league, by=alice, now=NOW)
    monkeypatch.setattr("games.leagues.entering.MOST_ENTRANTS", 1)
    with refuses("invalid", match=str(FULL)):
        enter_league(league=league, user=bob, now=NOW)
    with refuses("forbidden"):
        close_league(league=league, by=bob, now=NOW)
    leave_league(league=league, user=alice)
    leave_league(league=league, user=alice)
    enter_league(league=league, user=bob, now=NOW)
    close_league(league=league, by=alice, now=NOW)
    close_league(league=league, by=alice, now=NOW)
    with refuses("too_late"):
        enter_league(league=league, user=alice, now=NOW)


def test_closed_league_finishes_its_season_and_gets_no_next_one(
    alice: User, bob: User
) -> None:
    league = league_of(alice, [alice, bob])
    season = start_season(league=league, by=alice, now=NOW)
    close_league(league=league, by=alice, now=NOW)
    with refuses("too_late"):
        start_season(league=league, by=alice, now=NOW)
    end_games(season, {alice.pk: 1, bob.pk: 0})
    move_on(season, NOW)
    assert [each.player.user for each in season_tables(season)[0]] == [bob, alice]
    assert league.current_season() == season
    assert league.open_season() is None
