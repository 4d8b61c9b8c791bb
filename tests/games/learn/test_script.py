"""The recorded games of the tutorial stay legal, and match the lessons."""

import pytest

from games.learn.tutorial import answer_sentence, lesson_at
from games.learn.tutorial_script import (
    GAME_OVER,
    LEARNER,
    OTHER,
    ROUND_OVER,
    LessonAnswer,
    judge_lesson,
    scene_position,
    scene_positions,
    wanted_commands,
)
from stoneage_core import IllegalMove, awaited, legal_commands, notation
from stoneage_core.commands import Feed, PickDie, UsePlace
from stoneage_core.components.cards import CARDS, Food, Green, Sand
from stoneage_core.components.places import Place
from stoneage_core.payments import Payments
from stoneage_core.state import Phase, Question
from tests.support.pages import text_of

QUESTIONS = [
    *[Question.PLACE] * 4,
    *[Question.USE] * 2,
    Question.TOOLS,
    *[Question.USE] * 2,
    Question.PLACE,
    *[Question.PLACE] * 5,
    *[Question.USE] * 2,
    Question.DIE,
    Question.USE,
    Question.FEED,
    None,
]
STEPS = range(1, GAME_OVER + 1)


def test_learner_decides_in_every_scene_but_the_last() -> None:
    assert len(scene_positions()) == GAME_OVER
    for position in scene_positions()[:-1]:
        assert awaited(position.state) == {LEARNER}
    assert [scene_position(step).state.question for step in STEPS] == QUESTIONS


@pytest.mark.parametrize("step", [step for step in STEPS if wanted_commands(step)])
def test_wanted_decisions_are_legal(step: int) -> None:
    choices = legal_commands(scene_position(step).state, LEARNER)
    wanted = wanted_commands(step)
    for command in wanted:
        assert command in choices or any(
            command in choice.commands()
            for choice in choices
            if isinstance(choice, Payments)
        )
        assert notation.from_text(notation.to_text(command)) == command
    asked = wanted[0] if len(wanted) == 1 else tuple((each,) for each in wanted)
    assert judge_lesson(step, asked) is LessonAnswer.RIGHT


def test_first_round_is_played_to_its_end() -> None:
    first, last = scene_position(1).state, scene_position(ROUND_OVER).state
    assert (first.round, first.phase) == (1, Phase.PLACEMENT)
    assert (last.round, last.phase) == (2, Phase.PLACEMENT)
    learner, other = last.players
    assert (learner.score, learner.people, learner.food) == (9, 5, 14)
    assert len(learner.cards) == len(learner.buildings) == len(learner.tools) == 1
    assert other.people == 6


def test_last_round_has_what_the_first_had_no_room_for() -> None:
    wanted = [command for step in STEPS for command in wanted_commands(step)]
    assert {command.place for command in wanted if isinstance(command, UsePlace)} >= {
        Place.HUT,
        Place.FIELD,
        Place.HUNTING_GROUNDS,
    }
    assert any(isinstance(command, PickDie) for command in wanted)
    assert any(isinstance(command, Feed) and command.resources for command in wanted)
    bought = set(scene_position(GAME_OVER).state.players[LEARNER].cards)
    new = bought - set(scene_position(ROUND_OVER + 1).state.players[LEARNER].cards)
    assert {type(CARDS[card].scoring) for card in new} == {Green, Sand}


def test_learner_keeps_what_the_first_round_brought() -> None:
    then = scene_position(ROUND_OVER).state.players[LEARNER]
    later = scene_position(ROUND_OVER + 1).state.players[LEARNER]
    assert set(then.cards) < set(later.cards)
    assert set(then.buildings) < set(later.buildings)
    assert then.score < later.score
    assert then.people < later.people


def test_final_scoring_turns_the_game() -> None:
    before = scene_position(GAME_OVER - 1).state.players
    end = scene_position(GAME_OVER).state
    assert end.phase is Phase.ENDED
    assert before[LEARNER].score < before[OTHER].score
    assert end.winners == (LEARNER,)


