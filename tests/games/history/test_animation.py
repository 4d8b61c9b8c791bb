"""The course of a finished game as an animated picture: asked for, made, kept."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from games import housekeeping
from games.history import animating
from games.models import Audience, Game, Seat
from games.models.archives import GameAnimation
from games.store import positions
from tests.support.pages import page, signed_in
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_an_animation_is_asked_for_by_one_query_and_no_more_than_once(
    two_player_game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for minutes in (0, 5):
        with django_assert_num_queries(1):
            later = NOW + timedelta(minutes=minutes)
            animating.request_animation(two_player_game, now=later)
    assert GameAnimation.objects.get().asked_at == NOW


def test_the_end_of_a_game_asks_for_its_animation_and_a_worker_makes_it(
    finished_game: Game, client: Client
) -> None:
    path = f"/games/{finished_game.slug}/animation.gif"
    GameAnimation.objects.filter(pk=finished_game.pk).delete()
    assert client.get(path).status_code == 404
    assert "Draw it as an animated picture" in page(
        client, f"/games/{finished_game.slug}/result/"
    )
    assert client.post(path).status_code == 303
    assert "Look again in a minute" in page(
        client, f"/games/{finished_game.slug}/result/"
    )
    assert client.get(path).status_code == 404
    animating.make_animations()
    answer = client.get(path)
    assert answer["Content-Type"] == "image/gif"
    assert len(answer.content) < 300_000
    rounds = positions.state_of(finished_game).round
    with Image.open(BytesIO(answer.content)) as picture:
        assert (picture.n_frames, picture.size) == (rounds + 1, (720, 867))
        assert picture.info["loop"] == 0
        first = picture.convert("RGB")
        picture.seek(rounds)
        last = picture.convert("RGB")
        # On the map, above cards and buildings, people stand, and are gone at last.
        above = (0, 0, 720, 600)
        assert first.crop(above).tobytes() != last.crop(above).tobytes()
    html = page(client, f"/games/{finished_game.slug}/result/")
    pictures = f"The table in {rounds + 1} pictures: each round with all people placed"
    assert pictures in html
    # Nothing moves before it is asked to: the picture lies in what is folded.
    assert html.index("<details><summary>Play it") < html.index('class="course"')
    # Pressing again makes nothing anew.
    made_at = GameAnimation.objects.get().made_at
    client.post(path)
    animating.make_animations()
    assert GameAnimation.objects.get().made_at == made_at


def test_a_game_that_goes_on_has_none(two_player_game: Game, client: Client) -> None:
    path = f"/games/{two_player_game.slug}/animation.gif"
    assert client.post(path).status_code == 409
    assert client.get(path).status_code == 404
    assert not GameAnimation.objects.exists()


def test_of_a_closed_game_it_is_for_the_players(
    finished_game: Game, client: Client
) -> None:
    Game.objects.filter(pk=finished_game.pk).update(audience=Audience.NOBODY)
    GameAnimation.objects.update_or_create(
        game=finished_game,
        defaults={"asked_at": NOW, "made_at": NOW, "frames": 1, "picture": b"GIF89a"},
    )
    path = f"/games/{finished_game.slug}/animation.gif"
    assert client.get(path).status_code == client.post(path).status_code == 403
    player = Seat.objects.select_related("user").get(game=finished_game, number=0).user
    assert player is not None
    answer = signed_in(player).get(path)
    assert (answer.content, "private" in answer["Cache-Control"]) == (b"GIF89a", True)


def test_what_cannot_be_drawn_is_dropped_and_the_old_goes(
    finished_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    GameAnimation.objects.update_or_create(
        game=finished_game, defaults={"asked_at": NOW, "made_at": None}
    )

    def fail(_tables: object) -> bytes:
        raise ValueError("no picture")

    with monkeypatch.context() as patch:
        patch.setattr(animating, "animation_of", fail)
        animating.make_animations()
    assert not GameAnimation.objects.exists()
    GameAnimation.objects.create(game=finished_game, asked_at=NOW, made_at=NOW)
    assert housekeeping.drop_animations(NOW + animating.KEPT) == 0
    late = NOW + animating.KEPT + timedelta(seconds=1)
    assert housekeeping.drop_animations(late) == 1
