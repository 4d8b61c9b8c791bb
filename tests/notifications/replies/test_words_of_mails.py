"""Words that our mails tell people to write are understood in each language."""

import re
from datetime import date, datetime

import pytest
from django.utils.translation import gettext, override

from config.languages import NAMES
from games.command_language.spelling import spell_command
from games.models import Game, StoredEvent, User
from notifications.models import Kind
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Away, Intent, Simple
from stoneage_core.match.state import Source
from tests.notifications.absence import leave, seat_at
from tests.notifications.mails.test_contents import assert_says, only
from tests.notifications.replies.conftest import Reply, fates
from tests.support.mails import mails

TODAY = date(2026, 11, 20)
FRIDAY = date(2026, 11, 27)

#: The meaning of the quoted words, by sentence.
TOLD: dict[str, tuple[Intent, ...]] = {
    "New to this? Reply “help”.": (Simple("help"),),
    "Reply “board” to see the board, “help” for more.": (
        Simple("board"),
        Simple("help"),
    ),
    "Or just reply “return”.": (Simple("return"),),
    "Busy? Reply “away until Friday” and your clock stops.": (Away(FRIDAY),),
}


@pytest.mark.parametrize("language", [code for code, _ in NAMES])
@pytest.mark.parametrize("sentence", TOLD)
def test_quoted_words_of_mails_are_understood(sentence: str, language: str) -> None:
    with override(language):
        quoted = re.findall("[“«](.+?)[”»]", gettext(sentence))
        read = tuple(parse_line(words, language, today=TODAY) for words in quoted)
    assert read == TOLD[sentence]


@pytest.mark.parametrize("word", ["return", "Return", "“return”"])
def test_player_takes_a_lost_seat_back_by_replying(
    two_player_game: Game, alice: User, now: datetime, reply: Reply, word: str
) -> None:
    late = leave(two_player_game, 0, now)
    message = only(Kind.AUTOPILOT_SEATED, late)
    assert message.reply_to
    assert_says(message, "Or just reply “return”.")
    (mail,) = mails(Kind.AUTOPILOT_SEATED)
    answer = reply(two_player_game, alice, word, at=late, answers=mail)
    assert fates(answer) == ["done"]
    assert not seat_at(two_player_game, 0).is_on_autopilot


def test_example_in_the_hunger_mail_is_a_valid_meal(
    hungry_game: Game, bob: User, now: datetime, reply: Reply
) -> None:
    message = only(Kind.CHOICE_WANTED, now, bob)
    (meal,) = re.findall("or in words: “(.+?)”", " ".join(message.body.split()))
    answer = reply(hungry_game, bob, meal, answers=mails(Kind.CHOICE_WANTED, bob)[-1])
    assert fates(answer) == ["done"]
    paid = StoredEvent.objects.filter(game=hungry_game, type="TribeFed").latest("pk")
    assert (paid.decided_by, paid.source) == (1, Source.REPLY)
    assert spell_command(paid.command) == meal
