"""A game as it was: its row, and those of its seats, as of an earlier event."""

from copy import copy
from datetime import datetime

from games.models import Game, Seat, StoredEvent
from games.store.caches import EventCache
from games.store.locked_rows import read_seats
from games.store.lookups import hash_at, last_before
from games.store.read_model import game_columns, seat_columns
from games.store.steps import replay_stream
from games.store.stream import load_records
from stoneage_core.match.state import Match

#: How many games as they were are kept in a process, each of some kilobytes.
_CACHE = EventCache[Match](most=500)


def version_before_moves(
    game: Game, count: int, *, upto: datetime | None = None
) -> int:
    """
    Return the event after which a game's latest moves came. One query.

    These are the latest ones up to a moment, where one is given.
    """
    moves = StoredEvent.objects.filter(game=game).moves().order_by("-sequence")
    if upto is not None:
        moves = moves.filter(recorded_at__lte=upto)
    latest = list(moves.values_list("sequence", flat=True)[:count])
    return latest[-1] - 1 if latest else game.version


def version_at(game: Game, moment: datetime) -> int:
    """
    Return the last event that a running game had at a moment. Two queries.

    A game that had not begun then stands before its first move: what came until then
    is nothing that anybody decided at the table.
    """
    moves = StoredEvent.objects.filter(game=game).moves().order_by("sequence")
    first = moves.values_list("sequence", flat=True).first()
    beginning = game.version if first is None else first - 1
    return max(beginning, last_before(game, moment) or 0)


def game_at(game: Game, sequence: int) -> Game:
    """
    Return a game whose row speaks of an event that it has, and of none after it.

    It is for reading alone: whoever saved it would lose what has happened since. Reads
    the stream up to there, unless this process keeps what it found.
    """
    head = hash_at(game, sequence)
    assert head is not None
    past = copy(game)
    past.version, past.head, past.is_past = sequence, head, True
    for name, value in game_columns(past, _match_at(past)).items():
        setattr(past, name, value)
    return past


def seats_as_told(game: Game) -> tuple[Seat, ...]:
    """Return the seats of a game as of the event that its row speaks of. One query."""
    seats = read_seats(game)
    if not game.is_past:
        return seats
    table = game.table_state
    for seat in seats:
        for name, value in seat_columns(seat, table).items():
            setattr(seat, name, value)
    return seats


def _match_at(past: Game) -> Match:
    """Return what the stream tells up to the event that a row speaks of; is kept."""
    match = _CACHE.get(past, past.version, past.head)
    if match is None:
        match = replay_stream(
            record for record, _ in load_records(past, limit=past.version)
        )
        _CACHE.keep(past, past.version, past.head, match)
    return match
