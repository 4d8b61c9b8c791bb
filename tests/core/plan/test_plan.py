"""Plans: the rules decide on a copy of the position."""

import doctest
from random import Random

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec.structs import replace

from stoneage_core import GameState, InvalidCommand, autopilot, awaited
from stoneage_core import plan as plans
from stoneage_core.chance import RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.notation import from_text
from stoneage_core.phrases import show_english
from stoneage_core.plan import (
    LONGEST_PLAN,
    MOST_STEPS,
    Course,
    PlannedChance,
    PlanStep,
    follow_plan,
    let_others_play,
    may_go_on,
    parse_plan,
    plan_text,
    position_for,
)
from stoneage_core.simulation import opening, random_policy
from stoneage_core.state import Phase
from tests.core.scenario import acting, busy, opened, placing, starving, tribe


def course_of(state: GameState, text: str) -> Course:
    return follow_plan(state, parse_plan(text))


def refusal_of(course: Course) -> str:
    return "" if course.refusal is None else show_english(course.refusal)


# Text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1-hut",
        "1-forest-3,2-hut,1-card-2",
        "3-use-hunting-grounds-dice-6-5-1",
        "4-buy-2-wood-brick,1-tools-2-1-once-3,2-no-tools,2-go-hungry",
    ],
)
def test_plans_have_one_spelling(text):
    assert plan_text(parse_plan(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("hut", "5-hut", "0-hut", "1-fly", "1", "-"),
        *("1-use-hut-dice-7", "1-hut-dice-x", "1-hut-dice-" + "-".join("1" * 41)),
        ",".join(["1-hut"] * (MOST_STEPS + 1)),
        "1-hut" + " " * LONGEST_PLAN,
    ],
)
def test_invalid_plans_are_refused(text):
    with pytest.raises(InvalidCommand) as refused:
        parse_plan(text)
    assert refused.value.code == "not_understood"


@for_all(st.text() | st.text("12-,hutforestdicebuy "))
def test_any_text_is_read_or_refused(text):
    try:
        plan = parse_plan(text)
    except InvalidCommand:
        return
    assert parse_plan(plan_text(plan)) == plan


def test_the_examples_are_understood():
    assert doctest.testmod(plans).failed == 0


# Course


def test_each_step_leads_to_a_position_of_its_own():
    start = opened(2)
    course = course_of(start, "1-forest-3,2-hut")
    assert [taken.state.players[0].on(Place.FOREST) for taken in course.steps] == [3, 3]
    assert [taken.state.players[1].on(Place.HUT) for taken in course.steps] == [0, 2]
    assert course.refusal is None
    assert start == opened(2)


def test_a_course_ends_where_the_rules_refuse():
    course = course_of(opened(2), "1-hut,2-hut,1-field")
    assert plan_text(course.plan) == "1-hut"
    assert refusal_of(course) == "the hut has no room left"
    assert course.state == course.steps[0].state


def test_people_are_placed_ahead_of_others_and_they_go_on_after():
    course = course_of(opened(2), "1-hut,1-field,2-forest-1,2-river-1")
    assert plan_text(course.plan) == "1-hut,1-field,2-forest-1,2-river-1"
    assert awaited(course.state) == {0}


def test_people_are_only_used_in_ones_own_turn():
    state = acting(tribe(hut=2, forest=1), tribe(field=1, river=1))
    course = course_of(state, "2-use-field")
    assert refusal_of(course) == "player 2 has nothing to decide then"
    assert not may_go_on(state, 1)
    assert may_go_on(state, 0)


@pytest.mark.parametrize("player", ["3", "4"])
def test_steps_of_missing_players_are_refused(player):
    course = course_of(opened(2), f"{player}-hut")
    assert refusal_of(course).endswith("has nothing to decide then")


def test_a_player_without_people_cannot_place():
    state = placing(tribe(), tribe(people=5, hunting_grounds=5))
    assert not may_go_on(state, 1)
    assert may_go_on(placing(), 1)
    assert position_for(placing(), 1).turn == 1


def test_dice_are_those_given_and_then_average_ones():
    state = acting(busy(forest=4))
    given, average = (
        course_of(state, text).steps[0]
        for text in ("1-use-forest-dice-6-5", "1-use-forest")
    )
    assert given.dice == (6, 5, 3, 4)
    assert average.dice == (3, 4, 3, 4)
    assert given.state.players[0].resources.wood == 6
    assert average.state.players[0].resources.wood == 4


def test_examples_are_the_same_each_time():
    state = acting(tribe(resources="wood wood wood wood", card_1=1), tribe())
    text = "1-buy-1-wood"
    assert course_of(state, text).state == course_of(state, text).state


def test_several_tribes_are_fed_in_any_order():
    hungry = (tribe(resources="wood"), tribe(resources="wood"))
    state = starving(*hungry, owing=(1, 1))
    course = course_of(state, "2-go-hungry,1-feed-wood-1")
    assert len(course.steps) == 2


def test_others_play_until_one_is_asked():
    state = opened(3)
    first = follow_plan(state, parse_plan("1-hut"))
    others = let_others_play(first, 0)
    assert {step.player for step in others} == {1, 2}
    course = follow_plan(state, first.plan + others)
    assert awaited(course.state) == {0}
    assert let_others_play(course, 0) == ()


def test_a_part_of_a_course_is_a_course():
    course = course_of(opened(2), "1-hut,2-field,1-forest-1")
    assert course.upto(1) == course_of(opened(2), "1-hut")
    assert course.upto(0).state is course.start
    assert course.upto(9) is course


@for_all(st.integers(2, 4), st.integers(0, 2**32 - 1), st.booleans())
def test_every_legal_command_can_be_planned(players, seed, ahead):
    """Follow whole plans with the choices of a random player or autopilot."""
    dice = Random(seed)
    policy = random_policy(dice) if seed % 2 else autopilot.choose
    start = opening(players, RandomChance(seed)).state
    course = Course(start)
    for _ in range(40):
        state = course.state
        free = [n for n in range(players) if may_go_on(state, n)]
        if not free:
            break
        player = dice.choice(free if ahead else sorted(awaited(state)))
        command = policy(position_for(state, player), player)
        rolled = tuple(dice.choices(range(1, 7), k=dice.randrange(4)))
        step = PlanStep(player, command, rolled)
        taken = follow_plan(state, [step])
        assert taken.refusal is None
        course = Course(start, course.steps + taken.steps)
        assert (
            course.steps[-1].dice[: len(rolled)] == rolled[: len(course.steps[-1].dice)]
        )
    assert follow_plan(start, parse_plan(plan_text(course.plan))) == course


@for_all(st.integers(0, 2**32 - 1), st.lists(st.integers(0, 3), max_size=12))
def test_impossible_plans_are_refused_and_change_nothing(seed, players):
    """Steps that do not fit are refused in words; none of them changes the start."""
    dice = Random(seed)
    start = opening(2, RandomChance(seed)).state
    texts = ["hut", "forest 2", "use hut", "buy 1 wood", "no tools", "go hungry"]
    plan = tuple(PlanStep(n, from_text(dice.choice(texts))) for n in players)
    course = follow_plan(start, plan)
    assert course.start is start
    assert course.plan == plan[: len(course.steps)]
    assert (course.refusal is None) == (len(course.steps) == len(plan))


def test_a_plan_ends_with_the_game():
    step = PlanStep(0, PlacePeople(Place.FOREST, 1))
    course = follow_plan(replace(opened(), phase=Phase.ENDED, turn=None), [step])
    assert course.refusal is not None
    assert str(course.refusal) == "This game is over."
    assert PlannedChance(()).reveal() == ""
