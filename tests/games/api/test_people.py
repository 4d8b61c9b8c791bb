"""Programs read what players show, and enter leagues, as pages let their users do."""

import pytest

from games.accounts.profiles import show_profile
from games.leagues.entering import close_league
from games.leagues.seasons import start_season
from games.models import Entrant, Game, User
from tests.games.api.conftest import Programs, read, refused
from tests.support.leagues import TERMS, end_games, league_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_a_league_is_found_entered_and_followed(
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
    assert read(program.get(path))["entrants"] == ["Alice"]
    told = read(program.send(f"{path}/enter", {}))
    assert (told["has_entered"], told["entrants"]) == (True, ["Alice", "Carol"])
    assert not read(program.get("/leagues"))["own"][0]["can_enter"]
    assert [row["name"] for row in read(program.get("/games"))["leagues"]] == [
        "The Club"
    ]
    # Whoever has the link of another may enter that as well.
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


def test_what_a_league_refuses(alice: User, bob: User, program_of: Programs) -> None:
    league = league_of(alice, [alice])
    User.objects.filter(pk=bob.pk).update(name="")
    program, path = program_of(bob), f"/leagues/{league.slug}/enter"
    refused(program.get("/leagues/nowhere"), 404, "not_there")
    refused(program.get(f"/leagues/{league.slug}?season=0"), 422, "malformed")
    with_link = {"name": "www.example.org"}
    assert "address" in refused(program.send(path, with_link), 400, "invalid_choice")
    nameless = program.send(path, {}).json()
    assert nameless["status"] == 400
    assert nameless["detail"] == "What should the others call you?"
    assert not Entrant.objects.filter(user=bob).exists()
    assert read(program.send(path, {"name": "Bob"}))["entrants"] == ["Alice", "Bob"]
    close_league(league=league, by=alice, now=NOW)
    refused(program.send(path, {}), 409, "too_late")


def test_a_player_is_told_as_their_page_tells_them(
    finished_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    refused(program_of(bob).get("/players/nosuchone"), 404, "not_there")
    slug = show_profile(user=alice, now=NOW).slug
    bare = read(program_of(bob).get(f"/players/{slug}"))
    assert (bare["name"], bare["is_own"], bare["attendance"]) == ("Alice", False, None)
    assert (bare["finished"], bare["record"], bare["pace"]) == ([], "", "")
    together = bare["together"]
    assert together["ahead"] + together["behind"] + together["level"] == 1
    show_profile(user=alice, now=NOW, results=True, record=True)
    full = read(program_of(bob).get(f"/players/{slug}"))
    assert full["attendance"] == {"finished": 1, "stayed": 1, "begun": 1, "lost": 0}
    assert full["finished"][0]["people"] == "1 other"
    assert read(program_of(alice).get(f"/players/{slug}"))["is_own"]
