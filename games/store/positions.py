"""Positions, and what happened on the way to them."""

from datetime import datetime
from typing import NamedTuple

from msgspec import MsgspecError

from games.models import Game
from games.store.chain import Record
from games.store.stream import event_of, load_records, load_stream
from stoneage_core import INITIAL, GameState, codec, replay
from stoneage_core.events import Event


class PastEvent(NamedTuple):
    """An event with what is known of its making."""

    sequence: int
    event: Event
    decided_by: int | None
    source: str
    command: str
    recorded_at: datetime


def cached_state(game: Game) -> GameState | None:
    """Return the state that the game's row holds, or None if it is not to be used."""
    if game.state_version != codec.STATE_VERSION:
        return None
    try:
        state = codec.decode_state(game.state)
    except MsgspecError:
        return None
    return state if state.version == game.version else None


def state_of(game: Game) -> GameState:
    """Return the present state: the cached one, or that of a full replay."""
    state = cached_state(game)
    return replay(load_stream(game, upto=game.version)) if state is None else state


def state_at(game: Game, sequence: int) -> GameState:
    """Return the state after the event with this sequence; the initial one for 0."""
    return replay(load_stream(game, upto=sequence), INITIAL)


def events_of(game: Game, *, after: int = 0, upto: int | None = None) -> list[Event]:
    """Return the events with sequences from ``after`` + 1 to ``upto``."""
    return load_stream(game, after=after, upto=upto)


def past_events(
    game: Game, *, after: int = 0, limit: int | None = None
) -> list[PastEvent]:
    """Return what happened from sequence ``after`` + 1 on, in order."""
    records = load_records(game, after=after, limit=limit)
    return [past_event(record) for record, _ in records]


def past_event(record: Record) -> PastEvent:
    """Return the event of a stored record."""
    return PastEvent(
        record.sequence,
        event_of(record),
        record.decided_by,
        record.source,
        record.command,
        record.recorded_at,
    )
