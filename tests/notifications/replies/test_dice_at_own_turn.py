"""Replies at a table at which the dice for all wait for one's own turn."""

from datetime import datetime

import pytest

from games.log import positions
from games.models import Game, User
from notifications.mails.blocks.question import number_choices
from notifications.models import Kind
from stoneage_core import awaited
from stoneage_core.state import Question
from tests.notifications.replies.conftest import Reply, fates, shown
from tests.support.games import Loaded
from tests.support.mails import seat_of
from tests.support.open_dice import let_dice_wait


@pytest.fixture
def waiting(
    loaded: Loaded, alice: User, bob: User, carol: User, dave: User, now: datetime
) -> Game:
    """Bob is to pick 2, 4 or 5 before his turn; then Carol and Dave."""
    return let_dice_wait(alice, bob, carol, dave, loaded=loaded, now=now)


@pytest.mark.parametrize("first", ["die 4", "2"])
def test_the_pick_and_the_turn_can_be_written_in_one_reply(
    waiting: Game, bob: User, reply: Reply, first: str
) -> None:
    asked = shown(seat_of(waiting, bob), Kind.CHOICE_WANTED)
    choices = number_choices(positions.state_of(waiting), 1)
    assert [choice.text for choice in choices] == ["pick 2", "pick 4", "pick 5"]
    mail = reply(waiting, bob, f"{first}\nuse field", answers=asked)
    assert fates(mail) == ["done", "done"]
    state = positions.state_of(Game.objects.get(pk=waiting.pk))
    assert (state.players[1].resources.gold, state.players[1].food_track) == (1, 1)
    # The rest of Bob's turn is forced, so Carol picks next.
    assert (state.question, awaited(state)) == (Question.DIE, {2})


def test_the_turn_cannot_be_played_before_the_pick(
    waiting: Game, bob: User, reply: Reply
) -> None:
    mail = reply(waiting, bob, "use field")
    assert fates(mail) == ["failed"]
    assert positions.state_of(Game.objects.get(pk=waiting.pk)).question is Question.DIE
