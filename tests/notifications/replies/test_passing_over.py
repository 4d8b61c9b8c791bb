"""After a move, names, advertisements and foreign introductions are skipped."""

from datetime import datetime

import pytest

from games.models import Game, User
from notifications.models import Kind, Reading
from notifications.replies.lines import may_be_command
from notifications.replies.pending import confirm_reply
from tests.notifications.replies.conftest import (
    Reply,
    answers,
    fates,
    fresh,
    the_answer,
)
from tests.support.mails import Send, html_of

#: What people and programs write below a move, by language.
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
    ("pt-br", "João"),
    ("it", "Giulia"),
    ("ko", "김보람"),
]
#: Lines below a move that were meant for us, though badly written.
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
    ("pt-br", "a florestta"),
    ("it", "non ancora"),
    ("it", "forresta"),
    ("ko", "숲으로요"),
    ("ko", "잠깐만요"),
]


@pytest.mark.parametrize(("language", "line"), BESIDE_THE_POINT)
def test_signature_is_no_command(language: str, line: str) -> None:
    assert not may_be_command(line, language)


@pytest.mark.parametrize(("language", "line"), TO_THE_POINT)
def test_misspelt_command_may_be_one(language: str, line: str) -> None:
    assert may_be_command(line, language)


def test_skipped_line_is_not_reported(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "forest 3\n\nAna\nSales | Acme")
    assert fates(mail) == ["done", "passed", "passed"]
    assert mail.reading == Reading.DONE
    (message,) = answers(send(now))
    assert "- forest 3: done" in str(message.body)
    assert "Acme" not in str(message.body)


def test_possible_command_is_reported(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    """After a name nothing is played, because the text below may be somebody else's."""
    mail = reply(two_player_game, alice, "forest 3\n\nAna\n\nundo")
    assert fates(mail) == ["done", "passed", "untried"]
    (message,) = answers(send(now))
    assert "- Ana: not understood\n- undo: not tried" in str(message.body)


def test_lines_above_a_move_do_not_stop_it(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, alice, "Ana\nforest 3")) == ["passed", "done"]


def test_lines_below_talk_are_reported(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "say Well played!\n\nWas that luck")
    assert fates(mail) == ["done", "offered"]


def test_skipped_line_needs_no_confirmation(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    draft = reply(two_player_game, alice, "forest 3\n\nAna", is_authenticated=False)
    assert fates(draft) == ["pending"]
    assert the_answer(draft).kind == Kind.REPLY_READ
    confirm_reply(fresh(draft), now=now)
    assert fates(fresh(draft)) == ["done"]


def test_thumbs_up_alone_gets_the_help(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "👍")
    assert fates(mail) == []
    assert any("How to reply</h1>" in html_of(each) for each in send(now))
