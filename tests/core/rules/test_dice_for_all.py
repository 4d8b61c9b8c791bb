"""Each player picks a die, clockwise from the taker (rules: dice for all)."""

import pytest

from stoneage_core import awaited
from stoneage_core.components.places import Place
from stoneage_core.events.actions import FoodTrackRaised, NothingGained, ToolMade
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked, ResourcesGained
from stoneage_core.state import DiceDecision, Question
from tests.core.scenario import acting, busy, options, refusal, resources, tribe, when

DICE_FOR_ALL, ANY_TWO = 5, 36


def rolled(*dice, turn=0, others=(), **facts):
    """Let a player buy a dice-for-all card and roll these dice."""
    taker = busy(card_1=1, resources="wood", **facts)
    players = len(dice)
    tribes = [*others, *[tribe()] * players][: players - 1]
    tribes.insert(turn, taker)
    slots = (DICE_FOR_ALL, 2, 3, 4)
    state = acting(*tribes, players=players, turn=turn, slots=slots)
    return when(state, turn, "buy 1 wood", dice=dice)


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3), (1, 2, 3, 4)])
def test_as_many_dice_as_players_are_rolled(dice):
    outcome = rolled(*dice)
    assert outcome.events[1:] == (DiceForAllRolled(0, Place.CARD_1, dice),)
    assert outcome.state.question is Question.DIE


def test_players_pick_from_the_taker_clockwise():
    outcome = rolled(1, 2, 3, turn=1)
    assert outcome.state.decision == DiceDecision((1, 2, 3), (1, 2, 0))
    assert awaited(outcome.state) == {1}
    after = when(outcome.state, 1, "pick 2")
    assert after.state.decision == DiceDecision((1, 3), (2, 0))
    assert awaited(after.state) == {2}


def test_the_turn_goes_on_with_the_taker_after_the_last_pick():
    outcome = when(rolled(1, 2, turn=1).state, 1, "pick 2")
    assert outcome.of(DiePicked) == [DiePicked(1, 2), DiePicked(0, 1)]
    assert (outcome.state.turn, outcome.state.question) == (1, Question.USE)


def test_a_turn_continues_until_all_have_picked():
    last = tribe(card_1=1, resources="wood")
    state = acting(last, busy(), tribe(), players=3, slots=(DICE_FOR_ALL, 2, 3, 4))
    rolled = when(state, 0, "buy 1 wood", dice=(1, 2, 3))
    first = when(rolled.state, 0, "pick 3")
    assert (first.state.turn, awaited(first.state)) == (0, {1})
    assert when(first.state, 1, "pick 2").state.turn == 1


@pytest.mark.parametrize(
    ("face", "facts", "gained"),
    [
        (1, {}, ResourcesGained(0, resources("wood"))),
        (2, {}, ResourcesGained(0, resources("brick"))),
        (3, {}, ResourcesGained(0, resources("stone"))),
        (4, {}, ResourcesGained(0, resources("gold"))),
        (5, {}, ToolMade(0, None, 0, 1)),
        (5, {"tools": "4 4 4"}, NothingGained(0, None)),
        (6, {}, FoodTrackRaised(0, None, 1)),
        (6, {"food_track": 10}, NothingGained(0, None)),
    ],
)
def test_each_face_gives_its_good(face, facts, gained):
    other = 1 if face == 2 else 2
    outcome = when(rolled(face, other, **facts).state, 0, f"pick {face}")
    assert outcome.events[:2] == (DiePicked(0, face), gained)


def test_equal_dice_are_offered_once_the_lowest_first():
    assert options(rolled(6, 2, 5, 2).state) == ["pick 2", "pick 5", "pick 6"]


def test_equal_dice_are_picked_automatically():
    outcome = rolled(3, 3, 3)
    assert outcome.of(DiePicked) == [DiePicked(player, 3) for player in (0, 1, 2)]
    assert outcome.state.decision is None


@pytest.mark.parametrize("face", [0, 3, 7])
def test_only_faces_that_were_rolled_can_be_picked(face):
    expected = "no_such_die"
    assert refusal(rolled(1, 2).state, 0, f"pick {face}") == expected


def test_nobody_picks_before_it_is_their_turn():
    expected = "not_awaited"
    assert refusal(rolled(1, 2, 3).state, 1, "pick 1") == expected


def test_the_taker_may_turn_over_resources_while_picking_and_others_may_not():
    owner = {"cards": (ANY_TWO,), "open_cards": (ANY_TWO,)}
    mine = rolled(1, 2, 3, **owner).state
    assert "take wood gold" in options(mine)
    others = when(rolled(1, 2, 3, others=[tribe(**owner)]).state, 0, "pick 3")
    assert options(others.state, 1) == ["pick 1", "pick 2"]
    assert refusal(others.state, 1, "take wood gold") == "no_such_card"
