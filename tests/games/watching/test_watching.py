"""Who may watch a game, and which games are listed."""

import re

import pytest
from django.test import Client

from games import urls
from games.accounts.profiles import show_profile
from games.accounts.programs import make_token
from games.lobby.new_games import create_game
from games.models import Audience, Game, User
from games.models.tokens import Scope
from games.presentation.option_text import sentence_of
from games.seats.invitations import accept_seat
from games.watching.audience import NOT_SHOWN
from stoneage_core.terms import Terms
from tests.support.pages import markup_of, page, path_of, play_path, signed_in, text_of
from tests.support.play import play_on, play_to_the_end
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

#: Pages about a game for everybody who may watch it, by URL name.
PAGES = {
    "game": ("", "?sheet=about"),
    "board_svg": ("board.svg",),
    "board_png": ("board.png",),
    "preview_png": ("preview.png",),
    "history": ("history/",),
    "position": ("at/3/",),
    "jump": ("at/?event=3",),
    "steps": ("steps.json?from=1&to=3",),
    "log": ("log.jsonl",),
    "transcript": ("transcript.txt",),
    "event_table": ("events.csv",),
    "result": ("result/",),
    "statistics": ("report/",),
    "record": ("record.jsonl",),
    "check_game": ("check/",),
    "waits": ("times/",),
}
#: Pages only for players, pages that only accept POST, and polling.
OF_PLAYERS = {
    *("seats", "take", "cancel", "hand_over_game"),
    *("play", "seat", "leave", "talk", "rematch", "mute"),
    "follow_game",
    *("report", "offer_to_play", "take_seat", "take_offered_seat"),
    *("what_if", "since", "spectators"),
}
DOORS = [door for doors in PAGES.values() for door in doors]
API_PAGES = ("", "/position", "/position?at=3", "/events", "/history")
#: Pages that refuse everybody while the game is running.
ONCE_OVER = ("record.jsonl", "check/", "times/")


def watched_game(host: User, other: User, audience: Audience) -> Game:
    """Return a running game of two in which ``moves`` moves were made."""
    terms = Terms(2, audience=audience)
    game = create_game(host=host, players=[host, other], terms=terms, now=NOW)
    game = accept_seat(seat=game.seats.get(number=1), now=NOW)
    return play_on(game, now=NOW, decisions=12)


def program_of(user: User) -> Client:
    token = make_token(user=user, name="reader", scopes=[Scope.READ], now=NOW).text
    return Client(headers={"Authorization": f"Bearer {token}"})


def test_closed_game_is_shown_only_to_its_players(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.NOBODY)
    stranger, other, player = Client(), signed_in(outsider), signed_in(bob)
    by_link = Client()
    assert by_link.get(play_path(game, 1)).status_code == 200
    for address in DOORS:
        path = f"/games/{game.slug}/{address}"
        for reader in (stranger, other):
            answer = reader.get(path)
            assert answer.status_code == 403, path
            assert answer.context["sentence"] == NOT_SHOWN, path
        for reader in (player, by_link):
            status = reader.get(path).status_code
            refused = {403, 404} if address in ONCE_OVER else {200, 302, 303}
            assert status in refused, path
    programs = program_of(outsider), program_of(bob)
    for address in API_PAGES:
        path = f"/api/v1/games/{game.slug}{address}"
        assert programs[0].get(path).status_code == 403, path
        assert programs[1].get(path).status_code == 200, path


def test_revoked_seat_link_gives_no_access_to_a_closed_game(
    alice: User, bob: User
) -> None:
    game = watched_game(alice, bob, Audience.NOBODY)
    reader = Client()
    reader.get(play_path(game, 1))
    game.seats.filter(number=1).update(link_epoch=1)
    assert reader.get(f"/games/{game.slug}/").status_code == 403
    reader.cookies["seats"] = "1-1.2-2:forged"
    assert reader.get(f"/games/{game.slug}/").status_code == 403


def test_every_url_of_a_game_checks_its_audience() -> None:
    routes = {
        route.name
        for route in urls.urlpatterns
        if str(route.pattern).startswith("games/<slug:slug>/")
    }
    assert routes == PAGES.keys() | OF_PLAYERS


def test_listed_game_is_found_with_its_picture(
    client: Client, alice: User, bob: User
) -> None:
    assert client.get("/watch/").context["rows"] == []
    listed = watched_game(alice, bob, Audience.EVERYONE)
    linked = watched_game(alice, bob, Audience.LINK)
    html = page(client, "/watch/")
    assert f"/games/{listed.slug}/board.svg" in html
    assert linked.slug not in html
    assert "Round " in html
    assert client.get("/watch/?show=finished").context["rows"] == []
    play_to_the_end(listed, now=NOW)
    assert listed.slug not in page(client, "/watch/")
    assert " wins with " in page(client, "/watch/?show=finished&page=99")


def test_pages_of_listed_games_have_large_links(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.lobby.lists.GAMES_LISTED", 1)
    older = watched_game(alice, bob, Audience.EVERYONE)
    newer = watched_game(alice, bob, Audience.EVERYONE)
    first = markup_of(page(client, "/watch/"))
    second = markup_of(page(client, "/watch/?page=2"))
    assert '<a class="button" rel="next" href="?page=2">Older games</a>' in first
    assert '<a class="button" rel="prev" href="?page=1">Newer games</a>' in second
    assert newer.slug in first
    assert newer.slug not in second
    assert older.slug in second


def test_host_chooses_the_audience_and_invitees_see_it(alice: User, bob: User) -> None:
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
        },
    )
    assert answer.status_code == 303, answer.content.decode()
    game = Game.objects.get()
    assert game.audience == "everyone"
    waiting = page(signed_in(bob), path_of(answer["Location"]))
    assert sentence_of("audience", Audience.EVERYONE) in text_of(waiting)
    wrong = {"emails": bob.email, "audience": "me"}
    assert host.post("/games/new/", wrong).status_code == 400


def test_page_of_a_closed_game_polls_with_a_key(alice: User, bob: User) -> None:
    game = watched_game(alice, bob, Audience.NOBODY)
    stranger, here = Client(), f"/games/{game.slug}/"
    for asked in (1, game.version):
        assert stranger.get(f"{here}since/{asked}/").status_code == 404
        assert stranger.get(f"{here}since/nokey/{asked}/").status_code == 404
    html = page(signed_in(bob), f"{here}play/")
    [with_key] = re.findall(r'data-since="([^"]+)"', html)
    assert stranger.get(f"{with_key}1/").json()["version"] == game.version


def test_profile_does_not_list_closed_games(
    alice: User, bob: User, client: Client
) -> None:
    show_profile(user=alice, now=NOW, shows_games=True)
    show_profile(user=bob, now=NOW, shows_games=True)
    game = watched_game(alice, bob, Audience.LINK)
    address = f"/players/{alice.profile.slug}/"
    assert "Round " in page(client, address)
    Game.objects.update(audience=Audience.NOBODY)
    assert client.get(address).context["profile"].running == ()
    assert game.slug not in page(client, address)
