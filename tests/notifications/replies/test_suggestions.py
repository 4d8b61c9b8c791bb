"""A line that is probably a move is asked about, and played only after a “yes”."""

import re
from datetime import datetime

import pytest

from games.models import Game, StoredEvent, User
from notifications.models import IncomingMail, Kind
from notifications.replies.answers import MOST_ANSWERS
from notifications.replies.vocabulary import spell_intent
from tests.notifications.replies.conftest import (
    Reply,
    answers,
    fates,
    last_vote,
    shown,
    steps,
    the_answer,
    words,
)
from tests.support.mails import Send, seat_of
from tests.support.play import submit
from tests.support.proposals import propose_end

#: It names three people and the forest, with other words that are in no catalogue.
LIKELY = "three of mine wander off into the forest"
#: It names the clay pit without a number of people.
SEVERAL = "off we rush, clay pit, here we come"


def moves() -> list[str]:
    """Return the commands played, oldest first."""
    rows = StoredEvent.objects.exclude(command="").order_by("pk")
    said = rows.exclude(command__startswith="{").values_list("command", flat=True)
    return list(dict.fromkeys(said))


@pytest.fixture
def asked(two_player_game: Game, alice: User, reply: Reply) -> IncomingMail:
    """Alice's mail about which we asked whether it means the forest."""
    return reply(two_player_game, alice, LIKELY)


def test_single_likely_move_is_asked_about(asked: IncomingMail) -> None:
    (step,) = steps(asked)
    assert (step.status.value, step.suggestion) == ("asked", "forest 3")
    assert re.search(r"“\d+\. forest 3”", words(asked))
    assert f"“{spell_intent('yes')}”" in words(asked)
    assert moves() == []


@pytest.mark.parametrize("word", ["yes", "Yes!", "ok", "Sure, thanks"])
def test_yes_plays_it(
    two_player_game: Game, alice: User, reply: Reply, asked: IncomingMail, word: str
) -> None:
    said = reply(two_player_game, alice, word, answers=the_answer(asked))
    assert (fates(said), moves()) == (["done"], ["forest 3"])


def test_its_number_plays_it(
    two_player_game: Game, alice: User, reply: Reply, asked: IncomingMail
) -> None:
    number = words(asked).partition("“")[2].partition(".")[0]
    shown(seat_of(two_player_game, alice), Kind.REPLY_READ)
    said = reply(two_player_game, alice, number, answers=the_answer(asked))
    assert (fates(said), moves()) == (["done"], ["forest 3"])


@pytest.mark.parametrize("word", ["no", "No, thanks."])
def test_no_plays_nothing(
    two_player_game: Game, alice: User, reply: Reply, asked: IncomingMail, word: str
) -> None:
    said = reply(two_player_game, alice, word, answers=the_answer(asked))
    assert (fates(said), moves()) == (["done"], [])


