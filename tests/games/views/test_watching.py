"""Who may watch a game, how far behind, and what is listed for everyone."""

import json
import re

import pytest
from django.test import Client

from games.accounts.tokens import make_token
from games.lobby.games import create_game
from games.lobby.seats import accept_seat
from games.lobby.setup import TableTerms
from games.models import Audience, Game, User
from games.models.tokens import Scope
from games.watching.audience import shown_to, shown_version
from tests.support.pages import page, path_of, play_path, signed_in
from tests.support.play import play_on, play_to_the_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

#: What tells of a game to whoever may watch it, by its address.
PAGES = (
    *("", "?sheet=about", "board.svg", "board.png", "history/", "at/3/", "at/?event=3"),
    *("between/2/3/", "between/?from=2&to=3", "steps.json?from=1&to=3", "log.jsonl"),
    *("transcript.txt", "events.csv", "result/", "report/", "record.jsonl"),
)
API_PAGES = ("", "/position", "/position?at=3", "/events", "/history")


def watched_game(host: User, other: User, audience: Audience, delay: int = 0) -> Game:
    """Return a game of two that has begun, with so many moves played in it."""
    terms = TableTerms(audience=audience, watch_delay=delay)
    game = create_game(
        host=host, players=[host, str(other.email)], terms=terms, now=NOW
    )
    game = accept_seat(seat=game.seats.get(number=1), now=NOW)
    return play_on(game, now=NOW, decisions=12)


def program_of(user: User) -> Client:
    token = make_token(user=user, name="reader", scopes=[Scope.READ], now=NOW).text
    return Client(headers={"Authorization": f"Bearer {token}"})


def test_a_closed_game_is_shown_to_those_who_play_alone(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.NOBODY)
    stranger, other, player = Client(), signed_in(outsider), signed_in(bob)
    by_link = Client()
    assert by_link.get(play_path(game, 1)).status_code == 200
    for address in PAGES:
        path = f"/games/{game.slug}/{address}"
        for reader in (stranger, other):
            answer = reader.get(path)
            assert answer.status_code == 403, path
            assert "keep this game to themselves" in answer.content.decode()
        for reader in (player, by_link):
            status = reader.get(path).status_code
            assert status == (403 if "record" in path else status), path
            assert "record" in path or status in {200, 302}, path
    programs = program_of(outsider), program_of(bob)
    for address in API_PAGES:
        path = f"/api/v1/games/{game.slug}{address}"
        assert programs[0].get(path).status_code == 403, path
        assert programs[1].get(path).status_code == 200, path


def test_a_seat_link_that_was_revoked_shows_a_closed_game_no_more(
    alice: User, bob: User
) -> None:
    game = watched_game(alice, bob, Audience.NOBODY)
    reader = Client()
    reader.get(play_path(game, 1))
    game.seats.filter(number=1).update(link_epoch=1)
    assert reader.get(f"/games/{game.slug}/").status_code == 403
    reader.cookies["seats"] = "1-1.2-2:forged"
    assert reader.get(f"/games/{game.slug}/").status_code == 403


def test_spectators_who_are_kept_behind_see_nothing_newer(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK, delay=3)
    moves = game.events.moves().order_by("-sequence")
    upto = moves[2].sequence - 1
    assert shown_version(game) == upto < game.version
    stranger, player = Client(), signed_in(bob)
    here = f"/games/{game.slug}/"
    hidden = list(game.events.filter(sequence__gt=upto).values_list("hash", flat=True))
    for address in PAGES:
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
    past = shown_to(game, None)
    assert past.is_past
    assert past.match_state != game.match_state
    # The live page asks nothing, and who moved is not told.
    assert 'data-every="0"' in watched or "data-every" not in watched
    assert stranger.get(f"{here}since/1/").json()["by"] is None


def test_once_over_everything_is_shown(alice: User, bob: User, client: Client) -> None:
    game = play_to_the_end(watched_game(alice, bob, Audience.LINK, delay=30), now=NOW)
    assert shown_to(game, None) is game
    assert "Look again in a minute" in page(client, f"/games/{game.slug}/result/")


def test_before_its_first_moves_a_delayed_game_stands_at_its_beginning(
    alice: User, bob: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK, delay=30)
    first = game.events.moves().order_by("sequence")[0]
    assert shown_version(game) == first.sequence - 1


def test_a_listed_game_is_found_with_its_picture(
    client: Client, alice: User, bob: User
) -> None:
    assert "There’s no game for everyone to watch" in page(client, "/watch/")
    listed = watched_game(alice, bob, Audience.EVERYONE, delay=10)
    linked = watched_game(alice, bob, Audience.LINK)
    html = page(client, "/watch/")
    assert f"/games/{listed.slug}/board.svg" in html
    assert linked.slug not in html
    assert "10 moves behind" in html
    assert "No game for everyone to watch has ended yet" in page(
        client, "/watch/?show=finished"
    )
    play_to_the_end(listed, now=NOW)
    assert listed.slug not in page(client, "/watch/")
    assert " wins with " in page(client, "/watch/?show=finished&page=99")


def test_the_host_chooses_and_whoever_is_invited_reads_it(
    alice: User, bob: User
) -> None:
    host = signed_in(alice)
    form = page(host, "/games/new/")
    assert re.search(r'<select name="audience"', form)
    answer = host.post(
        "/games/new/",
        {
            "emails": bob.email,
            "plays": "on",
            "tie_break": "sequential",
            "clock-preset": "a_move_a_day",
            "audience": "everyone",
            "watch_delay": "10",
        },
    )
    assert answer.status_code == 303, answer.content.decode()
    game = Game.objects.get()
    assert (game.audience, game.watch_delay) == ("everyone", 10)
    waiting = page(signed_in(bob), path_of(answer["Location"]))
    assert "Everyone may watch: the game is listed here." in waiting
    assert "They see it 10 moves behind until it’s over." in waiting
    for wrong in ({"audience": "me"}, {"watch_delay": "7"}, {"watch_delay": "x"}):
        assert (
            host.post("/games/new/", {"emails": bob.email, **wrong}).status_code == 400
        )
