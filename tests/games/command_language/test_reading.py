"""A line is read as a move only if exactly one legal command fits, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.command_language.reading import MOST_ASKED, MoveReading, read_move
from games.command_language.vocabulary import known_languages
from tests.support.positions import legal_texts, positions

PLACING = [
    *(
        f"{place} {people}"
        for place in ("hunting grounds", "forest", "clay pit", "quarry", "river")
        for people in range(1, 6)
    ),
    *("tool maker", "hut", "field", "card 1", "card 2", "card 3", "card 4"),
    *("building 1", "building 2"),
]
#: Each place with the last person.
LAST = ["forest 1", "river 1", "quarry 1", "hut", "field", "card 2", "building 1"]
BUYING = [
    *("buy 1 wood", "buy 1 gold", "buy 2 wood brick", "buy 2 wood wood"),
    *("buy 2 brick brick", "build 1 wood wood stone", "build 1 wood wood brick"),
    *("build 2 brick brick stone", "leave card 1", "leave card 2", "use river"),
]
FEEDING = ["feed wood 3", "feed brick 3", "feed wood 2 brick 1", "go hungry"]
TOOLS = ["tools 1", "tools 2", "tools 2 1", "no tools"]


def read(line: str, language: str, legal: list[str]) -> MoveReading:
    return read_move(line, language, legal, legal)


SURE = {
    "en": [
        ("my move: forest 3", PLACING, "forest 3"),
        ("24 it is", PLACING, "river 4"),
        ("Going with forest 3 this time", PLACING, "forest 3"),
        ("we go for clay pit 2 today", PLACING, "clay pit 2"),
        ("number 18, sorry it took me so long this time", PLACING, "quarry 3"),
        ("clay pit 2 (thanks for the wait)", PLACING, "clay pit 2"),
        ("18. How are you, Bob?", PLACING, "quarry 3"),
        ("forest 3 because I need wood", PLACING, "forest 3"),
        ("quary with four", PLACING, "quarry 4"),
        ("all my folks hunt today", PLACING, "hunting grounds 5"),
        ("I'd like the third card", PLACING, "card 3"),
        ("one guy on building 1", PLACING, "building 1"),
        ("let's give them 3 bricks to eat", FEEDING, "feed brick 3"),
        ("build 2 for two bricks and a stone", BUYING, "build 2 brick brick stone"),
        ("the second card for a wood and a brick", BUYING, "buy 2 wood brick"),
        ("use both tools", TOOLS, "tools 2 1"),
    ],
    "es": [
        ("forest 3, perdón por el retraso", PLACING, "forest 3"),
        ("la 18, disculpad que tarde tanto en contestar", PLACING, "quarry 3"),
        ("mando a todos a cazar", PLACING, "hunting grounds 5"),
        ("que coman 3 ladrillos", FEEDING, "feed brick 3"),
        ("sí, bosque 3", PLACING, "forest 3"),
    ],
    "it": [
        ("la 18, chiedo scusa se rispondo solo adesso", PLACING, "quarry 3"),
        ("metto tre omini nella foresta", PLACING, "forest 3"),
        ("stavolta il campo", PLACING, "field"),
    ],
    "pt-br": [
        ("mete 2 na pedreira, se faz favor", PLACING, "quarry 2"),
        ("a 18, peço desculpa por só responder hoje", PLACING, "quarry 3"),
        ("manda todo mundo caçar", PLACING, "hunting grounds 5"),
    ],
    "ko": [
        ("채석장에 네 명이요", PLACING, "quarry 4"),
        ("숲으로 세명 보낼게요", PLACING, "forest 3"),
        ("세 번째 카드요", PLACING, "card 3"),
        ("강에 두 명 보내 주세요, 늦어서 죄송합니다", PLACING, "river 2"),
    ],
    "de": [
        ("drei Leute in den Wald bitte", PLACING, "forest 3"),
        ("18 wird's", PLACING, "quarry 3"),
        ("ein Mann auf Gebäude 1", PLACING, "building 1"),
        ("Lehmgrube 2 (danke fürs Warten)", PLACING, "clay pit 2"),
    ],
}  # fmt: skip

#: Nothing of this may be played without a question, however few commands are legal.
TRAPS = {
    "en": (
        *("no 18", "18 no", "not 18 but 19", "18 or 19", "18?!", "is 18 ok"),
        *("maybe forest 3", "forest 3?", "forest 3, just kidding", "wait, forest 3"),
        *("Bob took the hut", "nice hut!", "your hut!", "thanks for the hut"),
        *("good luck with the hut", "happy hunting", "I took the hut last time"),
        *("forest 3 next turn", "18 November", "I have 3 wood", "I have wood"),
        *("I like the forest", "the river is full", "18 points for me", "on the 18th"),
        *("if the hut is free", "forest 3 and hut", "forest 3 and 2 at the river"),
        *("I'm in the field", "round 4!", "take 3 from the forest", "back home"),
        *("3 points of card 2", "Would 18 work", "forest <3 is no move"),
        *("example: forest 3", "instead of the hut, the field", "18 more minutes"),
        *("I hope Bob doesn't take the hut", "don't place 3 in the forest"),
    ),
    "es": (
        *("no 18", "si 18", "la primera", "la 18 o la 19", "quizás la cabaña"),
        *("la cabaña es mía", "qué cabaña", "tengo 3 madera", "el 18 de noviembre"),
        *("bosque 3, es broma", "gracias por la cabaña", "suerte con la carta 2"),
        *("me voy a casa", "estoy en el campo", "ronda 4", "3 puntos de la carta 2"),
        *("casi cojo la cabaña", "nunca 18", "la próxima vez bosque 3"),
    ),
    "it": (
        *("non 18", "se 18", "la prima", "18 o 19", "forse la capanna"),
        *("Bob ha preso la capanna", "ho 3 legni", "il 18 novembre", "bella capanna"),
        *("foresta 3, scherzo", "grazie per la capanna", "mi piace il fiume"),
    ),
    "pt-br": (
        *("não 18", "no 18", "se 18", "18 ou 19", "talvez a cabana", "bela cabana"),
        *("o Bob pegou a cabana", "tenho 3 madeiras", "18 de novembro"),
        *("floresta 3, brincadeira", "obrigado pela cabana", "gosto do rio"),
    ),
    "ko": (
        *(
            "18 말고",
            "18번 아니에요",
            "숲 3명 말고",
            "숲이 꽉 찼네요",
            "나무 3개 있어요",
        ),
        *("다음에 숲 3명", "숲 3명 농담이에요", "오두막 축하해요", "강이 좋아요"),
        *("네, 알겠어요", "집에 갈게요"),
        *("오두막 가고 싶었는데", "숲 3명 하지 마세요", "아마 18번"),
    ),
    "de": (
        *("nicht 18", "wenn 18", "18 oder 19", "vielleicht die Hütte", "schöne Hütte"),
        *("Bob hat die Hütte", "ich habe 3 Holz", "am 18. November", "keine 18"),
        *("Wald 3, Scherz", "danke für die Hütte", "ich mag den Fluss"),
    ),
}


@pytest.mark.parametrize(
    ("language", "line", "legal", "text"),
    [(language, *each) for language, found in SURE.items() for each in found],
)
def test_clear_line_is_sure(
    language: str, line: str, legal: list[str], text: str
) -> None:
    found = read(line, language, legal)
    assert (found.fits, found.is_sure) == ((text,), True)


@pytest.mark.parametrize("legal", [PLACING, LAST], ids=["placing", "last"])
@pytest.mark.parametrize(
    ("language", "line"),
    [(language, line) for language, lines in TRAPS.items() for line in lines],
)
def test_trap_is_never_sure(language: str, line: str, legal: list[str]) -> None:
    assert not read(line, language, legal).is_sure


@pytest.mark.parametrize(
    ("line", "legal", "fits"),
    [
        ("forest", PLACING, tuple(f"forest {people}" for people in range(1, 6))),
        ("three of mine wander off into the forest", PLACING, ("forest 3",)),
        ("Bob took the hut", PLACING, ("hut",)),
        ("don't buy card 2", BUYING, ("leave card 2",)),
        ("buy card 2", BUYING, tuple(BUYING[2:5])),
        ("send 3", PLACING, ()),
        ("wait, forest 3", PLACING, ()),
        ("18 or 19", PLACING, ()),
    ],
)  # fmt: skip
def test_unclear_line_fits_a_few_commands(
    line: str, legal: list[str], fits: tuple[str, ...]
) -> None:
    assert read(line, "en", legal) == MoveReading(fits)


def test_words_of_another_language_are_only_asked_about() -> None:
    assert read("bosque 3", "en", PLACING) == MoveReading(("forest 3",))
    assert read("Wald 3", "es", PLACING) == MoveReading(("forest 3",))


#: A third card and two buildings, which the same goods could pay for.
PAYING = [
    *("buy 1 wood", "buy 2 wood wood", "buy 2 wood brick", "buy 3 wood wood brick"),
    *("build 1 wood wood stone", "build 2 wood brick stone", "leave card 1"),
]


@pytest.mark.parametrize(
    ("language", "line", "text"),
    [
        ("en", "build two wood and a stone", "build 1 wood wood stone"),
        ("en", "the building for two wood and a stone", "build 1 wood wood stone"),
        ("en", "buy the card for two wood and brick", "buy 3 wood wood brick"),
        ("en", "building no. 2 for wood, brick and stone", "build 2 wood brick stone"),
        ("es", "construyo con dos maderas y una piedra", "build 1 wood wood stone"),
        ("es", "el edificio por dos maderas y una piedra", "build 1 wood wood stone"),
        ("es", "compro la carta por dos maderas y ladrillo", "buy 3 wood wood brick"),
        (
            "it",
            "costruisco l'abitazione con due legni e una pietra",
            "build 1 wood wood stone",
        ),
        ("it", "compro la carta con due legni e mattone", "buy 3 wood wood brick"),
        (
            "it",
            "l'abitazione la 2 con legno, mattone e pietra",
            "build 2 wood brick stone",
        ),
        (
            "pt-br",
            "construo a construção com duas madeiras e uma pedra",
            "build 1 wood wood stone",
        ),
        ("de", "Gebäude mit zwei Holz und einem Stein", "build 1 wood wood stone"),
        ("ko", "건물 나무 2개 돌 1개로 짓기", "build 1 wood wood stone"),
    ],
)
def test_number_before_a_good_counts_that_good(
    language: str, line: str, text: str
) -> None:
    assert read(line, language, PAYING).fits == (text,)


def test_number_that_may_name_a_card_or_count_a_good_is_asked_about() -> None:
    found = read("buy two wood and brick", "en", PAYING)
    assert {"buy 2 wood brick", "buy 3 wood wood brick"} <= set(found.fits)
    assert not found.is_sure


@given(
    line=st.text(max_size=200) | st.sampled_from([*TRAPS["en"], *TRAPS["ko"]]),
    language=st.sampled_from(known_languages()),
)
def test_any_text_is_read(line: str, language: str) -> None:
    state, player = positions(2, 11)[0]
    legal = sorted(legal_texts(state, player))
    found = read(line, language, legal)
    assert set(found.fits) <= set(legal)
    assert len(found.fits) <= MOST_ASKED
    assert len(found.fits) == 1 or not found.is_sure


PLACINGS = ("forest 3", "forest 4", "quarry 3", "river 3", "clay pit 3", "hut")


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "not the quarry this time - the river, three people", "river 3"),
        ("en", "forest 3, no sorry, make that 4", "forest 4"),
        ("de", "nicht in den Steinbruch, sondern drei an den Fluss", "river 3"),
        ("es", "a la cantera no, mejor tres al río", "river 3"),
        ("it", "foresta 3 anzi no 4", "forest 4"),
        ("pt-br", "pedreira não, rio com três", "river 3"),
        ("ko", "채석장 말고 강에 세 명이요", "river 3"),
    ],
)
def test_what_is_denied_or_corrected_is_left_out_and_the_rest_asked(
    language: str, line: str, meant: str
) -> None:
    assert read_move(line, language, PLACINGS, ()) == MoveReading((meant,))


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "could you put three of mine in the quarry, please?", "quarry 3"),
        ("en", "three guys on brick", "clay pit 3"),
        ("de", "könntest du mir drei in den Steinbruch stellen?", "quarry 3"),
        ("es", "¿me pones tres en la cantera, por favor?", "quarry 3"),
        ("it", "potresti mettermene tre nella cava?", "quarry 3"),
        ("pt-br", "pode botar três na pedreira pra mim?", "quarry 3"),
        ("ko", "채석장에 세 명 보내 주시겠어요?", "quarry 3"),
    ],
)
def test_polite_question_and_good_of_a_place_are_sure(
    language: str, line: str, meant: str
) -> None:
    assert read_move(line, language, PLACINGS, ()) == MoveReading((meant,), None, True)
