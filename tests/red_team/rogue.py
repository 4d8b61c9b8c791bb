"""What an operator can do who owns the database."""

import json
from datetime import UTC, datetime
from io import StringIO

from django.core.management import CommandError, call_command

from games.history.export import record_lines
from games.history.importing import _record, import_game
from games.log.stream import insert_events
from games.models import Game, StoredEvent
from stoneage_core.audit import read, verify
from tests.core.audit.record_forger import Change, record, sealed
from tests.support.triggers import without_triggers

LATER = datetime(2027, 1, 1, tzinfo=UTC)


def game_from(name: str) -> Game:
    """A finished golden game in the database, as if it had been played here."""
    return import_game(text=record(name), now=LATER)


def record_of(game: Game) -> str:
    return "".join(record_lines(Game.objects.get(pk=game.pk)))


def rewrite(game: Game, change: Change) -> None:
    """Store a changed past in place of a game's own: hashed anew, columns rebuilt."""
    lines = [json.loads(line) for line in record_of(game).splitlines()]
    change(lines)
    entries = read(sealed(lines))
    with without_triggers():
        StoredEvent.objects.filter(game=game).delete()
        insert_events(game, [(_record(entry), entry.hash) for entry in entries])
    end = {"version": entries[-1].sequence, "head": entries[-1].hash}
    Game.objects.filter(pk=game.pk).update(**end)
    call_command("rebuild_projections", game.slug, stdout=StringIO())


def reason_against(
    text: str, *, head: str | None = None, event: int | None = None
) -> str:
    """What ``verify`` says is wrong with a record; '' where it finds nothing."""
    finding = verify(text, head=head, event=event).finding
    return "" if finding is None else str(finding.reason)


def report_of_check() -> str:
    """Return what ``check_streams`` reports about all games, or ''."""
    out = StringIO()
    try:
        call_command("check_streams", "--all", stdout=out)
    except CommandError:
        return out.getvalue()
    return ""
