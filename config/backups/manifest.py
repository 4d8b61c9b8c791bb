"""The manifest of a back-up, by which a restore proves that all of it is back."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

MANIFEST, HEADS = "manifest.json", "heads.jsonl"

# Written in SQL because a copy is read by its driver's own cursor: Django has no
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
    """The interface that both drivers' cursors have."""

    def execute(self, sql: str) -> Any: ...
    def fetchone(self) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...


class Manifest(msgspec.Struct, frozen=True):
    """
    What a back-up holds. ``last_event_at`` is '' where there is none.

    ``keys`` has the fingerprint of each key that the service used, by its setting:
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
    """Write down what a copy holds, game by game; ``cursor`` reads the copy."""
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
    """Return what a back-up holds; raise OSError or msgspec.MsgspecError."""
    try:
        text = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        sentence = f"{folder} holds no backup: it has no {MANIFEST}."
        raise FileNotFoundError(sentence) from None
    return msgspec.json.decode(text, type=Manifest)


def find_differences(folder: Path, cursor: Cursor) -> Iterator[str]:
    """Yield what a restored database lacks, or has otherwise, each in a sentence."""
    cursor.execute(_HEADS)
    there = {slug: (version, head) for slug, version, head in cursor}
    with (folder / HEADS).open(encoding="utf-8") as file:
        for line in map(json.loads, file):
            if there.pop(line["game"], None) != (line["version"], line["head"]):
                yield f"Game {line['game']} does not end as in the backup."
    yield from (f"Game {slug} is not in the backup." for slug in there)


def last_events(cursor: Cursor) -> Iterator[str]:
    """Yield the last event of every game, those that rest longest first."""
    cursor.execute(_LAST)
    for slug, version, recorded_at in cursor:
        yield f"{slug}  event {version:>5}  {in_utc(recorded_at)}"


def in_utc(moment: datetime | str) -> str:
    """Return a moment as drivers give it, as text or in any zone: to the second."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    if moment.tzinfo is not None:  # SQLite knows no zones: it holds UTC
        moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
