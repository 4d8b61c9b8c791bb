"""The front door of the engine: a game to set up, play and read."""

import doctest
import random

import pytest

from stoneage_core import Game, IllegalMove, InvalidCommand, game
from stoneage_core.audit.seals import check_seed
from stoneage_core.terms import TieBreak

SEED = bytes(range(32))


def play_at_random(played: Game, seed: int) -> None:
    dice = random.Random(seed)
    while played.awaited:
        played.play(dice.choice(played.moves()))


def test_example_at_the_head_of_the_module_is_true() -> None:
    assert doctest.testmod(game).failed == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_game_is_played_to_its_end_by_its_own_moves(players: int) -> None:
    played = Game.new(players, SEED)
    play_at_random(played, seed=players)
    assert played.state.ranks
    assert played.moves() == []
    check_seed(played.events, SEED)


def test_same_seed_gives_the_same_game() -> None:
    one, other = Game.new(3, SEED), Game.new(3, SEED)
    for played in (one, other):
        play_at_random(played, seed=7)
    assert one.events == other.events
    assert Game.new(3).events != Game.new(3).events


def test_game_that_is_loaded_goes_on_with_the_dice_of_its_seed() -> None:
    played = Game.new(2, SEED)
    played.play("forest 3")
    copy = Game.load(played.dump(), SEED)
    assert copy.state == played.state
    for each in (played, copy):
        play_at_random(each, seed=1)
    assert copy.events == played.events


def test_move_that_is_refused_changes_nothing() -> None:
    played = Game.new(2, SEED)
    before = (list(played.events), played.state)
    with pytest.raises(InvalidCommand):
        played.play("forest many")
    with pytest.raises(IllegalMove):
        played.play("forest 6")
    with pytest.raises(IllegalMove):
        played.play("forest 3", player=1)
    assert (played.events, played.state) == before


def test_options_are_terms_of_the_table() -> None:
    played = Game.new(2, SEED, first_player=1, tie_break=TieBreak.SUM)
    assert played.awaited == (1,)
    assert played.state.terms.tie_break is TieBreak.SUM
