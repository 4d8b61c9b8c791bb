"""Words to people beside a move: passed on, offered, or left alone."""

from datetime import datetime, timedelta

import pytest

from games.models import Game, Invitation, TalkMessage, User
from notifications.models import Kind
from notifications.replies.lines import is_addressed
from notifications.replies.vocabulary import spell_intent
from tests.notifications.replies.conftest import (
    Reply,
    fates,
    steps,
    the_answer,
    words,
)
from tests.support.mails import Send, mails, seat_of


def said() -> list[str]:
    return list(TalkMessage.objects.order_by("pk").values_list("text", flat=True))


@pytest.mark.parametrize(
    "line",
    [
        "P.S. Bob: nice move last round!",
        "Bob, are you free this weekend?",
        "@bob well played there",
        "what a lucky roll, Bob!",
    ],
)
@pytest.mark.parametrize("is_above", [True, False])
def test_words_to_a_player_are_posted(
    two_player_game: Game, alice: User, reply: Reply, line: str, is_above: bool
) -> None:
    text = f"{line}\n\nforest 3" if is_above else f"forest 3\n\n{line}"
    mail = reply(two_player_game, alice, text)
    assert fates(mail) == ["done", "done"]
    assert said() == [line]


@pytest.mark.parametrize(
    ("line", "names", "is_to_them"),
    [
        ("민수님 이번 주말에 시간 되세요?", ["민수"], True),
        ("Bob: nice move", ["Bob"], True),
        ("P.D. Bob: ¡te vas a enterar!", ["Bob"], True),
        ("PD: Bob, nos vemos el domingo", ["Bob"], True),
        ("추신: Bob, 잘 지내?", ["Bob"], True),
        ("PS Bob: bis Sonntag", ["Bob"], True),
        ("Bob always takes the hut", ["Bob"], False),
        ("(Bob, you are so slow)", ["Bob"], False),
        ("Bob", ["Bob"], False),
        ("Hi Bob", ["Bob"], False),
        ("nice move, Carl!", ["Bob"], False),
    ],
)
def test_line_that_begins_or_ends_with_a_name_is_addressed(
    line: str, names: list[str], is_to_them: bool
) -> None:
    assert is_addressed(line, names) is is_to_them


def test_other_sentence_is_offered_and_posted_after_one_word(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    line = "What a wonderful evening we had"
    mail = reply(two_player_game, alice, f"forest 3\n\n{line}")
    assert fates(mail) == ["done", "offered"]
    assert f"“{spell_intent('say')}”" in words(mail, 1)
    assert said() == []
    posted = reply(two_player_game, alice, "say", answers=the_answer(mail))
    assert fates(posted) == ["done"]
    assert said() == [line]


def test_posted_words_make_no_first_part_of_a_move_that_is_asked_about(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    mail = reply(two_player_game, alice, "bosque 3\n\nP.S. Bob: nice move!")
    assert fates(mail) == ["asked", "done"]
    body = str(send(now)[-1].body)
    assert body.startswith(words(mail, 0)[:30])


def test_answer_does_not_claim_that_all_is_done(
    two_player_game: Game, alice: User, reply: Reply, send: Send, now: datetime
) -> None:
    reply(two_player_game, alice, "forest 3\n\nWhat a wonderful evening we had")
    message = send(now)[-1]
    assert "All of it is done" not in str(message.body)
    assert "wonderful evening" in str(message.body)


@pytest.mark.parametrize(
    "line", ["(grr, always the same)", "Ana Perez", "Sales | Acme", "ana@example.org"]
)
def test_signatures_and_asides_are_not_offered(
    two_player_game: Game, alice: User, reply: Reply, line: str
) -> None:
    mail = reply(two_player_game, alice, f"forest 3\n\n{line}")
    assert "offered" not in fates(mail)
    assert said() == []


@pytest.mark.parametrize(
    "above",
    [
        "Sorry I'm late, was travelling.",
        "ok here goes",
        "Sorry for the delay, crazy week at work!",
        "Hope you had a nice weekend",
    ],
)
def test_sentence_above_a_move_does_not_stop_it(
    two_player_game: Game, alice: User, reply: Reply, above: str
) -> None:
    mail = reply(two_player_game, alice, f"{above}\n\nforest 3")
    assert fates(mail)[-1] == "done"


@pytest.mark.parametrize("above", ["I don't have much time", "Bob wrote me this:"])
def test_move_below_a_line_that_may_hold_it_back_is_asked_about(
    two_player_game: Game, alice: User, reply: Reply, above: str
) -> None:
    mail = reply(two_player_game, alice, f"{above}\n\nforest 3")
    assert fates(mail) == ["asked", "untried"]
    assert steps(mail)[0].suggestion == "forest 3"
    yes = reply(two_player_game, alice, "yes", answers=the_answer(mail))
    assert fates(yes) == ["done"]


def test_question_beside_an_acceptance_is_posted(
    invited_game: Game, bob: User, reply: Reply
) -> None:
    mail = reply(invited_game, bob, "How long does a game take?\n\naccept")
    assert fates(mail) == ["done", "done"]
    assert said() == ["How long does a game take?"]


def test_all_lines_of_a_question_are_posted_together(
    invited_game: Game, bob: User, reply: Reply
) -> None:
    mail = reply(invited_game, bob, "Who else is in?\n\nHow long does it take?")
    assert fates(mail) == ["asked"]
    assert said() == ["Who else is in? How long does it take?"]


def test_question_about_an_invitation_reaches_the_host(
    invited_game: Game, alice: User, bob: User, reply: Reply, send: Send, now: datetime
) -> None:
    send(now)
    line = "Hi Alice, who else is in? How long does it take?"
    asked = reply(invited_game, bob, line)
    assert fates(asked) == ["asked"]
    assert spell_intent("accept") in words(asked)
    assert said() == [line]
    send(now + timedelta(minutes=3))
    assert mails(Kind.TALK, alice)
    assert seat_of(invited_game, bob).invitation == Invitation.INVITED
