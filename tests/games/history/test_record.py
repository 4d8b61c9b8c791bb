"""The record of a game: the engine alone can verify it, whatever happened."""

from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.absences import declare_absence, end_absence
from games.background.debounced_task import DebouncedTask
from games.deadlines import expire_turn
from games.history.export import record_lines
from games.history.importing import import_game
from games.history.stream_check import check_stream
from games.lobby.new_games import cancel_game, create_game
from games.log import positions
from games.models import Game, Seat, StoredEvent, User
from games.models.events import GameReview
from games.orders import follow_orders, write_orders
from games.seats.invitations import accept_seat
from games.seats.offers import offer_to_play, return_to_seat
from games.table.submit import submit_command, take_back_decision
from games.table.votes import cast_vote
from stoneage_core import audit, autopilot, notation
from stoneage_core.match.state import Source
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, TimeControl
from tests.support.play import play_on, play_to_the_end, submit
from tests.support.proposals import (
    propose_end,
    propose_substitute,
    propose_takeback,
    propose_time_control,
)
from tests.support.refusals import refuses
from tests.support.triggers import without_triggers

MOMENT = timedelta(seconds=1)
ONE_DAY = timedelta(days=1)
CLOCK = TimeControl(Bank(2 * DAY, 6 * HOUR, 3 * DAY), grace=HOUR, vacation=10, misses=1)


def record_of(game: Game) -> str:
    return "".join(record_lines(Game.objects.get(pk=game.pk)))


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def assert_in_order(game: Game) -> audit.Verdict:
    verdict = audit.verify(record_of(game))
    assert verdict.finding is None, str(verdict.finding)
    return verdict


