"""The forecast of the next feeding agrees with the engine."""

from collections.abc import Callable, Sequence

import pytest

from stoneage_core import GameState, Phase, decide, legal_commands
from stoneage_core.chance import Chance, RandomChance
from stoneage_core.commands import Command, Leave, PlacePeople, UsePlace, UseTools
from stoneage_core.components.places import Place
from stoneage_core.events.purchases import DiePicked
from stoneage_core.forecast import meal_after, meal_ahead
from stoneage_core.state import Question
from tests.core.simulated import FixedDice, feedings, play_on, random_positions

GAMES = [(2, 1), (3, 2), (4, 3), (2, 4)]


def positions_before_feeding(players: int, seed: int) -> list[tuple[GameState, int]]:
    """Return positions of tribes that have placed all their people."""
    return [
        (state, player)
        for state in random_positions(players, seed)
        for player, tribe in enumerate(state.players)
        if state.phase is Phase.ACTIONS
        or (state.phase is Phase.PLACEMENT and not tribe.unplaced)
    ]


def buys_nothing(of_tools: Callable[[UseTools], int]) -> Callable[..., Command]:
    """Return a policy that makes tools, then hunts, and buys nothing."""

    def rank(command: Command) -> tuple[int, int]:
        match command:
            case UsePlace(place):
                first = (Place.TOOL_MAKER, Place.HUNTING_GROUNDS)
                return (first.index(place) if place in first else 2, 0)
            case UseTools():
                return (0, -of_tools(command))
            case Leave():
                return (3, 0)
        return (4, 0)

    return lambda state, commands: min(commands, key=rank)


def added(tools: UseTools) -> int:
    return sum(tools.tiles) + sum(tools.once)


def next_feeding(
    state: GameState, player: int, choose: Callable[..., Command], chance: Chance
) -> tuple[int, bool]:
    """Return the food after the feeding, and whether dice for all were picked."""
    has_picked = False
    for events, after in play_on(state, player, choose, chance):
        has_picked |= any(
            isinstance(event, DiePicked) and event.player == player for event in events
        )
        for left in feedings(events, after, player):
            return left, has_picked
    raise AssertionError("nobody was fed")


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_food_after_feeding_is_within_the_forecast(players, seed):
    # This includes people in the hut, a food track at 10 and hunters before a roll.
    told = 0
    for state, player in positions_before_feeding(players, seed)[::7]:
        meal = meal_ahead(state, player)
        chance = RandomChance(seed)
        left, has_picked = next_feeding(state, player, buys_nothing(added), chance)
        assert left >= meal.least
        if not has_picked:
            assert left <= meal.greatest
            told += not meal.is_open
    assert told > 10


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_least_and_the_most_can_both_happen(players, seed):
    for state, player in positions_before_feeding(players, seed)[::7]:
        if state.question is Question.DIE:
            continue
        meal = meal_ahead(state, player)
        none = buys_nothing(lambda tools: -added(tools))
        left, has_picked = next_feeding(state, player, none, FixedDice(1))
        assert has_picked or left == meal.least
        if state.question is not Question.TOOLS or state.decision.player != player:
            left, has_picked = next_feeding(
                state, player, buys_nothing(added), FixedDice(6)
            )
            assert has_picked or left == meal.greatest


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_purchases_never_leave_less_food(players, seed):
    def first(state: GameState, commands: Sequence[Command]) -> Command:
        return commands[0]

    for state, player in positions_before_feeding(players, seed)[::11]:
        chance = RandomChance(seed)
        left, _picked = next_feeding(state, player, first, chance)
        assert left >= meal_ahead(state, player).least


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_meal_after_predicts_the_forecast_after_a_placement(players, seed):
    for state in random_positions(players, seed):
        if state.question is not Question.PLACE:
            continue
        for command in legal_commands(state, state.turn):
            assert isinstance(command, PlacePeople)
            after = decide(state, state.turn, command, FixedDice(3)).state
            if after.phase is Phase.PLACEMENT:
                told = meal_after(state, state.turn, command)
                placed_more = after.players[state.turn].placed != _placed(
                    state, command
                )
                assert placed_more or told == meal_ahead(after, state.turn)


def _placed(state: GameState, command: PlacePeople) -> tuple[int, ...]:
    placed = list(state.players[state.turn].placed)
    placed[command.place.number] += command.people
    return tuple(placed)
