"""Lines that people write are understood if they have one meaning."""

from datetime import date
from functools import cache
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.command_language.spelling import spell_command
from games.command_language.vocabulary import intent_words, notation_words
from notifications.mail_text.quote_stripping import LONGEST_LINE
from notifications.replies.dates import day_in
from notifications.replies.lines import MAY_BE_BROKEN, is_courtesy, lines_of
from notifications.replies.parse import (
    Away,
    Intent,
    PerhapsAway,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
    parse_line,
)
from stoneage_core import notation
from tests.support.positions import legal_texts, positions

TODAY = date(2026, 11, 20)
LANGUAGES = ("en", "es", "pt-br", "ko", "it")


def wide(text: str) -> str:
    """Return a text in the full-width letters of Korean and Japanese keyboards."""
    return "".join("\u3000" if c == " " else chr(ord(c) + 0xFEE0) for c in text)


def asked(line: str, language: str = "en") -> Intent:
    return parse_line(line, language, today=TODAY)


@pytest.mark.parametrize(
    "line",
    [
        "2", "2.", "2)", "(2)", "#2", "# 2", "2:", " 2 ", "- 2", "* 2", "• 2", "2!",
        "option 2", "Choice 2.", "number 2", wide("2"), wide("(2)"), "“2”", "2\xa0",
        "*2*", "**2.**", "_2_", "No. 2", "no.2", "n.º 2", "Nr. 2", "- *2*",
        "2 thanks!", "2 please", "Please, 2", "2. Thanks", "(2) please, thank you!",
        "*2* please", wide("2,thanks"), "option 2, many thanks", "I'll take 2",
        "I’ll go with 2, thanks", "let's do number 2",
    ],
)  # fmt: skip
def test_number_is_understood(line: str) -> None:
    assert asked(line) == Pick(2)


@pytest.mark.parametrize(
    "line",
    [
        "forest 3", "Forest 3", "FOREST 3.", "- forest 3", "* Forest  3!",
        "forest\xa03", wide("forest 3"), "“forest 3”", "'forest 3'", "place forest 3",
        "forest 3 people", "woods 3", "• forest 3;", "put forest 3", "3 forest",
        "3 people in the forest", "Put 3 people in the forest.", "3 in forest",
        "forest 3 please", "Thanks, forest 3", "*forest 3*", "I place forest 3",
        "forest three", "Three guys to the forest", "I'll put 3 in the forest",
    ],
)  # fmt: skip
def test_placement_is_understood(line: str) -> None:
    assert asked(line) == Play("forest 3")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("hunt 2", "hunting grounds 2"),
        ("use hunting", "use hunting grounds"),
        ("clay 1", "clay pit 1"),
        ("Buy 2: wood, brick", "buy 2 wood brick"),
        ("buy card 2 bricks wood", "buy 2 wood brick"),
        ("build 1 wood 2 stone", "build 1 wood wood stone"),
        ("tools 1 2", "tools 2 1"),
        ("tool 1", "tools 1"),
        ("No tools.", "no tools"),
        ("Go hungry…", "go hungry"),
        ("feed wood", "feed wood 1"),
        ("feed 2 wood and 1 brick", "feed wood 2 brick 1"),
        ("buy card 2 with 2 wood and 1 brick", "buy 2 wood wood brick"),
        ("hut use", "use hut"),
        ("use the hut", "use hut"),
        ("buy 2 with wood and brick", "buy 2 wood brick"),
        ("forest3", "forest 3"),
    ],
)
def test_other_phrasings_are_understood(line: str, text: str) -> None:
    assert asked(line) == Play(text)


@pytest.mark.parametrize(
    "line",
    [
        "", "forest", "forest -3", "forest 3 and hut", "1 2", "1,2",
        "1-2", "2 or 3", "2?3", "no 2", "help me", "I choose forest 3",
        "1 please 2", "1, 2 please", "2 thanks 3", "please", "thanks, I", "*2", "2 if",
        "I accept if we start today", "please say hello", "undo forest please",
        "not forest 3", "forest 3 if Bob agrees", "undo forest", "12345", "x",
    ],
)  # fmt: skip
def test_other_lines_are_not_understood(line: str) -> None:
    assert isinstance(asked(line), Unclear)


