"""Games that begin from a position of another game."""

from random import Random

import pytest
from msgspec.structs import replace

from stoneage_core import IllegalMove, awaited, create, join
from stoneage_core.chance import RandomChance
from stoneage_core.engine import decide, start_from
from stoneage_core.errors import CorruptStream
from stoneage_core.events.setup import Origin, PositionSetUp
from stoneage_core.evolve import evolve
from stoneage_core.record.codec import decode, encode
from stoneage_core.simulation import opening, random_policy
from stoneage_core.state import Phase
from stoneage_core.terms import Terms
from tests.core.beaconed import PUBLISHED, BeaconedGame
from tests.core.scenario import opened

ORIGIN = Origin("another", 9, "0" * 64)
CHANCE = RandomChance(1)


def positions_of(players, **options):
    """Return the states of a game in which somebody is awaited, and the last one."""
    asked, choose, chance = [], random_policy(Random(players)), RandomChance(players)
    state = opening(players, chance, **options).state
    while waiting := sorted(awaited(state)):
        asked.append(state)
        state = decide(state, waiting[0], choose(state, waiting[0]), chance).state
    return asked, state


def joined(players, **options):
    terms = Terms(players, **options)
    state = create(game="g", commitment="0" * 64, terms=terms, chance=CHANCE).state
    for player in range(players):
        state = join(state, player, CHANCE).state
    return state


def begin(position, players, **options):
    return start_from(joined(players, **options), ORIGIN, position, CHANCE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_can_be_played_on(players):
    asked, ended = positions_of(players)
    for state in asked:
        (set_up,) = begin(state.position, players).events
        assert decode("PositionSetUp", 1, encode(set_up)) == set_up
        after = begin(state.position, players).state
        assert after.position == state.position
        assert awaited(after) == awaited(state)
    with pytest.raises(IllegalMove, match="No game goes on"):
        begin(ended.position, players)


@pytest.mark.parametrize("players", [3, 4])
def test_every_position_with_open_dice_can_be_played_on(players):
    own_turn = {"dice_at_own_turn": True}
    asked, _ = positions_of(players, **own_turn)
    waiting = [state for state in asked if state.open_rolls]
    assert {state.phase for state in waiting} >= {Phase.PLACEMENT, Phase.ACTIONS}
    for state in waiting:
        (set_up,) = begin(state.position, players, **own_turn).events
        assert decode("PositionSetUp", 1, encode(set_up)) == set_up
        after = begin(state.position, players, **own_turn).state
        assert after.position == state.position
        assert awaited(after) == awaited(state)
        with pytest.raises(IllegalMove, match="No game goes on"):
            begin(state.position, players)


def test_a_game_from_a_position_follows_the_rules():
    asked, _ = positions_of(2)
    choose, state = random_policy(Random(1)), begin(asked[99].position, 2).state
    while waiting := sorted(awaited(state)):
        player = waiting[0]
        state = decide(state, player, choose(state, player), CHANCE).state
    assert state.phase is Phase.ENDED


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": Phase.INVITATION},
        {"turn": 3},
        {"turn": None},
        {"unseen_cards": (1, 1)},
        {"slots": (None, None, None, 99)},
        {"round": -1},
    ],
)
def test_an_impossible_position_is_refused(changes):
    state = positions_of(2)[0][40]
    assert state.phase is Phase.PLACEMENT
    with pytest.raises(IllegalMove, match="No game goes on"):
        begin(replace(state.position, **changes), 2)


def test_a_position_for_another_number_of_players_is_refused():
    with pytest.raises(IllegalMove, match="one of a game for 3"):
        begin(positions_of(3)[0][5].position, 2)


def test_a_position_can_only_be_set_up_at_the_start():
    events = begin(positions_of(2)[0][5].position, 2).events
    assert [type(event) for event in events] == [PositionSetUp]


def test_a_position_needs_the_same_number_of_players():
    position = opened(3).position
    with pytest.raises(CorruptStream, match="can’t follow"):
        evolve(opened(2), PositionSetUp(Origin("a", 1, "0" * 64), position))


def test_a_position_that_awaits_a_beacon_cannot_be_played_on():
    source = BeaconedGame()
    source.takes_beacon(PUBLISHED[1000])
    source.waits()
    state = create(game="g", commitment="0" * 64, terms=Terms(2), chance=CHANCE).state
    for player in range(2):
        state = join(state, player, CHANCE).state
    origin = Origin("another", 9, "0" * 64)
    with pytest.raises(IllegalMove, match="No game goes on"):
        start_from(state, origin, source.state.position, CHANCE)
