"""The floors of reading: psycopg, binary, one column, decoded by msgspec."""

from collections.abc import Callable
from functools import reduce
from operator import or_

import msgspec
import psycopg

from stoneage_core.events.base import Event
from stoneage_core.events.catalogue import EVENT_TYPES

TAIL = 20

_EVENTS = (
    "SELECT data FROM floor_events WHERE game = %s AND sequence <= %s ORDER BY sequence"
)
_SNAPSHOT = "SELECT state FROM floor_snapshots WHERE game = %s"
_AFTER = (
    "SELECT data FROM floor_events WHERE game = %s AND sequence > %s ORDER BY sequence"
)


class SnapshotTribe(msgspec.Struct):
    """A player in a snapshot of about two kilobytes."""

    goods: list[int]
    tools: list[int]
    once: list[int]
    people: int
    free: int
    fields: int
    score: int
    symbols: list[int]
    multipliers: list[int]
    huts: list[int]


class Snapshot(msgspec.Struct):
    """A position; ``log`` stands for other data that one may keep there."""

    sequence: int
    placed: list[list[int]]
    tribes: list[SnapshotTribe]
    deck: list[int]
    shown: list[int]
    stacks: list[list[int]]
    log: list[str]


def snapshot(sequence: int) -> Snapshot:
    """Return a mid-game position."""
    tribe = SnapshotTribe(
        goods=[12, 3, 2, 1, 0],
        tools=[2, 1, 1],
        once=[3],
        people=7,
        free=0,
        fields=4,
        score=40,
        symbols=[1] * 16,
        multipliers=[2] * 4,
        huts=[3, 9, 14],
    )
    return Snapshot(
        sequence=sequence,
        placed=[[0] * 8 for _ in range(4)],
        tribes=[tribe] * 4,
        deck=list(range(36)),
        shown=[1, 2, 3, 4],
        stacks=[list(range(7))] * 4,
        log=["Ana took 3 wood (dice 3, 5, 6)"] * 30,
    )


class Rows:
    """A connection of its own, to tables beside those of the service."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self.cursor = self.connection.cursor(binary=True)
        self.events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(
            reduce(or_, EVENT_TYPES.values())
        )
        self.snapshots = msgspec.json.Decoder(Snapshot)

    def copy_from_service(self, game: int) -> None:
        """Copy all stored events in disk order, and create one game's snapshot."""
        execute = self.connection.execute
        execute(
            "CREATE TABLE floor_events (game bigint, sequence int, data bytea,"
            " PRIMARY KEY (game, sequence))"
        )
        execute(
            "INSERT INTO floor_events SELECT game_id, sequence, data::bytea"
            " FROM games_storedevent ORDER BY ctid"
        )
        execute("CREATE TABLE floor_snapshots (game bigint PRIMARY KEY, state bytea)")
        found = execute(
            "SELECT max(sequence) FROM floor_events WHERE game = %s", (game,)
        ).fetchone()
        assert found is not None
        state = msgspec.json.encode(snapshot(found[0] - TAIL))
        execute("INSERT INTO floor_snapshots VALUES (%s, %s)", (game, state))
        execute("VACUUM ANALYZE")

    def reading(self, game: int, upto: int) -> Callable[[], int]:
        """Return a case that reads and decodes the first events of a game once."""

        def run() -> int:
            rows = self.cursor.execute(_EVENTS, (game, upto), prepare=True).fetchall()
            read = [self.events.decode(data) for (data,) in rows]
            assert len(read) == upto
            return 1

        return run

    def restoring(self, game: int) -> Callable[[], int]:
        """Return a case that restores a game from a snapshot and later events."""

        def run() -> int:
            execute, decode = self.cursor.execute, self.events.decode
            found = execute(_SNAPSHOT, (game,), prepare=True).fetchone()
            assert found is not None
            state = self.snapshots.decode(found[0])
            rows = execute(_AFTER, (game, state.sequence), prepare=True).fetchall()
            for (data,) in rows:
                decode(data)
                state.sequence += 1
            return 1

        return run
