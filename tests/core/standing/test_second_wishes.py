"""Second wishes change who waits for whom, never what is decided."""

from random import Random

import pytest

from stoneage_core import decide, replay
from stoneage_core.autopilot import choose
from stoneage_core.chance import RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.rules import placement
from stoneage_core.rules.purchases import FOR_SALE
from stoneage_core.rules.variants import end_reason
from stoneage_core.simulation import opening, play
from stoneage_core.standing import Answered, Disarmed, StandingOrders, answer
from stoneage_core.standing.orders import NO_ORDERS
from stoneage_core.standing.second_wishes import (
    MOST_IN_A_ROW,
    expected_position,
    may_wish,
    possible_wishes,
)
from stoneage_core.state import Phase, Question


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_in_which_all_was_wished_beforehand_takes_the_same_course(
    players: int,
) -> None:
    """Each player wishes, as soon as they placed, for what they place next."""
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
    orders = dict.fromkeys(range(players), NO_ORDERS)
    for _, player, command in played.decisions:
        if state.question is Question.PLACE and orders[player].placements:
            said = answer(orders[player], state, player)
            assert isinstance(said, Answered)
            assert (said.command, said.orders) == (command, NO_ORDERS)
            answered += 1
        if isinstance(command, PlacePeople):
            coming[player].pop(0)
            further = coming[player][:1]
            orders[player] = StandingOrders(placements=tuple((one,) for one in further))
        state = decide(state, player, command, chance).state
    assert answered
    assert state == played.state


@pytest.mark.parametrize("seed", range(3))
def test_nothing_but_the_wish_itself_is_ever_played(seed: int) -> None:
    dice, played = Random(seed), play(4, seed, choose)
    wishes = [one for place in placement.WHEN_EMPTY for one in place[-1]]
    for version, player, command in played.decisions:
        if isinstance(command, PlacePeople):
            state = replay(played.events[:version])
            wish = dice.choice(wishes)
            said = answer(StandingOrders(placements=((wish,),)), state, player)
            if wish in placement.legal(state, player):
                assert said == Answered(wish, NO_ORDERS)
            else:
                assert isinstance(said, Disarmed)


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_offered_can_be_placed_as_far_as_anybody_knows(players: int) -> None:
    """Nobody who is asked wishes, nor for more than is left, nor for unknown cards."""
    played, offered = play(players, 1, choose), set[Phase]()
    for version, asked, _command in played.decisions:
        state = replay(played.events[:version])
        assert possible_wishes(state, asked) == ()
        for player in set(range(players)) - {asked}:
            wishes: list[tuple[PlacePeople]] = []
            while possible := possible_wishes(state, player, wishes):
                position = expected_position(state, player, wishes)
                assert set(possible) <= set(placement.legal(position, player))
                if state.phase is not Phase.PLACEMENT:
                    assert position.round == state.round + 1
                    assert not any(one.place.kind in FOR_SALE for one in possible)
                offered.add(state.phase)
                wishes.append((possible[0],))
            assert len(wishes) <= MOST_IN_A_ROW
    assert offered >= {Phase.PLACEMENT, Phase.ACTIONS}


def test_nobody_wishes_for_a_round_that_will_not_come() -> None:
    played = play(2, 1, choose)
    version = played.decisions[-1][0]
    state = replay(played.events[:version])
    assert end_reason(state)
    assert not any(may_wish(state, player) for player in range(2))