@pytest.fixture
def sealed_game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A game of three with real dice and a bank."""
    people = [str(user.email) for user in (alice, bob, carol)]
    game = create_game(
        host=alice, players=people, terms=Terms(len(people), CLOCK), now=now
    )
    for number in (1, 2):
        game = accept_seat(seat=seat_of(game, number), now=now)
    return game


def one_more(game: Game, now: datetime) -> Game:
    return play_on(Game.objects.get(pk=game.pk), now=now, decisions=1)


def waiting(game: Game) -> Seat:
    return game.seats.filter(awaited_at__isnull=False).order_by("number")[0]


def test_game_that_has_just_begun_verifies(sealed_game: Game) -> None:
    verdict = assert_in_order(sealed_game)
    assert (verdict.is_over, verdict.dice, verdict.game) == (
        False,
        0,
        sealed_game.slug,
    )


def test_finished_game_verifies(finished_game: Game) -> None:
    verdict = assert_in_order(finished_game)
    assert verdict.is_over
    assert verdict.dice > 100
    assert verdict.head == finished_game.head


def test_game_with_every_kind_of_event_verifies(
    sealed_game: Game, now: datetime, outsider: User
) -> None:
    game = play_through_everything(sealed_game, now, outsider)
    assert_in_order(game)
    types = set(StoredEvent.objects.filter(game=game).values_list("type", flat=True))
    assert types >= {
        *("TurnTimedOut", "AutopilotSeated", "PlayerReturned", "SeatTaken"),
        *("ProposalMade", "VoteCast", "ProposalSettled", "DecisionTakenBack"),
        *("AbsenceDeclared", "AbsenceEnded", "TimeSpent", "TimeControlSet"),
    }


def test_game_played_by_email_verifies(sealed_game: Game, now: datetime) -> None:
    game = play_by_answering(sealed_game, now)
    assert_in_order(game)
    by_mail = StoredEvent.objects.filter(game=game, source=Source.REPLY)
    assert set(by_mail.values_list("type", flat=True)) >= {
        *("PeoplePlaced", "DecisionTakenBack", "AbsenceDeclared", "AbsenceEnded"),
        *("VoteCast", "TimeSpent", "PlayerReturned"),
    }


def play_by_answering(game: Game, now: datetime) -> Game:
    """Play for a while, and do by email what can be done by email."""
    now = _answer(game, now + 5 * timedelta(hours=1))
    own, by_mail = waiting(game), {"source": Source.REPLY}
    _answer(game, now)
    last = StoredEvent.objects.filter(game=game).moves().latest("sequence")
    take_back_decision(seat=own, sequence=last.sequence, now=now + MOMENT, **by_mail)
    declare_absence(seat=own, ends=now + 5 * ONE_DAY, now=now, **by_mail)
    end_absence(seat=own, now=now + ONE_DAY, **by_mail)
    propose_end(seat=seat_of(game, 0), now=now + ONE_DAY)
    cast_vote(
        seat=seat_of(game, 1), proposal=1, agrees=False, now=now + ONE_DAY, **by_mail
    )
    own = waiting(game)
    assert own.deadline_at is not None
    now = own.deadline_at
    expire_turn(seat_id=own.pk, now=now)
    return_to_seat(seat=own, user=own.user, now=now, **by_mail)
    for _ in range(40):
        now = _answer(game, now + timedelta(hours=1))
    return Game.objects.get(pk=game.pk)


def _answer(game: Game, now: datetime) -> datetime:
    """Decide by email for the awaited player."""
    game = Game.objects.get(pk=game.pk)
    own, state = waiting(game), positions.state_of(game)
    submit_command(
        seat=own,
        command=autopilot.choose(state, own.number),
        expected_version=game.version,
        request_id=uuid4(),
        now=now,
        source=Source.REPLY,
    )
    return now


def play_through_everything(game: Game, now: datetime, outsider: User) -> Game:
    """Play on, and cause every kind of event around the board once."""
    now = _undo(game, now)
    now = _be_away(game, now)
    now = _be_late(game, now, outsider)
    now = _follow_orders(game, now)
    propose_time_control(
        seat=seat_of(game, 0), control=TimeControl(CLOCK.time), now=now
    )
    cast_vote(seat=seat_of(game, 1), proposal=3, agrees=True, now=now)
    cast_vote(seat=seat_of(game, 2), proposal=3, agrees=True, now=now)
    return play_to_the_end(Game.objects.get(pk=game.pk), now=now)


def _undo(game: Game, now: datetime) -> datetime:
    own = waiting(game)
    submit(game, own.number, "field", now=now + 5 * timedelta(hours=1))
    now += 5 * timedelta(hours=1) + MOMENT
    last = StoredEvent.objects.filter(game=game).moves().latest("sequence")
    take_back_decision(seat=own, sequence=last.sequence, now=now)
    submit(game, own.number, "hut", now=now)
    decision = StoredEvent.objects.filter(game=game).moves()
    propose_takeback(
        seat=seat_of(game, 0), decision=decision.latest("sequence").sequence, now=now
    )
    for number in (1, 2):
        cast_vote(seat=seat_of(game, number), proposal=1, agrees=True, now=now)
    return now


def _be_away(game: Game, now: datetime) -> datetime:
    own = waiting(game)
    declare_absence(seat=own, ends=now + 5 * ONE_DAY, now=now)
    end_absence(seat=own, now=now + ONE_DAY)
    one_more(game, now + ONE_DAY)
    return now + ONE_DAY


def _be_late(game: Game, now: datetime, outsider: User) -> datetime:
    """A seat is lost and taken back, then lost again and given to a substitute."""
    for _ in range(2):
        own = waiting(game)
        assert own.deadline_at is not None
        now = own.deadline_at
        expire_turn(seat_id=own.pk, now=now)
        assert seat_of(game, own.number).is_on_autopilot
        if _ == 0:
            return_to_seat(seat=own, user=own.user, now=now)
    offer = offer_to_play(seat=own, user=outsider, now=now)
    others = [number for number in range(3) if number != own.number]
    propose_substitute(seat=seat_of(game, others[0]), offer=offer, now=now)
    cast_vote(seat=seat_of(game, others[1]), proposal=2, agrees=True, now=now)
    return_to_seat(seat=own, user=own.user, now=now)
    return now


def _follow_orders(game: Game, now: datetime) -> datetime:
    own = waiting(game)
    state = positions.state_of(Game.objects.get(pk=game.pk))
    text = notation.to_text(autopilot.choose(state, own.number))
    write_orders(seat=own, text=f"place {text}", now=now)
    now += timedelta(minutes=10)
    follow_orders(seat_id=own.pk, now=now)
    return now


def wiped(game: Game) -> str:
    """Return a game's record, and delete the game."""
    record = record_of(game)
    with without_triggers():
        StoredEvent.objects.filter(game=game).delete()
    game.delete()
    return record


