"""The recorded game of the tutorial stays legal, and matches the lessons."""

import pytest

from games.learn import tutorial_script as script
from games.learn.tutorial import answer_sentence, lesson_at, outlook
from games.learn.tutorial_script import (
    LAST,
    LEARNER,
    OTHER,
    OUTLOOK,
    SCENES,
    LessonAnswer,
    judge_lesson,
    scene_position,
    scene_positions,
)
from stoneage_core import IllegalMove, awaited, legal_commands, notation
from stoneage_core.components.cards import CARDS, Food, Green
from stoneage_core.payments import Payments
from stoneage_core.state import Phase, Question
from tests.support.pages import text_of

QUESTIONS = [
    *[Question.PLACE] * 4,
    *[Question.USE] * 2,
    Question.TOOLS,
    *[Question.USE] * 2,
]


def test_learner_decides_in_every_scene() -> None:
    assert len(scene_positions()) == OUTLOOK == LAST + 1
    for position in scene_positions():
        assert awaited(position.state) == {LEARNER}
    assert [
        scene_position(step).state.question for step in range(1, OUTLOOK)
    ] == QUESTIONS


@pytest.mark.parametrize("step", range(1, OUTLOOK))
def test_wanted_decisions_are_legal(step: int) -> None:
    wanted = script.wanted_command(step)
    choices = legal_commands(scene_position(step).state, LEARNER)
    assert wanted in choices or any(
        wanted in choice.commands()
        for choice in choices
        if isinstance(choice, Payments)
    )
    assert notation.from_text(notation.to_text(wanted)) == wanted
    assert judge_lesson(step, wanted) is LessonAnswer.RIGHT


def test_round_is_played_to_its_end() -> None:
    first, last = scene_position(1).state, scene_position(OUTLOOK).state
    assert (first.round, first.phase) == (1, Phase.PLACEMENT)
    assert (last.round, last.phase) == (2, Phase.PLACEMENT)
    learner, other = last.players
    assert (learner.score, learner.people, learner.food) == (9, 5, 14)
    assert len(learner.cards) == len(learner.buildings) == len(learner.tools) == 1
    assert other.people == 6


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
        (1, "hunt 2", LessonAnswer.OTHER_PLACE),
        (2, "clay pit 1", LessonAnswer.OTHER_PLACE),
        (5, "use forest", LessonAnswer.TOO_EARLY),
        (6, "leave card 1", LessonAnswer.TOO_EARLY),
        (7, "no tools", LessonAnswer.LEFT_OUT),
        (8, "leave card 1", LessonAnswer.LEFT_OUT),
        (8, "build 2 wood", LessonAnswer.OTHER_PLACE),
        (9, "build 2 wood", LessonAnswer.OTHER_PAYMENT),
        (9, "leave building 2", LessonAnswer.LEFT_OUT),
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


def test_every_wrong_answer_has_a_sentence() -> None:
    assert all(
        answer_sentence(answer)
        for answer in LessonAnswer
        if answer != LessonAnswer.RIGHT
    )


def test_lessons_are_short() -> None:
    lessons = [*map(lesson_at, range(1, OUTLOOK)), outlook()]
    for lesson in lessons:
        assert len(text_of(lesson.words).split()) <= 50, lesson.title
        assert lesson.rule.startswith("/rules/#")
    told = [text_of(lesson.words.partition("<strong")[0]) for lesson in lessons]
    assert sum(len(words.split()) for words in told) < 250


def test_numbers_in_the_lessons_are_those_of_the_game() -> None:
    said = [text_of(lesson_at(step).words) for step in range(1, OUTLOOK)]
    assert said[0].endswith("Tap the forest and send 2 people for wood.")
    assert "5 + 6 = 11: that would be 3 wood" in said[6]
    assert said[7].startswith("With the tool you have 4 wood. Pay 1 wood for the card.")
    assert "You get 7 food at once" in said[7]
    assert "Pay 3 wood for the building" in said[8]
    assert text_of(outlook().words).startswith("You scored 9 points.")
    assert len(SCENES) == 9
    assert OTHER == 1
