"""The preview of a shared link: a wide picture and a sentence; embedding a game."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games.limits import PICTURES
from games.lobby.new_games import LINKED, create_game
from games.log.positions import state_of
from games.models import Audience, Game, User
from games.models.seats import JoinLink
from games.presentation.drawing import HEIGHT, SCORES_HEIGHT, WIDTH
from games.presentation.picture import ZOOM
from games.presentation.result import result_in_words
from stoneage_core import awaited
from tests.support.pages import page, play_path, signed_in
from tests.support.play import play_on
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

OWN = "/static/games/preview"


def meta(html: str) -> dict[str, str]:
    """Return the page's metadata for previews."""
    return dict(
        re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', html)
    )


def close(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(audience=Audience.NOBODY)


def size_told(told: dict[str, str]) -> tuple[int, int]:
    return int(told["og:image:width"]), int(told["og:image:height"])


def test_preview_of_a_game_shows_position_names_and_who_is_to_move(
    two_player_game: Game, client: Client
) -> None:
    told = meta(page(client, f"/games/{two_player_game.slug}/"))
    assert "Alice" in told["og:title"]
    assert "Bob" in told["og:title"]
    assert told["og:description"] == told["description"]
    state = state_of(two_player_game)
    (waiting,) = awaited(state)
    assert told["og:description"].startswith("Round 1")
    assert ("Alice", "Bob")[waiting] in told["og:description"]
    address = f"/games/{two_player_game.slug}/preview.png"
    assert told["og:image"] == f"{settings.SITE_URL}{address}"
    picture = client.get(address)
    assert picture["Content-Type"] == "image/png"
    assert size_told(told) == Image.open(BytesIO(picture.content)).size == (1200, 630)


def test_picture_with_names_is_not_kept_by_caches(
    two_player_game: Game, client: Client
) -> None:
    """People may change their name, or have it deleted."""
    picture = client.get(f"/games/{two_player_game.slug}/preview.png")
    assert picture["Cache-Control"] == "public, max-age=60"
    assert (
        "immutable"
        in client.get(
            f"/games/{two_player_game.slug}/board.png?v={two_player_game.version}"
        )["Cache-Control"]
    )


def test_picture_changes_with_names_and_with_the_game(
    two_player_game: Game, alice: User, client: Client
) -> None:
    address = f"/games/{two_player_game.slug}/preview.png"
    first = client.get(address).content
    User.objects.filter(pk=alice.pk).update(name="Zoe")
    renamed = client.get(address).content
    play_on(two_player_game, now=NOW, decisions=1)
    assert len({first, renamed, client.get(address).content}) == 3


def test_picture_is_in_the_language_of_the_url(
    two_player_game: Game, client: Client
) -> None:
    address = f"/games/{two_player_game.slug}/board.png?l="
    drawn = {
        language: client.get(address + language).content
        for language in ("en", "es", "nonsense")
    }
    assert drawn["en"] != drawn["es"]
    assert drawn["en"] == drawn["nonsense"]


def test_preview_of_a_finished_game_shows_who_won(
    finished_game: Game, client: Client
) -> None:
    state = state_of(finished_game)
    names = ("Alice", "Bob")
    for path in ("", "result/", "report/"):
        told = meta(page(client, f"/games/{finished_game.slug}/{path}"))
        assert result_in_words(state, names) in told["description"], path
        assert size_told(told) == (1200, 630)


def test_picture_of_a_finished_game_has_room_for_the_final_scores(
    finished_game: Game, client: Client
) -> None:
    png = client.get(f"/games/{finished_game.slug}/board.png").content
    size = (WIDTH * ZOOM, (HEIGHT + SCORES_HEIGHT) * ZOOM)
    assert Image.open(BytesIO(png)).size == size


def test_names_are_shown_only_once_a_game_that_others_may_watch_has_begun(
    two_player_game: Game, alice: User, client: Client
) -> None:
    waiting = create_game(host=alice, players=[alice, LINKED], now=NOW)
    code = JoinLink.objects.get(seat__game=waiting).code
    pages = [
        f"/games/{waiting.slug}/",
        f"/join/{code}/",
        play_path(two_player_game, 0),
    ]
    for path in pages:
        told = " ".join(meta(page(client, path)).values())
        assert "Alice" not in told, path
        assert "Bob" not in told, path
    assert client.get(f"/games/{waiting.slug}/preview.png").status_code == 404


def test_closed_game_has_no_preview(finished_game: Game, alice: User) -> None:
    close(finished_game)
    told = meta(page(signed_in(alice), f"/games/{finished_game.slug}/result/"))
    assert told["og:image"].startswith(f"{settings.SITE_URL}{OWN}")
    assert "Bob" not in " ".join(told.values())


# Embedding


def embed(client: Client, path: str, **more: str) -> Any:
    return client.get("/oembed/", {"url": f"{settings.SITE_URL}{path}", **more})


def test_game_is_embedded_as_a_photo(finished_game: Game, client: Client) -> None:
    html = page(client, f"/games/{finished_game.slug}/result/")
    found = re.search(r'application/json\+oembed"\s+href="([^"]+)"', html)
    assert found is not None
    answer = client.get(found[1].removeprefix(settings.SITE_URL))
    told = answer.json()
    assert (told["version"], told["type"]) == ("1.0", "photo")
    assert told["url"] == f"{settings.SITE_URL}/games/{finished_game.slug}/preview.png"
    assert (told["width"], told["height"]) == (1200, 630)
    assert "Alice" in told["title"]
    assert answer["Access-Control-Allow-Origin"] == "*"
    for path in ("result/", "report/", "at/1/", "history/"):
        address = f"/games/{finished_game.slug}/{path}"
        assert embed(client, address).json() == told, path


def test_embedded_picture_fits_into_the_given_space(
    finished_game: Game, client: Client
) -> None:
    address = f"/games/{finished_game.slug}/"
    told = embed(client, address, maxwidth="600").json()
    assert (told["width"], told["height"]) == (600, 315)
    told = embed(client, address, maxwidth="800", maxheight="210").json()
    assert (told["width"], told["height"]) == (400, 210)


def test_nothing_else_can_be_embedded(
    finished_game: Game, alice: User, client: Client
) -> None:
    address = f"/games/{finished_game.slug}/"
    other = client.get("/oembed/", {"url": f"https://elsewhere.example{address}"})
    assert other.status_code == 404
    waiting = create_game(host=alice, players=[alice, LINKED], now=NOW)
    for path in ("/", "/nowhere/", "/games/nothere234/", f"/games/{waiting.slug}/"):
        assert embed(client, path).status_code == 404, path
    assert embed(client, address, format="xml").status_code == 501
    close(finished_game)
    assert embed(client, address).status_code == 404


def test_preview_of_a_private_page_shows_the_service(
    two_player_game: Game, invited_game: Game, alice: User, client: Client
) -> None:
    for path in (play_path(two_player_game, 0), "/", "/account/login/", "/open-seats/"):
        told = meta(page(client, path))
        assert told["og:image"].startswith(f"{settings.SITE_URL}{OWN}"), path
        assert two_player_game.slug not in " ".join(told.values())
    assert OWN in meta(page(signed_in(alice), "/games/"))["og:image"]


def test_preview_of_a_waiting_game_shows_the_service(
    alice: User, client: Client
) -> None:
    waiting = create_game(host=alice, players=[alice, LINKED], now=NOW)
    told = meta(page(client, f"/games/{waiting.slug}/"))
    assert told["og:image"].startswith(f"{settings.SITE_URL}{OWN}")
    assert told["og:title"] == "Stone Age with 2 players"


def test_pictures_are_limited(two_player_game: Game, client: Client) -> None:
    for _ in range(PICTURES.most):
        PICTURES.spend("127.0.0.1", now=NOW)
    address = f"/games/{two_player_game.slug}/board.png"
    assert client.get(address).status_code == 429
    assert client.get("/games/nothere234/board.svg").status_code == 404