def test_imported_record_is_identical(finished_game: Game, now: datetime) -> None:
    kept = list(Game.objects.filter(pk=finished_game.pk).values(*SAME))
    record = wiped(finished_game)
    game = import_game(text=record, now=now)
    assert record_of(game) == record
    assert list(Game.objects.filter(pk=game.pk).values(*SAME)) == kept
    assert check_stream(game.pk)[1] == []
    assert import_game(text=record, now=now) == game


SAME = (
    *("slug", "seat_count", "version", "head", "state", "table", "status"),
    *("started_at", "finished_at", "round"),
)


def test_invalid_record_is_not_imported(finished_game: Game, now: datetime) -> None:
    lines = wiped(finished_game).splitlines(keepends=True)
    del lines[19]
    with refuses("invalid", match="Event 20 "):
        import_game(text="".join(lines), now=now)
    assert not Game.objects.exists()


def test_running_game_cannot_be_imported(sealed_game: Game, now: datetime) -> None:
    with refuses("invalid", match="still running"):
        import_game(text=record_of(sealed_game), now=now)


def test_cancelled_game_ends_by_an_event(
    invited_game: Game, alice: User, now: datetime
) -> None:
    cancel_game(game=invited_game, by=alice, now=now)
    verdict = assert_in_order(invited_game)
    assert verdict.is_cancelled
    assert "cancelled before it began" in audit.in_words(verdict)
    assert not check_stream(invited_game.pk).findings
    with refuses("invalid", match="called off"):
        import_game(text=record_of(invited_game), now=now)


def test_another_game_with_the_same_name_is_refused(
    finished_game: Game, invited_game: Game, now: datetime
) -> None:
    record = wiped(finished_game)
    Game.objects.filter(pk=invited_game.pk).update(slug=finished_game.slug)
    with refuses("invalid", match="another game"):
        import_game(text=record, now=now)


def test_commands_export_and_import_a_game(
    finished_game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    call_command("export_game", finished_game.slug, output=str(file))
    record = wiped(finished_game)
    assert file.read_bytes().decode() == record
    call_command("import_game", str(file))
    assert f"{finished_game.slug}: {finished_game.version} events." in (
        capsys.readouterr().out
    )
    call_command("export_game", finished_game.slug)
    assert capsys.readouterr().out == record


@pytest.mark.django_db
def test_import_asks_for_a_review_without_the_broker(
    finished_game: Game,
    now: datetime,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.THINKING = True
    enqueued: list[DebouncedTask] = []
    monkeypatch.setattr(DebouncedTask, "enqueue", enqueued.append)
    record = wiped(finished_game)
    with django_capture_on_commit_callbacks(execute=True):
        game = import_game(text=record, now=now)
    assert GameReview.objects.get(game=game).due_at == now
    assert enqueued == []


@pytest.mark.parametrize(
    ("command", "arguments", "sentence"),
    [
        ("export_game", ["nosuchgame"], "There is no game nosuchgame"),
        ("import_game", ["/no/such/file"], "cannot read /no/such/file"),
    ],
)
def test_commands_report_what_is_wrong(
    db: None, command: str, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command(command, *arguments)


def test_unreadable_file_is_refused_in_a_sentence(db: None, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match="cannot read"):
        call_command("import_game", str(file))
    file.write_text("{}\n")
    with pytest.raises(CommandError, match="Event 1 is wrong"):
        call_command("import_game", str(file))
