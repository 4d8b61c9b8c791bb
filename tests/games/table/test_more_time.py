"""More time: a button at the table, and one on the page of the seat."""

import pytest
from django.test import Client

from games.models import Game, StoredEvent
from games.now import database_now
from games.table.votes import decide_own
from stoneage_core.match.more_time import AskForTime
from tests.support.pages import markup_of, page, play_path, seat_of, seat_path, seen

pytestmark = pytest.mark.django_db

GIVE, ASK = 'value="give-time"', 'value="ask-time"'


def deadline(game: Game) -> object:
    return seat_of(game, 0).deadline_at


def press(client: Client, game: Game, path: str, **form: object) -> None:
    game.refresh_from_db()
    answer = client.post(path, {**seen(game), **form})
    assert answer.status_code == 303


def types(game: Game) -> list[str]:
    rows = StoredEvent.objects.filter(game=game, type__startswith="Time")
    return list(rows.order_by("sequence").values_list("type", flat=True))


def test_waiting_player_gives_time_by_one_press(
    client: Client, two_player_game: Game
) -> None:
    before = deadline(two_player_game)
    path = play_path(two_player_game, 1)
    assert GIVE in page(client, path)
    press(client, two_player_game, path, action="give-time", seat=0)
    assert deadline(two_player_game) > before  # type: ignore[operator]
    assert types(two_player_game) == ["TimeGiven"]
    assert GIVE not in page(client, path)


def test_awaited_player_has_no_button_to_give(
    client: Client, two_player_game: Game
) -> None:
    assert GIVE not in page(client, play_path(two_player_game, 0))


def test_awaited_player_asks_on_the_page_of_the_seat(
    client: Client, two_player_game: Game
) -> None:
    path = seat_path(two_player_game, 0)
    assert ASK in page(client, path)
    assert ASK not in page(client, seat_path(two_player_game, 1))
    press(client, two_player_game, path, action="ask-time")
    assert types(two_player_game) == ["TimeAsked"]
    assert ASK not in page(client, path)


def test_others_see_who_asked(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 1)
    before = markup_of(page(client, path))
    decide_own(
        seat=seat_of(two_player_game, 0), command=AskForTime(), now=database_now()
    )
    assert "asks for more time" in page(client, path)
    assert "asks for more time" not in before


def test_spectators_have_no_button(client: Client, two_player_game: Game) -> None:
    Game.objects.filter(pk=two_player_game.pk).update(audience="everyone")
    assert GIVE not in page(client, f"/games/{two_player_game.slug}/")
