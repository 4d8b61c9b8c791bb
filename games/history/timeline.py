"""The timeline of a game: every event with the position after it, by decisions.

Read once and kept whole; a long game has some two thousand events.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from games import event_store
from games.history.event_text import undone_sequences
from games.models import Game
from games.positions import PastEvent, past_event
from games.records.export import entry_of
from stoneage_core import INITIAL, GameState, evolve
from stoneage_core import conduct as c
from stoneage_core.audit.asked import Asked
from stoneage_core.audit.entries import Entry
from stoneage_core.events import Event


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
        """What was never taken back, the conduct of the table included."""
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
    stored = list(event_store.load_records(game, limit=game.version))
    happened = tuple(past_event(record) for record, _ in stored)
    states = replay_states(one.event for one in happened)
    entries = [entry_of(*each) for each in stored]
    return Timeline(happened, states, tuple(_decisions(happened, states, entries)))


def replay_states(events: Iterable[Event]) -> tuple[GameState, ...]:
    """Return the position before the first event, and that after each of them."""
    states = [INITIAL]
    for event in events:
        if isinstance(event, c.Return):
            again = states[event.sequence]
            states.append(replace(again, version=len(states)))
        else:
            states.append(evolve(states[-1], event))
    return tuple(states)


def _decisions(
    happened: Sequence[PastEvent], states: Sequence[GameState], entries: Sequence[Entry]
) -> Iterator[PlayedDecision]:
    asked = Asked()
    starts = [at for at, one in enumerate(happened) if _begins(happened, at)]
    for start, end in pairwise([*starts, len(happened)]):
        first = happened[start]
        since = asked.since.get(-1 if first.decided_by is None else first.decided_by)
        is_asked = since is not None and _is_answer(first)
        yield PlayedDecision(
            first=start + 1,
            last=end,
            player=first.decided_by,
            how=first.decided_how,
            command=first.command,
            decided_at=first.recorded_at,
            asked_at=datetime.fromisoformat(since) if since and is_asked else None,
        )
        asked.follow(states[start], entries[start], first.event, states[end])


def _begins(happened: Sequence[PastEvent], at: int) -> bool:
    """Whether a decision begins with the event at an index, and none goes on there."""
    one, before = happened[at], happened[at - 1] if at else None
    if isinstance(one.event, c.TimeSpent):
        return False
    if before is None or one.command or isinstance(one.event, c.Conduct):
        return True
    if isinstance(before.event, c.Conduct) and not _goes_on(before.event):
        return True
    made = (one.decided_by, one.recorded_at)
    return made != (before.decided_by, before.recorded_at)


def _goes_on(event: c.Conduct) -> bool:
    """Whether what follows belongs to it: what was decided for whom time ran out."""
    return isinstance(event, c.TurnTimedOut)


def _is_answer(first: PastEvent) -> bool:
    """Whether a decision is an answer to what somebody was asked on the board."""
    return bool(first.command) or isinstance(first.event, c.TurnTimedOut)
