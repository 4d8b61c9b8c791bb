"""Beneath a move, names, advertisements and foreign introductions are passed over."""

from datetime import datetime

import pytest

from games.models import Game, User
from notifications.models import Kind, Reading
from notifications.replies.pending import confirm_reply
from notifications.replies.salutations import may_be_command
from tests.notifications.replies.conftest import (
    Reply,
    answers,
    fates,
    fresh,
    the_answer,
)
from tests.support.mails import Send, html_of

#: What people and programs write beneath a move, language by language.
BESIDE_THE_POINT = [
    ("en", "Ana"),
    ("en", "Ana | Engineer"),
    ("en", "xx"),
    ("en", "Best wishes from Madrid,"),
    ("en", "<https://www.example.com/antivirus>"),
    ("en", "---- On Thu, 12 Nov 2026 10:00:00 +0100 Stone <a@example.org> wrote ----"),
    ("en", "2026-11-12 15:36 GMT+02:00 Stone Age by Mail <"),
    ("en", "At 10:12 12.11.2026, you wrote:"),
    ("en", "Från: Stone Age by Mail"),
    ("es", "Marta López"),
    ("es", "Un abrazo desde Sevilla"),
    ("pt", "João"),
    ("it", "Giulia"),
    ("ko", "김보람"),
]
#: What stands there and was meant for us, if badly.
TO_THE_POINT = [
    ("en", "hutt"),
    ("en", "forrest"),
    ("en", "then the river"),
    ("en", "wait"),
    ("en", "please don't"),
    ("en", "no"),
    ("en", "7"),
    ("en", "oops, undo"),
    ("es", "mejor la cabana"),
    ("es", "espera"),
    ("pt", "a florestta"),
    ("it", "non ancora"),
    ("it", "forresta"),
    ("ko", "숲으로요"),
    ("ko", "잠깐만요"),
]


@pytest.mark.parametrize(("language", "line"), BESIDE_THE_POINT)
def test_what_is_no_command(language: str, line: str) -> None:
    assert not may_be_command(line, language)


@pytest.mark.parametrize(("language", "line"), TO_THE_POINT)
def test_what_may_be_one(language: str, line: str) -> None:
    assert may_be_command(line, language)


def test_nothing_is_told_of_it(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "forest 3\n\nAna\nSales | Acme")
    assert fates(mail) == ["done", "passed", "passed"]
    assert mail.reading == Reading.DONE
    (message,) = answers(send(now))
    assert "- forest 3: done" in str(message.body)
    assert "Acme" not in str(message.body)


def test_what_may_be_meant_is_told(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """A name ends what is played: nobody knows whose words are beneath it."""
    mail = reply(two_player_game, alice, "forest 3\n\nAna\n\nundo")
    assert fates(mail) == ["done", "passed", "untried"]
    (message,) = answers(send(now))
    assert "- Ana: not understood\n- undo: not tried" in str(message.body)


def test_above_a_move_everything_is_told(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, alice, "Ana\nforest 3")) == [
        "failed",
        "untried",
    ]


def test_beneath_talk_it_may_be_more_of_it(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "say Well played!\n\nWas that luck")
    assert fates(mail) == ["done", "failed"]


def test_what_waits_for_its_writer_is_confirmed_without_it(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    draft = reply(two_player_game, alice, "forest 3\n\nAna", is_authenticated=False)
    assert fates(draft) == ["pending"]
    assert the_answer(draft).kind == Kind.REPLY_READ
    confirm_reply(fresh(draft), now=now)
    assert fates(fresh(draft)) == ["done"]


def test_a_thumb_alone_asks_for_help(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "👍")
    assert fates(mail) == []
    assert any("How to reply</h1>" in html_of(each) for each in send(now))
