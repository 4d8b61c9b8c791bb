"""The decisions of opponents: legal, deterministic, and with a reason."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from stoneage_core import engine
from stoneage_core.advice import advise
from stoneage_core.chance import RandomChance
from stoneage_core.commands import BuyCard, UsePlace
from stoneage_core.components.cards import CARDS, NewTool
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import Resources
from stoneage_core.opponents.choosing import choose, number_of
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.searching import (
    FEWEST_PLAYOUTS,
    evaluate,
    judge_moves,
)
from stoneage_core.phrases import Phrase
from stoneage_core.simulation import opening, play, random_policy
from stoneage_core.state import Phase, Question

#: The opponents with a hundredth of their playouts.
QUICK = {
    name: replace(one, playouts=one.playouts // 100) for name, one in OPPONENTS.items()
}


def decided_by(opponent, asked):
    """Return a policy that appends its states, players and choices to ``asked``."""

    def decide(state, player):
        choice = choose(opponent, state, player, state.game)
        asked.append((state, player, choice))
        return choice.command

    return decide


@pytest.mark.parametrize("name", OPPONENTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_question_gets_a_legal_answer(name, players):
    asked = []
    policy = decided_by(QUICK[name], asked)
    game = play(players, 3, policy, random_policy(Random(4)))
    assert game.state.phase is Phase.ENDED
    assert {state.question for state, _, _ in asked} >= {Question.PLACE, Question.USE}
    assert all(isinstance(c.reason, Phrase) and str(c.reason) for _, _, c in asked)


def test_decisions_are_deterministic():
    asked = []
    play(3, 9, decided_by(QUICK["Flint"], asked))
    for state, player, choice in asked[:40]:
        again = choose(QUICK["Flint"], state, player, state.game)
        assert again.command == choice.command
        assert str(again.reason) == str(choice.reason)


def test_the_strongest_opponents_search():
    searching = [one.thinks for one in OPPONENTS.values()]
    assert searching == sorted(searching)
    assert 4 <= searching.count(False) < len(searching)


@pytest.mark.parametrize("name", OPPONENTS)
def test_another_seed_can_lead_to_another_decision(name):
    # Otherwise a player could compute the next move of a bot from the public log.
    state = opening(3, RandomChance(6)).state
    [player] = engine.awaited(state)
    decided = {
        choose(QUICK[name], state, player, str(seed)).command for seed in range(60)
    }
    assert len(decided) > 1


def test_the_seed_cannot_be_told_from_the_numbers_drawn_with_it():
    numbers = {
        number_of("secret", version, player, OPPONENTS["Flint"])
        for version in range(50)
        for player in range(4)
    }
    assert len(numbers) == 200
    assert number_of("other", 1, 1, OPPONENTS["Flint"]) not in numbers


def test_each_opponent_has_its_digest_and_character():
    assert len({one.digest for one in OPPONENTS.values()}) == len(OPPONENTS)
    for name, one in OPPONENTS.items():
        assert str(one.character).startswith(name)


def middle_of_a_game():
    asked = []
    game = play(2, 5, decided_by(QUICK["Thatch"], asked))
    return next(s for s, _, _ in asked if s.round == 4), game.state


def test_chances_of_all_seats_add_up_to_one():
    state, last = middle_of_a_game()
    chances = evaluate(state, 20, 7)
    assert sum(chances) == pytest.approx(1)
    assert chances == evaluate(state, 20, 7)
    assert sum(evaluate(last, 20, 7)) == 1


def test_judged_moves_are_legal_and_the_best_come_first():
    state, _ = middle_of_a_game()
    [player] = engine.awaited(state)
    judged = judge_moves(state, player, 10, 7)
    assert len(judged) > 1
    assert all(0 <= move.chance <= 1 and 0 <= move.error <= 0.5 for move in judged)
    best = [move.is_best for move in judged]
    assert best == sorted(best, reverse=True)
    assert best[0]
    for move in judged:
        engine.decide(state, player, move.command, RandomChance(1))


def test_moves_that_few_playouts_cannot_tell_apart_are_equal(quick):
    state, _ = middle_of_a_game()
    [player] = engine.awaited(state)
    few, many = (judge_moves(state, player, count, 7) for count in (4, 400))
    equal_in_few, equal_in_many = (
        {str(move.command) for move in judged if move.is_best} for judged in (few, many)
    )
    assert len(equal_in_many) < len(equal_in_few)


def test_no_playouts_begin_once_it_is_late():
    state, _ = middle_of_a_game()
    [player] = engine.awaited(state)
    judged = judge_moves(state, player, 50, 7, lambda: True)
    assert {move.playouts for move in judged} == {FEWEST_PLAYOUTS}


def test_taking_a_tool_before_a_roll_is_considered():
    # The first player has reserved the card with a tool and gathers stone.
    tool = next(card.id for card in CARDS.values() if isinstance(card.benefit, NewTool))
    state = opening(2, RandomChance(3)).state
    placed = [0] * len(PLACES)
    placed[Place.QUARRY.number], placed[Place.CARD_1.number] = 2, 1
    purse = Resources(wood=2)
    own = replace(state.players[0], resources=purse, placed=tuple(placed))
    others = (tool, *(each for each in state.slots[1:]))
    state = replace(
        state,
        phase=Phase.ACTIONS,
        turn=0,
        players=(own, *state.players[1:]),
        slots=others,
    )
    first, *others = judge_moves(state, 0, 10, 7)
    found = [move.command for move in (first, *others)]
    assert UsePlace(Place.QUARRY) in found
    assert BuyCard(Place.CARD_1, Resources(wood=1)) in found
    advice = advise(state, 0)
    assert advice.command == BuyCard(Place.CARD_1, Resources(wood=1))
    assert advice.reason.key == "advice.use_tool_card"


def test_policies_of_opponents_can_be_mixed():
    pair = [
        partial(lambda one, s, p: choose(one, s, p, "g").command, QUICK[name])
        for name in ("Pebble", "Ash")
    ]
    assert play(4, 2, *pair).state.phase is Phase.ENDED
