"""Each question has its commands; all others are refused until it is answered."""

import pytest

from stoneage_core.commands import Command
from stoneage_core.state import Question
from tests.core.scenario import (
    acting,
    busy,
    command_of,
    placing,
    refusal,
    starving,
    tribe,
    when,
)

USE, TOOLS, DIE, FEED = Question.USE, Question.TOOLS, Question.DIE, Question.FEED
OWNER = {"resources": "wood wood", "cards": (36,), "open_cards": (36,)}
ACTING = acting(busy(card_1=1, forest=1, tools="1", **OWNER), slots=(5, 2, 3, 4))
POSITIONS = {
    Question.PLACE: placing(tribe(**OWNER)),
    USE: ACTING,
    TOOLS: when(ACTING, 0, "use forest", dice=(2,)).state,
    DIE: when(ACTING, 0, "buy 1 wood", dice=(1, 2)).state,
    FEED: starving(tribe(**OWNER), owing=(1, 0)),
}
#: A command of each type, and the questions that it answers.
COMMANDS = {
    "hut": {Question.PLACE},
    "use river": {USE},
    "tools 1": {TOOLS},
    "buy 1 wood": {USE},
    "build 1 wood": {USE},
    "leave card 1": {USE},
    "pick 1": {DIE},
    "take wood gold": {USE, TOOLS, DIE, FEED},
    "feed wood": {FEED},
    "go hungry": {FEED},
}


def test_every_type_of_command_is_tried():
    assert {type(command_of(text)) for text in COMMANDS} == set(Command.__args__)


@pytest.mark.parametrize("question", Question)
def test_only_commands_that_answer_the_question_are_carried_out(question):
    state = POSITIONS[question]
    assert state.question is question
    for command, answers in COMMANDS.items():
        if question not in answers:
            assert refusal(state, 0, command) == "wrong_phase", command
        elif command != "build 1 wood":
            assert when(state, 0, command, dice=(1, 2)).events, command
