"""Orders on the page, in the words of its reader."""

import pytest
from django.test import Client

from games.models import Game, SeatOrders
from games.web.reader import language_of
from tests.games.table.table import act
from tests.support.pages import html_of, page, seat_of, seat_path, text_of
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db

STORED = "hut, field, forest 3\ntools gain\nfeed wood brick"
TYPED = {
    "es": "pon cabaña o campo si no bosque 3\nherramientas con ganancia\n"
    "alimentar madera y ladrillo",
    "ko": "오두막, 경작지, 숲 3명 배치\n도구 이득일 때\n나무와 벽돌로 먹이기",
}
SHOWN = {
    "es": "cabaña, campo, bosque 3\nherramientas con ganancia\n"
    "alimentar madera ladrillo",
    "ko": "오두막, 경작지, 숲 3\n도구 이득\n나무 벽돌 먹이기",
}
LISTED = {
    "es": ["elegir 6, elegir 5", "pasar hambre"],
    "ko": ["6 고르기, 5 고르기", "굶기"],
}
WRONG = {"es": "bailar", "ko": "춤추기"}


def speak(game: Game, language: str) -> None:
    """Let Bob read the pages in a language."""
    user = seat_of(game, 1).user
    assert user
    user.language, user.language_known = language, True
    user.save()
    assert language_of(user) == language


@pytest.mark.parametrize("language", TYPED)
def test_orders_in_own_words_are_stored_in_the_notation(
    client: Client, two_player_game: Game, time_stands: StandingTime, language: str
) -> None:
    speak(two_player_game, language)
    path = seat_path(two_player_game, 1)
    assert f'placeholder="{SHOWN[language]}"' in client.get(path).content.decode()
    html = page(client, path)
    for example in LISTED[language]:
        assert f'<dt class="code">{example}</dt>' in html
    act(client, two_player_game, 1, "orders", text=TYPED[language])
    assert SeatOrders.objects.get().text == STORED
    html = page(client, seat_path(two_player_game, 1))
    assert f">{SHOWN[language]}</textarea>" in html


@pytest.mark.parametrize("language", TYPED)
def test_english_is_understood_as_well(
    client: Client, two_player_game: Game, time_stands: StandingTime, language: str
) -> None:
    speak(two_player_game, language)
    act(client, two_player_game, 1, "orders", text=STORED)
    assert SeatOrders.objects.get().text == STORED


def test_page_accepts_the_examples_of_the_emails_help(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    speak(two_player_game, "es")
    typed = "colocar cabaña; alimentar madera"
    act(client, two_player_game, 1, "orders", text=typed)
    assert SeatOrders.objects.get().text == "hut\nfeed wood"


@pytest.mark.parametrize("language", TYPED)
def test_orders_by_choices_are_shown_in_own_words(
    client: Client, two_player_game: Game, time_stands: StandingTime, language: str
) -> None:
    speak(two_player_game, language)
    chosen = {"place1": "hut", "place2": "field", "place3": "forest 3"}
    chosen |= {"tools": "tools gain", "feeding": "feed wood brick"}
    assert act(client, two_player_game, 1, "orders", **chosen).status_code == 303
    html = page(client, seat_path(two_player_game, 1))
    assert f">{SHOWN[language]}</textarea>" in html


@pytest.mark.parametrize("language", TYPED)
def test_error_quotes_the_typed_order_and_an_example(
    client: Client, two_player_game: Game, time_stands: StandingTime, language: str
) -> None:
    speak(two_player_game, language)
    typed = f"{SHOWN[language]}\n{WRONG[language]}"
    answer = act(client, two_player_game, 1, "orders", text=typed)
    html = html_of(answer)
    assert answer.status_code == 400
    assert f">{typed}</textarea>" in html
    complaint = text_of(html.partition('id="orders-error">')[2].partition("<")[0])
    assert "4" in complaint
    assert WRONG[language] in complaint
    assert SHOWN[language].splitlines()[0].split(", ")[-1] in complaint
