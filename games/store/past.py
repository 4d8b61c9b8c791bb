"""A game as it was: its row, and those of its seats, as of an event of its stream."""

from collections.abc import Sequence
from copy import copy

from games.models import Game, Seat
from games.store.read_model import game_columns, seat_columns
from games.store.steps import rebuild
from games.store.stream import load_records


def game_at(game: Game, sequence: int) -> Game:
    """
    Return a game whose row speaks of an event that it has, and of none after it.

    It is for reading alone: whoever saved it would lose what has happened since. Reads
    the stream up to there.
    """
    stored = list(load_records(game, limit=sequence))
    match = rebuild(record for record, _ in stored)
    past = copy(game)
    past.version, past.head, past.is_past = sequence, stored[-1][1], True
    for name, value in game_columns(past, match).items():
        setattr(past, name, value)
    return past


def seats_at(past: Game, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats of a game as of the event that its row speaks of. No queries."""
    around, were = past.match_state, []
    for seat in seats:
        was = copy(seat)
        was.game = past
        for name, value in seat_columns(was, around).items():
            setattr(was, name, value)
        were.append(was)
    return tuple(were)
