"""Second wishes change who waits for whom, never what is decided."""

from random import Random

import pytest

from stoneage_core import decide, replay
from stoneage_core.chance import RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.rules import placement
from stoneage_core.simulation import opening, play
from stoneage_core.standing import Answered, Disarmed, StandingOrders, answer
from stoneage_core.standing.orders import NO_ORDERS
from stoneage_core.state import Question
from stoneage_core.steward import choose


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
