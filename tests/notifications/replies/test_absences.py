"""Only a command stops the clock; sentences about an absence may be automatic."""

from datetime import date

import pytest

from games.models import Game, User
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Away, Unclear
from tests.notifications.replies.conftest import Reply

TODAY = date(2026, 11, 20)
UNTIL = Away(date(2026, 12, 3))
#: Both answers say what to write instead.
TOLD_HOW = (Unclear("away"), Unclear("date"))
COMMANDS = {
    "en": ["away until 3 December", "Away until 3 Dec, thanks", "- away until 3 Dec"],
    "es": ["ausente hasta el 3 de diciembre", "away until 3 December"],
    "pt-br": ["ausente até 3 de dezembro", "*ausente até 3 de dezembro*"],
    "ko": ["12월 3일까지 부재", "부재 12월 3일까지", "12월 3일까지 휴가"],
    "it": ["via fino al 3 dicembre", "assente fino al 3 dicembre, grazie"],
}
SENTENCES = {
    "en": [
        "I’m away until 3 December.",
        "I'm away until 3 Dec, thanks",
        "I am on vacation until 3 December and will answer later.",
        "I will be out of the office till December 3rd",
        "please away until 3 December",
    ],
    "es": [
        "Estoy ausente hasta el 3 de diciembre.",
        "Estaré fuera hasta el 3 de diciembre",
        "Voy a estar ausente hasta el 3 de diciembre",
        "Estoy de vacaciones hasta el 3 de diciembre.",
    ],
    "pt-br": [
        "Estou ausente até 3 de dezembro.",
        "Estarei fora até 3 de dezembro",
        "Estou de férias até o dia 3 de dezembro e respondo depois.",
    ],
    "ko": [
        "저는 12월 3일까지 부재",
        "12월 3일까지 휴가 중입니다.",
        "12월 3일까지 부재중입니다",
    ],
    "it": [
        "Sono assente fino al 3 dicembre.",
        "Sarò via fino al 3 dicembre",
        "Sono in ferie fino al 3 dicembre e risponderò dopo.",
    ],
}


@pytest.mark.parametrize("language", COMMANDS)
def test_command_is_recognised(language: str) -> None:
    for line in COMMANDS[language]:
        assert parse_line(line, language, today=TODAY) == UNTIL, line


@pytest.mark.parametrize("language", SENTENCES)
def test_sentence_is_not_a_command(language: str) -> None:
    for line in SENTENCES[language]:
        assert parse_line(line, language, today=TODAY) in TOLD_HOW, line


def test_absence_needs_a_last_day() -> None:
    for line in ("Talk to you until then", "I wait until it is my turn", "until"):
        assert parse_line(line, "en", today=TODAY) == Unclear("unknown"), line


def test_writer_of_a_sentence_reads_what_to_write(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "I’m away until 3 December.")
    (step,) = mail.results
    assert step["status"] == "failed"
    assert "“away until 3 December”" in step["words"]
    assert Game.objects.get(pk=two_player_game.pk).table_state.seats[0].away == ()
