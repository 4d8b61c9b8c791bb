"""The fold over a game's decisions: one more decision in, the next projection out.

The same function serves when a move is accepted and when everything is rebuilt from the
log. Nothing here reads or writes a row.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import get_args

from msgspec.structs import replace as replace_fields

from games import conduct
from games.conduct import Conduct
from games.event_store import chain, event_of
from games.models import DecidedHow
from games.projections import conduct_folds
from stoneage_core import INITIAL, GameState, Phase, awaited, codec, go_back
from stoneage_core import conduct as c
from stoneage_core import replay as replay_events
from stoneage_core.clock import Clock
from stoneage_core.events import Event

#: What stands alone: a decision of its own, without effect on who is asked what.
SOLITARY = frozenset(get_args(c.Conduct)) - {c.TimeSpent, c.TurnTimedOut}
_SOLITARY_NAMES = {codec.type_name(event) for event in SOLITARY}
_BEGINNINGS = {"GameCreated", "PlayerJoined", "TurnTimedOut", *_SOLITARY_NAMES}


@dataclass(frozen=True)
class RecordedDecision:
    """
    One decision: whose, how it was made, and all the events that it led to.

    ``state`` is the one after them, where it is known from deciding.
    """

    events: Sequence[Event]
    decided_by: int | None
    decided_how: DecidedHow
    at: datetime
    state: GameState | None = None


@dataclass(frozen=True)
class Wait:
    """Since which version and moment a player's present decision has been awaited."""

    version: int
    at: datetime


@dataclass(frozen=True)
class Projection:
    """What the columns say; ``waits`` and ``seen`` (versions) are by player."""

    state: GameState = INITIAL
    conduct: Conduct = conduct.UNSET
    waits: Mapping[int, Wait] = field(default_factory=dict)
    seen: Mapping[int, int] = field(default_factory=dict)
    started_at: datetime | None = None
    finished_at: datetime | None = None


#: Gives the projection as it was at a version, for decisions that are taken back.
Earlier = Callable[[int], Projection]


def advance(
    before: Projection, decision: RecordedDecision, earlier: Earlier
) -> Projection:
    """Return the projection after one more decision."""
    first = decision.events[0]
    after = replace(before, conduct=_conduct(before, decision))
    after = replace(after, seen=_seen(before, decision))
    if isinstance(first, c.Return):
        return _taken_back(after, first, decision, earlier(first.sequence))
    state = decision.state or replay_events(decision.events, before.state)
    after = _dated(replace(after, state=state), before.state, decision.at)
    if type(first) in SOLITARY:
        return replace(after, waits=_conducted_waits(before, first, decision))
    return replace(after, waits=_waits(before, state, decision))


def _conduct(before: Projection, decision: RecordedDecision) -> Conduct:
    return conduct_folds.after(
        before.conduct,
        decision.events,
        decided_by=decision.decided_by,
        in_person=decision.decided_how.is_in_person,
        at=decision.at,
    )


def _seen(before: Projection, decision: RecordedDecision) -> Mapping[int, int]:
    if decision.decided_by is None or not decision.decided_how.is_by_hand:
        return before.seen
    version = before.state.version + len(decision.events)
    return {**before.seen, decision.decided_by: version}


def _dated(after: Projection, before: GameState, at: datetime) -> Projection:
    """Note when the game started or finished, if this decision did it."""
    if before.phase is after.state.phase:
        return after
    started, finished = after.started_at, after.finished_at
    if before.phase is Phase.INVITATION:
        started = at
    if after.state.phase is Phase.ENDED:
        finished = at
    return replace(after, started_at=started, finished_at=finished)


def _taken_back(
    after: Projection,
    event: c.Return,
    decision: RecordedDecision,
    target: Projection,
) -> Projection:
    """
    Ask again what was asked then.

    At once the clock goes on from where it was, so that nobody gains time; with the
    consent of all, who may have thought about it for days, or by the staff, it starts
    anew. The staff put back what was in the banks as well.
    """
    same_clock = after.conduct.clock == target.conduct.clock
    at_once = same_clock and isinstance(event, c.DecisionTakenBack) and not event.agreed
    by_staff = same_clock and isinstance(event, c.GameRolledBack) and event.banks
    if at_once or by_staff:
        table = conduct_folds.undone(after.conduct, target.conduct)
        after = replace(after, conduct=table)
    version = after.state.version + 1
    waits = {
        player: Wait(version, wait.at if at_once else decision.at)
        for player, wait in target.waits.items()
    }
    state = go_back(after.state, target.state)
    return replace(after, state=state, waits=waits, finished_at=target.finished_at)


def _conducted_waits(
    before: Projection, event: Event, decision: RecordedDecision
) -> Mapping[int, Wait]:
    """Conduct changes nobody's question, but may start a clock anew."""
    version = before.state.version + 1
    waits = dict(before.waits)
    match event:
        case c.ClockSet():
            return {n: Wait(wait.version, decision.at) for n, wait in waits.items()}
        case c.SubstituteSeated(player) | c.PlayerReplaced(player) if player in waits:
            waits[player] = Wait(version, decision.at)
        case (
            c.StewardSeated(player) | c.SeatEntrusted(player) | c.PlayerReturned(player)
        ) if player in waits:
            waits[player] = Wait(waits[player].version, decision.at)
    return waits


def _waits(
    before: Projection, state: GameState, decision: RecordedDecision
) -> dict[int, Wait]:
    """Who goes on waiting with the same question keeps the moment it came up."""
    fresh = Wait(state.version, decision.at)
    if _question(before.state) != _question(state):
        return dict.fromkeys(awaited(state), fresh)
    return {
        player: fresh
        if player == decision.decided_by
        else before.waits.get(player, fresh)
        for player in awaited(state)
    }


def _question(state: GameState) -> tuple[object, ...]:
    return state.round, state.phase, state.question


def rebuild(
    records: Iterable[chain.Record], inherited: Clock | None = None
) -> Projection:
    """
    Return the projection of a whole stream.

    ``inherited`` is the clock of a game from before clocks were events.
    """
    projection = Projection()
    past: dict[int, Projection] = {}
    for decision in decisions(records):
        projection = advance(projection, decision, past.__getitem__)
        past[projection.state.version] = projection
    if projection.conduct.clock is None:
        table = replace_fields(projection.conduct, clock=inherited)
        projection = replace(projection, conduct=table)
    return projection


def decisions(records: Iterable[chain.Record]) -> Iterable[RecordedDecision]:
    """Cut a stream into its decisions; each begins with a command or a lone fact."""
    batch: list[chain.Record] = []
    for record in records:
        if batch and begins(record, batch[-1]):
            yield _decision(batch)
            batch = []
        batch.append(record)
    if batch:
        yield _decision(batch)


def begins(record: chain.Record, previous: chain.Record) -> bool:
    """Whether a decision begins here; what stands alone is followed by another one."""
    begins = bool(record.command) or record.type in _BEGINNINGS
    # The end by the staff is not named there: by the rules it is part of a move.
    others = (record.decided_by, record.decided_how) != (
        previous.decided_by,
        previous.decided_how,
    )
    return begins or others or previous.type in _SOLITARY_NAMES


def _decision(batch: list[chain.Record]) -> RecordedDecision:
    first = batch[0]
    events = [event_of(record) for record in batch]
    how = DecidedHow(first.decided_how)
    return RecordedDecision(events, first.decided_by, how, first.recorded_at)
