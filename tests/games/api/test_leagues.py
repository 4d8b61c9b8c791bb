"""Programs make, enter and read leagues, as users do on pages."""

from datetime import timedelta
from typing import Any

import pytest

from games.leagues.hosting import close_league
from games.leagues.inviting import invite_people
from games.leagues.seasons import start_season
from games.limits import NEW_LEAGUES
from games.models import Entrant, League, User
from tests.games.api.conftest import Programs, read, refused
from tests.support.leagues import TERMS, end_games, league_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def names_in(entrants: list[dict[str, Any]]) -> list[str]:
    return [each["name"] for each in entrants]


def test_league_is_made_entered_and_started(
    alice: User, bob: User, program_of: Programs
) -> None:
    host, other = program_of(alice), program_of(bob)
    wish = {"name": "  The  \u202eClub\0 ", "games_each": 1, "is_listed": True}
    made = host.send("/leagues", wish)
    assert made.status_code == 201
    told = made.json()
    assert (told["name"], told["host"], told["is_host"]) == ("The Club", "Alice", True)
    assert (told["games_each"], told["movers"], told["pause_days"]) == (1, 1, 7)
    assert not told["has_entered"], "the host enters as all others do"
    path = f"/leagues/{told['slug']}"
    refused(host.send(f"{path}/start", {}), 400, "invalid")
    for program in (host, other):
        read(program.send(f"{path}/enter", {}))
    refused(other.send(f"{path}/start", {}), 403, "forbidden")
    started = read(host.send(f"{path}/start", {}))
    assert (started["is_open"], started["is_played"]) == (False, True)
    assert len(read(other.get("/games"))["leagues"]) == 1
    refused(other.send(f"{path}/close", {}), 403, "forbidden")
    assert read(host.send(f"{path}/close", {}))["is_closed"]


def test_tournament_starts_at_its_date(alice: User, program_of: Programs) -> None:
    at = (NOW + timedelta(days=7)).isoformat()
    wish = {"name": "Cup", "kind": "tournament", "starts_at": at, "movers": 2}
    told = read(program_of(alice).send("/leagues", wish))
    assert told["is_tournament"]
    assert League.objects.get().seasons.get().starts_at == NOW + timedelta(days=7)


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"name": " "}, 400),
        ({"name": "Win at shop.example"}, 400),
        ({"name": "x", "starts_at": "2020-01-01T00:00:00Z"}, 400),
        ({"name": "x", "starts_at": "2026-12-01T00:00:00"}, 422),
        ({"name": "x", "games_each": 5}, 422),
        ({"name": "x", "pause_days": 1}, 422),
        ({"name": "x", "pace": "breakneck"}, 422),
        ({"name": "x", "kind": "war"}, 422),
    ],
)
def test_invalid_league_is_refused(
    alice: User, program_of: Programs, wish: dict[str, object], status: int
) -> None:
    code = "invalid" if status == 400 else "malformed"
    refused(program_of(alice).send("/leagues", wish), status, code)
    assert not League.objects.exists()


def test_making_leagues_is_limited(alice: User, program_of: Programs) -> None:
    for _ in range(NEW_LEAGUES.most):
        NEW_LEAGUES.spend(alice.pk, now=NOW)
    refused(program_of(alice).send("/leagues", {"name": "x"}), 429, "too_many")


def test_listed_league_is_found_entered_and_read(
    alice: User, bob: User, carol: User, program_of: Programs
) -> None:
    listed = league_of(alice, [alice], TERMS._replace(is_listed=True, games_each=1))
    hidden = league_of(bob, [bob], name="Among us")
    program = program_of(carol)
    found = read(program.get("/leagues"))
    assert (found["own"], [row["slug"] for row in found["listed"]]) == (
        [],
        [listed.slug],
    )
    assert found["listed"][0]["can_enter"]
    path = f"/leagues/{listed.slug}"
    assert names_in(read(program.get(path))["entrants"]) == ["Alice"]
    told = read(program.send(f"{path}/enter", {}))
    assert (told["has_entered"], names_in(told["entrants"])) == (
        True,
        ["Alice", "Carol"],
    )
    assert not read(program.get("/leagues"))["own"][0]["can_enter"]
    assert [row["name"] for row in read(program.get("/games"))["leagues"]] == [
        "The Club"
    ]
    # Anybody who has the link of another league can enter it, too.
    assert not read(program.get(f"/leagues/{hidden.slug}"))["has_entered"]
    assert not read(program.send(f"{path}/leave", {}))["has_entered"]
    read(program.send(f"{path}/enter", {}))
    season = start_season(league=listed, by=alice, now=NOW)
    end_games(season, {alice.pk: 1, carol.pk: 0})
    (division,) = read(program.get(f"{path}?season=1"))["divisions"]
    assert [(row["name"], row["points"]) for row in division["rows"]] == [
        *(("Carol", "1"), ("Alice", "0"))
    ]
    assert division["games"][0]["result"] == "Carol"


