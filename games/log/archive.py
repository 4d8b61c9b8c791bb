"""The archive of a game: its first events as one compressed row.

``content`` is an LZMA-compressed JSON array of the records, each an array of its fields
in order. Hashes are not stored: they are computed again, and the last one must equal
the archive's ``head``. ``marks`` holds the first bytes of every hash, concatenated, so
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

#: How many bytes of each hash the marks hold.
MARK_BYTES = 4

_DECODER = msgspec.json.Decoder(list[Record])
#: Raw SQL, because Django's StrIndex does not work on binary columns in PostgreSQL.
_HOLDING = {
    "postgresql": "SELECT game_id FROM games_gamearchive "
    "WHERE position(%s in marks) > 0",
    "sqlite": "SELECT game_id FROM games_gamearchive WHERE instr(marks, %s) > 0",
}


def pack(records: Sequence[Record]) -> bytes:
    return lzma.compress(msgspec.json.encode(records))


def unpack(content: bytes) -> list[Record]:
    """Raise LZMAError or msgspec.MsgspecError."""
    return _DECODER.decode(lzma.decompress(content))


def marks_of(hashes: Iterable[str]) -> bytes:
    return b"".join(bytes.fromhex(each)[:MARK_BYTES] for each in hashes)


def read_archive(game: Game) -> list[Record]:
    """Return the archived records of a game in order, or [] if it has no archive."""
    content = GameArchive.objects.filter(pk=game.pk).values_list("content", flat=True)
    found = content.first()
    return [] if found is None else unpack(bytes(found))


def hash_records(slug: str, records: Iterable[Record]) -> Iterator[tuple[Record, str]]:
    """Yield the records, which start at the game's first event, each with its hash."""
    previous = GENESIS
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
        for record, digest in hash_records(game.slug, read_archive(game)):
            if digest == head:
                return game, record
    return None
