"""Whether what is stored holds, for one game or for all: the gate before a release.

The chain of hashes of what is stored, the whole verifier over its record, with the
secret seed, and the read columns against a replay.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from games import queries
from games.history.export import record_lines_of
from games.models import Game, GameSeed, ModerationAction, Seat, StoredEvent
from games.moderation_log import commitment_of
from games.store import chain, outages, processes
from games.store.read_model import game_columns, seat_columns
from games.store.steps import rebuild
from games.store.stream import load_records
from stoneage_core import CorruptStream, audit, codec
from stoneage_core.match.acts import ACTS
from stoneage_core.match.calendar import Span
from stoneage_core.match.deadlines import with_outages
from stoneage_core.match.state import Match
from stoneage_core.staff_events import StaffActed

#: An act on a person is written down by the clock at its beginning, which may have had
#: to wait for the tables.
_MEANWHILE = timedelta(minutes=1)


#: So many games at a time are handed to a process.
CHUNK = 50

#: What the log does not know: a failed time-out is noted beside it.
_NOT_DERIVED = {"timeout_failed_at"}


class Checked(NamedTuple):
    """A game, and all that is wrong with it, each in a sentence."""

    slug: str
    findings: list[str]
    events: int
    latest: datetime


def checked_in_parallel(keys: Sequence[int], jobs: int) -> Iterator[Checked]:
    """
    Check the games with these primary keys in up to so many processes, in order.

    A few games are checked in this one: another would be slower to start.
    """
    chunks = [keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK)]
    jobs = min(jobs, len(chunks))
    if jobs <= 1:
        yield from map(check, keys)
        return
    with processes.pool(jobs) as pool:
        for results in pool.map(_check_chunk, chunks):
            yield from results


def _check_chunk(keys: Sequence[int]) -> list[Checked]:
    return [check(key) for key in keys]


class _Stored(NamedTuple):
    """All that is stored of a game at one moment."""

    game: Game
    seats: Sequence[Seat]
    records: Sequence[tuple[chain.Record, str]]
    record: str
    outages: Sequence[Span]


def check(game_id: int) -> Checked:
    """Check the game with this primary key."""
    stored = _read(game_id)
    game, records = stored.game, stored.records
    latest = records[-1][0].recorded_at if records else game.created_at
    return Checked(game.slug, list(_findings(stored)), len(records), latest)


@transaction.atomic
def _read(game_id: int) -> _Stored:
    """Read a game while nobody writes it; it may go on while it is being checked."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    records = list(load_records(game))
    return _Stored(
        game=game,
        seats=queries.seats_of(game),
        records=records,
        record="".join(record_lines_of(game, records)),
        outages=outages.spans(),
    )


def _findings(stored: _Stored) -> Iterator[str]:
    game = stored.game
    broken = chain.first_break(
        game.slug, stored.records, version=game.version, head=game.head
    )
    if broken is not None:
        yield f"the chain breaks at event {broken.sequence}: {broken.reason}"
    else:
        yield from _refutations(game, stored.seats, stored.record)
    try:
        rebuilt = rebuild(record for record, _ in stored.records)
    except CorruptStream as error:
        yield str(error)
        return
    except Exception as error:  # One game, however broken, must not hide the others.
        yield f"it cannot be replayed: {error!r}"
        return
    yield from _differences(stored, rebuilt)


def _differences(stored: _Stored, rebuilt: Match) -> Iterator[str]:
    game = stored.game
    for name, value in game_columns(game, rebuilt).items():
        if name not in _NOT_DERIVED and getattr(game, name) != value:
            yield f"{name} differs from what the events say"
    reckoned = with_outages(rebuilt.around, stored.outages)
    for seat in stored.seats:
        columns = seat_columns(seat, reckoned)
        for name, value in columns.items():
            put_off = name == "deadline_at" and game.timeout_failed_at is not None
            if getattr(seat, name) != value and not put_off:
                yield f"{name} of seat {seat.number + 1} differs"


def _refutations(game: Game, seats: Sequence[Seat], record: str) -> Iterator[str]:
    """Yield what is wrong with the record of a game, each in a sentence."""
    secret = GameSeed.objects.filter(game=game).values_list("secret", flat=True).first()
    if secret is None:
        yield "its secret seed is not there"
    seed = None if secret is None else bytes(secret)
    verdict = audit.verify(record, seed=seed)
    if verdict.finding is not None:
        sequence, reason = verdict.finding
        yield f"event {sequence} is wrong: {reason}" if sequence else f"{reason}"
    elif not _was_played_elsewhere(game, seats):
        yield from _without_row(game, verdict.without_reason)


def _was_played_elsewhere(game: Game, seats: Sequence[Seat]) -> bool:
    """
    Whether a game was imported, without the reasons of the staff.

    Then it is over, and nobody sits there.
    """
    is_empty = not any(seat.user_id or seat.absent_user_id for seat in seats)
    return game.is_final and is_empty


def _without_row(game: Game, untold: Sequence[int]) -> Iterator[str]:
    """Yield which acts in the log the staff have not written down like that."""
    rows = ModerationAction.objects.filter(game=game, kind__in=ACTS)
    written = {row.sequence: (row.kind, row.seat_number) for row in rows}
    for event in StoredEvent.objects.filter(game=game, type=StaffActed.__name__):
        act = codec.decode(event.type, event.schema_version, event.data)
        assert isinstance(act, StaffActed)
        if written.get(event.sequence) == (act.act, act.seat):
            continue
        if event.sequence not in untold or not _is_about_a_person(game, event, act):
            yield (
                f"event {event.sequence} is an act of the staff, "
                "and their log does not tell of it"
            )


def _is_about_a_person(game: Game, event: StoredEvent, act: StaffActed) -> bool:
    """Whether an act came of one on a person, to whose reason it is bound."""
    around = (event.recorded_at - _MEANWHILE, event.recorded_at)
    rows = ModerationAction.objects.filter(game=None, acted_at__range=around)
    return any(commitment_of(row, game) == act.reason_commitment for row in rows)
