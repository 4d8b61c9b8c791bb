"""The compact model agrees with the engine."""

from random import Random

import pytest
from msgspec.structs import replace

from stoneage_core import engine
from stoneage_core.autopilot import choose
from stoneage_core.chance import RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.errors import Refusal
from stoneage_core.model import layout as at
from stoneage_core.model import moves, placing, rounds
from stoneage_core.model.boards import command_of_move, model_board_of, move_of
from stoneage_core.rules import purchases
from stoneage_core.simulation import opening, random_policy
from stoneage_core.state import Phase
from stoneage_core.terms import OPTIONS, Terms, TieBreak, bots_know

from .side_by_side import legal_moves, plain, positions

GAMES = [
    (players, seed, ties)
    for players in (2, 3, 4)
    for seed, ties in ((7, TieBreak.SEQUENTIAL), (8, TieBreak.SUM))
]
#: Every value of every option of a table.
CHOICES = [
    (option, choice.value)
    for option in OPTIONS
    for choice in option.choices
    if choice.value is None or option.field != "first_player" or choice.value < 3
]
POLICIES = {"random": lambda: random_policy(Random(3)), "autopilot": lambda: choose}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("players", "seed", "ties"), GAMES)
def test_every_decision_has_the_same_outcome(players, seed, ties, policy):
    played = list(positions(players, seed, POLICIES[policy](), tie_break=ties))
    check_outcomes(played)


def check_outcomes(played):
    """Make every move on the board of the model, too, and compare the results."""
    for state, drawn, move, after, player in played:
        board = model_board_of(state, drawn)
        assert moves.awaited(board) == player
        rounds.make(board, player, move)
        expected = model_board_of(after, board[at.CHANCE])
        assert plain(board) == plain(expected)
    assert played[-1][3].phase is Phase.ENDED


@pytest.mark.parametrize(("option", "value"), CHOICES)
def test_the_model_plays_a_table_with_any_option_or_refuses_it(option, value):
    terms = replace(Terms(3), **{option.field: value})
    if not bots_know(terms):
        with pytest.raises(Refusal, match="Bots don’t know the rules"):
            model_board_of(opening(3, RandomChance(5), **{option.field: value}).state)
        return
    # A beacon only adds to the labels of draws, and waits for its rounds.
    played_terms = {} if option.field == "beacon" else {option.field: value}
    played = list(positions(3, 5, random_policy(Random(3)), **played_terms))
    for state, *_ in played[::20]:
        assert model_board_of(replace(state, terms=terms)) == model_board_of(state)
    check_outcomes(played)


@pytest.mark.parametrize(("players", "seed", "ties"), GAMES)
def test_a_whole_game_on_one_board_ends_as_in_the_engine(players, seed, ties):
    played = list(positions(players, seed, random_policy(Random(seed)), tie_break=ties))
    board = model_board_of(played[0][0], played[0][1])
    for _, _, move, _, player in played:
        rounds.make(board, player, move)
    last = played[-1][3]
    assert plain(board) == plain(model_board_of(last, board[at.CHANCE]))
    standings = [
        rounds.standing(board, at.TRIBES + player * at.TRIBE)
        for player in range(players)
    ]
    ranks = tuple(1 + sum(other > own for other in standings) for own in standings)
    assert ranks == last.ranks


@pytest.mark.parametrize(("players", "seed", "ties"), GAMES)
def test_the_same_placements_are_legal(players, seed, ties):
    for state, _, _, _, player in positions(players, seed, random_policy(Random(9))):
        if state.phase is not Phase.PLACEMENT:
            continue
        board = model_board_of(state)
        t = at.TRIBES + player * at.TRIBE
        expected = {
            (command.place.number, command.people)
            for command in engine.legal_commands(state, player)
            if isinstance(command, PlacePeople)
        }
        found = set()
        for place in range(at.BUILDING + 4):
            most = placing.room(board, t, place)
            fewest = 2 if place == at.HUT else 1
            found |= {(place, people) for people in range(fewest, most + 1)}
        assert found == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_purchases_are_payable(players):
    for state, _, _, _, player in positions(players, 5, random_policy(Random(1))):
        if state.phase is not Phase.ACTIONS or state.decision is not None:
            continue
        board, tribe = model_board_of(state), state.players[player]
        for place in purchases.PLACES[at.CARD :]:
            if tribe.on(place):
                demand = purchases.price(state, place)
                t = at.TRIBES + player * at.TRIBE
                found = placing.payable(board, t, place.number)
                assert found == demand.payable(tribe.resources)


@pytest.mark.parametrize("players", [2, 4])
def test_moves_can_be_converted_to_commands_and_back(players):
    for state, _, move, _, player in positions(players, 6, random_policy(Random(2))):
        for number in legal_moves(state, player):
            command = command_of_move(state, player, number)
            assert move_of(state, player, command) == number
        assert move in legal_moves(state, player)
