"""Orders in anybody's words: understood as they are spelled, and otherwise."""

from typing import TypeVar

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.command_language.parsing import LONGEST, parse_orders
from games.command_language.spelling import spell_orders
from games.command_language.vocabulary import usual_words
from games.presentation.text import say
from stoneage_core import InvalidCommand
from stoneage_core.orders import Orders, parse, to_text
from stoneage_core.orders.text import LONGEST_TEXT
from tests.support.written_orders import ALL_ORDERS

T = TypeVar("T")

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@given(orders=ALL_ORDERS, language=st.sampled_from(LANGUAGES))
def test_spelled_orders_can_be_parsed(orders: Orders, language: str) -> None:
    text = to_text(orders)
    with translation.override(language):
        assert parse_orders(spell_orders(text), language) == text


@given(orders=ALL_ORDERS, language=st.sampled_from(LANGUAGES))
def test_english_is_understood_by_everybody(orders: Orders, language: str) -> None:
    text = to_text(orders)
    assert parse_orders(text, language) == text


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "Put 3 people in the forest or the hut", "forest 3, hut"),
        ("en", "place hut else clay 2, or quarry 1", "hut, clay pit 2, quarry 1"),
        ("en", "place hut, place field", "hut, field"),
        ("en", "the hut", "hut"),
        ("en", "No tools.", "no tools"),
        ("en", "feed bricks and wood", "feed brick wood"),
        ("en", "feed 2 bricks and 1 wood", "feed wood 1 brick 2"),
        ("en", "pick 6, 5", "pick 6, pick 5"),
        ("en", "use forest or clay", "use forest, use clay pit"),
        ("en", "buy card 2 cheapest | card 3", "buy 2 cheapest, buy 3 cheapest"),
        ("en", "Build 3 with wood, or leave", "build 3 wood, leave building 3"),
        (
            "en",
            "buy card 2 with wood and brick, otherwise nothing",
            "buy 2 wood brick, leave card 2",
        ),
        ("en", "take wood and gold", "take wood gold"),
        ("es", "comprar carta 2 con madera y ladrillo", "buy 2 wood brick"),
        ("es", "comprar edificio 1 o nada", "build 1 cheapest, leave building 1"),
        ("ko", "나무와 벽돌로 카드 2 구매", "buy 2 wood brick"),
        ("it", "compra carta 2, carta 1", "buy 2 cheapest, buy 1 cheapest"),
        ("pt-br", "comprar carta 2 madeira 2", "buy 2 wood wood"),
        ("es", "Colocar cabaña, campo, bosque 3", "hut, field, forest 3"),
        ("es", "cabaña, campo, bosque 3", "hut, field, forest 3"),
        ("es", "pongo 3 personas en el bosque o la cabaña", "forest 3, hut"),
        ("es", "COLOCA CABANA si no carta 1", "hut, card 1"),
        (
            "es",
            "usar fabricante de herramientas, bosque",
            "use tool maker, use forest",
        ),
        ("es", "elegir 6, 5", "pick 6, pick 5"),
        ("es", "herramientas con ganancia", "tools gain"),
        ("es", "sin herramientas", "no tools"),
        ("es", "alimentar con madera y ladrillo", "feed wood brick"),
        ("es", "pasar hambre", "go hungry"),
        ("ko", "오두막, 경작지, 숲 3 배치", "hut, field, forest 3"),
        ("ko", "오두막, 경작지 사용", "use hut, use field"),
        ("ko", "숲에 3명 배치", "forest 3"),
        ("ko", "배치 오두막、숲３", "hut, forest 3"),
        ("ko", "카드 1 아니면 건물 2 배치", "card 1, building 2"),
        ("ko", "6, 5 고르기", "pick 6, pick 5"),
        ("ko", "도구 이득 카드", "tools gain cards"),
        ("ko", "나무와 벽돌 먹이기", "feed wood brick"),
        ("pt-br", "cabana ou campo colocar", "hut, field"),
        ("it", "sfama legno e argilla", "feed wood brick"),
        ("it", "metti capanna oppure 2 in foresta", "hut, forest 2"),
        ("it", "metto 3 nella cava", "quarry 3"),
        ("it", "posizionare 1 nell'officina", "tool maker"),
        ("it", "metti 1 sul campo, all’officina", "field, tool maker"),
        ("it", "metti argilla 2", "clay pit 2"),
        ("it", "uso l'argilla", "use clay pit"),
        ("it", "sfamo con l'argilla e il legno", "feed brick wood"),
        ("es", "pon 2 en la arcilla", "clay pit 2"),
        ("pt-br", "ponho 2 na argila", "clay pit 2"),
        ("ko", "점토에 2명 배치합니다", "clay pit 2"),
        ("ko", "오두막을 사용", "use hut"),
        ("ko", "오두막에 배치해 주세요", "hut"),
        ("ko", "숲으로 3명을 보내 주세요", "forest 3"),
        ("ko", "나무를 먹입니다", "feed wood"),
        ("es", "place cabaña", "hut"),
        ("es", "feed madera, brick", "feed wood, feed brick"),
        ("ko", "place 오두막 else 숲 3명", "hut, forest 3"),
    ],
)  # fmt: skip
def test_synonyms_are_understood(language: str, line: str, order: str) -> None:
    assert parse_orders(line, language) == order


