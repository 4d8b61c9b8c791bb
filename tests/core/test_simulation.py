"""Simulated games."""

from random import Random

import pytest

from stoneage_core import Phase, TieBreak, replay
from stoneage_core.autopilot import choose
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.notation import to_text
from stoneage_core.simulation import opening, play, random_policy
from tests.core.recorded import assert_legal_outcome


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_played_game_is_legal_and_over(players):
    game = play(players, 11, choose, random_policy(Random(3)))
    assert game.state == replay(game.events)
    assert game.state.phase is Phase.ENDED
    assert len(game.state.ranks) == players
    assert_legal_outcome(game.events, RandomChance(11))


def test_decisions_have_the_version_they_were_made_at():
    game = play(2, 4, choose)
    version, player, command = game.decisions[0]
    placed = game.events[version]
    assert placed == PeoplePlaced(player, command.place, command.people)
    assert all(to_text(command) for _, _, command in game.decisions)


def test_the_same_seed_plays_the_same_game():
    first, second = (play(3, 8, random_policy(Random(1))) for _ in range(2))
    assert first == second
    assert play(3, 9, random_policy(Random(1))) != first


def test_policies_are_assigned_to_players_in_turn():
    asked = []

    def listening(name):
        def pick(state, player):
            asked.append((name, player))
            return choose(state, player)

        return pick

    play(4, 2, listening("even"), listening("odd"))
    names = ("even", "odd")
    assert {(names[player % 2], player) for player in range(4)} == set(asked)


def test_openings_lead_to_the_first_decision():
    state = opening(3, LoadedChance(), game="g", tie_break=TieBreak.SUM).state
    assert (state.game, state.terms.tie_break) == ("g", TieBreak.SUM)
    assert (state.round, state.phase) == (1, Phase.PLACEMENT)
