"""Every number that the dock derives is what the engine makes of it."""

import re
from collections import Counter
from itertools import chain, product

import pytest

from games.presentation.tribes import tribe_rows_of
from games.table.choices import MealSum, gain_at, meal_sum, odds_of
from games.table.questions import (
    AddToolsDecision,
    FeedDecision,
    PickDieDecision,
    PlacementDecision,
    UseDecision,
    decision_for,
)
from stoneage_core import GameState, Phase, awaited, decide, notation, replay
from stoneage_core.commands import Build, BuyCard, TakeResources, UsePlace
from stoneage_core.components.cards import CARDS, Food
from stoneage_core.components.odds import yields
from stoneage_core.components.places import VILLAGE, Place
from stoneage_core.components.resources import DIVISORS
from stoneage_core.events.actions import (
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PersonBorn,
    ToolMade,
)
from stoneage_core.events.feeding import TribeStarved
from stoneage_core.events.purchases import BuildingBuilt
from stoneage_core.forecast import meal_ahead
from stoneage_core.rules.scoring import final_score, points_of_card
from tests.core.simulated import FixedDice, commands_of, random_positions

NAMES = ("Alice", "Bob", "Carol", "Dave")
GAMES = [(2, 1), (3, 2), (4, 3), (2, 4)]
DICE = FixedDice(3)


def asked(players: int, seed: int, kind: type) -> list[tuple[GameState, int, object]]:
    """Return positions, players who are asked a kind of question, and what they see."""
    return [
        (state, player, decision)
        for state in random_positions(players, seed)[::2]
        for player in awaited(state)
        if isinstance(decision := decision_for(state, player, NAMES), kind)
    ]


def value_of(meal: MealSum) -> tuple[int, int]:
    """Return the least and the most that a sum comes to, from its terms alone."""
    plus, minus = meal.terms.split(" \N{MINUS SIGN} ")
    least = most = -int(minus)
    for term in plus.split(" + "):
        low, _dash, high = term.partition("\N{EN DASH}")
        least, most = least + int(low), most + int(high or low)
    return least, most


def left_of(meal: MealSum) -> tuple[int, int]:
    numbers = re.split(r" … |\N{EN DASH}", meal.left.replace("\N{MINUS SIGN}", "-"))
    return int(numbers[0]), int(numbers[-1])


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_the_food_sum_counts_the_place_that_is_looked_at(players, seed) -> None:
    """For each place and number of people: the sum of the position after it."""
    changed = Counter[str]()
    for state, player, decision in asked(players, seed, PlacementDecision):
        assert isinstance(decision, PlacementDecision)
        assert decision.meal == meal_sum(meal_ahead(state, player))
        assert decision.people_left == state.players[player].unplaced
        for spot in decision.spots:
            for choice in spot.choices:
                told = choice.meal or decision.meal
                assert value_of(told) == left_of(told)
                command = notation.from_text(choice.command)
                after = decide(state, player, command, DICE).state
                sent = after.players[player].placed
                if after.phase is Phase.PLACEMENT and sum(sent) == choice.people + sum(
                    state.players[player].placed
                ):
                    assert told == meal_sum(meal_ahead(after, player))
                    changed[spot.key] += told != decision.meal
    assert changed["hut"]
    assert changed["field"]
    assert changed["hunting_grounds"]
    assert not changed["forest"]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_rows_show_what_feeding_leaves(players, seed) -> None:
    for state in random_positions(players, seed)[::5]:
        rows = tribe_rows_of(state, NAMES, reader=0, before=None, kept="")
        for number in chain.from_iterable(
            (*r.people, *r.goods, *r.owned) for r in rows
        ):
            if number.key != "food":
                continue
            meal = meal_ahead(state, number.seat)
            told = number.balance.replace("\N{MINUS SIGN}", "-").lstrip("=≥+")
            assert told == ("" if meal.is_past else str(meal.least))
            assert number.balance.startswith("≥") is (meal.is_open and not meal.is_past)
            assert number.is_short is (meal.least < 0 and not meal.is_past)


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_village_gives_what_was_shown(players, seed) -> None:
    seen = set()
    for state, player, _decision in asked(players, seed, UseDecision):
        for place in VILLAGE:
            if not state.players[player].on(place):
                continue
            gain = gain_at(state, player, place)
            assert gain is not None
            event = decide(state, player, UsePlace(place), DICE).events[0]
            seen.add(type(event))
            match event:
                case PersonBorn():
                    people = state.players[player].people + 1
                    assert gain.gain.startswith(f"One more person: {people}.")
                case FoodTrackRaised(level=level):
                    assert gain.gain.startswith(f"Food track to {level}: {level} food")
                case ToolMade(value=value):
                    assert re.search(r"\d+", gain.gain)[0] == str(value)  # type: ignore[index]
                case NothingGained():
                    assert gain.gain.startswith("Nothing:")
    assert {PersonBorn, FoodTrackRaised, ToolMade} <= seen


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_building_scores_what_was_shown(players, seed) -> None:
    """Also at most so much as an open card makes possible."""
    told = 0
    for state, player, _decision in asked(players, seed, UseDecision):
        for place in (each for each in Place if each.value.startswith("building")):
            if not state.players[player].on(place):
                continue
            gain = gain_at(state, player, place)
            assert gain is not None
            scored = built_points(state, player, place)
            number = re.search(r"\d+", gain.gain)
            if gain.gain.startswith("Up to"):
                assert number
                assert int(number[0]) == max(scored)
                told += 1
            elif number and scored:
                assert set(scored) == {int(number[0])}
                told += 1
            assert bool(gain.lacking) or scored
    assert told


