"""The only writer of state, and streams that cannot be."""

import pytest

from stoneage_core import INITIAL, CorruptStream, evolve, replay
from stoneage_core import events as e
from stoneage_core.places import Place

from .scenario import acting, busy, opened, opening, tribe, when


def corrupt(state, event):
    with pytest.raises(CorruptStream) as refused:
        evolve(state, event)
    assert refused.value.code == "bad_stream"
    return str(refused.value)


def test_every_event_moves_the_version_on_by_one():
    state = INITIAL
    for sequence, event in enumerate(opening(4), start=1):
        state = evolve(state, event)
        assert state.version == sequence


def test_replay_folds_from_any_position():
    events = opening(3)
    assert replay(events[5:], replay(events[:5])) == replay(events)
    assert replay([]) is INITIAL


def test_evolve_leaves_the_state_before_it_as_it_was():
    state = opened(2)
    before = repr(state)
    evolve(state, e.PeoplePlaced(0, Place.HUT, 2))
    assert repr(state) == before


def test_a_card_that_was_seen_cannot_be_revealed():
    sentence = corrupt(opened(2), e.CardRevealed(Place.CARD_1, 1))
    assert sentence == ("Event 14, CardRevealed, cannot follow what came before it")


@pytest.mark.parametrize(
    "event",
    [
        e.BuildingRevealed(Place.BUILDING_1, 1),
        e.BuildingRevealed(Place.BUILDING_4, 9),
        e.PeoplePlaced(2, Place.FOREST, 1),
        e.TurnStarted(2),
        e.CardDrawn(0, 1),
        e.CardDrawn(0, 37),
        e.ResourcesTaken(0, 36, tribe().resources),
        e.ToolsUsed(0, (), (33,), 2),
        e.GoodsGathered(0, Place.FOREST, "amber", 2),
        e.TribeFed(5, 1, tribe().resources),
        "no event at all",
        None,
    ],
)
def test_what_cannot_follow_is_corrupt(event):
    assert corrupt(opened(2), event).startswith("Event 14,")


def test_a_die_that_was_not_rolled_cannot_be_picked():
    assert corrupt(opened(2), e.DiePicked(0, 1)).startswith("Event 14, DiePicked,")
    assert corrupt(INITIAL, e.DiePicked(0, 1)).startswith("Event 1, DiePicked,")


def test_a_die_that_does_not_lie_there_cannot_be_picked():
    state = acting(busy(card_1=1, resources="wood"))
    rolled = when(state, 0, "buy 1 wood", dice=(1, 2)).state
    assert corrupt(rolled, e.DiePicked(0, 3)).endswith(
        "cannot follow what came before it"
    )


def test_nothing_of_a_game_can_follow_before_it_was_created():
    assert corrupt(INITIAL, e.PlayerJoined(0)).startswith("Event 1, PlayerJoined,")


def test_a_game_is_created_once():
    assert corrupt(opened(2), opening(2)[0]).startswith("Event 14, GameCreated,")


def test_nobody_can_have_joined_at_a_seat_that_is_not_there():
    created = evolve(INITIAL, opening(2)[0])
    assert corrupt(created, e.PlayerJoined(2)).startswith("Event 2, PlayerJoined,")
