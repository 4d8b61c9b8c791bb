"""Programs read profiles, and follow games and players, as users do on pages."""

import pytest

from games.accounts.profiles import show_profile
from games.lobby.new_games import create_practice_game
from games.models import Audience, Follow, Game, User
from tests.games.api.conftest import Programs, read, refused
from tests.games.watching.test_watching import watched_game
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_game_and_player_are_followed_and_unfollowed(
    alice: User, bob: User, outsider: User, program_of: Programs
) -> None:
    game = watched_game(alice, bob, Audience.LINK)
    player = show_profile(user=alice, now=NOW, shows_games=True)
    program, follows = program_of(outsider), {"games": [], "players": []}
    assert read(program.get("/following")) == follows
    paths = [f"/following/games/{game.slug}", f"/following/players/{player.slug}"]
    for path in paths * 2:  # idempotent
        follows = read(program.send(path, {}, "put"))
    (followed,), (whom,) = follows["games"], follows["players"]
    assert (followed["slug"], followed["name"]) == (game.slug, "Alice and Bob")
    assert followed["state"].startswith("Round ")
    assert whom == {"slug": player.slug, "name": "Alice", "state": ""}
    assert Follow.objects.filter(follower=outsider).count() == 2
    for path in paths:
        follows = read(program.send(path, {}, "delete"))
    assert follows == {"games": [], "players": []}


def test_invalid_follows_are_refused(
    alice: User, bob: User, outsider: User, program_of: Programs
) -> None:
    hidden = watched_game(alice, bob, Audience.NOBODY)
    waiting = create_practice_game(now=NOW).game
    Game.objects.filter(pk=waiting.pk).update(status="inviting")
    program = program_of(outsider)

    def follow(what: str) -> object:
        return program.send(f"/following/{what}", {}, "put")

    refused(follow(f"games/{hidden.slug}"), 403, "forbidden")
    refused(follow(f"games/{waiting.slug}"), 400, "invalid")
    refused(follow("games/nosuchgame"), 404, "not_there")
    refused(follow("players/nosuchone"), 404, "not_there")
    assert not Follow.objects.exists()


def test_profile_is_the_same_as_on_the_page(
    finished_game: Game, alice: User, bob: User, program_of: Programs
) -> None:
    refused(program_of(bob).get("/players/nosuchone"), 404, "not_there")
    slug = show_profile(user=alice, now=NOW).slug
    bare = read(program_of(bob).get(f"/players/{slug}"))
    assert (bare["name"], bare["is_own"], bare["attendance"]) == ("Alice", False, None)
    assert (bare["finished"], bare["record"], bare["pace"]) == ([], "", "")
    together = bare["together"]
    assert together["ahead"] + together["behind"] + together["level"] == 1
    show_profile(user=alice, now=NOW, shows_results=True, shows_record=True)
    full = read(program_of(bob).get(f"/players/{slug}"))
    assert full["attendance"] == {"finished": 1, "stayed": 1, "begun": 1, "lost": 0}
    assert full["finished"][0]["people"] == "1 other"
    assert read(program_of(alice).get(f"/players/{slug}"))["is_own"]
