"""Placements ordered ahead save waiting and change no decision."""

from random import Random

import pytest

from stoneage_core import decide, replay
from stoneage_core.autopilot import choose
from stoneage_core.chance import RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.engine import replay_states
from stoneage_core.orders import NO_ORDERS, Answered, Disarmed, Orders, next_command
from stoneage_core.orders.placing_ahead import (
    MOST_IN_A_ROW,
    expected_position,
    may_place_ahead,
    placements_ahead,
    placements_behind,
)
from stoneage_core.rules import placement
from stoneage_core.rules.purchases import FOR_SALE
from stoneage_core.rules.variants import end_reason
from stoneage_core.simulation import opening, play
from stoneage_core.state import Phase, Question
from tests.core.scenario import placing, tribe


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_played_by_orders_takes_the_same_course(
    players: int,
) -> None:
    """Each player orders, as soon as they placed, what they place next."""
    played = play(players, players, choose)
    chance = RandomChance(players)
    state = opening(players, chance, game=f"simulated-{players}").state
    coming = {
        player: [
            command
            for _, decider, command in played.decisions
            if decider == player and isinstance(command, PlacePeople)
        ]
        for player in range(players)
    }
    answered = 0
    orders: dict[int, Orders] = dict.fromkeys(range(players), NO_ORDERS)
    for _, player, command in played.decisions:
        if state.question is Question.PLACE and orders[player]:
            said = next_command(orders[player], state, player)
            assert isinstance(said, Answered)
            assert (said.command, said.orders) == (command, NO_ORDERS)
            answered += 1
        if isinstance(command, PlacePeople):
            coming[player].pop(0)
            further = coming[player][:1]
            orders[player] = tuple((one,) for one in further)
        state = decide(state, player, command, chance).state
    assert answered
    assert state == played.state


@pytest.mark.parametrize("seed", range(3))
def test_an_ordered_placement_is_made_exactly_or_disarms_the_orders(seed: int) -> None:
    dice, played = Random(seed), play(4, seed, choose)
    placements = [one for place in placement.WHEN_EMPTY for one in place[-1]]
    states = list(replay_states(played.events))
    for version, player, command in played.decisions:
        if isinstance(command, PlacePeople):
            state = states[version]
            chosen = dice.choice(placements)
            said = next_command(((chosen,),), state, player)
            if chosen in placement.legal(state, player):
                assert said == Answered(chosen, NO_ORDERS)
            else:
                assert isinstance(said, Disarmed)


@pytest.mark.parametrize("players", [2, 4])
def test_offered_placements_are_legal_in_the_expected_position(players: int) -> None:
    """
    Nothing is offered to awaited players, beyond the people left, or on unknown cards.
    """
    played, offered = play(players, 1, choose), set[Phase]()
    states = list(replay_states(played.events))
    for version, asked, _command in played.decisions:
        state = states[version]
        assert placements_ahead(state, asked) == ()
        for player in set(range(players)) - {asked}:
            ordered: list[tuple[PlacePeople]] = []
            while possible := placements_ahead(state, player, ordered):
                position = expected_position(state, player, ordered)
                assert set(possible) <= set(placement.legal(position, player))
                if state.phase is not Phase.PLACEMENT:
                    assert position.round == state.round + 1
                    assert not any(one.place.kind in FOR_SALE for one in possible)
                offered.add(state.phase)
                ordered.append((possible[0],))
            assert len(ordered) <= MOST_IN_A_ROW
    assert offered >= {Phase.PLACEMENT, Phase.ACTIONS}


def test_nothing_is_offered_for_a_round_after_the_last() -> None:
    played = play(2, 1, choose)
    version = played.decisions[-1][0]
    state = replay(played.events[:version])
    assert end_reason(state)
    assert not any(may_place_ahead(state, player) for player in range(2))


def test_an_ordered_placement_that_is_not_legal_is_skipped():
    state = placing(tribe(people=5), tribe(field=1))
    field = PlacePeople(Place.FIELD, 1)
    assert expected_position(state, 0, [(field,)]).players == state.players
    forest = PlacePeople(Place.FOREST, 2)
    behind = placements_behind(state, 0, forest)
    assert PlacePeople(Place.CLAY_PIT, 3) in behind
    assert not any(wish.place is Place.FOREST for wish in behind)
