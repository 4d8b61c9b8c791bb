"""Import of a finished game from a file, from another installation or a backup."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.decisions.seating import number_namesakes
from games.errors import Refused
from games.history.export import record_lines
from games.history.reviewing import can_be_reviewed, request_review
from games.log.chain import Record
from games.log.positions import replay_stream
from games.log.read_model import project, update_seats
from games.log.stream import insert_events
from games.models import Audience, Game, GameSeed, Invitation, Seat
from games.models.games import columns_of_terms
from stoneage_core import audit
from stoneage_core.audit import Entry
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.setup import GameCreated, PlayerJoined


@transaction.atomic
def import_game(*, text: str, now: datetime) -> Game:
    """
    Store a game from its record, unchanged. Importing it again changes nothing.

    Its players are named after their colours, because records contain no names. Reasons
    of the staff and the game's place in another log are left out. Raise Refused
    (invalid) if the record is not valid, if its name is not possible here or belongs to
    another game, or if it is still running, because then its seed is not in the record.
    """
    verdict = audit.verify(text)
    if verdict.finding is not None:
        raise Refused(
            "invalid",
            _("Event %(sequence)d is wrong: %(reason)s")
            % {
                "sequence": verdict.finding.sequence,
                "reason": verdict.finding.reason,
            },
        )
    if verdict.is_cancelled:
        raise Refused(
            "invalid", _("The game was called off: nothing of it was played.")
        )
    if not verdict.is_over:
        raise Refused("invalid", _("The game is still running: it cannot go on here."))
    _require_name(verdict.game)
    present = Game.objects.filter(slug=verdict.game).first()
    if present is not None:
        return _same(present, text)
    return store_game(audit.read(text), now)


def _require_name(name: str) -> None:
    try:
        Game._meta.get_field("slug").run_validators(name)
    except ValidationError as error:
        raise Refused(
            "invalid", _("No game can have the name of this one here.")
        ) from error


def _same(present: Game, text: str) -> Game:
    here = "".join(record_lines(present))
    if audit.split_record(here).events != audit.split_record(text).events:
        raise Refused("invalid", _("There is another game with the same name here."))
    return present


@transaction.atomic
def store_game(entries: Sequence[Entry], now: datetime) -> Game:
    """Store a game that is not here yet, from a record that has been verified."""
    created = entries[0].decoded()
    assert isinstance(created, GameCreated)
    # Notes by the staff may follow the revealed seed.
    (seed,) = (
        event.seed
        for entry in entries
        if isinstance(event := entry.decoded(), SeedRevealed)
    )
    game = Game.objects.create(
        slug=created.game,
        created_at=entries[0].recorded_at,
        **columns_of_terms(created.terms)
        # Nobody here has a seat in it, so without an audience nobody could see it.
        | {"audience": Audience.LINK.value},
    )
    GameSeed.objects.create(game=game, secret=bytes.fromhex(seed))
    seats = Seat.objects.bulk_create(_seats(game, entries))
    insert_events(game, [(_record(entry), entry.hash) for entry in entries])
    match = replay_stream(map(_record, entries))
    changes = project(game, seats, match, outages=clocks.load_outages(), now=now)
    update_seats(changes)
    end = {"version": entries[-1].sequence, "head": entries[-1].hash}
    Game.objects.filter(pk=game.pk).update(**end, **changes.game)
    if can_be_reviewed(match.board):
        # The broker need not run where a game is imported.
        request_review(game, now=now, with_broker=False)
    return Game.objects.get(pk=game.pk)


def _seats(game: Game, entries: Sequence[Entry]) -> list[Seat]:
    joined = PlayerJoined.type_name()
    events = (entry.decoded() for entry in entries if entry.type == joined)
    bots = {
        event.player: event.bot.name.capitalize()
        for event in events
        if isinstance(event, PlayerJoined) and event.bot is not None
    }
    seats = [
        Seat(
            game=game,
            number=number,
            bot=bots.get(number, ""),
            invitation=Invitation.ACCEPTED,
        )
        for number in range(game.seat_count)
    ]
    number_namesakes(seats)
    return seats


def _record(entry: Entry) -> Record:
    return Record(
        sequence=entry.sequence,
        type=entry.type,
        schema_version=entry.schema_version,
        data=entry.data,
        decided_by=entry.decided_by,
        source=entry.source,
        command=entry.command,
        request_id=None if entry.request_id is None else UUID(entry.request_id),
        recorded_at=datetime.fromisoformat(entry.recorded_at),
    )
