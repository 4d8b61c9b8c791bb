"""The read columns of games and seats: derived from the stream, disposable.

A projection moves on one decision at a time, the same way when a move is accepted and
when everything is rebuilt from the log. ``project`` is the only writer of the columns;
the game's own go to the event store, which writes them with the new version.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games import chain, clocks, rows
from games.event_store import event_of
from games.models import DecidedHow, Game, Seat, Status
from stoneage_core import INITIAL, GameState, Phase, awaited, codec
from stoneage_core import replay as replay_events
from stoneage_core.events import Event

#: How long a deadline is put off when carrying out the time-out fails.
QUARANTINE = timedelta(hours=1)

_BEGINNINGS = frozenset({"GameCreated", "PlayerJoined", "TurnTimedOut"})
_STATUS = {Phase.INVITATION: Status.INVITING, Phase.ENDED: Status.FINISHED}
_SEAT_COLUMNS = ("awaited_at", "awaited_version", "deadline_at", "seen_version")


@dataclass(frozen=True)
class Decision:
    """One decision: whose, how it was made, and all the events that it led to."""

    events: Sequence[Event]
    decided_by: int | None
    decided_how: DecidedHow
    at: datetime


@dataclass(frozen=True)
class Wait:
    """Since which version and moment a player's present decision has been awaited."""

    version: int
    at: datetime


@dataclass(frozen=True)
class Projection:
    """What the columns say; ``waits`` and ``seen`` (versions) are by player."""

    state: GameState = INITIAL
    waits: Mapping[int, Wait] = field(default_factory=dict)
    seen: Mapping[int, int] = field(default_factory=dict)
    started_at: datetime | None = None
    finished_at: datetime | None = None


def advance(before: Projection, decision: Decision) -> Projection:
    """Return the projection after one more decision."""
    state = replay_events(decision.events, before.state)
    seen = before.seen
    if decision.decided_by is not None and decision.decided_how is DecidedHow.PAGE:
        seen = {**seen, decision.decided_by: state.version}
    started, finished = before.started_at, before.finished_at
    if before.state.phase is not state.phase:
        if before.state.phase is Phase.INVITATION:
            started = decision.at
        if state.phase is Phase.ENDED:
            finished = decision.at
    waits = _waits(before, state, decision)
    return Projection(state, waits, seen, started, finished)


def _waits(before: Projection, state: GameState, decision: Decision) -> dict[int, Wait]:
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


def present(game: Game, seats: Iterable[Seat], state: GameState) -> Projection:
    """Return what the columns say now; ``state`` is the game's present one."""
    waits, seen = {}, {}
    for seat in seats:
        if seat.awaited_at is not None and seat.awaited_version is not None:
            waits[seat.number] = Wait(seat.awaited_version, seat.awaited_at)
        if seat.seen_version:
            seen[seat.number] = seat.seen_version
    return Projection(state, waits, seen, game.started_at, game.finished_at)


def rebuild(records: Iterable[chain.Record]) -> Projection:
    """Return the projection of a whole stream."""
    projection = Projection()
    for decision in decisions(records):
        projection = advance(projection, decision)
    return projection


def decisions(records: Iterable[chain.Record]) -> Iterable[Decision]:
    """Cut a stream into its decisions; each begins with a command or a lone fact."""
    batch: list[chain.Record] = []
    for record in records:
        if batch and (record.command or record.type in _BEGINNINGS):
            yield _decision(batch)
            batch = []
        batch.append(record)
    if batch:
        yield _decision(batch)


def _decision(batch: list[chain.Record]) -> Decision:
    first = batch[0]
    events = [event_of(record) for record in batch]
    how = DecidedHow(first.decided_how)
    return Decision(events, first.decided_by, how, first.recorded_at)


def project(game: Game, seats: Iterable[Seat], after: Projection) -> dict[str, Any]:
    """
    Bring the columns of ``game`` and its ``seats`` to ``after``.

    The seats are written here. The game's columns are returned, for the caller writes
    them together with the version they belong to.
    """
    changed = [seat for seat in seats if _project_seat(game, seat, after)]
    if changed:
        rows.update_seats(changed, _SEAT_COLUMNS)
    columns = game_columns(game, after)
    for name, value in columns.items():
        setattr(game, name, value)
    return columns


def game_columns(game: Game, projection: Projection) -> dict[str, Any]:
    """Return the game's read columns as they have to be."""
    state = projection.state
    return {
        "state": codec.encode_state(state).decode(),
        "state_version": codec.STATE_VERSION,
        "status": status_of(game, state),
        "round": state.round,
        "phase": state.phase.value,
        "started_at": projection.started_at,
        "finished_at": projection.finished_at,
        "quarantined_at": None,
    }


def status_of(game: Game, state: GameState) -> Status:
    """Return where a game stands; giving it up is the host's doing, not the log's."""
    if game.cancelled_at is not None:
        return Status.CANCELLED
    return _STATUS.get(state.phase, Status.ACTIVE)


def seat_columns(game: Game, seat: Seat, projection: Projection) -> dict[str, Any]:
    """Return a seat's read columns as they have to be."""
    wait = projection.waits.get(seat.number)
    return {
        "awaited_at": wait and wait.at,
        "awaited_version": wait and wait.version,
        "deadline_at": wait and clocks.deadline(game, seat, wait.at),
        "seen_version": projection.seen.get(seat.number, 0),
    }


def _project_seat(game: Game, seat: Seat, projection: Projection) -> bool:
    """Set a seat's read columns; return whether any of them changed."""
    columns = seat_columns(game, seat, projection)
    changed = any(getattr(seat, name) != value for name, value in columns.items())
    for name, value in columns.items():
        setattr(seat, name, value)
    return changed


def quarantine(seat_id: int, now: datetime) -> None:
    """Put a seat's deadline off: its time-out cannot be carried out, others can."""
    Seat.objects.filter(pk=seat_id, awaited_at__isnull=False).update(
        deadline_at=now + QUARANTINE
    )
    Game.objects.filter(seats=seat_id).update(quarantined_at=now)
