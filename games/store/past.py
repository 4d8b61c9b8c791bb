"""A game as it was: its row, and those of its seats, as of an event of its stream."""

from copy import copy

from games import queries
from games.models import Game, Seat, StoredEvent
from games.store.read_model import game_columns, seat_columns
from games.store.steps import rebuild
from games.store.stream import load_records


def version_before_moves(game: Game, count: int) -> int:
    """Return the event after which a game's latest moves came. One query."""
    moves = StoredEvent.objects.filter(game=game).moves().order_by("-sequence")
    latest = list(moves.values_list("sequence", flat=True)[:count])
    return latest[-1] - 1 if latest else game.version


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


def seats_as_told(game: Game) -> tuple[Seat, ...]:
    """Return the seats of a game as of the event that its row speaks of. One query."""
    seats = queries.seats_of(game)
    if not game.is_past:
        return seats
    around = game.match_state
    for seat in seats:
        for name, value in seat_columns(seat, around).items():
            setattr(seat, name, value)
    return seats
