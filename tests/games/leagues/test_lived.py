"""A league of nine over three seasons, and a tournament of twelve on one evening.

Both go through the pages, the sweep and the emails, as a club lives them.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.leagues.page import LeaguePage
from games.models import Game, League, Season, User
from games.presentation.league_titles import titles_of
from games.tasks import advance_seasons
from notifications.models import Kind
from tests.support.leagues import crowd, end_games
from tests.support.mails import Send, kind_of
from tests.support.pages import signed_in
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Tuesday club",
    "kind": "league",
    "pace": "a_move_a_day",
    "games_each": "1",
    "movers": "1",
    "pause_days": "7",
    "break_minutes": "10",
    "drop_out": "lost",
    "listed": "on",
    "description": "For all of us.",
}
#: Told the subjects and recipients of the emails of a kind since it was last called.
Told = Callable[[Kind], dict[str, str]]


@pytest.fixture
def told(send: Send, time_stands: StandingTime) -> Told:
    """Return by recipient the subjects of a kind of email that were not read yet."""
    read = 0

    def unread(kind: Kind) -> dict[str, str]:
        nonlocal read
        new = send(time_stands.now)[read:]
        found = {
            mail.to[0].partition("@")[0]: mail.subject
            for mail in new
            if kind_of(mail) == kind
        }
        read += len(new)
        return found

    return unread


def pass_time(clock: StandingTime, until: datetime) -> None:
    """Run the sweep whenever a season is due, until a time."""
    while due := Season.objects.filter(due_at__lte=until).order_by("due_at").first():
        assert due.due_at is not None
        clock.now = max(clock.now, due.due_at)
        advance_seasons()
    clock.now = until


def shown(league: League, reader: Client) -> LeaguePage:
    page: LeaguePage = reader.get(f"/leagues/{league.slug}/").context["league"]
    return page


def names_of(page: LeaguePage) -> list[list[str]]:
    return [[row.name[-2:] for row in table.rows] for table in page.divisions]


def finish(league: League, strengths: dict[int, int], clock: StandingTime) -> None:
    """Let all games of the season end, and the sweep see it."""
    season = league.current_season()
    assert season.status == "playing"
    end_games(season, strengths)
    season.refresh_from_db()
    assert season.due_at is not None
    pass_time(clock, season.due_at)


@pytest.mark.long
def test_league_of_nine_lives_for_three_seasons(  # noqa: PLR0915 - a story
    time_stands: StandingTime, told: Told
) -> None:
    clock, start = time_stands, time_stands.now
    people = crowd(9)
    strengths = {user.pk: number for number, user in enumerate(people)}
    host, others = people[0], people[1:]
    emails = ", ".join(str(user.email) for user in others)
    at = start + timedelta(days=8)
    fields = FORM | {"emails": emails, "starts_at": at.strftime("%Y-%m-%dT%H:%M")}
    assert signed_in(host).post("/leagues/new/", fields).status_code == 303
    league = League.objects.get()
    link = f"/leagues/{league.slug}/"
    assert set(told(Kind.LEAGUE_INVITATION)) == {user.name.lower() for user in others}

    for user in people[::-1]:
        assert signed_in(user).post(f"{link}act/", {"do": "enter"}).status_code == 303
    assert len(told(Kind.LEAGUE_ENTERED)) == 9
    pass_time(clock, at - timedelta(hours=1))
    assert len(told(Kind.SEASON_SOON)) == 9
    pass_time(clock, at)
    assert names_of(shown(league, Client())) == [
        *(["08", "07", "06"], ["05", "04", "03"], ["02", "01", "00"])
    ]

    # A late-comer finds a form and a place in the next season.
    late = User(email="late@example.org", name="Latecomer", created_at=clock.now)
    late.set_unusable_password()
    late.save()
    strengths[late.pk] = 99
    assert signed_in(late).post(f"{link}act/", {"do": "enter"}).status_code == 303
    assert set(told(Kind.LEAGUE_ENTERED)) == {"late"}
    finish(league, strengths, clock)
    subjects = told(Kind.SEASON_OVER)
    assert subjects["player06"] == "You won Season 1 of Tuesday club!"
    assert len(subjects) == 9

    # Nobody presses anything: all nine play on, and the late-comer with them.
    page = shown(league, signed_in(late))
    assert (page.season, page.upcoming) == (1, "Season 2"), "the last tables"
    assert (page.has_entered, len(page.entrants)) == (True, 10)
    assert page.starts_at == clock.now + timedelta(days=7)
    pass_time(clock, page.starts_at - timedelta(hours=1))
    assert len(told(Kind.SEASON_SOON)) == 10
    pass_time(clock, page.starts_at)
    second = shown(league, Client())
    assert (second.season, second.is_played) == (2, True)
    assert [len(table.rows) for table in second.divisions] == [4, 3, 3]
    assert "er" in names_of(second)[2], "the late-comer begins in the last one"
    assert not any(row.move for table in second.divisions for row in table.rows)

    # One drops out, one leaves after this season; the winner of all does neither.
    assert (
        signed_in(people[7]).post(f"{link}act/", {"do": "drop-out"}).status_code == 303
    )
    assert set(told(Kind.DROPPED_OUT)) == {"player00"}
    assert signed_in(people[8]).post(f"{link}act/", {"do": "leave"}).status_code == 303
    champion = names_of(second)[0]
    best = min(champion)
    finish(league, strengths, clock)
    assert told(Kind.SEASON_OVER)[f"player{best}"].startswith("You won Season 2")

    page = shown(league, signed_in(people[7]))
    assert (page.season, page.upcoming) == (2, "Season 3")
    assert (page.has_entered, len(page.entrants)) == (False, 8)
    assert page.starts_at is not None
    pass_time(clock, page.starts_at)
    third = shown(league, Client())
    assert best in names_of(third)[0], "the champion stays where they are"
    finish(league, strengths, clock)
    league.refresh_from_db()
    assert league.closed_at is None
    page = shown(league, Client())
    assert (page.season, page.upcoming) == (3, "Season 4")
    assert [bool(each.winners) for each in page.seasons] == [False, True, True, True]


@pytest.mark.long
def test_tournament_of_twelve_is_played_on_one_evening(
    time_stands: StandingTime, told: Told
) -> None:
    clock = time_stands
    people = crowd(12)
    strengths = {user.pk: number for number, user in enumerate(people)}
    host = signed_in(people[11])
    evening = clock.now + timedelta(hours=7)
    fields = FORM | {
        "name": "Club evening",
        "kind": "tournament",
        "pace": "live",
        "starts_at": evening.strftime("%Y-%m-%dT%H:%M"),
    }
    assert host.post("/leagues/new/", fields).status_code == 303
    league = League.objects.get()
    link = f"/leagues/{league.slug}/"
    players = [signed_in(user) for user in people]
    for player in players:
        assert player.post(f"{link}act/", {"do": "enter"}).status_code == 303
    told(Kind.LEAGUE_ENTERED)
    pass_time(clock, evening - timedelta(minutes=30))
    assert len(told(Kind.SEASON_SOON)) == 12
    for player in players:
        assert player.post(f"{link}act/", {"do": "check-in"}).status_code == 303
    pass_time(clock, evening)
    page = shown(league, host)
    assert [len(table.rows) for table in page.divisions] == [4, 4, 4]
    assert Game.objects.filter(status="active").count() == 3

    finish(league, strengths, clock)
    subjects = told(Kind.SEASON_OVER)
    assert len(subjects) == 12
    page = shown(league, players[0])
    assert (page.upcoming, page.has_entered, page.open_season) == ("Final", True, "")
    assert page.starts_at == clock.now + timedelta(minutes=10)
    for player in players[:2]:
        assert player.post(f"{link}act/", {"do": "check-in"}).status_code == 303
    assert players[5].post(f"{link}act/", {"do": "check-in"}).status_code == 400
    pass_time(clock, page.starts_at)
    final = shown(league, Client())
    assert final.season_name == "Final"
    assert names_of(final) == [["00", "01"]], "the third was not there"
    assert not Game.objects.filter(status="active", seats__user=people[2]).count() > 1

    finish(league, strengths, clock)
    assert clock.now - evening < timedelta(hours=1), "without the time of the games"
    assert told(Kind.SEASON_OVER)["player00"] == "You won Club evening!"
    page = shown(league, Client())
    assert (page.winners, page.is_closed) == ("Player00 won Club evening.", True)
    assert "Club evening" in Client().get("/leagues/finished/").content.decode()
    assert [title.sentence for title in titles_of(people[0])] == [page.winners]
