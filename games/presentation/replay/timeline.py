"""The timeline of a game: every event with the position after it, by decisions.

Read once and kept whole; a long game has some two thousand events.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from games.models import Game
from games.presentation.event_text import undone_sequences
from games.store.chain import Record
from games.store.positions import PastEvent, past_event
from games.store.steps import steps_of
from games.store.stream import load_records
from stoneage_core import INITIAL, GameState, evolve, go_back
from stoneage_core import match_events as c
from stoneage_core.events import Event
from stoneage_core.match.evolve import evolve_match
from stoneage_core.match.history import History
from stoneage_core.match.state import Match


@dataclass(frozen=True)
class PlayedDecision:
    """
    The events from ``first`` to ``last``, which came of one decision.

    ``player`` is None where nobody at the table decided; ``asked_at`` is when they were
    asked, None where nobody was.
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
        """How long it took, from the question to the decision."""
        if self.asked_at is None:
            return None
        return max(0, int((self.decided_at - self.asked_at).total_seconds()))


@dataclass(frozen=True)
class Timeline:
    """Everything of a game; ``states[n]`` is the position after event ``n``."""

    happened: tuple[PastEvent, ...]
    states: tuple[GameState, ...]
    decisions: tuple[PlayedDecision, ...]

    @cached_property
    def undone(self) -> frozenset[int]:
        """The sequences of all that was taken back later."""
        return undone_sequences(self.happened)

    @property
    def kept(self) -> Iterator[PastEvent]:
        """What was never taken back, what happened around the board included."""
        return (one for one in self.happened if one.sequence not in self.undone)

    @property
    def kept_decisions(self) -> Iterator[PlayedDecision]:
        """The decisions that stood."""
        return (each for each in self.decisions if each.last not in self.undone)

    def decision_of(self, sequence: int) -> PlayedDecision:
        """Return the decision that led to an event."""
        return next(each for each in self.decisions if sequence <= each.last)


def load_timeline(game: Game) -> Timeline:
    """Read the whole timeline of a game, up to the version that its row speaks of."""
    stored = list(load_records(game, limit=game.version))
    happened = tuple(past_event(record) for record, _ in stored)
    states = replay_states(one.event for one in happened)
    records = (record for record, _hash in stored)
    return Timeline(happened, states, tuple(_decisions(records, states)))


def replay_states(events: Iterable[Event]) -> tuple[GameState, ...]:
    """Return the position before the first event, and that after each of them."""
    states = [INITIAL]
    for event in events:
        if isinstance(event, c.Return):
            states.append(go_back(states[-1], states[event.sequence]))
        else:
            states.append(evolve(states[-1], event))
    return tuple(states)


def _decisions(
    records: Iterable[Record], states: Sequence[GameState]
) -> Iterator[PlayedDecision]:
    match, history = Match(), History()
    for step in steps_of(records):
        before, first, by = match, match.board.version, step.by
        board = states[first + len(step.events)]
        match = evolve_match(before, step, lambda: history, board)
        history.note(before, step, match)
        asked = before.around.pending.get(-1 if by.player is None else by.player)
        yield PlayedDecision(
            first=first + 1,
            last=match.board.version,
            player=by.player,
            how=by.source,
            command=step.command,
            decided_at=by.at,
            asked_at=asked.since if asked and step.is_answer else None,
        )
