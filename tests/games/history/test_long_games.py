"""Long games: read in chunks, exported line by line, and shown from their end."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.history.export import log_lines, record_lines, table_of_events
from games.log import stream
from games.log.archiving import archive_game
from games.log.stream import load_records
from games.log.table_rows import read_seats
from games.models import Game, StoredEvent
from games.moderation import subject_pages
from games.moderation.subject_pages import RECENT, timeline
from games.presentation.text import names_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(stream, "CHUNK", 50)
    return 50


def sequences(records: Iterable[tuple[stream.Record, str]]) -> list[int]:
    return [record.sequence for record, _hash in records]


def test_chunks_give_the_same_events(finished_game: Game, small_chunks: int) -> None:
    last = finished_game.version
    assert last > 3 * small_chunks
    assert sequences(load_records(finished_game)) == list(range(1, last + 1))
    assert sequences(load_records(finished_game, after=30, limit=120)) == list(
        range(31, 151)
    )
    assert sequences(load_records(finished_game, after=last)) == []
    assert sequences(load_records(finished_game, limit=small_chunks)) == list(
        range(1, small_chunks + 1)
    )


def test_events_archived_while_they_are_read_are_not_lost(
    finished_game: Game, small_chunks: int, now: datetime
) -> None:
    reading = load_records(finished_game)
    first = sequences(islice(reading, small_chunks))
    archive_game(game_id=finished_game.pk, now=now)
    assert not StoredEvent.objects.filter(game=finished_game).exists()
    rest = sequences(reading)
    assert first + rest == list(range(1, finished_game.version + 1))


@pytest.mark.parametrize("lines_of", [log_lines, record_lines, table_of_events])
def test_exports_read_no_further_than_they_are_sent(
    finished_game: Game,
    small_chunks: int,
    lines_of: Callable[[Game], Iterator[str]],
) -> None:
    with CaptureQueriesContext(connection) as asked:
        list(islice(lines_of(finished_game), small_chunks // 2))
    read = [query for query in asked if "games_storedevent" in query["sql"]]
    assert len(read) == 1


def test_timeline_is_the_same_whether_all_or_the_end_is_read(
    finished_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = names_of(read_seats(finished_game))
    monkeypatch.setattr(subject_pages, "READ", finished_game.version)
    from_all = timeline(finished_game, names)
    monkeypatch.setattr(subject_pages, "READ", 2 * RECENT)
    assert timeline(finished_game, names) == from_all