def test_neither_answer_is_a_vote(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    propose_end(seat=seat_of(two_player_game, bob), now=now)
    for word in ("no", "yes"):
        question = the_answer(reply(two_player_game, alice, LIKELY))
        assert fates(reply(two_player_game, alice, word, answers=question)) == ["done"]
    assert not StoredEvent.objects.filter(type="VoteCast").exists()
    assert moves()[-1] == "forest 3"


def test_yes_plays_nothing_after_the_game_has_moved_on(
    two_player_game: Game, alice: User, reply: Reply, asked: IncomingMail, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    late = reply(two_player_game, alice, "yes", answers=the_answer(asked))
    assert (fates(late), moves()) == (["failed"], ["hut"])


def test_second_yes_plays_nothing_more(
    two_player_game: Game, alice: User, reply: Reply, asked: IncomingMail
) -> None:
    question = the_answer(asked)
    reply(two_player_game, alice, "yes", answers=question)
    again = reply(two_player_game, alice, "yes", answers=question)
    assert (fates(again), moves()) == (["failed"], ["forest 3"])


def test_another_move_can_be_played_instead(
    two_player_game: Game, alice: User, reply: Reply, asked: IncomingMail
) -> None:
    said = reply(two_player_game, alice, "forest 2", answers=the_answer(asked))
    assert (fates(said), moves()) == (["done"], ["forest 2"])


def test_one_of_several_suggestions_must_be_named(
    two_player_game: Game, alice: User, reply: Reply, now: datetime
) -> None:
    """A “yes” would be ambiguous; its number or its words are clear."""
    for player, text in enumerate(["hut", "forest 1"]):
        submit(two_player_game, player, text, now=now)
    asked = reply(two_player_game, alice, SEVERAL)
    (step,) = steps(asked)
    assert (step.status.value, step.suggestion) == ("asked", "")
    named = re.findall(r"“\d+\. (.*?)”", words(asked))
    assert named == ["clay pit 1", "clay pit 2", "clay pit 3"]
    question = the_answer(asked)
    assert fates(reply(two_player_game, alice, "yes", answers=question)) == ["failed"]
    said = reply(two_player_game, alice, "clay pit 2", answers=question)
    assert (fates(said), moves()[-1]) == (["done"], "clay pit 2")


def test_ok_without_a_question_is_not_understood(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """Nor is it a vote on a later proposal."""
    assert fates(reply(two_player_game, alice, "ok")) == ["failed"]
    turn = shown(seat_of(two_player_game, alice))
    propose_end(seat=seat_of(two_player_game, bob), now=now)
    assert fates(reply(two_player_game, alice, "ok", answers=turn)) == ["failed"]
    assert not StoredEvent.objects.filter(type="VoteCast").exists()


def test_ok_is_a_vote_if_the_mail_asked_for_one(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    about_end = shown(seat_of(two_player_game, bob), Kind.PROPOSAL_MADE)
    said = reply(two_player_game, bob, "ok", answers=about_end)
    assert fates(said) == ["done"]
    assert last_vote() is True


def test_unclear_line_is_asked_about_the_open_vote(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """A “yes” could answer both, so no move is suggested."""
    propose_end(seat=seat_of(two_player_game, bob), now=now)
    about_end = shown(seat_of(two_player_game, alice), Kind.PROPOSAL_MADE)
    asked = reply(two_player_game, alice, LIKELY, answers=about_end)
    assert (fates(asked), steps(asked)[0].suggestion) == (["asked"], "")
    for word in ("yes", "no"):
        assert f"“{spell_intent(word)}”" in words(asked)
    said = reply(two_player_game, alice, "yes", answers=the_answer(asked))
    assert fates(said) == ["done"]
    assert last_vote() is True


def test_unclear_line_is_asked_about_the_invitation(
    invited_game: Game, bob: User, reply: Reply
) -> None:
    asked = reply(invited_game, bob, "I would not mind a game at all")
    assert (fates(asked), steps(asked)[0].suggestion) == (["asked"], "")
    for word in ("accept", "decline"):
        assert f"“{spell_intent(word)}”" in words(asked)
    said = reply(invited_game, bob, "accept", answers=the_answer(asked))
    assert fates(said) == ["done"]
    again = reply(invited_game, bob, "I would not mind a game at all")
    assert fates(again) == ["failed"]  # they have joined


def test_unclear_undo_is_explained(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, "Oops, I misclicked - can I undo that?")
    assert fates(mail) == ["failed"]
    assert spell_intent("undo") in words(mail)


def test_player_who_is_not_awaited_is_not_asked(
    two_player_game: Game, bob: User, reply: Reply
) -> None:
    assert fates(reply(two_player_game, bob, LIKELY)) == ["failed"]


def test_line_after_another_move_is_not_asked_about(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, f"hut\n\n{LIKELY}")
    assert (fates(mail), moves()) == (["done", "failed"], ["hut"])


def test_lines_after_a_question_wait(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    mail = reply(two_player_game, alice, f"{LIKELY}\n\nhut")
    assert (fates(mail), moves()) == (["asked", "untried"], [])


@pytest.mark.parametrize(
    "line",
    [
        "don't let three of mine wander off into the forest",
        "three of mine wander off into the forest if Bob agrees",
        "wait, three of mine into the forest or the river",
    ],
)
def test_nothing_is_suggested_with_a_no_or_an_if(
    two_player_game: Game, alice: User, reply: Reply, line: str
) -> None:
    assert (fates(reply(two_player_game, alice, line)), moves()) == (["failed"], [])


def test_unauthenticated_line_is_first_asked_about_its_writer(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    """The link confirms that, and a “yes” does not."""
    draft = reply(two_player_game, alice, LIKELY, is_authenticated=False)
    said = reply(two_player_game, alice, "yes", answers=the_answer(draft))
    assert (fates(said), moves()) == (["failed"], [])


def test_question_does_not_count_as_unreadable(
    two_player_game: Game, alice: User, reply: Reply
) -> None:
    for _ in range(MOST_ANSWERS + 2):
        last = reply(two_player_game, alice, LIKELY)
        assert the_answer(last).kind == Kind.REPLY_READ


def test_question_is_in_heading_and_first_line(
    asked: IncomingMail, send: Send, now: datetime
) -> None:
    (message,) = answers(send(now))
    text = " ".join(str(message.body).split())
    assert text.startswith(f"{words(asked)} - {LIKELY}: ")
    assert "8. forest 3: ≈ 3.2 wood" in text


@pytest.mark.parametrize("is_stale", [False, True])
def test_clear_move_out_of_turn_is_refused_like_its_notation(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
    is_stale: bool,
) -> None:
    writer, answered = bob, None
    if is_stale:
        send(now)
        writer, answered = alice, shown(seat_of(two_player_game, alice))
        submit(two_player_game, 0, "hut", now=now)
    line = "Going with forest 3 this time, thanks"
    exact = reply(two_player_game, writer, "forest 3", answers=answered)
    own = reply(two_player_game, writer, line, answers=answered)
    assert fates(own) == ["failed"]
    assert words(own) == words(exact)
