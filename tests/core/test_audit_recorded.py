"""Games that no golden record holds: all are in order, until something is changed."""

from collections import Counter

import pytest

from stoneage_core import awaited, end, expire
from stoneage_core import conduct as c
from stoneage_core.audit import verify
from stoneage_core.clock import DAY, HOUR, Bank, Clock, PerMove
from stoneage_core.state import EndReason

from .forger import finding_in
from .recorder import Recorder

QUICK = Clock(PerMove(HOUR), vacation=7, misses=3)
ENDS = sorted(set(EndReason) - {EndReason.NO_CARDS, EndReason.NO_BUILDINGS})
SAVER = Clock(Bank(DAY, HOUR, 2 * DAY))


def in_order(game):
    verdict = verify(game.text)
    assert verdict.finding is None, str(verdict.finding)
    return verdict


def game_at(clock=QUICK, players=3, moves=4):
    game = Recorder(players, conduct=[c.ClockSet(clock)])
    game.moves(moves)
    return game


def times_out(game, how="timeout"):
    player = game.asked
    game.happens(expire(game.state, player, game.chance), player, how)
    return player


def by_staff(game, event, player=None):
    game.passes()
    game.happens([event], player, "staff")


def test_a_whole_game_left_to_the_clock():
    """Of an older kind: no clock is told, and no steward takes a seat."""
    game = Recorder()
    while awaited(game.state):
        game.passes()
        times_out(game)
    assert in_order(game).is_over
    assert {line["event"]["type"] for line in game.lines} >= {"ToolsUsed", "CardTaken"}


def test_a_game_against_automatic_players():
    game = Recorder(3, how="automatic")
    for _ in range(12):
        game.moves(how="page" if game.asked == 0 else "automatic")
    in_order(game)
    assert "automatic" in {line["decided_how"] for line in game.lines[20:]}


def test_a_game_played_by_answering_mails():
    game = Recorder(2, how="reply", conduct=[c.ClockSet(QUICK)])
    game.moves(6, how="reply")
    game.happens([c.MotionMade(1, 0, c.MotionKind.END)], 0, "page")
    game.happens([c.VoteCast(1, 1, False)], 1, "reply")
    game.happens([c.MotionSettled(1, c.Outcome.REJECTED)])
    game.moves(2, how="reply")
    in_order(game)
    assert {line["decided_how"] for line in game.lines[2:]} >= {"reply"}


def test_what_was_decided_by_mail_is_no_miss():
    game, asked = game_at(), Counter()
    while min(asked.values(), default=0) < 6:
        player = game.asked
        asked[player] += 1
        if asked[player] % 3:
            game.passes(HOUR)
            times_out(game)
        else:
            game.moves(how="reply")
    in_order(game)


def test_orders_at_the_deadline_are_no_miss():
    game = game_at()
    for _ in range(9):
        game.passes(HOUR)
        times_out(game, how="orders")
    in_order(game)


def test_misses_are_counted_until_the_steward_takes_the_seat():
    game, missed = game_at(), Counter()
    while 3 not in missed.values():
        game.passes(HOUR)
        player = times_out(game)
        missed[player] += 1
    assert "The record breaks off" in str(finding_in(game.text).reason)
    game.happens([c.StewardSeated(player, 3)], player, "timeout")
    in_order(game)


@pytest.mark.parametrize("reason", ENDS)
def test_games_that_are_ended(reason):
    game = game_at()
    game.passes()
    if reason is EndReason.AGREED:
        game.happens([c.MotionMade(1, 0, c.MotionKind.END)], 0, "page")
        game.happens([c.VoteCast(1, 1, True)], 1, "page")
        game.happens([c.VoteCast(2, 1, True)], 2, "page")
        game.happens([c.MotionSettled(1, c.Outcome.CARRIED)])
    how = "system" if reason is EndReason.AGREED else "staff"
    game.happens(end(game.state, game.chance, reason), None, how)
    assert in_order(game).is_over
    del game.lines[-1]
    assert "breaks off" in str(finding_in(game.text).reason)


def test_an_end_that_is_cut_off():
    game = game_at()
    game.happens(end(game.state, game.chance, EndReason.DRAWN), None, "staff")
    del game.lines[-2:]
    assert "breaks off" in str(finding_in(game.text).reason)


def test_nobody_can_end_a_game_alone():
    game = game_at()
    game.happens(end(game.state, game.chance), None, "system")
    assert str(finding_in(game.text).reason) == "Nobody had agreed to this"


def test_a_proposal_lapses_with_what_it_was_about():
    game = game_at()
    sequence = game.state.version - 2
    back = c.MotionMade(1, 0, c.MotionKind.TAKE_BACK, sequence=sequence)
    game.happens([back], 0, "page")
    by_staff(game, c.GameRolledBack(sequence))
    game.happens([c.MotionSettled(1, c.Outcome.LAPSED)])
    in_order(game)


def test_a_proposal_lapses_with_who_made_it():
    game = game_at()
    game.happens([c.MotionMade(1, 0, c.MotionKind.END)], 0, "page")
    by_staff(game, c.SeatEntrusted(0), 0)
    game.happens([c.MotionSettled(1, c.Outcome.LAPSED)])
    in_order(game)


def test_a_proposal_lapses_when_an_offer_is_withdrawn():
    game = game_at()
    by_staff(game, c.SeatEntrusted(0), 0)
    substitute = c.MotionMade(1, 1, c.MotionKind.SUBSTITUTE, seat=0, offer=1)
    game.happens([substitute], 1, "page")
    game.passes()
    game.happens([c.MotionSettled(1, c.Outcome.LAPSED)])
    in_order(game)


def test_a_proposal_is_rejected():
    game = game_at()
    game.happens([c.MotionMade(1, 0, c.MotionKind.END)], 0, "page")
    game.happens([c.VoteCast(1, 1, False)], 1, "page")
    game.happens([c.MotionSettled(1, c.Outcome.REJECTED)])
    game.moves()
    in_order(game)


def test_the_staff_hand_seats_about():
    game = game_at(SAVER)
    player = game.asked
    by_staff(game, c.SeatEntrusted(player), player)
    game.moves(how="steward")
    by_staff(game, c.PlayerReturned(player), player)
    by_staff(game, c.PlayerReplaced(player, 1), player)
    game.moves(2, how="staff")
    by_staff(game, c.ClockSet(QUICK))
    game.moves(3)
    in_order(game)


@pytest.mark.parametrize(
    ("acts", "seconds"),
    [
        ([], 0),
        ([c.GamePaused("2026-11-20T15:10:00+00:00")], 3 * HOUR),
        ([c.GamePaused("2026-11-20T15:10:00+00:00"), c.GameResumed()], 120),
        ([c.TimeGranted(1, 500)], 500),
    ],
)
@pytest.mark.parametrize("clock", [QUICK, SAVER])
def test_pauses_and_grants_put_a_time_out_off(clock, acts, seconds):
    """It may come once all of it is over, and not a second earlier."""
    for early in (0, 1):
        game = game_at(clock, moves=4)
        assert game.asked == 1
        asked_at = game.now
        for act in acts:
            by_staff(game, act)
        game.now = asked_at
        own = HOUR if clock is QUICK else DAY + HOUR
        game.passes(own + seconds - early)
        times_out(game)
        if early:
            reason = str(finding_in(game.text).reason)
            assert reason == "Player 2’s time cannot have run out yet"
        else:
            in_order(game)