@pytest.mark.parametrize(
    ("name", "language", "line"),
    [
        ("yes", "en", "I agree"), ("yes", "en", "Yes, I agree."),
        ("yes", "es", "Estoy de acuerdo"), ("yes", "es", "Sí, de acuerdo"),
        ("yes", "es", "I agree"), ("yes", "pt-br", "Concordo!"),
        ("yes", "pt-br", "Sim, concordo"), ("yes", "it", "concordo"),
        ("yes", "it", "d’accordo"), ("yes", "it", "Sì, sono d'accordo"),
        ("yes", "ko", "찬성합니다"), ("yes", "ko", "네, 찬성합니다."),
        ("no", "en", "I disagree"), ("no", "es", "No, no estoy de acuerdo"),
        ("no", "it", "Non concordo"), ("no", "pt-br", "Não concordo"),
        ("no", "ko", "아니요, 반대합니다"),
        # General agreement is no yes.
        ("okay", "en", "ok"), ("okay", "es", "vale"), ("okay", "it", "va bene"),
    ],
)  # fmt: skip
def test_agreement_is_understood(name: str, language: str, line: str) -> None:
    assert asked(line, language) == Simple(name)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "buy two wood, brick"),
        ("es", "compro la carta con dos maderas, ladrillo"),
        ("it", "compro la carta con due legni e mattone"),
        ("de", "Karte für zwei Holz, Ziegel"),
    ],
)
def test_number_that_may_count_a_good_is_no_notation(language: str, line: str) -> None:
    assert isinstance(asked(line, language), Unclear)
    assert asked("buy 2 wood brick", language) == Play("buy 2 wood brick")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("help", Simple("help")),
        ("Undo!", Simple("undo")),
        ("take back", Simple("undo")),
        ("I am back.", Simple("back")),
        ("no", Simple("no")),
        ("accept", Simple("accept")),
        ("accept “Sesame, open!”", Unclear("loose")),
        ("Say: hello, you", Worded("say", "hello, you")),
        ("Say *hello*", Worded("say", "*hello*")),
        ("say thanks", Worded("say", "thanks")),
        ("say", Unclear("empty")),
        ("undo please", Simple("undo")),
        ("Please undo", Simple("undo")),
        ("I'm back", Simple("back")),
        ("I’m back!", Simple("back")),
        ("Yes please", Simple("yes")),
        ("No, thanks.", Simple("no")),
        ("I accept", Simple("accept")),
        ("I'm away until 3 Dec, thanks", PerhapsAway(Away(date(2026, 12, 3)))),
        ("away until 3 Dec, thanks", Away(date(2026, 12, 3))),
        ("away until Friday", Away(date(2026, 11, 27))),
        ("away from Monday until Friday", Away(date(2026, 11, 27), date(2026, 11, 23))),
        ("please away until 3/12", PerhapsAway(Away(date(2026, 12, 3)))),
        ("2. hut please", Play("hut", 2)),
        ("orders place hut; feed wood", Worded("orders", "place hut; feed wood")),
        ("no orders", Simple("no orders")),
        ("away until 3 Dec", Away(date(2026, 12, 3))),
        ("away from 1 Dec to 3 Dec", Away(date(2026, 12, 3), date(2026, 12, 1))),
        ("away from 1 to 3 December", Away(date(2026, 12, 3), date(2026, 12, 1))),
        ("away from the 3rd to 4 Dec", Away(date(2026, 12, 4), date(2026, 12, 3))),
        ("away from 1 Dec to 3", Away(date(2026, 12, 3), date(2026, 12, 1))),
        ("away from 40 to 5 Dec", PerhapsAway(Away(date(2026, 12, 5)))),
        (
            "away from 5 to 7",
            PerhapsAway(Away(date(2026, 12, 7), date(2026, 12, 5))),
        ),
        ("away from 1 Dec", Unclear("date")),
        ("3. hut: get a child", Play("hut", 3)),
    ],
)
def test_other_requests_are_understood(line: str, expected: Intent) -> None:
    assert asked(line) == expected


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("3 Dec", "en", date(2026, 12, 3)),
        ("3 december", "es", date(2026, 12, 3)),
        ("December 3rd, 2027", "en", date(2027, 12, 3)),
        ("the 3rd of December", "en", date(2026, 12, 3)),
        ("2026-12-3", "en", date(2026, 12, 3)),
        ("3 de diciembre de 2026", "es", date(2026, 12, 3)),
        ("3 de dezembro", "pt-br", date(2026, 12, 3)),
        ("3 março", "pt-br", date(2027, 3, 3)),
        ("3 marco", "pt-br", date(2027, 3, 3)),
        ("3 dicembre", "it", date(2026, 12, 3)),
        ("12월 3일", "ko", date(2026, 12, 3)),
        ("2027년 12월 3일", "ko", date(2027, 12, 3)),
        ("20 Nov", "en", date(2026, 11, 20)),
        ("19 Nov", "en", date(2027, 11, 19)),
        ("29 February", "en", date(2028, 2, 29)),
        ("Friday", "en", date(2026, 11, 27)),  # today is one
        ("Saturday.", "en", date(2026, 11, 21)),
        ("thu", "en", date(2026, 11, 26)),
        ("el viernes", "es", date(2026, 11, 27)),
        ("miércoles", "es", date(2026, 11, 25)),
        ("segunda-feira", "pt-br", date(2026, 11, 23)),
        ("Sexta", "pt-br", date(2026, 11, 27)),
        ("venerdì", "it", date(2026, 11, 27)),
        ("Monday", "it", date(2026, 11, 23)),
        ("금요일", "ko", date(2026, 11, 27)),
        ("next Friday", "en", date(2026, 11, 27)),  # the coming one is next week's
        ("next Sunday", "en", None),  # in two days or in nine
        ("Sunday next week", "en", date(2026, 11, 29)),
        ("tomorrow", "en", date(2026, 11, 21)),
        ("pasado mañana", "es", date(2026, 11, 22)),
        ("el lunes de la próxima semana", "es", date(2026, 11, 23)),
        ("sexta que vem", "pt-br", date(2026, 11, 27)),
        ("domenica prossima", "it", None),
        ("다음 주 일요일", "ko", date(2026, 11, 29)),
        ("next", "en", None),
        ("next week", "en", None),
        ("Friday 4 December", "en", None),
        ("viernes", "en", None),
        ("mar", "es", None),  # Tuesday or March
        ("3/12", "en", None),
        ("3.12.", "en", None),
        ("31 February", "en", None),
        ("3 diciembre", "en", None),
        ("Dec", "en", None),
        ("3 Dec 4 Jan", "en", None),
        ("3 Dec 26", "en", None),
        ("2026-13-01", "en", None),
        ("", "en", None),
    ],
)
def test_days_are_understood(text: str, language: str, day: date | None) -> None:
    assert day_in(text, language, today=TODAY) == day


