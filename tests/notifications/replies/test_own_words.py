"""Commands in the reader's language, with the words of its file."""

from datetime import date

import pytest

from games.models import Game, StoredEvent, User
from notifications.replies.lines import is_courtesy
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import (
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
        ("es", "decir Hola a todos", Worded("say", "Hola a todos")),
        ("es", "ausente hasta el 3 de diciembre", UNTIL),
        ("es", "ausente desde el 1 de diciembre hasta el 3 de diciembre", BETWEEN),
        ("es", "ausente del 1 al 3 de diciembre", BETWEEN),
        ("es", "away until 3 December", UNTIL),
        ("es", "tomar madera 2", Play("take wood wood")),
        ("es", "dado 5", Play("pick 5")),
        ("es", "elegir 5", Pick(5)),
        ("es", "elijo 5", Pick(5)),
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