def built_points(state: GameState, player: int, place: Place) -> list[int]:
    """Return what each way to build there scores, an open card turned over or not."""
    scored = []
    for command in commands_of(state, player):
        if isinstance(command, Build) and command.place is place:
            event = decide(state, player, command, DICE).events[0]
            assert isinstance(event, BuildingBuilt)
            scored.append(event.points)
        elif isinstance(command, TakeResources):
            after = decide(state, player, command, DICE).state
            scored += built_points(after, player, place)
    return scored


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_lower_half_of_a_card_scores_what_was_shown(players, seed) -> None:
    """Of cards whose upper half changes nothing that scores at the end."""
    told = 0
    for state, player, _decision in asked(players, seed, UseDecision):
        for command in commands_of(state, player):
            if not isinstance(command, BuyCard):
                continue
            card = state.slots[command.place.index]
            assert card is not None
            if not isinstance(CARDS[card].benefit, Food):
                continue
            before = state.players[player]
            gain = gain_at(state, player, command.place)
            # Only what the purchase itself brings: the card and its food.
            bought = decide(state, player, command, DICE).events[:2]
            after = replay(bought, state).players[player]
            points = points_of_card(before, card)
            paid = command.payment.total
            assert final_score(after).total == final_score(before).total + points - paid
            assert gain is not None
            assert f"+{points} point" in gain.gain
            told += 1
    assert told


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_tools_bring_what_was_shown(players, seed) -> None:
    told = 0
    for state, player, decision in asked(players, seed, AddToolsDecision):
        assert isinstance(decision, AddToolsDecision)
        for choice in (*decision.best, *decision.others):
            command = notation.from_text(choice.command)
            gathered = [
                event
                for event in decide(state, player, command, DICE).events
                if isinstance(event, GoodsGathered)
            ]
            assert gathered[0].amount == choice.gain
            told += 1
    assert told


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_hunger_costs_what_was_shown(players, seed) -> None:
    for state, player, decision in asked(players, seed, FeedDecision):
        assert isinstance(decision, FeedDecision)
        command = notation.from_text(decision.hungry.command)
        starved = decide(state, player, command, DICE).events[0]
        assert isinstance(starved, TribeStarved)
        assert decision.cost == -starved.points
        assert decision.missing == state.owing[player]


@pytest.mark.parametrize("good", list(DIVISORS))
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("tools", [0, 1, 4])
def test_odds_are_those_of_all_rolls(good: str, dice: int, tools: int) -> None:
    rolls = [
        (sum(roll) + tools) // DIVISORS[good]
        for roll in product(range(1, 7), repeat=dice)
    ]
    counted = Counter(rolls)
    assert yields(good, dice, tools).keys() == counted.keys()
    for amount, chance in yields(good, dice, tools).items():
        assert float(chance) == pytest.approx(counted[amount] / len(rolls))
    assert odds_of(good, dice, tools).average == f"{sum(rolls) / len(rolls):.1f}"


def test_every_question_was_asked() -> None:
    kinds = {
        type(decision_for(state, player, NAMES))
        for players, seed in GAMES
        for state in random_positions(players, seed)
        for player in awaited(state)
    }
    assert {FeedDecision, AddToolsDecision, PickDieDecision} <= kinds
