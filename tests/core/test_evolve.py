"""Evolving positions, and corrupt streams."""

import pytest
from msgspec.structs import replace

from stoneage_core import INITIAL, CorruptStream, evolve, replay
from stoneage_core.components.places import Place
from stoneage_core.events.actions import GoodsGathered, PeoplePlaced, ToolsUsed
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.feeding import TribeFed
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.purchases import CardDrawn, DiePicked, ResourcesTaken
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.setup import PlayerJoined
from tests.core.scenario import acting, busy, opened, opening, tribe, when


def corrupt(state, event):
    with pytest.raises(CorruptStream) as refused:
        evolve(state, event)
    assert refused.value.code == "bad_stream"
    return str(refused.value)


def test_a_round_cannot_be_skipped():
    # A state has a number for each round, so a huge round would fill the memory.
    assert ", RoundStarted, " in corrupt(opened(), RoundStarted(10**9, 0))


def test_every_event_increases_the_version_by_one():
    state = INITIAL
    for sequence, event in enumerate(opening(4), start=1):
        state = evolve(state, event)
        assert state.version == sequence


def test_replay_folds_from_any_position():
    events = opening(3)
    assert replay(events[5:], replay(events[:5])) == replay(events)
    assert replay([]) is INITIAL


def test_evolve_does_not_change_its_argument():
    state = opened(2)
    before = repr(state)
    evolve(state, PeoplePlaced(0, Place.HUT, 2))
    assert repr(state) == before


def test_a_card_that_was_seen_cannot_be_revealed():
    sentence = corrupt(opened(2), CardRevealed(Place.CARD_1, 1))
    assert sentence == ("Event 14, CardRevealed, can’t follow what came before it")


@pytest.mark.parametrize(
    "event",
    [
        BuildingRevealed(Place.BUILDING_1, 1),
        BuildingRevealed(Place.BUILDING_4, 9),
        PeoplePlaced(2, Place.FOREST, 1),
        TurnStarted(2),
        CardDrawn(0, 1),
        CardDrawn(0, 37),
        ResourcesTaken(0, 36, tribe().resources),
        ToolsUsed(0, (), (33,), 2),
        GoodsGathered(0, Place.FOREST, "amber", 2),
        TribeFed(5, 1, tribe().resources),
        "no event at all",
        None,
    ],
)
def test_an_event_that_cannot_follow_is_corrupt(event):
    assert corrupt(opened(2), event).startswith("Event 14,")


def test_a_die_that_was_not_rolled_cannot_be_picked():
    assert corrupt(opened(2), DiePicked(0, 1)).startswith("Event 14, DiePicked,")
    assert corrupt(INITIAL, DiePicked(0, 1)).startswith("Event 1, DiePicked,")


def test_a_die_with_another_face_cannot_be_picked():
    state = acting(busy(card_1=1, resources="wood"))
    rolled = when(state, 0, "buy 1 wood", dice=(1, 2)).state
    assert corrupt(rolled, DiePicked(0, 3)).endswith("can’t follow what came before it")


def test_no_event_can_precede_the_creation_of_a_game():
    assert corrupt(INITIAL, PlayerJoined(0)).startswith("Event 1, PlayerJoined,")


def test_a_game_cannot_be_created_twice():
    assert corrupt(opened(2), opening(2)[0]).startswith("Event 14, GameCreated,")


def test_a_player_cannot_join_at_a_missing_seat():
    created = evolve(INITIAL, opening(2)[0])
    assert corrupt(created, PlayerJoined(2)).startswith("Event 2, PlayerJoined,")


@pytest.mark.parametrize("sequence", [11, 13])
def test_a_take_back_restores_the_position_and_continues_the_version(sequence):
    events = [*opening(2), PeoplePlaced(0, Place.HUT, 2)]
    back = replay([*events, DecisionTakenBack(0, sequence, False)])
    assert back == replace(replay(events[:sequence]), version=len(events) + 1)


def test_take_backs_can_go_back_over_take_backs():
    events = [
        *opening(2),
        PeoplePlaced(0, Place.HUT, 2),
        DecisionTakenBack(0, 13, False),
        PeoplePlaced(0, Place.FIELD, 1),
    ]
    before = replay([*events, DecisionTakenBack(0, 15, True)])
    assert before == replace(replay(events[:13]), version=17)
    hut = replay([*events, DecisionTakenBack(0, 14, True)])
    assert hut.players[0].on(Place.HUT) == 2


def test_a_replay_cannot_go_back_before_its_first_state():
    events = [*opening(2), PeoplePlaced(0, Place.HUT, 2)]
    state = replay(events[:13])
    rest = [events[13], DecisionTakenBack(0, 13, False)]
    assert replay(rest, state) == replace(state, version=15)
    with pytest.raises(CorruptStream, match="goes back to event 12, which isn’t"):
        replay([DecisionTakenBack(0, 12, False)], state)


@pytest.mark.parametrize("sequence", [15, 16, 99])
def test_going_back_to_a_later_event_is_corrupt(sequence):
    events = [*opening(2), PeoplePlaced(0, Place.HUT, 2)]
    with pytest.raises(CorruptStream, match=f"Event 15 goes back to event {sequence}"):
        replay([*events, DecisionTakenBack(0, sequence, False)])


def test_evolve_cannot_go_back():
    assert corrupt(opened(2), DecisionTakenBack(0, 1, False)).startswith("Event 14,")


def test_events_around_the_board_keep_the_position():
    state = opened(2)
    assert evolve(state, TurnTimedOut(1)) == replace(state, version=14)
    assert corrupt(state, TurnTimedOut(2)).startswith("Event 14, TurnTimedOut,")
