"""Emails at a table at which the dice for all wait for one's own turn."""

from datetime import datetime

import pytest

from games.log import positions
from games.models import Game, User
from notifications.mails.blocks.position import position_of
from notifications.mails.blocks.question import prompt_of
from notifications.models import Kind
from tests.notifications.mails.test_contents import assert_says, both, written
from tests.support.games import Loaded
from tests.support.mails import mails
from tests.support.open_dice import let_dice_wait, picking_before_the_end
from tests.support.play import submit

NAMES = ("Alice", "Bob", "Carol", "Dave")
DICE = "2 (1 brick), 4 (1 gold) and 5 (a tool)"


@pytest.fixture
def waiting(
    loaded: Loaded, alice: User, bob: User, carol: User, dave: User, now: datetime
) -> Game:
    """Bob is to pick 2, 4 or 5 before his turn; then Carol and Dave."""
    return let_dice_wait(alice, bob, carol, dave, loaded=loaded, now=now)


def test_the_email_of_a_turn_says_that_it_begins_with_a_pick(
    waiting: Game, bob: User, now: datetime
) -> None:
    asked = written(mails(Kind.CHOICE_WANTED, bob)[-1], now)
    assert_says(
        asked,
        f"There’s a die to pick: {DICE}. Your turn begins with it.",
        f"a die to pick: {DICE}",
    )
    text, _html = both(asked)
    rolled = "Rolled the dice for all: 2, 4, 5 and 6."
    assert f"{rolled} The others pick at their next turns." in text


def test_the_next_email_asks_for_the_turn_itself(
    waiting: Game, bob: User, now: datetime
) -> None:
    submit(waiting, 1, "pick 4", now=now)
    asked = written(mails(Kind.YOUR_TURN, bob)[-1], now)
    assert_says(asked, "Your people are ready: Hunting grounds (4) and Field")


def test_emails_say_to_whom_dice_wait(waiting: Game) -> None:
    state = positions.state_of(waiting)
    alice, _bob, carol, dave = range(4)
    told = {
        reader: {
            lines.seat: lines for lines in position_of(state, NAMES, reader)["tribes"]
        }
        for reader in (alice, carol)
    }
    for reader, seat in ((carol, carol), (carol, dave), (alice, carol)):
        assert told[reader][seat].facts[-1] == f"a die to pick: {DICE}"
    assert "to pick" not in " ".join(told[alice][alice].facts)


def test_the_prompt_of_a_pick_before_the_last_feeding_says_so() -> None:
    prompt = prompt_of(picking_before_the_end(), 0)
    assert prompt.subject == "Pick a die"
    dice = "1 (1 wood) and 2 (1 brick)"
    assert prompt.sentence == (
        f"There’s a die to pick: {dice}. All dice are picked before the last feeding."
    )
