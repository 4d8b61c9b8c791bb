"""Verifies whole games in which dice for all are picked at the players' own turns."""

from datetime import timedelta
from hashlib import sha256

import pytest

from stoneage_core import awaited
from stoneage_core.audit import verify
from stoneage_core.autopilot import choose
from stoneage_core.cryptography.beacon import QUICKNET
from stoneage_core.events.chance import BeaconMissed
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked
from stoneage_core.events.rounds import DiceOffered
from stoneage_core.match.deadlines import beacon_due_at, deadline_of
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.timeouts import TimeOut, choose_moves
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.state import Phase, Question
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.core.match.match_play import FRIDAY
from tests.core.recorded_game import RecordedGame

CLOCK = TimeControl(PerMove(DAY), takeback=120, misses=9)
A_MINUTE, TEN_MINUTES = timedelta(minutes=1), timedelta(minutes=10)


class OwnTurnGame(RecordedGame):
    """A game of such a table, with a beacon or without."""

    def __init__(self, players, name="own turn", beacon=None):
        seed = sha256(name.encode()).digest()
        super().__init__(
            "ownturn",
            *(seed, CLOCK, FRIDAY),
            players=players,
            beacon=beacon,
            dice_at_own_turn=True,
        )

    def goes_on(self):
        """Let the awaited player decide after a minute, or the beacon be missed."""
        self.now += A_MINUTE
        if waits_for_beacon(self.state):
            self.now = max(self.now, beacon_due_at(self.state) + TEN_MINUTES)
            self.decides(BeaconMissed(self.state.beacon_round))
        else:
            self.moves()

    def plays_until(self, reached):
        while not reached(self.state):
            self.goes_on()

    def asked(self):
        return min(awaited(self.state))


def is_over(state):
    return state.phase is Phase.ENDED


def is_picking_before_a_turn(state):
    decision = state.decision
    return state.question is Question.DIE and decision.waiting[0] != (
        state.open_rolls[decision.roll].taker
    )


@pytest.mark.parametrize("beacon", [None, QUICKNET], ids=["sealed", "beacon"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_verified(players, beacon):
    game = OwnTurnGame(players, beacon=beacon)
    game.plays_until(is_over)
    verdict = verify(game.text)
    assert verdict.finding is None, str(verdict.finding)
    rolls = sum(isinstance(event, DiceForAllRolled) for event in game.events)
    picks = sum(isinstance(event, DiePicked) for event in game.events)
    assert picks == rolls * players > 0
    assert any(isinstance(each, DiceOffered) for each in game.events) is (players > 2)


def test_time_outs_pick_and_play_on_and_are_verified():
    """Every player who has to pick a die before their turn times out."""
    game = OwnTurnGame(4)
    while not is_over(game.state):
        if not is_picking_before_a_turn(game.state):
            game.goes_on()
            continue
        player = game.asked()
        misses = game.match.table.seats[player].misses
        game.now = deadline_of(game.match.table, player)
        moves = choose_moves(game.state, player, game.chance, choose)
        assert moves[0].startswith("pick ")
        assert len(moves) > 1 or game.state.phase is Phase.ACTIONS
        game.decides(TimeOut(moves), player, "timeout")
        assert game.match.table.seats[player].misses == misses + 1
    assert any(isinstance(event, TurnTimedOut) for event in game.events)
    assert verify(game.text).finding is None


def test_who_takes_a_pick_back_is_asked_for_it_again():
    game = OwnTurnGame(4)
    game.plays_until(is_picking_before_a_turn)
    before, player = game.state, game.asked()
    since = game.match.table.pending[player].since
    game.goes_on()
    assert game.state.open_rolls != before.open_rolls
    game.decides(TakeBack(before.version + 1), player)
    assert game.state.open_rolls == before.open_rolls
    assert game.state.decision == before.decision
    assert game.match.table.pending[player].since == since
    game.plays_until(is_over)
    assert verify(game.text).finding is None
