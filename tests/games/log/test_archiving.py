"""The events of a finished game become one row, and it reads the same."""

import lzma
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from config.backups.manifest import last_events, write_manifest
from games.accounts.reliability import reliability_of
from games.history.export import log_lines, record_lines, table_of_events, transcript_of
from games.history.hash_lookup import find_hash
from games.history.stream_check import check_stream
from games.history.what_if import create_what_if
from games.log import archive, archiving, stream
from games.log.archive import unpack
from games.log.archiving import ArchiveDiffers, archive_finished, archive_game
from games.log.lookups import hash_at, last_before, mark_of, require_seen
from games.log.read_model import Changes
from games.log.stream import NewEvent, append, load_records, load_stream
from games.models import Game, GameArchive, Seat, StoredEvent, User
from games.moderation.second_accounts import moments_in
from games.moderation.subject_pages import play_facts
from games.presentation.timeline import load_timeline
from games.privacy.own_data import collect_own_data
from stoneage_core import replay
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import OPPONENTS
from tests.support.triggers import without_triggers

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def archived(game: Game, now: datetime) -> Game:
    assert archive_game(game_id=game.pk, now=now)
    return Game.objects.get(pk=game.pk)


def readable_of(game: Game, *people: User) -> list[Any]:
    """Return everything that anybody can read of a game."""
    hashes = [head for _, head in load_records(game)]
    seats = {game.pk: tuple(Seat.objects.filter(game=game).select_related("game")[:2])}
    with connection.cursor() as cursor:
        last = list(last_events(cursor))
    return [
        list(load_records(game)),
        list(load_records(game, after=100, limit=7)),
        load_stream(game, after=3, upto=90),
        load_stream(game, after=game.version),
        list(log_lines(game, upto=50)),
        list(record_lines(game)),
        transcript_of(game),
        list(table_of_events(game)),
        load_timeline(game, start=40).happened,
        [replay(load_stream(game, upto=at)) for at in (0, 1, 77, game.version)],
        [hash_at(game, at) for at in (1, 50, game.version, game.version + 1)],
        [last_before(game, game.created_at + timedelta(days=n)) for n in (-1, 0, 9)],
        [find_hash(hashes[at]) for at in (0, 99, -1)],
        [find_hash(hashes[at], game) for at in (0, 99, -1)],
        find_hash("0" * 64),
        [reliability_of(user.pk) for user in people],
        [play_facts(user) for user in people],
        [collect_own_data(user, game.created_at)["seats"] for user in people],
        moments_in(seats),
        last,
        check_stream(game.pk),
    ]


def test_archived_game_reads_the_same(
    finished_game: Game, alice: User, bob: User, now: datetime
) -> None:
    before = readable_of(finished_game, alice, bob)
    game = archived(finished_game, now)
    assert not StoredEvent.objects.filter(game=game).exists()
    assert readable_of(game, alice, bob) == before
    assert before[-1].findings == []


def test_archive_is_much_smaller_than_its_events(
    finished_game: Game, now: datetime
) -> None:
    events = sum(map(len, finished_game.events.values_list("data", flat=True)))
    archived(finished_game, now)
    row = GameArchive.objects.get()
    assert len(row.content) + len(row.marks) < events / 2
    records, _before = unpack(bytes(row.content), row.parts)
    assert records[-1].sequence == row.last_sequence


