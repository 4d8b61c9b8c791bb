"""Advice for beginners is always legal, and its reasons are true."""

import pytest

from stoneage_core import awaited
from stoneage_core.advice import advise, food_in_words, likely_amount, rounds_fed
from stoneage_core.chance import RandomChance
from stoneage_core.commands import (
    Build,
    BuyCard,
    Feed,
    GoHungry,
    Leave,
    PickDie,
    PlacePeople,
    TakeResources,
    UsePlace,
    UseTools,
)
from stoneage_core.components.odds import at_least
from stoneage_core.engine import decide
from stoneage_core.simulation import opening
from stoneage_core.state import GameState, Player


def follow(players: int, seed: int) -> list[tuple[GameState, int, object, str]]:
    """Play a game as advised; return position, player, command and reason of each."""
    chance = RandomChance(seed)
    state, told = opening(players, chance).state, []
    while waiting := sorted(awaited(state)):
        advice = advise(state, waiting[0])
        told.append((state, waiting[0], advice.command, str(advice.reason)))
        state = decide(state, waiting[0], advice.command, chance).state
    return told


@pytest.fixture(scope="module")
def told():
    return [line for seed in range(6) for line in follow(2 + seed % 3, seed)]


def test_whole_games_can_be_played_as_advised(told):
    kinds = {type(command) for _, _, command, _ in told}
    assert {PlacePeople, UsePlace, UseTools, PickDie, BuyCard, Build, Leave} <= kinds
    assert kinds & {Feed, GoHungry, TakeResources}


def test_every_reason_is_a_sentence_without_gaps(told):
    for _, _, _, reason in told:
        assert reason.endswith(".")
        assert reason[0].isupper() or reason[0].isdigit()
        assert "{" not in reason


def test_the_reason_names_the_place(told):
    for _, _, command, reason in told:
        if isinstance(command, PlacePeople | UsePlace | BuyCard | Build | Leave):
            assert command.place.label in reason.lower()


@pytest.mark.parametrize(
    ("tribe", "rounds", "said"),
    [
        (Player(), 2, "12 food, 5 mouths: 2 rounds are safe."),
        (Player(food=5), 1, "5 food, 5 mouths: one round is safe."),
        (
            Player(food=1, food_track=2, people=6),
            0,
            "1 food, 6 mouths: you’re 3 food short in this round.",
        ),
        (
            Player(food=0, food_track=5),
            9,
            "Your food will do for the rest of the game.",
        ),
        (Player(food=4, food_track=4, people=6), 2, "4 food, 6 mouths: 2 rounds are"),
    ],
)
def test_food_is_reckoned_round_by_round(tribe, rounds, said):
    state = GameState(player_count=2, players=(tribe, Player()))
    assert rounds_fed(tribe) == rounds
    assert str(food_in_words(state, 0)).startswith(said)


def test_what_is_promised_comes_in_half_of_all_rolls_or_more():
    for good in ("food", "wood", "brick", "stone", "gold"):
        for people in range(1, 8):
            promised = likely_amount(good, people)
            assert promised == 1 or at_least(good, people, promised) >= 0.5
            assert at_least(good, people, promised + 1) < 0.5


def test_nobody_is_sent_for_nothing():
    assert likely_amount("gold", 1) == 1
    assert at_least("gold", 1, 1) < 0.5


def test_every_hint_of_a_roll_promises_something(told):
    assert not [reason for *_, reason in told if ": 0 " in reason]