@pytest.mark.parametrize(
    "line",
    [
        *("", "   ", "# place hut", " # colocar cabaña", "dance <b>", "3"),
        *("place hut, luna", "place hut use field", "colocar hut xyz", ", ,", "else"),
    ],
)
def test_text_that_is_no_order_stays_unchanged(line: str) -> None:
    text = f"hut\n{line}\ngo hungry"
    assert {parse_orders(text, language) for language in LANGUAGES} == {text}


@pytest.mark.parametrize(
    "line", ["feed no wood", "place hut, no field", "no place hut", "tools no gain"]
)
def test_no_is_never_ignored(line: str) -> None:
    """In Portuguese it is “in the”."""
    assert parse_orders(line, "pt-br") == line


def test_lines_keep_their_numbers() -> None:
    text = "# hoy\n\ncolocar cabaña\r\nbailar"
    with pytest.raises(InvalidCommand, match=r"Line 4: “bailar” isn’t a command"):
        parse(parse_orders(text, "es"))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("construir 1 madera 9", "no building asks for 9 wood"),
        ("colocar bosque 3, cabaña, bosque 3", "it names “forest 3” twice"),
        ("colocar campo 2", "the field never takes 2 of your people"),
        ("herramientas", "“tools” isn’t a command"),
    ],
)
def test_engine_reports_errors_in_known_words(line: str, why: str) -> None:
    with pytest.raises(InvalidCommand, match=why):
        parse(parse_orders(line, "es"))


@pytest.mark.parametrize(
    ("language", "line", "quoted"),
    [
        ("es", "pon bosque 3 cantera 2", "«bosque cantera 3 2»"),
        ("es", "pasar hambre nunca", "«pasar hambre nunca»"),
        ("es", "usa cabaña bosque", "«usar cabaña bosque»"),
        ("es", "alimentar cabaña", "«alimentar cabaña»"),
        ("es", "coloca bosque 3 o bosque 3", "«bosque 3»"),
        ("ko", "카드 배치", "“카드”"),
        ("it", "metti fiume", "«fiume»"),
    ],
)
def test_quoted_orders_are_in_the_readers_words(
    language: str, line: str, quoted: str
) -> None:
    with (
        translation.override(language),
        pytest.raises(InvalidCommand) as refused,
    ):
        parse(parse_orders(line, language))
    with translation.override(language):
        assert quoted in say(refused.value.phrase, ())


@pytest.mark.parametrize("sign", [";", "；", " ; "])  # noqa: RUF001
def test_semicolons_part_orders(sign: str) -> None:
    text = f"colocar cabaña{sign}alimentar madera{sign}\npasar hambre"
    assert parse_orders(text, "es") == "hut\nfeed wood\ngo hungry"


def test_comment_is_not_read_as_an_order() -> None:
    text = "# later; place hut"
    assert parse_orders(text, "en") == text


def test_a_line_of_another_language_is_not_understood() -> None:
    assert parse_orders("colocar cabaña", "ko") == "colocar cabaña"


@pytest.mark.parametrize("line", ["카드 " * 400 + "배치", "place " * 300, "1," * 900])
def test_ambiguous_text_is_parsed_quickly(line: str) -> None:
    assert isinstance(parse_orders(line, "ko"), str)


def test_own_words_may_be_longer_than_the_engines() -> None:
    most = ", ".join(f"clay pit {people}" for people in range(1, 8))
    text = "\n".join([f"tool maker, {most}"] * 18)
    with translation.override("es"):
        own = spell_orders(text)
    assert len(text) < LONGEST_TEXT < len(own)
    assert parse_orders(own, "es") == text


def test_text_that_is_too_long_is_not_parsed() -> None:
    text = "colocar cabaña\n" * LONGEST
    assert parse_orders(text, "es") == text
    with pytest.raises(InvalidCommand, match="characters at most"):
        parse(parse_orders(text, "es"))


PIECES = [
    *{
        word
        for each in LANGUAGES
        for word in usual_words(each, "orders", "notation").values()
    },
    *("1", "3", "12", ",", ";", "\n", "#", "、", "\uff12"),
]


@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=30) | st.lists(st.text()),
    language=st.sampled_from(LANGUAGES),
)
def test_parsed_orders_mean_the_same_to_the_engine(
    pieces: list[str], language: str
) -> None:
    text = " ".join(pieces)
    try:
        meant = parse(text)
    except InvalidCommand:
        parse_orders(text, language)
    else:
        assert parse(parse_orders(text, language)) == meant