@pytest.mark.parametrize("part", [50, 64, 10_000])
def test_archive_in_parts_reads_like_a_whole_one(
    finished_game: Game, now: datetime, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (archive, stream):
        monkeypatch.setattr(module, "PART", part)
    before = list(load_records(finished_game))
    game, last = archived(finished_game, now), finished_game.version
    assert list(load_records(game)) == before
    for after, limit in ((0, 1), (49, 2), (50, 64), (last - 1, 5), (last, 1)):
        found = list(load_records(game, after=after, limit=limit))
        assert found == before[after : after + limit]
    for sequence in (1, 50, 51, last):
        assert hash_at(game, sequence) == before[sequence - 1][1]
    assert check_stream(game.pk).findings == []


def test_some_events_of_an_archive_unpack_only_their_part(
    finished_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "PART", 50)
    game, unpacked = archived(finished_game, now), list[int]()
    decompress = lzma.decompress

    def counted(content: bytes) -> bytes:
        unpacked.append(len(content))
        return decompress(content)

    monkeypatch.setattr(lzma, "decompress", counted)
    assert len(list(load_records(game, after=110, limit=20))) == 20
    assert len(unpacked) == 1


def test_events_recorded_later_follow_the_archive(
    finished_game: Game, now: datetime
) -> None:
    game = archived(finished_game, now)
    before = list(load_records(game))
    again = load_stream(game)[-1]
    entries = [NewEvent(again, None, Source.SERVICE)]
    append(game=game, entries=entries, now=now, changes=Changes({}))
    after = list(load_records(game))
    assert after[:-1] == before
    assert after[-1][0].sequence == game.version == len(before) + 1
    assert load_stream(game, after=len(before) - 1) == [again, again]
    assert load_stream(game, after=len(before)) == [again]
    assert hash_at(game, game.version) == game.head


def test_what_if_and_old_pages_find_archived_events(
    finished_game: Game, alice: User, now: datetime
) -> None:
    heads = [head for _, head in load_records(finished_game)]
    sequence = load_timeline(finished_game).decisions[60].last
    game = archived(finished_game, now)
    require_seen(game, 40, mark_of(heads[39]))
    seat = create_what_if(
        source=game,
        sequence=sequence,
        number=0,
        opponent=OPPONENTS["Pebble"],
        player=alice,
        now=now,
    )
    (set_up,) = [
        event
        for event in load_stream(seat.game)
        if getattr(event, "origin", None) is not None
    ]
    assert set_up.origin.hash == heads[sequence - 1]


def test_backup_counts_archived_events(
    finished_game: Game, two_player_game: Game, now: datetime, tmp_path: Path
) -> None:
    def counted() -> object:
        with connection.cursor() as cursor:
            found = write_manifest(tmp_path, cursor, connection.vendor, "key")
        return found.games, found.events, found.last_event_at

    before = counted()
    archived(finished_game, now)
    assert counted() == before


def test_only_old_final_games_are_archived(
    finished_game: Game, two_player_game: Game, now: datetime
) -> None:
    assert not archive_game(game_id=two_player_game.pk, now=now)
    ended = finished_game.finished_at
    assert ended is not None
    assert archive_finished(before=ended, now=now, limit=9) == 0
    later = ended + timedelta(seconds=1)
    assert archive_finished(before=later, now=now, limit=9) == 1
    assert archive_finished(before=later, now=now, limit=9) == 0
    assert not archive_game(game_id=finished_game.pk, now=now)


@pytest.mark.parametrize("lost", ["a field", "the last event", "a hash"])
def test_events_are_kept_if_the_archive_differs(
    finished_game: Game,
    now: datetime,
    lost: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    pack = archiving.pack

    def wrong(stored: Any) -> Any:
        if lost == "a field":
            (first, digest), *others = stored
            stored = [(first._replace(schema_version=7), digest), *others]
        return pack(stored[:-1] if lost == "the last event" else stored)

    monkeypatch.setattr(archiving, "pack", wrong)
    if lost == "a hash":
        Game.objects.filter(pk=finished_game.pk).update(head="0" * 64)
    rows = StoredEvent.objects.filter(game=finished_game)
    count = rows.count()
    with pytest.raises(ArchiveDiffers):
        archive_game(game_id=finished_game.pk, now=now)
    later = now + timedelta(days=400)
    assert archive_finished(before=later, now=now, limit=9) == 0
    assert f"Game {finished_game.pk} could not be archived" in caplog.text
    assert rows.count() == count
    assert not GameArchive.objects.exists()


@pytest.mark.parametrize("part", [50, 10_000])
def test_forged_archive_is_detected(
    finished_game: Game, now: datetime, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a part before others, whose stored hashes stay as they were."""
    for module in (archive, stream):
        monkeypatch.setattr(module, "PART", part)
    game = archived(finished_game, now)
    stored = list(load_records(game))
    forged, digest = stored[9]
    stored[9] = forged._replace(command="forest 7"), digest
    content, parts = archiving.pack(stored)
    with without_triggers():
        GameArchive.objects.update(content=content, parts=parts)
    (finding, *_) = check_stream(game.pk).findings
    assert finding.startswith("the chain breaks at event")


def refuses(statement: str) -> bool:
    with (
        pytest.raises(DatabaseError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    return "are never changed or removed" in str(caught.value)


def test_database_protects_archives_and_all_other_events(
    finished_game: Game, two_player_game: Game, now: datetime
) -> None:
    archived(finished_game, now)
    assert refuses("UPDATE games_gamearchive SET head = ''")
    assert refuses("DELETE FROM games_gamearchive")
    assert refuses("DELETE FROM games_storedevent")
    assert refuses("UPDATE games_storedevent SET data = ''")
    if connection.vendor == "postgresql":
        connection.check_constraints()
        assert refuses("TRUNCATE games_gamearchive")
    assert StoredEvent.objects.filter(game=two_player_game).exists()