BROKEN = "say I have been thinking for long about where my people should go, to"


@pytest.mark.parametrize(
    ("paragraphs", "lines"),
    [
        ([(BROKEN, "forest 3")], [f"{BROKEN} forest 3"]),
        ([(BROKEN, "the", "forest 3")], [f"{BROKEN} the forest 3"]),
        ([(BROKEN,), ("forest 3",)], [BROKEN, "forest 3"]),
        ([("hut", f"- {BROKEN}", "forest 3")], ["hut", f"- {BROKEN} forest 3"]),
        ([("say Hello", "forest 3")], ["say Hello", "forest 3"]),
        ([(BROKEN, "thanks")], [f"{BROKEN} thanks"]),
        ([("Hi Bob,", "hut"), ("Thanks!",)], ["hut"]),
        (
            [("orders " + "place hut; " * 5, "feed wood")],
            ["orders " + "place hut; " * 5 + " feed wood"],
        ),
        (
            [
                (
                    "2. forest 3: three people to the forest, which is what you want",
                    "hut",
                )
            ],
            ["2. forest 3: three people to the forest, which is what you want", "hut"],
        ),
        ([("x" * 60, "hut")], ["x" * 60, "hut"]),
    ],
)
def test_long_free_text_continues_to_the_next_blank_line(
    paragraphs: list[tuple[str, ...]], lines: list[str]
) -> None:
    assert lines_of(paragraphs, "en") == lines


