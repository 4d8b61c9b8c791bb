"""The preview of a shared link: a picture and a sentence, without names."""

import re
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games.limits import PICTURES
from games.lobby.new_games import LINKED, create_game
from games.models import Game, User
from games.models.seats import JoinLink
from games.presentation.drawing import HEIGHT, SCORES_HEIGHT, WIDTH
from games.presentation.picture import ZOOM
from tests.support.pages import page, play_path, signed_in
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

OWN = "/static/games/preview"


def meta(html: str) -> dict[str, str]:
    """Return the page's metadata for previews."""
    return dict(
        re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', html)
    )


def test_preview_of_a_game_shows_its_board(
    two_player_game: Game, client: Client
) -> None:
    told = meta(page(client, f"/games/{two_player_game.slug}/"))
    assert told["og:title"] == "Stone Age with 2 players"
    assert told["og:description"] == told["description"]
    assert told["og:description"].startswith("Round 1")
    address = f"/games/{two_player_game.slug}/board.png"
    version = two_player_game.version
    assert told["og:image"] == f"{settings.SITE_URL}{address}?v={version}&amp;l=en"
    picture = client.get(f"{address}?v={version}&l=en")
    assert picture["Content-Type"] == "image/png"
    assert "immutable" in picture["Cache-Control"]
    assert picture.content.startswith(b"\x89PNG")
    size = (int(told["og:image:width"]), int(told["og:image:height"]))
    assert size == (WIDTH * ZOOM, HEIGHT * ZOOM)


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


def test_preview_of_a_finished_game_shows_the_points(
    finished_game: Game, client: Client
) -> None:
    for path in ("", "result/"):
        sentence = meta(page(client, f"/games/{finished_game.slug}/{path}"))[
            "description"
        ]
        assert re.match(r"Over after round \d+: \d+ and \d+ points", sentence)


def test_picture_of_a_finished_game_has_room_for_the_final_scores(
    finished_game: Game, client: Client
) -> None:
    told = meta(page(client, f"/games/{finished_game.slug}/result/"))
    png = client.get(f"/games/{finished_game.slug}/board.png").content
    size = (WIDTH * ZOOM, (HEIGHT + SCORES_HEIGHT) * ZOOM)
    assert Image.open(BytesIO(png)).size == size
    assert (int(told["og:image:width"]), int(told["og:image:height"])) == size


def test_preview_shows_no_names(
    two_player_game: Game, finished_game: Game, alice: User, client: Client
) -> None:
    waiting = create_game(host=alice, players=[alice, LINKED], now=NOW)
    code = JoinLink.objects.get(seat__game=waiting).code
    pages = [
        f"/games/{two_player_game.slug}/",
        f"/games/{finished_game.slug}/result/",
        f"/games/{waiting.slug}/",
        f"/join/{code}/",
        play_path(two_player_game, 0),
    ]
    for path in pages:
        told = " ".join(meta(page(client, path)).values())
        assert "Alice" not in told, path
        assert "Bob" not in told, path


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
