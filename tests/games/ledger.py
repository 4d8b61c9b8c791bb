"""A forger with access to the database, who rewrites a stored game."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import msgspec
from django.core.management import call_command

from games.log import chain
from games.log.stream import load_records
from games.models import Game, StoredEvent
from stoneage_core.record.chain import GENESIS
from tests.support.triggers import without_triggers

#: Changes the fields of an event in place.
Change = Callable[[dict[str, Any]], None]


def rewrite(game: Game, sequence: int, change: Change) -> None:
    """Change an event, compute all hashes again, and update the columns."""
    with without_triggers():
        stored = StoredEvent.objects.get(game=game, sequence=sequence)
        data = msgspec.json.decode(stored.data)
        change(data)
        written = msgspec.json.encode(data, order="sorted").decode()
        StoredEvent.objects.filter(pk=stored.pk).update(data=written)
        _hash_anew(game)
    call_command("rebuild_projections", game.slug, stdout=StringIO())


def _hash_anew(game: Game) -> None:
    head = GENESIS
    for record, _hash in list(load_records(game)):
        head = chain.link(head, game.slug, record)
        event = StoredEvent.objects.filter(game=game, sequence=record.sequence)
        event.update(hash=head)
    Game.objects.filter(pk=game.pk).update(head=head)


def first(game: Game, kind: str, **where: object) -> int:
    """Return the sequence of the first event of a type."""
    events = StoredEvent.objects.filter(game=game, type=kind, **where)
    return events.earliest("sequence").sequence
