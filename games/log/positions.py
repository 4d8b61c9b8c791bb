"""Positions of a game, and the events and steps that led to them."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from msgspec import MsgspecError

from games.caches import EventCache
from games.log.chain import Record
from games.log.lookups import hash_at
from games.log.stream import event_of, load_records, load_stream
from games.models import Game
from stoneage_core import INITIAL, GameState, replay
from stoneage_core.events.base import Event
from stoneage_core.match.evolve import STANDALONE, replay_match
from stoneage_core.match.state import Authorship, History, Match, MatchStep, Source
from stoneage_core.record import codec

_SOLITARY_NAMES = {event.type_name() for event in STANDALONE}


def replay_stream(records: Iterable[Record]) -> Match:
    return replay_match(steps_of(records), History())


def history_of(records: Iterable[Record]) -> History:
    history = History()
    replay_match(steps_of(records), history)
    return history


def steps_of(records: Iterable[Record]) -> Iterator[MatchStep]:
    """Events that stand alone are steps of their own."""
    batch: list[Record] = []
    for record in records:
        if batch and begins_step(record, batch[-1]):
            yield _step(batch)
            batch = []
        batch.append(record)
    if batch:
        yield _step(batch)


def begins_step(record: Record, previous: Record) -> bool:
    if record.command:
        return True
    if (record.decided_by, record.source) != (previous.decided_by, previous.source):
        return True
    return not _SOLITARY_NAMES.isdisjoint((record.type, previous.type))


def _step(batch: list[Record]) -> MatchStep:
    first = batch[0]
    by = Authorship(first.decided_by, Source(first.source), first.recorded_at)
    return MatchStep(tuple(map(event_of, batch)), by, first.command)


class PastEvent(NamedTuple):
    sequence: int
    event: Event
    decided_by: int | None
    source: str
    command: str
    recorded_at: datetime


#: How many states, of some kilobytes each, a process caches. What happened since a
#: player's last decision is computed from the state before it.
_CACHE = EventCache[GameState](most=2_000)


def cached_state(game: Game) -> GameState | None:
    """Return the state stored in the game's row, or None if it cannot be used."""
    if game.state_version != codec.STATE_VERSION:
        return None
    try:
        state = codec.decode_state(game.state)
    except MsgspecError:
        return None
    return state if state.version == game.version else None


def state_of(game: Game) -> GameState:
    """Return the current state: the cached one, or the result of a full replay."""
    if (kept := _CACHE.get(game, game.version, game.head)) is not None:
        return kept
    state = cached_state(game)
    if state is None:
        state = replay(load_stream(game, upto=game.version))
    _CACHE.keep(game, game.version, game.head, state)
    return state


def state_at(game: Game, sequence: int) -> GameState:
    """
    Takes one query for the event's hash, and replays the stream if the state is not
    cached. Caches the state.
    """
    stored_hash = hash_at(game, sequence)
    return INITIAL if stored_hash is None else state_after(game, sequence, stored_hash)


def state_after(game: Game, sequence: int, stored_hash: str) -> GameState:
    """
    Return the state after the event with this hash. The hash covers everything that led
    to the event, so it identifies one position.
    """
    state = _CACHE.get(game, sequence, stored_hash)
    if state is None:
        state = replay(load_stream(game, upto=sequence), INITIAL)
        _CACHE.keep(game, sequence, stored_hash, state)
    return state


def past_events(
    game: Game, *, after: int = 0, limit: int | None = None
) -> list[PastEvent]:
    """Return the events from sequence ``after`` + 1 on, in order."""
    records = load_records(game, after=after, limit=limit)
    return [past_event(record) for record, _ in records]


def past_event(record: Record) -> PastEvent:
    return PastEvent(
        record.sequence,
        event_of(record),
        record.decided_by,
        record.source,
        record.command,
        record.recorded_at,
    )
