"""`check_streams` over many games: in parallel, with progress, and older schemas."""

from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.history import stream_check
from games.lobby.new_games import create_game
from games.models import Game, StoredEvent, User
from games.seats.invitations import accept_seat
from stoneage_core.record import codec
from stoneage_core.record.codec import UPCASTERS
from stoneage_core.terms import Terms
from tests.support.play import play_on
from tests.support.standing_time import NOW

pytestmark = pytest.mark.both_databases


class Terminal(StringIO):
    """A terminal with somebody watching."""

    def isatty(self) -> bool:
        return True


def sealed(*players: User) -> Game:
    """Games with a real seed, so that other processes can check them."""
    addresses = [str(user.email) for user in players]
    host = players[0]
    game = create_game(
        host=host,
        players=addresses,
        terms=Terms(len(addresses), first_player=0),
        now=NOW,
    )
    for seat in game.seats.order_by("number")[1:]:
        game = accept_seat(seat=seat, now=NOW)
    return game


@pytest.fixture
def two_player_game(alice: User, bob: User) -> Game:
    return sealed(alice, bob)


@pytest.fixture
def started_game(alice: User, bob: User, carol: User, dave: User) -> Game:
    return sealed(alice, bob, carol, dave)


@pytest.fixture
def in_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make even two games worth two processes."""
    monkeypatch.setattr(stream_check, "CHUNK", 1)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_ones")
def test_several_processes_find_the_same_as_one(
    two_player_game: Game, started_game: Game
) -> None:
    Game.objects.filter(pk=started_game.pk).update(round=7)
    told = []
    for jobs in (1, 2):
        out = StringIO()
        with pytest.raises(CommandError, match="1 of 2 games differ") as raised:
            call_command("check_streams", everything=True, jobs=jobs, stdout=out)
        assert raised.value.returncode == 1
        told.append(out.getvalue())
    assert told == [f"{started_game.slug}: round differs from the events\n"] * 2


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_ones")
def test_several_processes_find_nothing_in_valid_games(
    two_player_game: Game, started_game: Game
) -> None:
    out = StringIO()
    call_command("check_streams", "--jobs", "2", stdout=out)
    assert out.getvalue().startswith("2 checked, with ")
    assert out.getvalue().endswith(" of 2026-11-20 12:00:00 UTC: all in order.\n")


def test_progress_is_shown_on_a_terminal(two_player_game: Game) -> None:
    out, err = StringIO(), Terminal()
    call_command("check_streams", stdout=out, stderr=err)
    assert err.getvalue() == "\r1 of 1\n"
    events = two_player_game.version
    assert out.getvalue() == (
        f"1 checked, with {events} events, the last of 2026-11-20 12:00:00 UTC: "
        "all in order.\n"
    )


def test_progress_is_not_written_to_a_file(two_player_game: Game) -> None:
    out, err = StringIO(), StringIO()
    call_command("check_streams", stdout=out, stderr=err)
    assert err.getvalue() == ""


def test_events_of_an_older_schema_still_replay(
    two_player_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event stored as version 1 is read by code that writes version 2."""

    def renamed(data: dict[str, Any]) -> dict[str, Any]:
        seen.append(data["type"])
        return data

    seen: list[str] = []
    monkeypatch.setitem(UPCASTERS, "CardRevealed", (renamed,))
    assert codec.latest_version("CardRevealed") == 2
    call_command("check_streams", stdout=StringIO())
    assert set(seen) == {"CardRevealed"}
    stored = StoredEvent.objects.filter(type="CardRevealed")
    assert set(stored.values_list("schema_version", flat=True)) == {1}


def test_game_that_cannot_be_replayed_does_not_hide_others(
    two_player_game: Game, started_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr("games.history.stream_check.replay_stream", broken)
    out = StringIO()
    with pytest.raises(CommandError, match="2 of 2 games differ"):
        call_command("check_streams", stdout=out)
    assert out.getvalue().count("it cannot be replayed: ZeroDivisionError") == 2


@pytest.mark.django_db
def test_only_grown_games_are_checked_again_without_all(
    two_player_game: Game, started_game: Game, alice: User, now: datetime
) -> None:
    def report(*options: str) -> list[str]:
        out = StringIO()
        call_command("check_streams", *options, stdout=out)
        return out.getvalue().splitlines()

    (everything,) = report()
    assert everything.startswith("2 checked")
    assert report() == ["2 more have not grown since their last successful check."]
    play_on(two_player_game, now=now, decisions=1)
    grown, others = report()
    assert grown.startswith("1 checked")
    assert others.startswith("1 more")
    (everything,) = report("--all")
    assert everything.startswith("2 checked")
    (named,) = report(started_game.slug)
    assert named.startswith("1 checked")


@pytest.mark.django_db
def test_faulty_game_is_checked_again(two_player_game: Game) -> None:
    call_command("check_streams", stdout=StringIO())
    Game.objects.filter(pk=two_player_game.pk).update(round=7)
    call_command("check_streams", stdout=StringIO())
    for options in (["--all"], [], []):
        with pytest.raises(CommandError, match="1 of 1 games differ"):
            call_command("check_streams", *options, stdout=StringIO())
