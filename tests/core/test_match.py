"""The rules around the board, decided by those who know all circumstances."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import get_args
from zoneinfo import ZoneInfo

import pytest

from stoneage_core import SealedChance, TieBreak, commitment, steward
from stoneage_core import conduct as c
from stoneage_core.clock import DAY, HOUR, Bank, Clock, PerMove, Window
from stoneage_core.errors import Code, Irregular, Refusal
from stoneage_core.match import commands as m
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.decide import RULES, decide_match
from stoneage_core.match.evolve import replay_match
from stoneage_core.match.history import History
from stoneage_core.match.state import By, Match, MatchStep, Source, decode, encode

SEED = bytes(32)
FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
QUICK = Clock(PerMove(HOUR), misses=2, vacation=7)
SAVER = Clock(Bank(DAY, HOUR, 2 * DAY))
K = c.MotionKind
UTC_ZONE = ZoneInfo("UTC")


@dataclass
class Known:
    """What is known of the players and the service."""

    zone: ZoneInfo = UTC_ZONE
    outages: tuple = ()
    untimed: set[int] = field(default_factory=set)
    offers: set[int] = field(default_factory=set)
    knows_deadlines = True

    def zone_of(self, player):
        return self.zone

    def is_untimed(self, player):
        return player in self.untimed

    def takeback_window(self, clock):
        return min(120, clock.longest_takeback)

    def stands(self, offer, *, motion, sequence):
        return offer in self.offers

    def seconds_taken(self, most, sequence):
        return most


class Play:
    """A game of people, in which a minute passes before each move."""

    def __init__(self, clock=QUICK, players=3):
        self.match, self.history, self.now = Match(), History(), FRIDAY
        self.steps: list[MatchStep] = []
        self.known, self.chance = Known(), SealedChance(SEED)
        sealed = commitment(SEED)
        self.by_itself(m.Create("game", players, sealed, TieBreak.SEQUENTIAL, 0))
        self.by_itself(m.SetClock(clock))
        salts = tuple(f"{player:064x}" for player in range(players))
        for player, salt in enumerate(salts):
            self.does(player, m.Join(commitment(salt.encode())))
        self.by_itself(m.Start(salts))

    def does(self, player, command: MatchCommand, source=Source.PAGE):
        """Decide a command; return the types of the events that it led to."""
        by = By(player, source, self.now)
        decision = decide_match(
            self.match,
            command,
            by,
            circumstances=self.known,
            chance=self.chance,
            past=lambda: self.history,
        )
        before = self.match
        for step, after in zip(decision.steps, decision.matches, strict=True):
            self.history.note(before, step, after)
            before = after
        self.match = decision.match
        self.steps += decision.steps
        return [type(event) for step in decision.steps for event in step.events]

    def by_staff(self, command: MatchCommand, player=None):
        return self.does(player, command, Source.STAFF)

    def by_itself(self, command: MatchCommand):
        return self.does(None, command, Source.SYSTEM)

    def passes(self, **length):
        self.now += timedelta(**length)

    @property
    def asked(self):
        return min(self.match.awaited)

    def moves(self, source=Source.PAGE):
        self.passes(minutes=1)
        choice = steward.choose(self.match.board, self.asked)
        return self.does(self.asked, m.PlayMove(choice), source)

    def times_out(self):
        return self.does(self.asked, m.TimeOut(steward.choose), Source.TIMEOUT)

    def status(self, player):
        return self.match.around.seats[player]


def refused(code, play, *command):
    before, steps = play.match, len(play.steps)
    with pytest.raises(Refusal) as refusal:
        play.does(*command)
    assert refusal.value.code is code
    assert (play.match, len(play.steps)) == (before, steps)


def test_every_command_has_its_rule():
    assert RULES.keys() == set(get_args(MatchCommand))


def test_the_state_is_that_of_a_replay_and_can_be_kept():
    play = Play(SAVER)
    play.moves()
    play.does(1, m.Propose(K.CLOCK, clock=QUICK))
    play.does(0, m.CastVote(1, True))
    play.does(2, m.CastVote(1, True))
    play.by_staff(m.Pause(play.now + timedelta(days=1)))
    play.does(1, m.DeclareAbsence(play.now, play.now + timedelta(days=2)))
    play.moves()
    assert replay_match(play.steps, History()) == play.match
    assert decode(encode(play.match.around)) == play.match.around


def test_a_move_takes_what_ran_in_the_hours_of_its_player():
    clock = Clock(Bank(DAY, 0, DAY), window=Window(8 * 60, 20 * 60))
    play = Play(clock)
    play.known.zone = ZoneInfo("Asia/Seoul")  # nine hours ahead: it is nine there
    play.passes(hours=12)
    assert play.moves()[-1] is c.TimeSpent
    assert play.status(0).bank == DAY - HOUR - 60


def test_a_time_out_comes_when_the_hours_of_its_player_are_over():
    play = Play(Clock(PerMove(2 * HOUR), weekends=True))
    play.known.zone = ZoneInfo("Asia/Tokyo")
    play.passes(hours=3)  # midnight: Saturday
    play.moves()
    due = deadline_of(play.match.around, play.asked, play.known)
    assert due == datetime(2026, 11, 22, 17, tzinfo=UTC)  # two hours of Monday
    play.now = due - timedelta(seconds=1)
    refused(Code.IRREGULAR, play, 1, m.TimeOut(steward.choose), Source.TIMEOUT)
    play.now = due
    assert c.TurnTimedOut in play.times_out()


def test_nobody_plays_for_a_guest():
    play = Play()
    play.known.untimed = {0}
    play.passes(days=300)
    assert deadline_of(play.match.around, 0, play.known) is None
    with pytest.raises(Irregular):
        play.times_out()


def test_the_last_miss_and_what_it_settles_are_one_decision():
    play = Play()
    play.does(0, m.Propose(K.END))
    for missed in (1, 2):
        while play.asked:
            play.moves()
        play.passes(hours=1)
        events = play.times_out()
        assert (c.StewardSeated in events) is (missed == 2)
    assert events[-2:] == [c.StewardSeated, c.MotionSettled]
    assert play.match.around.proposals == ()


def test_an_absent_player_relieves_a_substitute_who_was_late_as_well():
    play = Play()
    play.known.offers = {1}
    play.does(0, m.Resign())
    play.does(1, m.Propose(K.SUBSTITUTE, seat=0, offer=1))
    assert play.does(2, m.CastVote(1, True))[-1] is c.SubstituteSeated
    play.by_staff(m.Resign(), 0)
    play.does(0, m.ReclaimSeat())  # the substitute
    play.does(0, m.ReclaimSeat())  # whose seat it was
    refused(Code.IRREGULAR, play, 0, m.ReclaimSeat())


def test_an_offer_that_is_withdrawn_lapses():
    play = Play()
    play.known.offers = {1}
    play.does(0, m.Resign())
    play.does(1, m.Propose(K.SUBSTITUTE, seat=0, offer=1))
    assert play.by_itself(m.SettleProposals()) == []
    play.known.offers = set()
    assert play.by_itself(m.SettleProposals()) == [c.MotionSettled]
    refused(Code.TOO_LATE, play, 2, m.CastVote(1, True))


def test_a_move_is_taken_back_while_its_window_and_its_time_last():
    for late, code in ((0, None), (119, None), (120, Code.TOO_LATE)):
        play = Play()
        play.moves()
        sequence = play.match.around.last_move.sequence
        play.passes(seconds=late)
        if code is None:
            assert play.does(0, m.TakeBack(sequence)) == [c.DecisionTakenBack]
            assert play.asked == 0
        else:
            refused(code, play, 0, m.TakeBack(sequence))
    play = Play()
    play.passes(minutes=58, seconds=30)
    play.moves()
    play.passes(seconds=30)  # the hour for it is over
    refused(Code.TOO_LATE, play, 0, m.TakeBack(play.match.around.last_move.sequence))


def test_bots_do_not_keep_a_move_from_being_taken_back_and_others_do():
    play = Play()
    play.by_staff(m.Resign(), 1)
    play.moves()
    sequence = play.match.around.last_move.sequence
    play.moves(Source.STEWARD)
    assert play.match.around.last_move.sequence == sequence
    play.moves()
    assert play.match.around.last_move.player == 2


@pytest.mark.parametrize(
    ("player", "command", "source"),
    [
        (0, m.CastVote(1, True), Source.PAGE),
        (0, m.EndAbsence(), Source.PAGE),
        (None, m.Resume(), Source.STAFF),
        (None, m.GrantTime(0, 60), Source.STAFF),
        (0, m.ReclaimSeat(), Source.REPLY),
        (0, m.TakeBack(1), Source.PAGE),
    ],
)
def test_what_waits_while_a_game_is_frozen(player, command, source):
    play = Play()
    play.by_staff(m.Freeze())
    refused(Code.FROZEN, play, player, command, source)


def test_what_is_done_while_a_game_is_frozen():
    play = Play()
    version = play.match.board.version
    play.moves()
    play.by_staff(m.Freeze())
    play.does(0, m.Resign())
    play.by_staff(m.ReclaimSeat(), 0)
    play.by_staff(m.SetClock(SAVER))
    play.by_staff(m.RollBack(version))
    play.by_staff(m.Unfreeze())
    assert play.match.around.frozen_since is None
    assert play.asked == 0


@pytest.mark.parametrize(
    ("player", "command", "source"),
    [
        (None, m.CastVote(1, True), Source.PAGE),
        (7, m.EndAbsence(), Source.PAGE),
        (0, m.Freeze(), Source.STAFF),
        (None, m.Freeze(), Source.SYSTEM),
        (0, m.EndAbsence(), Source.ORDERS),
        (None, m.SetClock(QUICK), Source.SYSTEM),
        (None, m.RestartClock(), Source.SYSTEM),
    ],
)
def test_who_may_not_do_that(player, command, source):
    refused(Code.IRREGULAR, Play(), player, command, source)