def test_korean_letters_are_wide() -> None:
    line = f"say {'우리 모두 숲으로 갑시다 ' * 3}"
    assert len(line) < MAY_BE_BROKEN
    assert len(lines_of([(line, "forest 3")], "ko")) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "unit",
    ["e ", "the ", "please ", "I ", "*", "away from ", "until ", "1 ", "1a", "- "],
)
def test_parsing_is_fast(unit: str, is_slow: bool) -> None:
    for language in LANGUAGES if is_slow else ["en"]:
        asked((unit * LONGEST_LINE)[:LONGEST_LINE], language)
        asked(f"away {unit * LONGEST_LINE}", language)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (("2", "Thanks!", "Anna"), ["2"]),
        (("Hi!", "hut", "Best", "김보람"), ["hut"]),
        (("2", "Thanks!", "Hut"), ["2", "Hut"]),
        (("2", "Thanks!", "Undo"), ["2", "Undo"]),
        (("2", "Thanks!", "hutt"), ["2", "hutt"]),
        (("2", "Thanks!", "Hutt 3"), ["2", "Hutt 3"]),
        (("Hi!", "Thanks!", "Hutt"), ["Hutt"]),
        (("2", "Anna"), ["2", "Anna"]),
        (("Anna",), ["Anna"]),
        ((), []),
    ],
)
def test_name_ends_a_mail(typed: tuple[str, ...], lines: list[str]) -> None:
    assert lines_of([typed], "en") == lines


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Hi Stone Age,"),
        ("en", "Hello Stone Age by Mail!"),
        ("es", "Hola, Stone Age"),
        ("it", "Ciao Stone Age by mail,"),
        ("pt-br", "Olá Stone Age!"),
        ("ko", "안녕하세요 Stone Age by Mail"),
    ],
)
def test_greeting_our_service_asks_for_no_stone(language: str, line: str) -> None:
    assert is_courtesy(line, language)
    assert lines_of([(line, "2")], language) == ["2"]
    assert not is_courtesy(f"{line} 2 stone", language)


@pytest.mark.parametrize("line", ["Hi!", "Dear all,", "Thanks, Bob", "Best regards"])
def test_courtesies_are_recognised(line: str) -> None:
    assert is_courtesy(line, "en")


@pytest.mark.parametrize(
    "line",
    [
        "Hello forest",
        "hi 3",
        "forest 3",
        "thanks for the nice game",
        "undo",
        "",
        "Stone Age",
        "hi stone",
    ],
)
def test_other_lines_are_no_courtesies(line: str) -> None:
    assert not is_courtesy(line, "en")


@given(line=st.text(max_size=300), language=st.sampled_from(LANGUAGES))
def test_any_text_is_parsed(line: str, language: str) -> None:
    ask = asked(line, language)
    assert isinstance(ask, Intent)
    is_courtesy(line, language)
    if isinstance(ask, Play):
        assert notation.to_text(notation.from_text(ask.text)) == ask.text


@given(
    pieces=st.lists(
        st.sampled_from(
            [
                *{
                    " ".join(words)
                    for each in LANGUAGES
                    for words in intent_words(each)
                },
                *{" ".join(w) for each in LANGUAGES for w in notation_words(each)},
                *("1", "2.", "31", "2026", "dec", "12월", "3일", ",", ":", "-", "('"),
            ]
        ),
        max_size=40,
    ),
    language=st.sampled_from(LANGUAGES),
)
def test_any_combination_of_known_words_is_parsed(
    pieces: list[str], language: str
) -> None:
    asked(" ".join(pieces), language)
    is_courtesy(" ".join(pieces), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_has_two_meanings(language: str) -> None:
    for phrase, meanings in intent_words(language).items():
        assert phrase
        assert len(meanings) == 1, (language, phrase, meanings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_can_be_said_in_every_language(language: str) -> None:
    """In English, and word by word with the first words of the reader's catalogue."""
    own = _first_words(language)
    for text in _commands_of_a_game():
        assert asked(spell_command(text), language) == Play(text), text
        assert asked(_spoken(text, own), language) == Play(text), _spoken(text, own)


@cache
def _commands_of_a_game() -> frozenset[str]:
    games = (positions(2, 11), positions(4, 12))
    return frozenset(
        text for state, player in chain(*games) for text in legal_texts(state, player)
    )


def _first_words(language: str) -> dict[str, str]:
    words: dict[str, str] = {}
    for phrase, meanings in notation_words(language).items():
        for meaning in meanings - {""}:
            words.setdefault(meaning, " ".join(phrase))
    return words


def _spoken(text: str, own: dict[str, str]) -> str:
    """Return a command in other words, the longest phrases first."""
    words, said = text.split(), []
    while words:
        length = 2 if " ".join(words[:2]) in own else 1
        phrase = " ".join(words[:length])
        said.append(own.get(phrase, phrase))
        words = words[length:]
    return " ".join(said)
