"""How far behind spectators are, by moves or by time, at every door of a game."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.profiles import show_profile
from games.models import Audience, Game, User, WatchDelay
from games.store.past import game_at
from games.watching.audience import shown_to, shown_version
from tests.games.moderation.conftest import member
from tests.games.moderation.doing import do_action
from tests.games.watching.test_watching import DOORS, program_of, watched_game
from tests.support.pages import page, signed_in
from tests.support.play import play_on, play_to_the_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_spectators_who_are_kept_behind_see_nothing_newer(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK, delay=WatchDelay.THREE_MOVES)
    moves = game.events.moves().order_by("-sequence")
    upto = moves[2].sequence - 1
    assert shown_version(game, NOW) == upto < game.version
    stranger, player = Client(), signed_in(bob)
    here = f"/games/{game.slug}/"
    hidden = list(game.events.filter(sequence__gt=upto).values_list("hash", flat=True))
    for address in DOORS:
        answer = stranger.get(here + address, follow=True)
        told = answer.getvalue().decode("latin-1")
        assert not any(digest in told for digest in hidden), address
    watched = page(stranger, here)
    assert "3 moves behind, as its players wish" in watched
    assert "3 moves behind, as its players wish" not in page(player, here)
    assert stranger.get(f"{here}at/{upto}/").status_code == 200
    assert stranger.get(f"{here}at/{upto + 1}/").status_code == 404
    assert player.get(f"{here}at/{upto + 1}/").status_code == 200
    assert len(stranger.get(f"{here}log.jsonl").content.splitlines()) == upto
    small, own = stranger.get(f"{here}board.svg"), player.get(f"{here}board.svg")
    assert small.content != own.content
    assert "private" in small["Cache-Control"]
    assert "private" in own["Cache-Control"]
    program = program_of(outsider)
    told = program.get(f"/api/v1/games/{game.slug}").json()
    assert (told["version"], told["seat"]) == (upto, None)
    lines = program.get(f"/api/v1/games/{game.slug}/events").content
    assert json.loads(lines.splitlines()[-1])["sequence"] == upto
    # The row of the past is made by the read model itself, seats included.
    past = shown_to(game, None, NOW)
    assert past.is_past
    assert past.table_state != game.table_state
    # The live page of a spectator asks nothing, and would be told nothing.
    assert 'data-every="0"' in watched
    for asked in (1, upto, game.version):
        assert stranger.get(f"{here}since/{asked}/").status_code == 404
        assert stranger.get(f"{here}since/nokey/{asked}/").status_code == 404
    [with_key] = re.findall(r'data-since="([^"]+)"', page(player, f"{here}play/"))
    told = stranger.get(f"{with_key}{upto}/").json()
    assert told["version"] == game.version


def test_once_over_everything_is_shown(alice: User, bob: User, client: Client) -> None:
    game = play_to_the_end(
        watched_game(alice, bob, Audience.LINK, delay=WatchDelay.THIRTY_MOVES), now=NOW
    )
    assert shown_to(game, None, NOW) is game
    assert "Look again in a minute" in page(client, f"/games/{game.slug}/result/")


def test_spectators_can_be_kept_behind_by_time(alice: User, bob: User) -> None:
    game = watched_game(alice, bob, Audience.LINK, delay=WatchDelay.ONE_DAY)
    before = game.version
    first = game.events.moves().order_by("sequence")[0].sequence
    # Nothing that was decided is shown yet, and what was there before the moves is.
    assert shown_version(game, NOW) == first - 1
    later = NOW + timedelta(hours=23)
    game = play_on(game, now=later, decisions=3)
    assert shown_version(game, later) == first - 1
    a_day_later = NOW + timedelta(hours=24, minutes=12)
    past = shown_to(game, None, a_day_later)
    assert (past.version, past.is_past) == (before, True)
    assert shown_version(game, later + timedelta(hours=24, minutes=3)) == game.version
    assert "1 day behind" in page(Client(), f"/games/{game.slug}/")
    Game.objects.update(watch_delay=WatchDelay.ONE_HOUR)
    assert shown_version(Game.objects.get(), later) == before


def test_a_game_as_it_was_is_reckoned_once(
    alice: User, bob: User, django_assert_num_queries
) -> None:
    game = watched_game(alice, bob, Audience.LINK)
    first = game_at(game, game.version - 2)
    with django_assert_num_queries(1):  # its hash, which tells that it is the same
        again = game_at(game, game.version - 2)
    assert (again.state, again.table) == (first.state, first.table)


def test_a_page_about_somebody_keeps_what_their_tables_keep(
    alice: User, bob: User, client: Client
) -> None:
    show_profile(user=alice, now=NOW, shows_games=True)
    show_profile(user=bob, now=NOW, shows_games=True)
    game = watched_game(alice, bob, Audience.LINK, delay=WatchDelay.THREE_MOVES)
    address = f"/players/{alice.profile.slug}/"
    assert "3 moves behind" in page(client, address)
    assert "Round " not in page(client, address)
    Game.objects.update(watch_delay=WatchDelay.NONE)
    assert "Round " in page(client, address)
    Game.objects.update(audience=Audience.NOBODY)
    assert game.slug not in page(client, address)
    assert "None so far." in page(client, address)


def test_no_address_tells_how_many_moves_there_are(alice: User, bob: User) -> None:
    show_profile(user=alice, now=NOW, shows_games=True)
    show_profile(user=bob, now=NOW, shows_games=True)
    delay = WatchDelay.THREE_MOVES
    game = watched_game(alice, bob, Audience.EVERYONE, delay=delay)
    shown = shown_version(game, NOW)
    for path in ("/watch/", f"/players/{alice.profile.slug}/", f"/games/{game.slug}/"):
        asked = page(Client(), path)
        assert f"/games/{game.slug}/board." in asked, path
        for version in re.findall(rf"{game.slug}/board\.\w+\?v=(\d+)", asked):
            assert int(version) <= shown, path


def test_what_the_moderators_did_is_told_as_late_as_the_game(
    alice: User, bob: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK, delay=WatchDelay.ONE_DAY)
    moderator = member("Mona", "Moderators")
    why = {"reason": "A word with the table.", "until": NOW + timedelta(days=1)}
    do_action("pause", game=game, by=moderator, now=NOW, **why)
    here = f"/games/{game.slug}/?sheet=about"
    assert "A word with the table." not in page(Client(), here)
    assert "A word with the table." in page(signed_in(bob), here)


def test_before_its_first_moves_a_delayed_game_stands_at_its_beginning(
    alice: User, bob: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK, delay=WatchDelay.THIRTY_MOVES)
    first = game.events.moves().order_by("sequence")[0]
    assert shown_version(game, NOW) == first.sequence - 1
