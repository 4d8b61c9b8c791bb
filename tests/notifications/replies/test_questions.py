"""“yes” to our question who wrote a mail is neither a vote nor an acceptance."""

from datetime import datetime

import pytest

from games.models import Game, Invitation, Status, StoredEvent, User
from notifications.models import Kind
from notifications.replies.errors import ANSWERS_QUESTION
from notifications.replies.pending import confirm_reply
from tests.notifications.replies.conftest import (
    Reply,
    fates,
    fresh,
    shown,
    the_answer,
    words,
)
from tests.support.mails import Send, seat_of
from tests.support.proposals import propose_end

WORDS = ["yes", "no", "accept", "decline"]
DOUBTED = [{"is_authenticated": False}, {"sender": "mallory@example.net"}]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("how", DOUBTED)
def test_yes_does_not_end_the_game(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
    word: str,
    how: dict[str, object],
) -> None:
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    asked = the_answer(reply(two_player_game, bob, "say hello", **how))
    send(now)
    asked.refresh_from_db()
    said = reply(two_player_game, bob, word, answers=asked)
    assert words(said) == str(ANSWERS_QUESTION)
    again = reply(two_player_game, bob, word, answers=the_answer(said))
    assert fates(again) == ["failed"]
    assert not StoredEvent.objects.filter(type="VoteCast").exists()
    assert Game.objects.get(pk=two_player_game.pk).status == Status.ACTIVE


@pytest.mark.parametrize("word", [*WORDS, "accept with some words"])
def test_yes_does_not_answer_an_invitation(
    invited_game: Game, bob: User, reply: Reply, word: str
) -> None:
    asked = the_answer(reply(invited_game, bob, "lorem ipsum", is_authenticated=False))
    assert fates(reply(invited_game, bob, word, answers=asked)) == ["failed"]
    assert seat_of(invited_game, bob).invitation == Invitation.INVITED


def test_doubtful_vote_is_confirmed_only_by_its_link(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """A “yes” to the question would be a vote of the other kind."""
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    about_end = shown(seat_of(two_player_game, bob), Kind.PROPOSAL_MADE)
    draft = reply(two_player_game, bob, "no", answers=about_end, is_authenticated=False)
    asked = the_answer(draft)
    assert fates(reply(two_player_game, bob, "yes", answers=asked)) == ["failed"]
    confirm_reply(fresh(draft), now=now)
    assert words(fresh(draft)) == "Your vote is in: no."


def test_other_lines_in_the_reply_are_carried_out(
    two_player_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    send: Send,
    now: datetime,
) -> None:
    asked = the_answer(
        reply(two_player_game, alice, "say hello", is_authenticated=False)
    )
    send(now)
    asked.refresh_from_db()
    mail = reply(two_player_game, alice, "forest 3", answers=asked)
    assert fates(mail) == ["done"]
