"""The archive of a game: its first events as one compressed row.

``content`` is in parts of up to ``PART`` records, one after the other. Each is an
LZMA-compressed JSON array of the records, each an array of its fields in order.
``parts`` says for each where it ends, as [its last sequence, that event's hash, its
length in bytes], so that reading some events of a long game unpacks only their parts.
Other hashes are not stored: they are computed again, and the last one must equal the
archive's ``head``. ``marks`` holds the first bytes of every hash, concatenated, so
that the event with a given hash is found without decompressing every archive.
"""

import lzma
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.db import connection

from games.log import chain
from games.log.chain import Record
from games.models import Game
from games.models.events import GameArchive
from stoneage_core.record.chain import GENESIS

#: How many records are in a part. Few games have half as many.
PART = 4_000
#: How many bytes of each hash the marks hold.
MARK_BYTES = 4

_DECODER = msgspec.json.Decoder(list[Record])
#: Raw SQL, because Django's StrIndex does not work on binary columns in PostgreSQL.
_HOLDING = {
    "postgresql": "SELECT game_id FROM games_gamearchive "
    "WHERE position(%s in marks) > 0",
    "sqlite": "SELECT game_id FROM games_gamearchive WHERE instr(marks, %s) > 0",
}


#: A part: its last sequence, the hash of that event, and its length in bytes.
Part = tuple[int, str, int]


def pack(stored: Sequence[tuple[Record, str]]) -> tuple[bytes, list[Part]]:
    """Return content and parts of the records with their hashes."""
    content, parts = b"", []
    for start in range(0, len(stored), PART):
        records, hashes = zip(*stored[start : start + PART], strict=True)
        packed = lzma.compress(msgspec.json.encode(records))
        content += packed
        parts.append((records[-1].sequence, hashes[-1], len(packed)))
    return content, parts


def unpack(
    content: bytes, parts: Sequence[Part], *, after: int = 0, upto: int | None = None
) -> tuple[list[Record], str]:
    """
    Return the records of the parts with sequences from ``after`` + 1 to ``upto``, and
    the hash of the event before them. Raise LZMAError or msgspec.MsgspecError.
    """
    records: list[Record] = []
    previous, at, first = GENESIS, 0, 1
    for last, digest, length in parts:
        if last > after and (upto is None or first <= upto):
            records += _DECODER.decode(lzma.decompress(content[at : at + length]))
        elif not records:
            previous = digest
        at, first = at + length, last + 1
    return records, previous


def marks_of(hashes: Iterable[str]) -> bytes:
    return b"".join(bytes.fromhex(each)[:MARK_BYTES] for each in hashes)


def read_archive(
    game: Game, *, after: int = 0, upto: int | None = None
) -> list[Record]:
    """
    Return the archived records of a game with sequences from ``after`` + 1 to ``upto``,
    in order, or [] if it has no archive.
    """
    return [record for record, _ in _read(game, after, upto, with_hashes=False)]


def read_hashed(
    game: Game, *, after: int = 0, upto: int | None = None
) -> list[tuple[Record, str]]:
    """The same, each with its hash."""
    return _read(game, after, upto, with_hashes=True)


def _read(
    game: Game, after: int, upto: int | None, *, with_hashes: bool
) -> list[tuple[Record, str]]:
    found = GameArchive.objects.filter(pk=game.pk).values_list("content", "parts")
    row = found.first()
    if row is None:
        return []
    content, parts = row
    records, previous = unpack(bytes(content), parts, after=after, upto=upto)
    hashed: Iterable[tuple[Record, str]] = ((record, "") for record in records)
    if with_hashes:
        hashed = hash_records(game.slug, records, previous)
    return [
        (record, digest)
        for record, digest in hashed
        if after < record.sequence and (upto is None or record.sequence <= upto)
    ]


def hash_records(
    slug: str, records: Iterable[Record], previous: str = GENESIS
) -> Iterator[tuple[Record, str]]:
    """Yield the records, which follow the event with hash ``previous``, with theirs."""
    for record in records:
        previous = chain.link(previous, slug, record)
        yield record, previous


def find_archived(head: str) -> tuple[Game, Record] | None:
    """
    Return an archived event by its hash, with its game. Scans the marks of all
    archives, which takes a tenth of a second for some ten thousand games.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HOLDING[connection.vendor], [bytes.fromhex(head)[:MARK_BYTES]])
        keys = [key for (key,) in cursor.fetchall()]
    for game in Game.objects.filter(pk__in=keys):
        for record, digest in read_hashed(game):
            if digest == head:
                return game, record
    return None
