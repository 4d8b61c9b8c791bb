"""A table as it was after an event: the columns of its rows, computed again."""

from games.clocks import load_outages
from games.log.positions import replay_stream
from games.log.read_model import game_columns, seat_columns
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.models import Game, Seat
from stoneage_core.match.deadlines import with_outages


def table_at(game: Game, sequence: int) -> tuple[Game, tuple[Seat, ...]]:
    """
    Return unsaved copies of a game and its seats as they were after an event.

    What the stream does not tell is as it is now: invitations, people and their names.
    Takes a query for the rows and one for all events up to this one, and replays them.
    """
    records = list(load_records(game, limit=sequence))
    match = replay_stream(record for record, _hash in records)
    past = Game.objects.select_related("host").get(pk=game.pk)
    for name, value in game_columns(past, match).items():
        setattr(past, name, value)
    past.version, past.head = sequence, records[-1][1]
    table, seats = with_outages(match.table, load_outages()), read_seats(past)
    for seat in seats:
        for name, value in seat_columns(seat, table).items():
            setattr(seat, name, value)
    return past, seats
