"""Dice for all that others pick at their own turns (an option of the table)."""

import msgspec
import pytest
from msgspec.structs import replace

from stoneage_core import awaited, end
from stoneage_core.chance import LoadedChance
from stoneage_core.events.actions import PeoplePlaced, ToolMade
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked, ResourcesGained
from stoneage_core.events.rounds import (
    DiceOffered,
    GameEnded,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.record.codec import encode
from stoneage_core.rules.dice_for_all import (
    PickTime,
    dice_waiting_for,
    order_of_picking,
    pick_time,
)
from stoneage_core.rules.soundness import is_sound
from stoneage_core.state import (
    DiceDecision,
    EndReason,
    OpenRoll,
    Phase,
    Position,
    Question,
    Stack,
)
from stoneage_core.terms import Terms
from tests.core.scenario import (
    acting,
    busy,
    options,
    placing,
    refusal,
    resources,
    time_out,
    tribe,
    when,
)

DICE_FOR_ALL, MORE_DICE_FOR_ALL, ANY_TWO = 5, 6, 36
SLOTS = (DICE_FOR_ALL, MORE_DICE_FOR_ALL, 11, 12)


def terms(players):
    return Terms(players, first_player=0, dice_at_own_turn=True)


def table(*tribes, players=3, **changes):
    """Return an action turn; tribes that are not given have one use left."""
    everyone = [*tribes, *[tribe(field=1)] * players][:players]
    changes = {"slots": SLOTS, "terms": terms(players)} | changes
    return acting(*everyone, players=players, **changes)


def bought(state, player, *dice):
    """Let a player buy the first card, a dice-for-all card, and roll these dice."""
    return when(state, player, "buy 1 wood", dice=dice)


def taker(**facts):
    return busy(card_1=1, resources="wood", **facts)


# (a) The taker picks at once, and goes on with their turn


@pytest.mark.parametrize("dice", [(1, 2, 3), (1, 2, 3, 4)])
def test_the_taker_alone_picks_at_once(dice):
    players = len(dice)
    rolled = bought(table(taker(), players=players), 0, *dice)
    assert rolled.of(DiceForAllRolled)[0].at_own_turn
    assert awaited(rolled.state) == {0}
    assert options(rolled.state) == [f"pick {face}" for face in dice]
    picked = when(rolled.state, 0, "pick 2")
    left = tuple(face for face in dice if face != 2)
    assert picked.state.open_rolls == (OpenRoll(0, left, tuple(range(1, players))),)


def test_the_taker_plays_on_while_the_dice_wait():
    picked = when(bought(table(taker()), 0, 1, 2, 3).state, 0, "pick 3")
    assert picked.of(ResourcesGained) == [ResourcesGained(0, resources("stone"))]
    assert (picked.state.turn, picked.state.question) == (0, Question.USE)
    assert awaited(picked.state) == {0}


def test_the_sentence_of_the_roll_says_when_the_others_pick():
    event = bought(table(taker()), 0, 1, 2, 3).of(DiceForAllRolled)[0]
    assert str(event.choose_sentences().third).endswith(
        "The others pick at their next turns."
    )


def test_nobody_else_picks_before_their_turn():
    state = when(bought(table(taker()), 0, 1, 2, 3).state, 0, "pick 3").state
    assert refusal(state, 1, "pick 1") == "not_awaited"
    assert refusal(state, 0, "pick 1") == "wrong_phase"


# (b) Dice that leave no choice are given out at once


def test_the_other_of_two_players_gets_the_die_that_is_left_at_once():
    picked = when(bought(table(taker(), players=2), 0, 1, 2).state, 0, "pick 2")
    assert picked.of(DiePicked) == [DiePicked(0, 2), DiePicked(1, 1)]
    assert picked.state.open_rolls == ()
    assert (picked.state.turn, picked.state.decision) == (0, None)


@pytest.mark.parametrize("players", [3, 4])
def test_dice_that_are_all_alike_are_given_to_everybody_at_once(players):
    rolled = bought(table(taker(), players=players), 0, *[3] * players)
    assert [event.player for event in rolled.of(DiePicked)] == [*range(players)]
    assert rolled.state.open_rolls == ()
    assert (rolled.state.turn, rolled.state.question) == (0, Question.USE)


def test_the_others_get_their_dice_at_once_if_those_left_are_alike():
    rolled = bought(table(taker(), players=4), 0, 5, 2, 5, 5)
    picked = when(rolled.state, 0, "pick 2")
    assert picked.of(DiePicked) == [
        DiePicked(0, 2),
        *[DiePicked(player, 5) for player in (1, 2, 3)],
    ]
    assert picked.of(ToolMade) == [ToolMade(p, None, 0, 1) for p in (1, 2, 3)]
    assert picked.state.turn == 0


def test_the_last_die_is_given_as_soon_as_it_is_the_last():
    state = when(bought(table(taker()), 0, 1, 2, 3).state, 0, "pick 3").state
    state = passed_on(state, 0).state
    assert awaited(state) == {1}
    picked = when(state, 1, "pick 2")
    assert picked.of(DiePicked) == [DiePicked(1, 2), DiePicked(2, 1)]
    assert picked.state.open_rolls == ()


def test_dice_alike_are_given_from_their_own_roll_even_if_an_older_one_waits():
    # The older roll has a die with the same face, which stays.
    older = OpenRoll(0, (4, 5), (1, 2))
    state = table(taker(), open_rolls=(older,))
    picked = when(bought(state, 0, 4, 6, 4).state, 0, "pick 6")
    assert picked.of(DiceOffered) == [DiceOffered(1, 1), DiceOffered(2, 1)]
    assert picked.state.open_rolls == (older,)


# (c) The others pick as the first decision of their next turn, the oldest roll first


def passed_on(state, player):
    """Return the state after a busy player's turn."""
    return when(state, player, "use river", dice=(1,) * 9)


def waiting_dice(turn=0, players=3, dice=(1, 2, 3), **changes):
    """Return a state in which ``turn`` took the card and picked the last die."""
    tribes = [busy(field=1) for _ in range(players)]
    tribes[turn] = taker()
    for before in range(turn):
        tribes[before] = tribe()
    state = table(*tribes, players=players, turn=turn, **changes)
    return when(bought(state, turn, *dice).state, turn, f"pick {dice[-1]}").state


def test_a_player_picks_before_anything_else_in_their_action_turn():
    offered = passed_on(waiting_dice(), 0)
    assert offered.events[-1] == DiceOffered(1, 0)
    assert offered.state.decision == DiceDecision((1, 2), (1,), 0)
    assert options(offered.state, 1) == ["pick 1", "pick 2"]
    assert refusal(offered.state, 1, "use river") == "wrong_phase"
    picked = when(offered.state, 1, "pick 1")
    # The last die goes to the last player, and the turn goes on.
    assert picked.events[-1] == TurnStarted(1)
    assert awaited(picked.state) == {1}
    assert (picked.state.turn, picked.state.question) == (1, Question.USE)


def four_at_the_end_of_a_round():
    """Return what happens when the last player of a round takes the card."""
    last = tribe(card_1=1, resources="wood")
    state = table(tribe(), tribe(), tribe(), last, players=4, turn=3)
    rolled = bought(state, 3, 1, 2, 3, 4)
    assert awaited(rolled.state) == {3}
    return when(rolled.state, 3, "pick 4", picks=(7,))


def test_feeding_is_no_turn_and_a_placement_is():
    outcome = four_at_the_end_of_a_round()
    assert PhaseStarted(Phase.FEEDING) in outcome.events
    assert outcome.of(RoundStarted) == [RoundStarted(2, 1)]
    # The next round begins with player 1, who picks before placing.
    assert outcome.events[-2:] == (PhaseStarted(Phase.PLACEMENT), DiceOffered(1, 0))
    assert (outcome.state.turn, awaited(outcome.state)) == (None, {1})
    assert options(outcome.state, 1) == ["pick 1", "pick 2", "pick 3"]
    picked = when(outcome.state, 1, "pick 2")
    assert picked.events[-1] == TurnStarted(1)
    assert picked.state.question is Question.PLACE


def test_everybody_picks_at_the_first_of_their_placements():
    state = four_at_the_end_of_a_round().state
    state = when(state, 1, "pick 2", "forest 1").state
    assert awaited(state) == {2}
    assert state.question is Question.DIE
    picked = when(state, 2, "pick 3")
    assert picked.of(DiePicked) == [DiePicked(2, 3), DiePicked(0, 1)]
    assert picked.state.open_rolls == ()
    state = when(picked.state, 2, "forest 1").state
    assert (state.question, awaited(state)) == (Question.PLACE, {3})


def test_the_oldest_roll_is_picked_from_first():
    first = busy(card_1=1, card_2=1, resources="wood wood wood")
    state = when(bought(table(first), 0, 1, 2, 3).state, 0, "pick 3").state
    state = when(state, 0, "buy 2 2 wood", dice=(4, 5, 6)).state
    state = passed_on(when(state, 0, "pick 6").state, 0).state
    assert state.open_rolls == (
        OpenRoll(0, (1, 2), (1, 2)),
        OpenRoll(0, (4, 5), (1, 2)),
    )
    assert options(state, 1) == ["pick 1", "pick 2"]
    state = when(state, 1, "pick 2").state
    assert (options(state, 1), awaited(state)) == (["pick 4", "pick 5"], {1})
    assert when(state, 1, "pick 5").events[-1] == TurnStarted(1)


def test_a_roll_that_is_picked_from_keeps_its_place_in_line():
    rolls = (
        OpenRoll(0, (1, 2, 3), (1, 2, 3)),
        OpenRoll(1, (4, 5), (2, 3)),
        OpenRoll(0, (2, 6), (1, 3)),
    )
    state = table(tribe(hut=2), players=4, open_rolls=rolls)
    state = when(state, 0, "use hut").state if awaited(state) == {0} else state
    assert awaited(state) == {1}
    state = when(state, 1, "pick 1").state
    assert [roll.dice for roll in state.open_rolls] == [(2, 3), (4, 5), (2, 6)]
    assert options(state, 1) == ["pick 2", "pick 6"]


def test_an_open_card_is_used_in_the_owners_action_turn_only():
    owner = {"cards": (ANY_TWO,), "open_cards": (ANY_TWO,)}
    state = table(taker(**owner), busy(field=1))
    rolled = bought(state, 0, 1, 2, 3).state
    assert "take wood gold" in options(rolled)
    state = table(taker(), busy(field=1, **owner))
    state = when(bought(state, 0, 1, 2, 3).state, 0, "pick 3").state
    state = passed_on(state, 0).state
    assert options(state, 1) == ["pick 1", "pick 2"]
    assert refusal(state, 1, "take wood gold") == "no_such_card"
    assert "take wood gold" in options(when(state, 1, "pick 1").state, 1)


def test_a_waiting_die_does_not_feed_its_player():
    # Player 0 has no food, and a die with the food track waits for them.
    hungry = tribe(food=0, resources="wood wood wood wood wood")
    last = tribe(card_1=1, resources="wood")
    state = table(hungry, tribe(), tribe(), last, players=4, turn=3)
    state = when(bought(state, 3, 6, 6, 1, 4).state, 3, "pick 4", picks=(7,)).state
    assert (state.phase, state.owing) == (Phase.FEEDING, (5, 0, 0, 0))
    assert state.players[0].food_track == 0
    assert awaited(state) == {0}
    assert when(state, 0, "go hungry", picks=(7,)).state.question is Question.DIE


# (d) The order of picking is the order of the turns


def test_the_order_of_picking_is_that_of_the_turns():
    # Player 2 rolls. Player 3 still has an action turn, then 1, 2, 3 and 0 place.
    state = table(
        tribe(), tribe(), taker(), busy(), players=4, turn=2, tops=(1, 2, 3, 4)
    )
    state = when(bought(state, 2, 1, 2, 3, 4).state, 2, "pick 4").state
    state = passed_on(state, 2).state
    order = []
    while state.open_rolls:
        (asked,) = awaited(state)
        if state.question is Question.DIE:
            order.append(asked)
        command = options(state, asked)[0]
        state = when(state, asked, command, dice=(1,) * 9, picks=(7, 8)).state
    # The last player gets the last die automatically.
    assert order == [3, 1]
    assert state.round == 2


# (e) In the last round all dice are picked before feeding, roll by roll


def last_turn(rolls=()):
    """Return the last turn of a game, with a dice-for-all card to buy."""
    last = tribe(card_1=1, resources="wood")
    stacks = (Stack(None, 0), *[Stack(tile, 7) for tile in (2, 3, 4)])
    return table(
        *[tribe()] * 3, last, players=4, turn=3, stacks=stacks, open_rolls=rolls
    )


def test_dice_are_picked_clockwise_before_the_last_feeding():
    state = when(bought(last_turn(), 3, 1, 2, 3, 4).state, 3, "pick 4").state
    assert (state.phase, state.turn) == (Phase.ACTIONS, 3)
    assert awaited(state) == {0}
    state = when(state, 0, "pick 3").state
    assert awaited(state) == {1}
    ended = when(state, 1, "pick 2")
    assert ended.of(DiePicked) == [DiePicked(1, 2), DiePicked(2, 1)]
    picked = ended.events.index(DiePicked(2, 1))
    assert ended.events.index(PhaseStarted(Phase.FEEDING)) > picked
    assert ended.state.end_reason is EndReason.NO_BUILDINGS


def test_dice_are_picked_roll_by_roll_at_the_end():
    older = OpenRoll(1, (5, 6), (2, 0))
    state = bought(last_turn((older,)), 3, 1, 2, 3, 4).state
    state = when(state, 3, "pick 4").state
    picks = []
    while state.open_rolls:
        (asked,) = awaited(state)
        outcome = when(state, asked, options(state, asked)[-1])
        picks += outcome.of(DiePicked)
        state = outcome.state
    assert picks == [
        *(DiePicked(2, 6), DiePicked(0, 5)),
        *(DiePicked(0, 3), DiePicked(1, 2), DiePicked(2, 1)),
    ]


def test_dice_wait_for_the_next_round_if_there_is_one():
    state = when(
        bought(
            replace(last_turn(), stacks=acting(players=4).stacks), 3, 1, 2, 3, 4
        ).state,
        *(3, "pick 4"),
        picks=(7,),
    ).state
    assert (state.phase, state.round) == (Phase.PLACEMENT, 2)


# (f) A game that ends in another way drops the dice


@pytest.mark.parametrize("reason", [EndReason.AGREED, EndReason.DECIDED])
def test_a_game_that_is_ended_drops_its_open_dice(reason):
    for state in (waiting_dice(), passed_on(waiting_dice(), 0).state):
        ended = end(state, LoadedChance(seed="0" * 64), reason)
        assert not any(isinstance(each, DiePicked) for each in ended.events)
        assert any(isinstance(each, GameEnded) for each in ended.events)
        assert (ended.state.open_rolls, ended.state.decision) == ((), None)


# What pages show


def test_pick_time_tells_roll_turn_and_end_apart():
    fresh = bought(table(taker()), 0, 1, 2, 3).state
    assert pick_time(fresh) is PickTime.WITH_ROLL
    assert pick_time(passed_on(waiting_dice(), 0).state) is PickTime.BEFORE_TURN
    placing_next = four_at_the_end_of_a_round().state
    assert pick_time(placing_next) is PickTime.BEFORE_TURN
    ending = when(bought(last_turn(), 3, 1, 2, 3, 4).state, 3, "pick 4").state
    assert pick_time(ending) is PickTime.BEFORE_END
    at_once = bought(acting(taker(), players=3, slots=SLOTS), 0, 1, 2, 3).state
    assert pick_time(at_once) is PickTime.WITH_ROLL


def orders_of(state):
    return [order_of_picking(state, roll) for roll in state.open_rolls]


def test_order_of_picking_follows_the_turns():
    # Player 2 rolled. Player 3 still acts, and player 1 begins the next round.
    state = waiting_dice(turn=2, players=4, dice=(1, 2, 3, 4))
    assert orders_of(state) == [(3, 1, 0)]
    assert orders_of(four_at_the_end_of_a_round().state) == [(1, 2, 0)]
    fed = {"phase": Phase.FEEDING, "turn": None, "owing": (1, 0, 0, 0)}
    assert orders_of(replace(state, **fed)) == [(1, 3, 0)]
    # If the game ends after this round, they pick clockwise from the taker.
    ending = replace(state, stacks=last_turn().stacks)
    assert orders_of(ending) == [(3, 0, 1)]


def test_dice_wait_for_the_others_once_the_taker_has_picked():
    rolled = bought(table(taker()), 0, 3, 1, 2).state
    assert [dice_waiting_for(rolled, player) for player in range(3)] == [(), (), ()]
    picked = when(rolled, 0, "pick 3").state
    waiting = [dice_waiting_for(picked, player) for player in range(3)]
    assert waiting == [(), ((1, 2),), ((1, 2),)]


# Time-outs and soundness


def test_a_pick_and_the_turn_that_it_begins_are_one_time_out():
    state = passed_on(waiting_dice(), 0).state
    outcome = time_out(state, 1, dice=(1,) * 9)
    assert [type(event).__name__ for event in outcome.events].count("TurnTimedOut") == 1
    assert isinstance(outcome.events[1], DiePicked)
    assert TurnStarted(1) in outcome.events
    assert not any(outcome.state.players[1].placed)


def test_a_pick_and_the_placement_that_it_begins_are_one_time_out():
    outcome = time_out(four_at_the_end_of_a_round().state, 1)
    assert isinstance(outcome.events[1], DiePicked)
    assert [event.player for event in outcome.of(PeoplePlaced)] == [1]
    assert awaited(outcome.state) == {2}


def test_without_the_option_all_pick_at_once():
    state = acting(taker(), players=3, slots=SLOTS)
    rolled = bought(state, 0, 1, 2, 3)
    assert not rolled.of(DiceForAllRolled)[0].at_own_turn
    picked = when(rolled.state, 0, "pick 3").state
    assert awaited(picked) == {1}
    assert picked.open_rolls == ()


def test_positions_with_open_dice_are_sound():
    waiting = waiting_dice()
    offered = passed_on(waiting, 0).state
    between = four_at_the_end_of_a_round().state
    for state in (waiting, offered, between):
        assert is_sound(state)
    wrong = (
        replace(waiting, terms=Terms(3)),
        replace(waiting, open_rolls=(OpenRoll(0, (1, 7), (1, 2)),)),
        replace(waiting, open_rolls=(OpenRoll(0, (1,), (1, 2)),)),
        replace(waiting, open_rolls=(OpenRoll(0, (1, 2), (1, 3)),)),
        replace(waiting, open_rolls=(OpenRoll(3, (1, 2), (1, 2)),)),
        replace(offered, decision=DiceDecision((1, 2), (1,), 1)),
        replace(offered, decision=DiceDecision((1, 3), (1,), 0)),
        replace(offered, decision=DiceDecision((1, 2), (0,), 0)),
        replace(between, decision=DiceDecision((1,), (1,))),
        replace(between, turn=4),
    )
    assert not any(map(is_sound, wrong))


def test_stored_forms_do_not_change_without_the_option():
    # Otherwise the hashes of older games would change.
    assert b"open_rolls" not in msgspec.json.encode(placing().position)
    rolled = bought(acting(taker(), players=3, slots=SLOTS), 0, 1, 2, 3)
    assert b"roll" not in msgspec.json.encode(rolled.state.decision)
    assert b"at_own_turn" not in encode(rolled.of(DiceForAllRolled)[0])


def test_a_position_carries_its_open_dice():
    position = passed_on(waiting_dice(), 0).state.position
    text = msgspec.json.encode(position)
    assert msgspec.json.decode(text, type=Position) == position
    assert position.open_rolls