def test_league_refuses_invalid_requests(
    alice: User, bob: User, program_of: Programs
) -> None:
    league = league_of(alice, [alice])
    User.objects.filter(pk=bob.pk).update(name="")
    program, path = program_of(bob), f"/leagues/{league.slug}/enter"
    refused(program.get("/leagues/nowhere"), 404, "not_there")
    refused(program.get(f"/leagues/{league.slug}?season=0"), 422, "malformed")
    with_link = {"name": "www.example.org"}
    assert "address" in refused(program.send(path, with_link), 400, "invalid")
    nameless = program.send(path, {}).json()
    assert (nameless["status"], nameless["code"]) == (400, "invalid")
    assert not Entrant.objects.filter(user=bob).exists()
    told = read(program.send(path, {"name": "Bob"}))
    assert names_in(told["entrants"]) == ["Alice", "Bob"]
    close_league(league=league, by=alice, now=NOW)
    refused(program.send(path, {}), 409, "too_late")


def test_hosts_change_a_league_and_its_players(
    alice: User, bob: User, carol: User, program_of: Programs
) -> None:
    host, other = program_of(alice), program_of(bob)
    path = f"/leagues/{read(host.send('/leagues', {'name': 'Club'}))['slug']}"
    for program in (other, program_of(carol)):
        read(program.send(f"{path}/enter", {}))
    refused(other.get(f"{path}/members"), 403, "forbidden")
    bobs, carols = read(host.get(f"{path}/members"))
    assert (bobs["name"], bobs["can_host"]) == ("Bob", True)
    entrant = {"entrant": bobs["entrant"]}
    read(host.send(f"{path}/second-host", entrant, "put"))
    changed = {"name": "Friends", "pace": "relaxed", "break_minutes": None}
    assert read(other.send(path, changed, "put"))["name"] == "Friends"
    refused(
        other.send(path, {"name": "x", "break_minutes": 7}, "put"), 422, "malformed"
    )
    read(host.send(f"{path}/second-host", {"entrant": None}, "put"))
    refused(other.send(path, changed, "put"), 403, "forbidden")
    out = f"{path}/members/{carols['entrant']}/remove"
    refused(other.send(out, {}), 403, "forbidden")
    read(host.send(out, {}))
    refused(host.send(out, {}), 404, "not_there")
    assert [one["name"] for one in read(host.get(f"{path}/members"))] == ["Bob"]
    refused(host.send(f"{path}/check-in", {}), 409, "too_late")
    assert read(host.get("/finished-leagues"))["leagues"] == []


def test_hosts_see_remind_and_withdraw_invitations(
    alice: User, bob: User, program_of: Programs
) -> None:
    league = league_of(alice, [alice])
    invite_people(league=league, by=alice, emails=[str(bob.email)], now=NOW)
    path = f"/leagues/{league.slug}/invitations"
    host, other = program_of(alice), program_of(bob)
    refused(other.get(path), 403, "forbidden")
    (invited,) = read(host.get(path))
    assert (invited["name"], invited["is_declined"]) == ("Bob", False)
    one = f"{path}/{invited['number']}"
    assert host.send(f"{one}/remind", {}).status_code == 204
    assert other.send(f"/leagues/{league.slug}/decline", {}).status_code == 200
    assert read(host.get(path))[0]["is_declined"]
    assert host.send(f"{one}/withdraw", {}).status_code == 204
    assert read(host.get(path)) == []