def test_position_matches_the_lessons() -> None:
    """A big meal on the first card, a green symbol, and a roll that lacks one pip."""
    card = CARDS[scene_position(1).state.slots[0] or 0]
    assert card.benefit == Food(7)
    assert isinstance(card.scoring, Green)
    roll = scene_position(7).state.decision
    assert sum(roll.dice) == 11
    assert scene_position(8).state.players[LEARNER].resources.wood == 4


@pytest.mark.parametrize(
    ("step", "command", "answer"),
    [
        (1, "forest 3", LessonAnswer.OTHER_NUMBER),
        (1, "hunt 2", LessonAnswer.OTHER_CHOICE),
        (2, "clay pit 1", LessonAnswer.OTHER_CHOICE),
        (5, "use forest", LessonAnswer.TOO_EARLY),
        (6, "leave card 1", LessonAnswer.TOO_EARLY),
        (7, "no tools", LessonAnswer.LEFT_OUT),
        (8, "leave card 1", LessonAnswer.LEFT_OUT),
        (8, "build 2 wood", LessonAnswer.OTHER_CHOICE),
        (9, "build 2 wood", LessonAnswer.OTHER_PAYMENT),
        (9, "leave building 2", LessonAnswer.LEFT_OUT),
        (16, "use hut", LessonAnswer.ONE_BY_ONE),
        (16, "leave card 1", LessonAnswer.TOO_EARLY),
        (17, "buy 1 stone", LessonAnswer.DEARER),
        (18, "pick 4", LessonAnswer.OTHER_CHOICE),
        (19, "buy 2 wood stone", LessonAnswer.DEARER),
        (20, "feed brick 1 stone 1", LessonAnswer.DEARER),
        (20, "go hungry", LessonAnswer.LEFT_OUT),
    ],
)
def test_kinds_of_wrong_decisions_are_distinguished(
    step: int, command: str, answer: str
) -> None:
    assert judge_lesson(step, notation.from_text(command)) == answer


@pytest.mark.parametrize(
    ("step", "command"), [(1, "forest 9"), (2, "hut"), (3, "field"), (9, "forest 1")]
)
def test_illegal_decisions_are_refused_as_in_any_game(step: int, command: str) -> None:
    with pytest.raises(IllegalMove):
        judge_lesson(step, notation.from_text(command))


@pytest.mark.parametrize(
    ("uses", "answer"),
    [
        (["hunt", "field", "hut", "card 1"], LessonAnswer.RIGHT),
        (["card 1", "hut", "field", "hunt"], LessonAnswer.TOO_EARLY),
    ],
)
def test_several_uses_may_come_in_any_order_before_purchases(
    uses: list[str], answer: LessonAnswer
) -> None:
    orders = tuple((notation.from_text(f"use {place}"),) for place in uses)
    assert judge_lesson(16, orders) is answer


def test_every_wrong_answer_has_a_sentence() -> None:
    assert all(
        answer_sentence(answer)
        for answer in LessonAnswer
        if answer != LessonAnswer.RIGHT
    )


def test_lessons_are_short() -> None:
    lessons = [*map(lesson_at, STEPS)]
    for lesson in lessons:
        assert len(text_of(lesson.words).split()) <= 50, lesson.title
        assert lesson.rule.startswith("/rules/#")
    told = [text_of(lesson.words.partition("<strong")[0]) for lesson in lessons]
    assert sum(len(words.split()) for words in told) < 420


def test_numbers_in_the_lessons_are_those_of_the_game() -> None:
    said = [text_of(lesson_at(step).words) for step in STEPS]
    assert said[0].endswith("Tap the forest and send 2 people for wood.")
    assert "5 + 6 = 11: that would be 3 wood" in said[6]
    assert said[7].startswith("With the tool you have 4 wood. Pay 1 wood for the card.")
    assert "You get 7 food at once" in said[7]
    assert "Pay 3 wood for the building" in said[8]
    assert said[9].startswith("You scored 9 points.")
    assert "7 people now, the field gives 2 food and the hunter brought 2" in said[16]
    assert "Take the 6" in said[17]
    assert "you still lack 2 food" in said[19]
    assert "Pay 2 brick" in said[19]
