"""Plays a game through ``decide_match`` alone, without the service."""

from datetime import UTC, datetime, timedelta

import pytest

from stoneage_core import SealedChance, autopilot, commitment
from stoneage_core.errors import GameError, Refusal
from stoneage_core.events.seats import SeatOffered
from stoneage_core.events.service import HoursSet
from stoneage_core.events.setup import Bot, GameCreated
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.acts import ACTS
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import CommandOrFact, PlayMove
from stoneage_core.match.decide import decide_match
from stoneage_core.match.lifecycle import Join, Start
from stoneage_core.match.seats import TakeSeat
from stoneage_core.match.state import Authorship, History, Match, MatchStep, Source
from stoneage_core.match.timeouts import TimeOut, choose_moves
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl

SEED = bytes(32)
FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
QUICK = TimeControl(PerMove(HOUR), misses=2, vacation=7)
SAVER = TimeControl(Bank(DAY, HOUR, 2 * DAY))

BOT = Bot("ash", 1, "0" * 64)


class MatchPlay:
    """A started game of people and ``bots``; a minute passes before each move."""

    def __init__(self, control=QUICK, players=3, bots=(), rated=False):
        self.match, self.history, self.now = Match(), History(), FRIDAY
        self.steps: list[MatchStep] = []
        self.chance = SealedChance(SEED)
        sealed = commitment(SEED)
        terms = Terms(players, control, first_player=0, rated=rated)
        self.by_itself(GameCreated("game", sealed, RULES_VERSION, terms))
        for player in range(players):
            if player in bots:
                self.does(player, Join(bot=BOT), Source.AUTOMATIC)
            else:
                self.does(player, Join())
        self.by_itself(Start())

    def does(self, player, command: CommandOrFact, source=Source.PAGE):
        """Decide a command; return the types of the events that it led to."""
        by = Authorship(player, source, self.now)
        before, steps = self.match, len(self.steps)
        if source is Source.STAFF and not isinstance(command, TakeSeat):
            self._decide(
                self._act_of(command, player), Authorship(None, source, self.now)
            )
        try:
            return self._decide(command, by)
        except GameError:
            self.match = before
            del self.steps[steps:]
            raise

    def _act_of(self, command: CommandOrFact, player) -> StaffActed:
        """Return the act that has to come before a command of the staff."""
        act = next(act for act, leads in ACTS.items() if leads is type(command))
        return StaffActed(act, getattr(command, "player", player), "0" * 64)

    def _decide(self, command: CommandOrFact, by: Authorship):
        decision = decide_match(
            self.match,
            command,
            by,
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

    def by_staff(self, command: CommandOrFact, player=None):
        return self.does(player, command, Source.STAFF)

    def by_itself(self, command: CommandOrFact):
        return self.does(None, command, Source.SERVICE)

    def offers(self, player):
        """Offer to play a seat until its player is back."""
        number = self.match.table.next_offer
        return self.by_itself(SeatOffered(number, player, for_good=False))

    def invites(self, player):
        """Let the staff offer a seat for good."""
        number = self.match.table.next_offer
        return self.by_staff(SeatOffered(number, player, for_good=True))

    def is_ahead(self, player, hours):
        self.by_itself(HoursSet(player, ((write_moment(self.now), hours * 60),)))

    def passes(self, **length):
        self.now += timedelta(**length)

    @property
    def asked(self):
        return min(self.match.awaited)

    def moves(self, source=Source.PAGE):
        self.passes(minutes=1)
        choice = autopilot.choose(self.match.board, self.asked)
        return self.does(self.asked, PlayMove(choice), source)

    def times_out(self):
        return self.does(self.asked, self.time_out(self.asked), Source.TIMEOUT)

    def time_out(self, player):
        board, chance = self.match.board, self.chance
        return TimeOut(choose_moves(board, player, chance, autopilot.choose))

    def status(self, player):
        return self.match.table.seats[player]


class WaitingMatch(MatchPlay):
    """A game that waits for players."""

    def __init__(self, players=2):
        self.match, self.history, self.now = Match(), History(), FRIDAY
        self.steps, self.chance = [], SealedChance(SEED)
        sealed = commitment(SEED)
        terms = Terms(players, QUICK, first_player=0)
        self.by_itself(GameCreated("game", sealed, RULES_VERSION, terms))


def refused(code, play, *command):
    """Assert that a command is refused with ``code`` and changes nothing."""
    before, steps = play.match, len(play.steps)
    with pytest.raises(Refusal) as refusal:
        play.does(*command)
    assert refusal.value.code is code
    assert (play.match, len(play.steps)) == (before, steps)
