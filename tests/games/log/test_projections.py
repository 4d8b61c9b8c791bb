"""The read columns follow from the events alone, and can be rebuilt."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.deadlines import expire_turn
from games.lobby.new_games import OPEN, cancel_game, create_game, create_practice_game
from games.locks import lock_game
from games.log import positions
from games.log.positions import replay_stream
from games.log.read_model import record_failed_timeout
from games.log.stream import load_records
from games.management.commands import rebuild_projections
from games.models import Game, Outage, Seat, Status, StoredEvent, User
from stoneage_core.match.state import Match
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.record import codec
from tests.support.play import play_on, submit
from tests.support.triggers import without_triggers

pytestmark = pytest.mark.both_databases

READ_COLUMNS = (
    *("state", "state_version", "status", "round", "phase"),
    *("started_at", "finished_at", "timeout_failed_at"),
)
SEAT_COLUMNS = ("awaited_at", "awaited_version", "deadline_at", "seen_version")


def columns(game: Game) -> tuple[list[Any], list[Any]]:
    games = Game.objects.filter(pk=game.pk).values(*READ_COLUMNS)
    seats = Seat.objects.filter(game=game).order_by("number").values(*SEAT_COLUMNS)
    return list(games), list(seats)


def wipe(game: Game) -> None:
    """Clear everything that can be derived."""
    Game.objects.filter(pk=game.pk).update(
        state="", state_version=None, status=Status.INVITING, round=0, phase="",
        started_at=None, finished_at=None,
    )  # fmt: skip
    Seat.objects.filter(game=game).update(
        awaited_at=None, awaited_version=None, deadline_at=None, seen_version=0
    )


def rebuild(*slugs: str) -> str:
    out = StringIO()
    call_command("rebuild_projections", *slugs, stdout=out)
    return out.getvalue()


def check(*slugs: str) -> str:
    """Run the command and return its output. Raises CommandError for any finding."""
    out = StringIO()
    try:
        call_command("check_streams", *slugs, stdout=out)
    except CommandError as error:
        error.args = (f"{error}\n{out.getvalue()}",)
        raise
    return out.getvalue()


@pytest.fixture
def games(
    invited_game: Game, hungry_game: Game, alice: User, now: datetime
) -> dict[str, Game]:
    """Games in all situations. The first two are the same game at different times."""
    players = ["alice@example.org", OPEN]
    open_game = create_game(host=alice, players=players, now=now)
    cancelled = create_game(host=alice, players=players, now=now)
    cancel_game(game=cancelled, by=alice, now=now)
    practice = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 2).game
    practice = play_on(practice, now=now, decisions=40)
    expired = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 1).game
    seat = expired.seats.get(number=0)
    expire_turn(seat_id=seat.pk, now=now + timedelta(days=4))
    half_fed = submit(hungry_game, 0, "go hungry", now=now + timedelta(days=1)).game
    return {
        "open": open_game,
        "cancelled": cancelled,
        "practice": practice,
        "expired": expired,
        "half fed": half_fed,
    }


def test_every_column_can_be_rebuilt(games: dict[str, Game]) -> None:
    for name, game in games.items():
        kept = columns(game)
        wipe(game)
        assert columns(game) != kept, name
        rebuild(game.slug)
        assert columns(game) == kept, name


def test_finished_game_can_be_rebuilt(finished_game: Game) -> None:
    kept = columns(finished_game)
    wipe(finished_game)
    rebuild()
    assert columns(finished_game) == kept


def test_columns_equal_a_rebuild_after_every_decision(
    started_game: Game, now: datetime
) -> None:
    game = started_game
    for number in range(60):
        game = play_on(game, now=now + timedelta(hours=number), decisions=1)
        records = (record for record, _ in load_records(game))
        rebuilt = replay_stream(records)
        state = positions.state_of(game)
        assert Match(state, game.table_state) == rebuilt


def test_rebuild_clears_a_failed_time_out(two_player_game: Game, now: datetime) -> None:
    seat = two_player_game.seats.get(number=0)
    kept = columns(two_player_game)
    record_failed_timeout(seat_id=seat.pk, now=now)
    assert columns(two_player_game) != kept
    rebuild()
    assert columns(two_player_game) == kept


def test_outage_that_ends_during_a_rebuild_counts(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = two_player_game.seats.get(number=0).deadline_at
    assert before is not None

    def lock_late(pk: int) -> Game:
        Outage.objects.create(began_at=now, ended_at=now + timedelta(hours=9))
        return lock_game(pk)

    monkeypatch.setattr(rebuild_projections, "lock_game", lock_late)
    rebuild()
    after = two_player_game.seats.get(number=0).deadline_at
    assert after == before + timedelta(hours=9)


def test_one_game_can_be_rebuilt(games: dict[str, Game]) -> None:
    assert rebuild(games["open"].slug) == "1 rebuilt.\n"


def test_unknown_game_is_named(db: None) -> None:
    with pytest.raises(CommandError, match="no game abc"):
        rebuild("abc")


def test_waiting_player_keeps_their_time(hungry_game: Game, now: datetime) -> None:
    before = hungry_game.seats.get(number=1)
    submit(hungry_game, 0, "go hungry", now=now + timedelta(days=1))
    after = hungry_game.seats.get(number=1)
    for column in ("awaited_at", "awaited_version", "deadline_at"):
        assert getattr(after, column) == getattr(before, column)


def test_player_asked_again_has_new_time(two_player_game: Game, now: datetime) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    submit(two_player_game, 1, "river 5", now=now)
    submit(two_player_game, 0, "tool maker", now=now)
    submit(two_player_game, 0, "field", now=now)
    later = now + timedelta(hours=6)
    done = submit(two_player_game, 0, "use tool maker", now=later)
    alice = done.seats[0]
    assert alice.awaited_version == done.game.version
    assert alice.awaited_at == later


# Checking


def test_valid_games_are_reported_as_such(games: dict[str, Game]) -> None:
    assert check().startswith("5 checked, with ")


def test_one_game_can_be_checked(games: dict[str, Game]) -> None:
    change_head(games["open"])
    assert check(games["practice"].slug).startswith("1 checked, with ")


def test_failed_time_out_is_no_difference(two_player_game: Game, now: datetime) -> None:
    seat = two_player_game.seats.get(number=0)
    record_failed_timeout(seat_id=seat.pk, now=now)
    assert check().startswith("1 checked, with ")


def change_state(game: Game) -> None:
    wrong = positions.state_at(game, game.version - 1)
    text = codec.encode_state(wrong).decode()
    Game.objects.filter(pk=game.pk).update(state=text)


def change_head(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(head="0" * 64)


def change_version(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=7)


def change_seat(game: Game) -> None:
    Seat.objects.filter(game=game, number=1).update(seen_version=1)


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (change_state, "state differs"),
        (change_head, "another hash"),
        (change_version, "says version 7"),
        (change_seat, "seen_version of seat 2 differs"),
    ],
)
def test_difference_is_reported(
    two_player_game: Game, change: Callable[[Game], None], finding: str
) -> None:
    change(two_player_game)
    with pytest.raises(CommandError, match=finding) as caught:
        check()
    assert caught.value.returncode == 1


@pytest.fixture
def unguarded(db: None) -> Any:
    """A database whose triggers were lifted."""
    with without_triggers():
        yield


def test_changed_event_is_detected(two_player_game: Game, unguarded: None) -> None:
    StoredEvent.objects.filter(sequence=3).update(command="forest 7")
    with pytest.raises(CommandError, match="breaks at event 3"):
        check()


def test_senseless_event_is_detected(two_player_game: Game, unguarded: None) -> None:
    StoredEvent.objects.filter(sequence=3).update(data="{}")
    with pytest.raises(CommandError, match="unreadable"):
        check()
