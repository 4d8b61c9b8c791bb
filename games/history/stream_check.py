"""Check everything that is stored of one game or all games, before each release.

It checks the hash chain, runs the whole verifier on the record with the secret seed,
and compares the read columns and the result for ratings with a replay.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from traceback import format_exception_only
from typing import NamedTuple

import django
from django.db import connection, transaction
from django.db.models import F, QuerySet

from games import clocks
from games.history.export import record_lines_of
from games.leagues.results import league_ranks
from games.locks import lock_game
from games.log import chain
from games.log.positions import replay_stream
from games.log.read_model import game_columns, seat_columns
from games.log.stream import event_of, load_records
from games.log.table_rows import read_seats
from games.models import (
    Game,
    GameCheck,
    GameSeed,
    LeagueGame,
    ModerationAction,
    RatedGame,
    Seat,
    StoredEvent,
)
from games.moderation_log import commitment_of
from games.ratings.rating import result_of
from stoneage_core import CorruptStream, audit
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.acts import ACTS
from stoneage_core.match.calendar import Span
from stoneage_core.match.deadlines import with_outages
from stoneage_core.match.state import Match

#: An act on a person is dated when it begins, but it may have waited for game locks
#: before its event was recorded.
_LONGEST_WAIT = timedelta(minutes=1)


#: How many games each task of a worker process checks.
CHUNK = 50

#: Columns that the log does not determine.
_NOT_DERIVED = {"timeout_failed_at"}


class Checked(NamedTuple):
    """The state of a game when it was checked, and a sentence for each fault."""

    slug: str
    findings: list[str]
    events: int
    latest: datetime
    head: str


def grown_games() -> QuerySet[Game]:
    """Return the games that have grown since their last successful check."""
    return Game.objects.exclude(
        check_passed__version=F("version"), check_passed__head=F("head")
    )


def checked_in_parallel(
    keys: Sequence[int], jobs: int, now: datetime
) -> Iterator[Checked]:
    """
    Check the games with these primary keys in up to ``jobs`` processes, in order. Few
    games are checked in this process, because starting another would take longer.
    """
    chunks = [keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK)]
    jobs = min(jobs, len(chunks))
    if jobs <= 1:
        yield from (_check_and_note(key, now) for key in keys)
        return
    # Spawned, not forked: a forked process would inherit open connections and locks.
    spawning = multiprocessing.get_context("spawn")
    database = str(connection.settings_dict["NAME"])
    check = partial(_check_chunk, now=now, database=database)
    with ProcessPoolExecutor(jobs, spawning, initializer=django.setup) as pool:
        for results in pool.map(check, chunks):
            yield from results


def _check_chunk(keys: Sequence[int], now: datetime, database: str) -> list[Checked]:
    connection.settings_dict["NAME"] = database
    return [_check_and_note(key, now) for key in keys]


def _check_and_note(game_id: int, now: datetime) -> Checked:
    """Check a game. If it has no faults, store up to which event."""
    checked = check_stream(game_id)
    passed = GameCheck.objects.filter(pk=game_id)
    if checked.findings:
        passed.delete()
        return checked
    end = {"version": checked.events, "head": checked.head}
    passed.update_or_create(pk=game_id, defaults=end | {"checked_at": now})
    return checked


class _Stored(NamedTuple):
    game: Game
    seats: Sequence[Seat]
    rated: RatedGame | None
    records: Sequence[tuple[chain.Record, str]]
    record: str
    outages: Sequence[Span]
    events_twice: int


def check_stream(game_id: int) -> Checked:
    stored = _read(game_id)
    game, records = stored.game, stored.records
    latest = records[-1][0].recorded_at if records else game.created_at
    findings = list(_findings(stored))
    return Checked(game.slug, findings, len(records), latest, game.head)


@transaction.atomic
def _read(game_id: int) -> _Stored:
    """Read a game while it is locked. It may continue during the check."""
    game = lock_game(game_id)
    records = list(load_records(game))
    return _Stored(
        game=game,
        seats=read_seats(game),
        rated=RatedGame.objects.filter(pk=game_id).first(),
        records=records,
        record="".join(record_lines_of(game, records)),
        outages=clocks.load_outages(),
        events_twice=StoredEvent.objects.filter(
            game=game, sequence__lte=F("game__archive__last_sequence")
        ).count(),
    )


def _findings(stored: _Stored) -> Iterator[str]:
    game = stored.game
    broken = chain.first_break(
        game.slug, stored.records, version=game.version, head=game.head
    )
    if broken is not None:
        yield f"the chain breaks at event {broken.sequence}: {broken.reason}"
    elif stored.events_twice:
        yield f"{stored.events_twice} archived events still have rows"
    else:
        yield from _refutations(stored)
    try:
        rebuilt = replay_stream(record for record, _ in stored.records)
    except CorruptStream as error:
        yield str(error)
        return
    except Exception as error:  # One game, however broken, must not hide the others.
        (fault,) = format_exception_only(error)
        yield f"it cannot be replayed: {fault.strip()}"
        return
    yield from _differences(stored, rebuilt)


def _differences(stored: _Stored, rebuilt: Match) -> Iterator[str]:
    game = stored.game
    for name, value in game_columns(game, rebuilt).items():
        if name not in _NOT_DERIVED and getattr(game, name) != value:
            yield f"{name} differs from the events"
    reckoned = with_outages(rebuilt.table, stored.outages)
    for seat in stored.seats:
        columns = seat_columns(seat, reckoned)
        for name, value in columns.items():
            if getattr(seat, name) != value:
                yield f"{name} of seat {seat.number + 1} differs"
    result = result_of(rebuilt)
    if {name: getattr(stored.rated, name, None) for name in result} != result or (
        stored.rated is not None and not result
    ):
        yield "its result for ratings differs from the events"
    league = LeagueGame.objects.filter(pk=game.pk, is_corrected=False).first()
    if league is not None and league.ranks is not None:
        scores = [player.score for player in rebuilt.board.players]
        ranks = list(league_ranks(rebuilt, game))
        derived = ranks, scores, rebuilt.board.seed
        if (league.ranks, league.scores, league.seed) != derived:
            yield "its result for its league differs from the events"


def _refutations(stored: _Stored) -> Iterator[str]:
    game = stored.game
    secret = GameSeed.objects.filter(game=game).values_list("secret", flat=True).first()
    if secret is None:
        yield "its secret seed is missing"
    seed = None if secret is None else bytes(secret)
    verdict = audit.verify(stored.record, seed=seed)
    if verdict.finding is not None:
        sequence, reason = verdict.finding
        yield f"event {sequence} is wrong: {reason}" if sequence else f"{reason}"
    elif not _was_played_elsewhere(game, stored.seats):
        yield from _unlogged_acts(stored, verdict.without_reason)


def _was_played_elsewhere(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether a game was imported: it is over, and nobody sits there."""
    is_empty = not any(seat.user_id or seat.absent_user_id for seat in seats)
    return game.is_final and is_empty


def _unlogged_acts(stored: _Stored, unconfirmed: Sequence[int]) -> Iterator[str]:
    """Yield acts in the log that the staff's own log does not confirm."""
    game = stored.game
    rows = ModerationAction.objects.filter(game=game, kind__in=ACTS)
    written = {row.sequence: (row.kind, row.seat_number) for row in rows}
    acts = (each for each, _ in stored.records if each.type == StaffActed.__name__)
    for event in acts:
        act = event_of(event)
        assert isinstance(act, StaffActed)
        if written.get(event.sequence) == (act.act, act.seat):
            continue
        if event.sequence not in unconfirmed or not _is_about_a_person(
            game, event, act
        ):
            yield (
                f"event {event.sequence} is an act of the staff, "
                "but the staff's log does not contain it"
            )


def _is_about_a_person(game: Game, event: chain.Record, act: StaffActed) -> bool:
    """Return whether an act came from one on a person, whose reason it commits to."""
    table = (event.recorded_at - _LONGEST_WAIT, event.recorded_at)
    rows = ModerationAction.objects.filter(game=None, acted_at__range=table)
    return any(commitment_of(row, game) == act.reason_commitment for row in rows)
