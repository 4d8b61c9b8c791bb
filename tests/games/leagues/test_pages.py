"""The pages of leagues: making, entering, reading, and their refusals."""

from datetime import timedelta
from itertools import count

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.utils.translation import gettext

from games.leagues.entering import enter_league
from games.leagues.hosting import close_league
from games.leagues.page import (
    DOWN,
    UP,
    DivisionTable,
    LeaguePage,
    division_tables,
)
from games.leagues.results import record_league_result
from games.leagues.seasons import start_season
from games.lobby.lists import my_games
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Entrant, League, LeagueGame, Season, User
from games.presentation.text import game_name
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.tasks import advance_seasons
from notifications.models import Kind
from stoneage_core.match.state import Match
from tests.notifications.mails.test_contents import written
from tests.support.leagues import TERMS, crowd, end_games, league_of, move_on
from tests.support.mails import mails
from tests.support.pages import html_of, page, signed_in, text_of
from tests.support.play import play_to_the_end
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db

FILLED_IN = {
    "name": "Club Night",
    "kind": "tournament",
    "pace": "a_move_a_day",
    "games_each": "2",
    "movers": "2",
    "pause_days": "7",
    "break_minutes": "60",
    "drop_out": "lost",
    "listed": "on",
}


def test_club_plays_a_league_by_one_link(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    host = signed_in(alice)
    made = host.post("/leagues/new/", FILLED_IN)
    league = League.objects.get()
    link = f"/leagues/{league.slug}/"
    assert (made.status_code, made["Location"]) == (303, link)
    assert (league.is_tournament, league.movers, league.games_each) == (True, 2, 2)
    assert "Club Night" in page(client, "/leagues/")
    stranger = page(client, link)
    assert f'name="next" value="{link}"' in stranger
    assert client.post(f"{link}act/", {"do": "enter"}).status_code == 302
    for user in (alice, bob, carol):
        assert signed_in(user).post(f"{link}act/", {"do": "enter"}).status_code == 303
    answer = host.get(link)
    shown = answer.context["league"]
    assert shown.has_entered
    assert [each.name for each in shown.entrants] == ["Alice", "Bob", "Carol"]
    html = html_of(answer)
    assert 'value="leave"' in html
    assert f"{link}host/" in html
    assert "season" not in text_of(html).lower()
    assert signed_in(carol).post(f"{link}act/", {"do": "leave"}).status_code == 303
    refused = signed_in(bob).post(f"{link}start/")
    assert refused.status_code == 403
    assert alert_on(refused)
    assert host.post(f"{link}start/").status_code == 303
    shown = client.get(link).context["league"]
    assert shown.is_open is False
    assert len(shown.divisions) == 1
    late = signed_in(carol).post(f"{link}act/", {"do": "enter"})
    assert late.status_code == 409
    game = LeagueGame.objects.first()
    assert game is not None
    for sheet in ("about", "menu"):
        told = page(signed_in(bob), f"/games/{game.game.slug}/play/?sheet={sheet}")
        assert f'href="{link}"' in told


def test_my_games_links_to_running_leagues(alice: User, bob: User) -> None:
    league, over = league_of(alice, [bob]), league_of(alice, [bob], name="Long ago")
    close_league(league=over, by=alice, now=NOW)
    link = f'href="/leagues/{league.slug}/"'
    for user, words in [
        (bob, "The Club League · Season 1: open to players · A move a day"),
        (alice, "The Club League · Season 1: open to players · A move a day Enter"),
    ]:
        html = page(signed_in(user), "/games/")
        assert link in html
        assert "Long ago" not in html
        assert text_of(html).partition(words)[1], words
    assert ("Enter" in text_of(page(signed_in(bob), "/games/"))) is False


def test_table_shows_who_moves_up_and_down(alice: User) -> None:
    people = crowd(8)
    strengths = {user.pk: number for number, user in enumerate(people)}
    league = league_of(alice, people[::-1])
    season = start_season(league=league, by=alice, now=NOW)
    end_games(season, strengths)
    shown = text_of(page(signed_in(people[0]), f"/leagues/{league.slug}/"))
    assert "1 Player00 you up 12 4" in shown
    assert "4 Player04" in shown
    assert "Won by Player00" in shown
    move_on(season, NOW)
    for asked, number in [
        *[("1", 1), ("2", 2), ("0", 1), ("99", 1), ("x", 1), ("²", 1), ("", 1)]
    ]:
        shown = Client().get(f"/leagues/{league.slug}/?season={asked}")
        assert shown.context["league"].season == number, asked


def test_pages_refuse_invalid_requests(client: Client, alice: User, bob: User) -> None:
    host = signed_in(alice)
    assert client.get("/leagues/new/").status_code == 302
    assert client.get("/leagues/nowhere/").status_code == 404
    for wrong, words in [
        ({"name": ""}, "Give it a name."),
        ({"kind": ""}, "Choose one of the two."),
        ({"starts_at": "2020-01-01T10:00"}, "within the next 90 days"),
        ({"starts_at": "soon"}, "starts_at"),
        ({"pace": "none"}, "Please look at the fields"),
        ({"movers": "3"}, "Please look at the fields"),
    ]:
        answer = host.post("/leagues/new/", FILLED_IN | wrong)
        assert answer.status_code == 400, wrong
        assert words in answer.content.decode(), wrong
    assert not League.objects.exists()
    at = (NOW + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    assert host.post("/leagues/new/", FILLED_IN | {"starts_at": at}).status_code == 303
    league = League.objects.get()
    starts_at = league.current_season().starts_at
    assert starts_at is not None
    assert timedelta(days=2) < starts_at - NOW < timedelta(days=4)
    link = f"/leagues/{league.slug}/"
    assert host.post(f"{link}start/").status_code == 400
    assert signed_in(bob).post(f"{link}close/").status_code == 403
    assert host.get(f"{link}start/").status_code == 405
    assert host.post(f"{link}close/").status_code == 303
    assert "called off" in text_of(page(client, link))


def test_league_of_an_erased_host_passes_to_its_first_player(
    alice: User, bob: User, carol: User
) -> None:
    own = league_of(alice, [alice, bob])
    League.objects.filter(pk=own.pk).update(name="Alice alice@example.org")
    other = league_of(bob, [alice, bob, carol])
    started = league_of(carol, [alice, carol], TERMS._replace(games_each=1))
    start_season(league=started, by=carol, now=NOW)
    data = collect_own_data(alice, NOW)
    assert [each["slug"] for each in data["hosted_leagues"]] == [own.slug]
    assert len(data["league_seasons"]) == 4
    forget_user(user=alice, now=NOW)
    own.refresh_from_db()
    assert (own.host, own.closed_at, own.name) == (bob, None, "Alice [address]")
    assert [mail.user for mail in mails(Kind.LEAGUE_PASSED)] == [bob]
    assert not Entrant.objects.filter(season__league__in=[own, other], user=alice)
    assert "someone" in text_of(page(Client(), f"/leagues/{started.slug}/"))
    assert (
        started.seasons.get(number=1)
        .games.get()
        .game.seats.filter(is_on_autopilot=True)
    )


def test_results_are_rebuilt_from_the_logs(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    row = start_season(league=league, by=alice, now=NOW).games.get()
    game = play_to_the_end(row.game, now=NOW)
    row.refresh_from_db()
    noted = (row.ranks, row.scores)
    LeagueGame.objects.update(ranks=None, scores=[])
    call_command("rebuild_projections", game.slug, verbosity=0)
    row.refresh_from_db()
    assert (row.ranks, row.scores) == noted
    LeagueGame.objects.update(ranks=[1, 1], is_corrected=True)
    record_league_result(game, Match(positions.state_of(game), game.table_state))
    row.refresh_from_db()
    assert row.ranks == [1, 1]
    told = page(Client(), f"/games/{game.slug}/result/")
    assert f'href="/leagues/{league.slug}/"' in told


def test_season_that_fails_does_not_stop_others(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons = [
        league_of(alice, [alice, bob], starts_at=NOW + timedelta(1)).current_season()
        for _ in range(2)
    ]
    later = NOW + timedelta(days=2)
    monkeypatch.setattr("games.tasks.database_now", lambda: later)
    began = []

    def begin(season: object, *rest: object) -> None:
        began.append(season)
        if len(began) == 1:
            raise ValueError("broken")

    monkeypatch.setattr("games.leagues.seasons._begin_games", begin)
    advance_seasons()
    for season in seasons:
        season.refresh_from_db()
    assert [each.status for each in seasons] == ["entering", "playing"]
    advance_seasons()  # it is paused for a while
    assert len(began) == 2
    enter_league(league=seasons[0].league, user=bob, now=later)


def test_seasons_get_their_own_time_and_survive_a_database_failure(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = NOW + timedelta(days=2)
    seasons = [
        league_of(alice, [alice, bob], starts_at=NOW + timedelta(1)).current_season()
        for _ in range(3)
    ]
    clock = (later + timedelta(minutes=passed) for passed in count())
    monkeypatch.setattr("games.tasks.database_now", lambda: next(clock))

    def begin(season: Season, *rest: object) -> None:
        if season == seasons[0]:
            raise OperationalError("the connection is gone")

    monkeypatch.setattr("games.leagues.seasons._begin_games", begin)
    advance_seasons()
    for season in seasons:
        season.refresh_from_db()
    first, second, third = seasons
    assert (first.status, first.started_at) == ("entering", None)
    assert later < second.started_at < third.started_at


def test_league_of_an_erased_host_who_is_alone_ends(alice: User) -> None:
    league = league_of(alice, [alice])
    forget_user(user=alice, now=NOW)
    league.refresh_from_db()
    assert (league.host, league.closed_at) == (None, NOW)


def test_late_comer_enters_the_next_season(
    alice: User, bob: User, carol: User, client: Client
) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    start_season(league=league, by=alice, now=NOW)
    link = f"/leagues/{league.slug}/"
    late = signed_in(carol)
    assert 'value="enter"' in html_of(late.get(link))
    assert f'name="next" value="{link}"' in page(client, link)
    assert late.post(f"{link}act/", {"do": "enter"}).status_code == 303
    shown = late.get(link).context["league"]
    assert (shown.season, shown.is_played, shown.has_entered) == (1, True, True)
    assert [each.name for each in shown.entrants] == ["Alice", "Bob", "Carol"]
    assert late.post(f"{link}act/", {"do": "leave"}).status_code == 303
    assert not Entrant.objects.filter(user=carol).exists()


def test_nothing_is_promoted_before_a_game_counts(alice: User) -> None:
    people = crowd(8)
    league = league_of(alice, people)
    season = start_season(league=league, by=alice, now=NOW)

    def divisions() -> tuple[DivisionTable, ...]:
        shown: LeaguePage = Client().get(f"/leagues/{league.slug}/").context["league"]
        return shown.divisions

    for division in divisions():
        assert not division.has_begun
        assert {row.move for row in division.rows} == {""}
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    first, second = divisions()
    assert [row.move for row in first.rows] == ["", "", "", DOWN]
    assert [row.move for row in second.rows] == [UP, "", "", ""]
    assert (first.rows[0].played, first.rows[0].games) == (4, 4)


def test_running_games_show_their_round_and_deadline(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    (table,) = division_tables(season, season.entrants.select_related("user"))
    (row,) = table.games
    seat = season.games.get().game.seats.get(awaited_at__isnull=False)
    assert (row.awaited, row.deadline) == ("Alice", seat.deadline_at)
    assert row.deadline is not None
    assert row.where
    assert not row.awaits_reader
    assert (table.rows[0].played, table.rows[0].games) == (0, 1)


def test_player_reads_that_it_is_their_turn(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    season = start_season(league=league, by=alice, now=NOW)
    awaits = {}
    for reader in alice, bob:
        entrants = season.entrants.select_related("user")
        (table,) = division_tables(season, entrants, reader)
        awaits[reader] = [game.awaits_reader for game in table.games]
    assert awaits == {alice: [True], bob: [False]}


def test_host_of_the_only_listed_league_reads_that_there_is_no_other(
    alice: User, bob: User
) -> None:
    def below_listed(reader: User) -> str:
        text = text_of(page(signed_in(reader), "/leagues/"))
        return text.rpartition(gettext("Open to everyone"))[2]

    nothing = below_listed(alice)
    assert nothing == below_listed(bob)
    league_of(alice, [], TERMS._replace(is_listed=True))
    shown = below_listed(alice)
    assert shown != nothing
    assert "The Club" not in shown, "it stands among their own"


@pytest.mark.parametrize("is_listed", [True, False])
def test_games_of_listed_leagues_are_listed(
    alice: User, bob: User, is_listed: bool
) -> None:
    terms = TERMS._replace(games_each=1, is_listed=is_listed)
    league = league_of(alice, [alice, bob], terms)
    game = start_season(league=league, by=alice, now=NOW).games.get().game
    found = page(Client(), "/watch/")
    assert (f"/games/{game.slug}/" in found) is is_listed


def test_game_is_named_after_its_league(alice: User, bob: User) -> None:
    league = league_of(alice, [alice, bob], TERMS._replace(games_each=1))
    game = start_season(league=league, by=alice, now=NOW).games.get().game
    reader = game.seats.get(user=bob)
    assert game_name(read_seats(game), reader) == "The Club with Alice"
    table = signed_in(bob).get(f"/games/{game.slug}/play/")
    assert table.context["game_title"] == "The Club · With Alice"
    (row,) = my_games(bob, NOW).running
    assert row.where.startswith("The Club · ")
    (mail,) = mails(Kind.YOUR_TURN, alice)
    assert "The Club with Bob" in written(mail, NOW).subject


def test_player_sees_which_games_are_their_own(alice: User) -> None:
    people = crowd(6)
    league = league_of(alice, people, TERMS._replace(games_each=1))
    start_season(league=league, by=alice, now=NOW)
    link = f"/leagues/{league.slug}/"

    def own_games(reader: User) -> list[bool]:
        shown = signed_in(reader).get(link).context["league"]
        return [game.is_readers for table in shown.divisions for game in table.games]

    assert own_games(alice) == [False, False]
    assert own_games(people[0]) == [True, False]
    assert own_games(people[5]) == [False, True]
    badge = '<span class="badge">'
    watching, playing = (page(signed_in(user), link) for user in (alice, people[0]))
    assert playing.count(badge) == watching.count(badge) + 2, (
        "in the table, at the game"
    )
