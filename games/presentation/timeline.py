"""
The timeline of a game: events, the positions after them, and decisions.

Each page reads it once. A long game has some two thousand events.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import NamedTuple

from games.log.positions import PastEvent, past_event, state_after, state_at, steps_of
from games.log.stream import load_records
from games.models import Game
from games.presentation.event_text import undone_sequences
from stoneage_core import INITIAL, GameState
from stoneage_core.engine import replay_states
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.state import History, Match, MatchStep


@dataclass(frozen=True)
class PlayedDecision:
    """
    A decision, and its events from ``first`` to ``last``.

    ``player`` is None if nobody at the table decided. ``asked_at`` is when they were
    asked, or None if nobody was, or if the timeline does not begin with the game.
    """

    first: int
    last: int
    player: int | None
    how: str
    command: str
    decided_at: datetime
    asked_at: datetime | None

    @property
    def seconds(self) -> int | None:
        """The seconds from the question to the decision, or None."""
        if self.asked_at is None:
            return None
        return max(0, int((self.decided_at - self.asked_at).total_seconds()))


class RoundStart(NamedTuple):
    round: int
    sequence: int


@dataclass(frozen=True, eq=False)
class Timeline:
    """
    What happened after event ``start``, which is 0 for a whole game.

    Compared by identity, because comparing values would compare whole games.
    """

    start: int
    happened: tuple[PastEvent, ...]
    states: tuple[GameState, ...]
    decisions: tuple[PlayedDecision, ...]

    @cached_property
    def undone(self) -> frozenset[int]:
        return self.undone_upto(self.start + len(self.happened))

    def undone_upto(self, sequence: int) -> frozenset[int]:
        """Return the sequences of events that were taken back by ``sequence``."""
        return undone_sequences(self.between(self.start, sequence), self.start)

    @property
    def kept(self) -> Iterator[PastEvent]:
        return (one for one in self.happened if one.sequence not in self.undone)

    @property
    def kept_decisions(self) -> Iterator[PlayedDecision]:
        return (each for each in self.decisions if each.last not in self.undone)

    @property
    def round_starts(self) -> tuple[RoundStart, ...]:
        """The beginnings of the rounds that were not taken back."""
        return tuple(
            RoundStart(one.event.round, one.sequence)
            for one in self.kept
            if isinstance(one.event, RoundStarted)
        )

    def decision_of(self, sequence: int) -> PlayedDecision:
        return next(each for each in self.decisions if sequence <= each.last)

    def state_after(self, sequence: int) -> GameState:
        return self.states[sequence - self.start]

    def between(self, after: int, upto: int) -> tuple[PastEvent, ...]:
        return self.happened[after - self.start : upto - self.start]


def load_timeline(game: Game, *, start: int = 0) -> Timeline:
    """
    Return the timeline of a game after event ``start``, up to the version in its row.

    ``start`` has to be the last event of a decision.
    """
    # The hash of the event before it identifies the position at the beginning.
    before = max(0, start - 1)
    stored = list(load_records(game, after=before, limit=game.version - before))
    records = [record for record, _hash in stored[start - before :]]
    beginning = state_after(game, start, stored[0][1]) if start else INITIAL
    happened = tuple(map(past_event, records))
    events = (one.event for one in happened)
    states = tuple(replay_states(events, beginning, partial(state_at, game)))
    steps = tuple(steps_of(records))
    asked = {} if start else _when_asked(steps, states)
    return Timeline(start, happened, states, tuple(_decisions(steps, start, asked)))


def _when_asked(
    steps: Iterable[MatchStep], states: Sequence[GameState]
) -> dict[int, datetime]:
    """Return when each answer was asked for, by its first event, in a whole game."""
    match, history, asked_at = Match(), History(), dict[int, datetime]()
    for step in steps:
        before, first, by = match, match.board.version, step.by
        board = states[first + len(step.events)]
        match = evolve_match(before, step, lambda: history, board)
        history.note(before, step, match)
        asked = before.table.pending.get(-1 if by.player is None else by.player)
        if asked and step.is_answer:
            asked_at[first + 1] = asked.since
    return asked_at


def _decisions(
    steps: Iterable[MatchStep], start: int, asked: Mapping[int, datetime]
) -> Iterator[PlayedDecision]:
    last = start
    for step in steps:
        first, last = last + 1, last + len(step.events)
        yield PlayedDecision(
            first=first,
            last=last,
            player=step.by.player,
            how=step.by.source,
            command=step.command,
            decided_at=step.by.at,
            asked_at=asked.get(first),
        )
