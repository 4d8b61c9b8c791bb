"""Commands and orders in the reader's words."""

import pytest
from django.utils import translation

from games.command_language.spelling import spell_command, spell_orders

ORDERS = """hut, card 1, forest 3
use tool maker
buy 2 wood brick, buy 2 most, leave card 2
pick 6, pick 5
tools gain cards
feed wood brick
go hungry"""

SPANISH = """cabaña, carta 1, bosque 3
usar fabricante de herramientas
comprar 2 madera ladrillo, comprar 2 lo máximo, dejar carta 2
elegir 6, elegir 5
herramientas con ganancia y cartas
alimentar madera ladrillo
pasar hambre"""

KOREAN = """오두막, 카드 1, 숲 3
도구 제작소 사용
2 나무 벽돌 구매, 2 최고가 구매, 카드 2 떠나기
6 고르기, 5 고르기
도구 이득 카드도
나무 벽돌 먹이기
굶기"""


def test_in_english_it_is_the_notation() -> None:
    for text in ("hunting grounds 3", "use tool maker", "no tools", "go hungry"):
        assert spell_command(text) == text


def test_in_other_languages_no_word_is_english() -> None:
    with translation.override("es"):
        assert spell_command("forest 3") == "bosque 3"
        assert spell_command("tools 2 1 once 3") == "herramientas 2 1 una vez 3"
    with translation.override("ko"):
        assert spell_command("buy 2 wood brick") == "2 나무 벽돌 구매"


@pytest.mark.parametrize(
    ("language", "text"), [("en", ORDERS), ("es", SPANISH), ("ko", KOREAN)]
)
def test_orders(language: str, text: str) -> None:
    with translation.override(language):
        assert spell_orders(ORDERS) == text


@pytest.mark.parametrize("language", ["en", "es", "ko"])
@pytest.mark.parametrize(
    "text", ["", " ", "bailar", "use", "place luna", "a  b,c", ","]
)
def test_any_text_can_be_quoted(language: str, text: str) -> None:
    with translation.override(language):
        assert isinstance(spell_command(text), str)


def test_command_with_unknown_words_stays_unchanged() -> None:
    with translation.override("es"):
        assert spell_command("place luna") == "place luna"
        assert spell_orders("place hut , field") == "colocar cabaña, campo"


def test_no_orders_are_no_text() -> None:
    assert spell_orders("") == ""
