"""The manifest of a backup, with which a restore proves that nothing is missing."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

MANIFEST, HEADS = "manifest.json", "heads.jsonl"

# In SQL, because the copy is read with its driver's own cursor: Django has no
# connection to it.
_HEADS = "SELECT slug, version, head FROM games_game ORDER BY slug"
_EVENTS = (
    "SELECT (SELECT count(*) FROM games_storedevent)"
    " + (SELECT coalesce(sum(last_sequence), 0) FROM games_gamearchive),"
    " (SELECT max(at) FROM (SELECT max(recorded_at) AS at FROM games_storedevent"
    " UNION ALL SELECT max(last_recorded_at) FROM games_gamearchive) AS latest)"
)
_LAST = (
    "SELECT g.slug, g.version, coalesce(e.recorded_at, a.last_recorded_at) AS at"
    " FROM games_game g LEFT JOIN games_storedevent e"
    " ON e.game_id = g.id AND e.sequence = g.version"
    " LEFT JOIN games_gamearchive a ON a.game_id = g.id"
    " WHERE g.version > 0 ORDER BY at, g.slug"
)


class Cursor(Protocol):
    """The interface shared by both drivers' cursors."""

    def execute(self, sql: str) -> Any: ...
    def fetchone(self) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


class Manifest(msgspec.Struct, frozen=True):
    """
    The contents of a backup. ``last_event_at`` is '' if there are no events.

    ``keys`` has the fingerprint of each key that the service used, by setting: see
    config.backups.keys.
    """

    made_at: str
    vendor: str
    games: int
    events: int
    last_event_at: str
    keys: dict[str, str]

    def __str__(self) -> str:
        last = f", the last of {self.last_event_at}" if self.last_event_at else ""
        return f"{self.games} games, {self.events} events{last}"


def write_manifest(
    folder: Path, cursor: Cursor, vendor: str, keys: dict[str, str]
) -> Manifest:
    """Write the manifest and the heads of all games; ``cursor`` reads the copy."""
    games = 0
    with (folder / HEADS).open("w", encoding="utf-8") as file:
        cursor.execute(_HEADS)
        for slug, version, head in cursor:
            line = {"game": slug, "version": version, "head": head}
            file.write(json.dumps(line) + "\n")
            games += 1
    cursor.execute(_EVENTS)
    events, last = cursor.fetchone()
    manifest = Manifest(
        made_at=f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC",
        vendor=vendor,
        games=games,
        events=events,
        last_event_at="" if last is None else in_utc(last),
        keys=keys,
    )
    text = msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"
    (folder / MANIFEST).write_bytes(text)
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a backup; raise OSError or msgspec.MsgspecError."""
    try:
        text = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        sentence = f"{folder} is not a backup: it has no {MANIFEST}."
        raise FileNotFoundError(sentence) from None
    return msgspec.json.decode(text, type=Manifest)


def find_differences(folder: Path, cursor: Cursor) -> Iterator[str]:
    """Yield a sentence for each game that differs from the backup."""
    cursor.execute(_HEADS)
    there = {slug: (version, head) for slug, version, head in cursor}
    with (folder / HEADS).open(encoding="utf-8") as file:
        for line in map(json.loads, file):
            if there.pop(line["game"], None) != (line["version"], line["head"]):
                yield f"Game {line['game']} differs from the backup."
    yield from (f"Game {slug} is not in the backup." for slug in there)


def last_events(cursor: Cursor) -> Iterator[str]:
    """Yield the last event of every game, the oldest first."""
    cursor.execute(_LAST)
    for slug, version, recorded_at in cursor:
        yield f"{slug}  event {version:>5}  {in_utc(recorded_at)}"


def in_utc(moment: datetime | str) -> str:
    """Return a driver's datetime or text in UTC, to the second."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    if moment.tzinfo is not None:  # SQLite stores UTC without a time zone
        moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
