"""Commands in the reader's language, with the words of a catalogue."""

from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path

import polib
import pytest
from django.conf import LazySettings

from games.command_language import lexicon
from games.command_language.vocabulary import ORDERS
from games.models import Game, StoredEvent, User
from notifications.replies.parse import parse_line
from notifications.replies.salutations import is_courtesy
from notifications.replies.vocabulary import (
    COURTESIES,
    INTENTS,
    POLITE,
    Away,
    Intent,
    PerhapsAway,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
)
from tests.notifications.replies.conftest import Reply, fates

TODAY = date(2026, 11, 20)
UNTIL = Away(date(2026, 12, 3))
BETWEEN = Away(date(2026, 12, 3), date(2026, 12, 1))

#: Each with its first English word; other words are the catalogue's matter.
WORDS = {
    "es": {
        "forest": "bosque", "hut": "cabaña|choza", "use": "usar|usa", "wood": "madera",
        "brick": "ladrillo|ladrillos", "buy": "comprar", "tools": "herramientas",
        "once": "una vez", "no tools": "sin herramientas", "go hungry": "pasar hambre",
        "people": "personas|el|la|y", "away": "ausente", "from": "desde|del|de",
        "until": "hasta|al|a", "yes": "sí", "no": "no", "say": "di", "hi": "hola",
        "choice": "opción", "take": "tomar", "die": "dado", "pick": "elegir",
        "please": "por favor|gracias|yo", "accept": "acepto",
    },
    "ko": {
        "forest": "숲", "hut": "오두막", "use": "사용", "people": "명", "away": "부재",
        "from": "부터", "until": "까지", "yes": "예|네", "no": "아니요",
        "say": "말하기", "hi": "안녕하세요", "buy": "구매", "card": "카드",
        "wood": "나무", "brick": "벽돌", "choice": "번호|번",
        "please": "부탁합니다|감사합니다",
    },
}  # fmt: skip


@pytest.fixture(autouse=True)
def _catalogues(tmp_path: Path, settings: LazySettings) -> Iterator[None]:
    for language, words in WORDS.items():
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        _catalogue(words).save_as_mofile(str(folder / "django.mo"))
    settings.LOCALE_PATHS = [tmp_path]
    _forget_words()
    yield
    _forget_words()


def _forget_words() -> None:
    lexicon.lexicon_of.cache_clear()
    lexicon.usual_words.cache_clear()


def _catalogue(words: dict[str, str]) -> polib.POFile:
    book = polib.POFile()
    book.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    tables = (ORDERS, INTENTS, COURTESIES, POLITE)
    for _, english in chain.from_iterable(each.words for each in tables):
        text = str(english)
        if own := words.get(text.split("|")[0]):
            book.append(polib.POEntry(msgctxt="command", msgid=text, msgstr=own))
    return book


@pytest.mark.parametrize(
    ("language", "line", "expected"),
    [
        ("es", "Bosque 3", Play("forest 3")),
        ("es", "bosque 3 personas", Play("forest 3")),
        ("es", "usar la cabaña", Play("use hut")),
        ("es", "USA CABANA", Play("use hut")),
        ("es", "use hut", Play("use hut")),
        ("es", "comprar 2 madera y ladrillo", Play("buy 2 wood brick")),
        ("es", "herramientas 1 2 una vez 3", Play("tools 2 1 once 3")),
        ("es", "tools 1 once 3", Play("tools 1 once 3")),
        ("es", "sin herramientas", Play("no tools")),
        ("es", "pasar hambre", Play("go hungry")),
        ("es", "2. bosque 3: 3 personas", Play("forest 3", 2)),
        ("es", "opción 2", Pick(2)),
        ("es", "sí", Simple("yes")),
        ("es", "no", Simple("no")),
        ("es", "di Hola a todos", Worded("say", "Hola a todos")),
        ("es", "ausente hasta el 3 de diciembre", UNTIL),
        ("es", "ausente de 1 de diciembre a 3 de diciembre", BETWEEN),
        ("es", "ausente de 1 a 3 de diciembre", BETWEEN),
        ("es", "away until 3 December", UNTIL),
        ("es", "tomar madera 2", Play("take wood wood")),
        ("es", "dado 5", Play("pick 5")),
        ("es", "elegir 5", Pick(5)),
        ("es", "elijo 5", Unclear("unknown")),
        ("es", "2 gracias", Pick(2)),
        ("es", "Por favor, bosque 3. Thanks!", Play("forest 3")),
        ("es", "yo acepto", Simple("accept")),
        ("es", "ausente hasta el viernes, por favor", Away(date(2026, 11, 27))),
        ("ko", "2번 부탁합니다", Pick(2)),
        ("ko", "부재 금요일까지", Away(date(2026, 11, 27))),
        ("en", "2 gracias", Unclear("unknown")),
        ("en", "bosque 3", Unclear("unknown")),
        ("ko", "숲 3", Play("forest 3")),
        ("ko", "숲 3명", Play("forest 3")),
        ("ko", "숲３", Play("forest 3")),
        ("ko", "사용 오두막", Play("use hut")),
        ("ko", "부재 12월 3일까지", UNTIL),
        ("ko", "부재 12월 1일부터 12월 3일까지", BETWEEN),
        ("ko", "부재 12월 1일부터 3일까지", BETWEEN),
        ("ko", "부재 12월 1일 ~ 12월 3일", BETWEEN),
        ("ko", "12월 3일까지 부재", UNTIL),
        ("ko", "12월 1일부터 12월 3일까지 부재.", BETWEEN),
        ("ko", "오두막 사용", Play("use hut")),
        ("ko", "카드 2 나무 벽돌 구매", Play("buy 2 wood brick")),
        ("ko", "2번", Pick(2)),
        ("ko", "번호 2", Pick(2)),
        ("ko", "부재 12월 3일", PerhapsAway(Away(UNTIL.until, UNTIL.until))),
        ("ko", "네", Simple("yes")),
        ("ko", "말하기 안녕, 여러분!", Worded("say", "안녕, 여러분!")),
    ],
)
def test_words_of_a_language_are_understood(
    language: str, line: str, expected: Intent
) -> None:
    assert parse_line(line, language, today=TODAY) == expected


def test_greetings_of_a_language_are_ignored() -> None:
    assert is_courtesy("¡Hola, Bob!", "es")
    assert is_courtesy("안녕하세요", "ko")
    assert not is_courtesy("Hola", "en")


def test_reply_is_parsed_in_its_players_language(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, alice, "bosque 3")) == ["asked"]
    User.objects.filter(pk=alice.pk).update(language="es")
    assert fates(reply(two_player_game, alice, "bosque 3")) == ["done"]
    assert StoredEvent.objects.filter(command="forest 3").exists()
