"""The strength of autopilot, and what its cautious mode keeps."""

from functools import partial
from statistics import fmean

import pytest

from stoneage_core import INITIAL, Phase, replay
from stoneage_core.autopilot import choose
from stoneage_core.cli.report import simulate
from stoneage_core.commands import GoHungry, TakeResources, UseTools
from stoneage_core.opponents.matches import OTHERS, play_games, won_by
from stoneage_core.rules.feeding import HUNGER_POINTS, missing_food
from stoneage_core.simulation import play

GAMES = 12


def test_rivals_rotate_seats_after_each_game():
    matches = simulate(3, 4, 7, ("cautious", "random", "autopilot"))
    assert [match.policies for match in matches] == [
        ("cautious", "random", "autopilot"),
        ("autopilot", "cautious", "random"),
        ("random", "autopilot", "cautious"),
        ("cautious", "random", "autopilot"),
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["autopilot", "cautious"])
def test_autopilot_is_far_ahead_of_random_players(policy, players):
    # In 300 games each it won all, by a mean of at least 389 points.
    others = ("random",) * (players - 1)
    won, leads = 0, []
    for match in simulate(players, GAMES, 1, (policy, *others)):
        state, seat = match.game.state, match.policies.index(policy)
        won += state.winners == (seat,)
        scores = [tribe.score for tribe in state.players]
        leads.append(scores.pop(seat) - fmean(scores))
    assert won >= 0.9 * GAMES
    assert fmean(leads) > 150


def decided_for_the_absent():
    """Return the commands of cautious games, with the state and player of each."""
    for players in (2, 3, 4):
        game = play(players, 5, partial(choose, cautious=True))
        states, at = [INITIAL], 0
        for event in game.events:
            states.append(replay([event], states[-1]))
        for at, player, command in game.decisions:
            yield states[at], player, command


@pytest.fixture(scope="module")
def decided():
    return list(decided_for_the_absent())


def test_cautious_autopilot_keeps_one_use_tools_and_the_open_card(decided):
    assert not any(c.once for _, _, c in decided if isinstance(c, UseTools))
    takings = [s.phase for s, _, c in decided if isinstance(c, TakeResources)]
    assert set(takings) <= {Phase.FEEDING}


def test_cautious_autopilot_feeds_the_tribe_unless_hunger_costs_less(decided):
    hungry = [(s, p) for s, p, c in decided if isinstance(c, GoHungry)]
    for state, player in hungry:
        payable = missing_food(state, player).payments(state.players[player].resources)
        assert all(payment.points >= HUNGER_POINTS for payment in payable)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_absent_player_stays_ahead_of_ochre(players):
    # In 200 games each the cautious autopilot won 69, 62 and 64 %.
    others = ("ochre",) * (players - 1)
    policies = OTHERS | {"cautious": partial(choose, cautious=True)}
    bouts = list(play_games(("cautious", *others), 40, 500, policies))
    assert fmean(won_by("cautious", bouts)) > 1 / players
