"""The contract of the store: gapless, all or nothing, first come first served."""

from datetime import datetime
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from games.log import chain, stream
from games.log.read_model import Changes
from games.log.stream import NewEvent, event_of, load_records, load_stream
from games.models import Game, StoredEvent
from stoneage_core import CorruptStream
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.match.state import Source
from tests.support.refusals import refuses
from tests.support.triggers import without_triggers

pytestmark = pytest.mark.both_databases

NONE = Changes({})
TIMED_OUT = NewEvent(TurnTimedOut(0), 0, Source.TIMEOUT)


def append(game: Game, now: datetime, *entries: NewEvent) -> None:
    with transaction.atomic():
        stream.append(game=game, entries=entries, now=now, changes=NONE)


def test_events_are_read_back_unchanged(two_player_game: Game, now: datetime) -> None:
    before = two_player_game.version
    append(two_player_game, now, TIMED_OUT, TIMED_OUT)
    assert load_stream(two_player_game, after=before) == [
        TurnTimedOut(0),
        TurnTimedOut(0),
    ]


def test_sequences_are_gapless_from_one(finished_game: Game) -> None:
    sequences = StoredEvent.objects.filter(game=finished_game).order_by("sequence")
    found = list(sequences.values_list("sequence", flat=True))
    assert found == list(range(1, finished_game.version + 1))


def test_more_events_than_fit_into_one_statement_are_stored(
    two_player_game: Game, now: datetime
) -> None:
    before = two_player_game.version
    append(two_player_game, now, *[TIMED_OUT] * 500)
    assert len(load_stream(two_player_game, after=before)) == 500


def test_part_of_a_stream_can_be_read(two_player_game: Game) -> None:
    whole = load_stream(two_player_game)
    assert load_stream(two_player_game, after=2, upto=5) == whole[2:5]


def test_stream_is_read_in_one_query(
    finished_game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert len(load_stream(finished_game)) == finished_game.version


def test_append_updates_version_and_head_of_the_game(
    two_player_game: Game, now: datetime
) -> None:
    before = two_player_game.version
    append(two_player_game, now, TIMED_OUT)
    stored = StoredEvent.objects.get(game=two_player_game, sequence=before + 1)
    game = Game.objects.get(pk=two_player_game.pk)
    assert (game.version, game.head) == (before + 1, stored.hash)
    assert (two_player_game.version, two_player_game.head) == (game.version, game.head)


def test_every_column_is_filled(two_player_game: Game, now: datetime) -> None:
    request_id = uuid4()
    entry = replace_entry(command="forest 3", request_id=request_id)
    append(two_player_game, now, entry)
    stored = StoredEvent.objects.get(request_id=request_id)
    assert stored.data == '{"player":0,"type":"TurnTimedOut"}'
    assert (stored.type, stored.schema_version) == ("TurnTimedOut", 1)
    assert (stored.decided_by, stored.source) == (0, Source.TIMEOUT)
    assert (stored.command, stored.recorded_at) == ("forest 3", now)


def test_chain_of_a_whole_game_is_valid(finished_game: Game) -> None:
    stored = load_records(finished_game)
    game = finished_game
    broken = chain.first_break(game.slug, stored, version=game.version, head=game.head)
    assert broken is None


def test_longer_stream_is_a_conflict(two_player_game: Game, now: datetime) -> None:
    stale = Game.objects.get(pk=two_player_game.pk)
    append(two_player_game, now, TIMED_OUT)
    with refuses("stale"):
        append(stale, now, TIMED_OUT)


def test_conflict_leaves_nothing_behind(two_player_game: Game, now: datetime) -> None:
    stale = Game.objects.get(pk=two_player_game.pk)
    append(two_player_game, now, TIMED_OUT)
    stored = StoredEvent.objects.order_by("pk").values_list("sequence", "hash")
    before = list(stored)
    with refuses("stale"):
        append(stale, now, TIMED_OUT, TIMED_OUT, TIMED_OUT)
    assert list(stored.all()) == before
    assert Game.objects.get(pk=stale.pk).version == two_player_game.version


def test_changed_version_without_events_is_a_conflict(
    two_player_game: Game, now: datetime
) -> None:
    Game.objects.filter(pk=two_player_game.pk).update(version=900)
    with refuses("stale"):
        append(two_player_game, now, TIMED_OUT)


def test_request_id_is_unique_in_a_game(two_player_game: Game, now: datetime) -> None:
    entry = replace_entry(request_id=uuid4())
    append(two_player_game, now, entry)
    with refuses("stale"):
        append(two_player_game, now, entry)


@pytest.mark.only_on("sqlite")
def test_conflict_is_recognized_without_a_trigger(
    two_player_game: Game, now: datetime
) -> None:
    entry = replace_entry(request_id=uuid4())
    stale = Game.objects.get(pk=two_player_game.pk)
    append(two_player_game, now, entry)
    with without_triggers():
        with refuses("stale"):
            append(stale, now, TIMED_OUT)
        with refuses("stale"):
            append(two_player_game, now, entry)


@pytest.mark.parametrize("wrong", [{"decided_by": 7}, {"command": None}])
def test_other_integrity_error_is_not_a_conflict(
    two_player_game: Game, now: datetime, wrong: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)constraint"):
        append(two_player_game, now, replace_entry(**wrong))


def test_refusal_by_a_trigger_is_not_a_conflict(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*events: object) -> None:
        raise IntegrityError("another trigger refused this")

    monkeypatch.setattr("games.log.stream.update_table", refuse)
    with pytest.raises(IntegrityError, match="another trigger"):
        append(two_player_game, now, TIMED_OUT)


def test_events_without_request_do_not_collide(
    two_player_game: Game, now: datetime
) -> None:
    append(two_player_game, now, TIMED_OUT, TIMED_OUT)
    append(two_player_game, now, TIMED_OUT)


def test_unreadable_event_is_named(two_player_game: Game) -> None:
    row = StoredEvent.objects.get(game=two_player_game, sequence=1)
    record, _ = next(load_records(two_player_game))
    assert record.data == row.data
    with pytest.raises(CorruptStream, match="GameCreated"):
        event_of(record._replace(data="{}"))


def replace_entry(**changes: object) -> NewEvent:
    return TIMED_OUT._replace(**changes)
