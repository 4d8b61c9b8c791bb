"""After a restore from a backup: detection, records, and new seeds."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games import tasks
from games.history.stream_check import check_stream
from games.lobby.new_games import cancel_game, create_game
from games.log.positions import state_of
from games.models import Game, GameSeed, Heartbeat, StoredEvent, User
from games.models.service import Restoration
from games.outages import record_heartbeat, record_service_restored, restore_games
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.outbox.recovery import ASKED_AGAIN, PROBABLY_SENT
from stoneage_core import commitment
from stoneage_core.events.service import GameRestored
from tests.support.play import play_on, submit
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.both_databases

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def restores_of(game: Game) -> list[int]:
    """The events of a game that record a restore."""
    events = StoredEvent.objects.filter(game=game, type=GameRestored.__name__)
    return list(events.order_by("sequence").values_list("sequence", flat=True))


def test_each_game_records_the_restore_and_gets_a_new_seed(
    alice: User, bob: User, now: datetime
) -> None:
    game = create_game(host=alice, players=[alice, bob], now=now)
    before = bytes(GameSeed.objects.get(game=game).secret)
    record_service_restored(now=now + DAY)
    assert restore_games(now=now + DAY)
    assert not restore_games(now=now + DAY), "it is done"
    assert len(restores_of(game)) == 1
    game.refresh_from_db()
    after = bytes(GameSeed.objects.get(game=game).secret)
    assert after != before
    assert state_of(game).commitment == commitment(after)
    assert check_stream(game.pk).findings == []


def test_first_decision_after_a_restore_uses_the_new_seed(
    two_player_game: Game, now: datetime
) -> None:
    """So nobody who saw what was lost can use the old dice."""
    record_service_restored(now=now + DAY)
    submit(
        two_player_game, 0, "forest 3", now=now
    )  # somebody who read the time before it
    kinds = StoredEvent.objects.filter(game=two_player_game).order_by("sequence")
    last = list(kinds.values_list("type", flat=True))
    assert last.index("GameRestored") == last.index("PeoplePlaced") - 1
    assert restore_games(now=now + DAY)
    assert len(restores_of(two_player_game)) == 1
    submit(two_player_game, 1, "quarry 2", now=now + DAY)
    assert len(restores_of(two_player_game)) == 1


def test_two_restores_are_both_recorded(two_player_game: Game, now: datetime) -> None:
    for days in (1, 2):
        record_service_restored(now=now + days * DAY)
        assert restore_games(now=now + days * DAY)
    assert len(restores_of(two_player_game)) == 2
    assert check_stream(two_player_game.pk).findings == []


def test_finished_and_new_games_keep_their_seed(
    finished_game: Game, alice: User, bob: User, now: datetime
) -> None:
    called_off = create_game(host=alice, players=[alice, bob], now=now)
    cancel_game(game=called_off, by=alice, now=now)
    record_service_restored(now=now + DAY)
    new = create_game(host=alice, players=[alice, bob], now=now + DAY)
    restore_games(now=now + DAY)
    assert [restores_of(game) for game in (finished_game, called_off, new)] == [
        [],
        [],
        [],
    ]


def test_awaited_players_are_asked_again(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    invited = create_game(host=alice, players=[alice, bob], now=now)
    OutgoingMail.objects.update(status=MailStatus.SENT, sent_at=now)
    record_service_restored(now=now + DAY)
    restore_games(now=now + DAY)
    owed = OutgoingMail.objects.filter(status=MailStatus.PENDING)
    asked = owed.values_list("kind", "user__email", "game")
    assert set(asked) == {
        (Kind.RESTORED, alice.email, two_player_game.pk),
        (Kind.INVITATION, bob.email, invited.pk),
    }


def test_old_emails_are_not_resent_and_none_is_forgotten(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    back = now + 7 * DAY
    asking = OutgoingMail.objects.get(kind=Kind.YOUR_TURN)
    old = OutgoingMail.objects.create(
        kind=Kind.GAME_OVER,
        dedupe_key="old",
        message_id="<o@x>",
        user=bob,
        created_at=now,
        due_at=now,
    )
    owed = OutgoingMail.objects.create(
        kind=Kind.GAME_OVER,
        dedupe_key="owed",
        message_id="<n@x>",
        user=bob,
        created_at=now,
        due_at=back + DAY,
        part_of=old,
    )
    OutgoingMail.objects.filter(pk=owed.pk).update(
        status=MailStatus.SENDING, claimed_at=now
    )
    record_service_restored(now=back)
    for mail in (asking, old, owed):
        mail.refresh_from_db()
    assert (asking.status, asking.reason) == (MailStatus.SKIPPED, ASKED_AGAIN)
    assert (old.status, old.reason) == (MailStatus.SKIPPED, PROBABLY_SENT)
    assert (owed.status, owed.due_at) == (MailStatus.PENDING, back + DAY)
    assert owed.message_id not in {"<n@x>", ""}, "a first copy has other numbers in it"
    assert owed.part_of is None


@pytest.fixture
def beats(
    settings: Settings,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    """Beat at a time, and keep the number beside the database."""
    settings.VAR_DIR = tmp_path

    def beat_at(moment: datetime) -> Heartbeat:
        with django_capture_on_commit_callbacks(execute=True):
            record_heartbeat(now=moment)
        return Heartbeat.objects.get()

    return beat_at


def put_back(heart: Heartbeat) -> None:
    """Reset the row, as restoring the database by hand does."""
    Heartbeat.objects.filter(pk=heart.pk).update(
        beats=heart.beats, beat_at=heart.beat_at
    )


def test_manual_restore_is_detected(
    beats, two_player_game: Game, now: datetime
) -> None:
    backed_up = beats(now)
    for minutes in range(1, 4):
        beats(now + minutes * MINUTE)
    assert not Restoration.objects.exists()
    put_back(backed_up)
    beats(now + 5 * MINUTE)
    restoration = Restoration.objects.get()
    assert (restoration.back_to, restoration.restored_at) == (now, now + 5 * MINUTE)
    beats(now + 6 * MINUTE)
    assert Restoration.objects.count() == 1


def test_recorded_restore_is_not_detected_again(
    beats, two_player_game: Game, now: datetime
) -> None:
    backed_up = beats(now)
    beats(now + MINUTE)
    put_back(backed_up)
    record_service_restored(now=now + 2 * MINUTE)
    beats(now + 3 * MINUTE)
    assert Restoration.objects.count() == 1


def test_another_database_is_not_taken_for_an_older_one(
    beats, db: None, now: datetime
) -> None:
    for minutes in range(3):
        beats(now + minutes * MINUTE)
    Heartbeat.objects.all().delete()
    beats(now + 3 * MINUTE)
    assert not Restoration.objects.exists()


def test_sweep_records_the_restore_in_all_games(
    two_player_game: Game, time_stands: StandingTime
) -> None:
    time_stands.now += MINUTE
    record_service_restored(now=time_stands.now)
    tasks.sweep_due()
    assert len(restores_of(two_player_game)) == 1
    assert Restoration.objects.get().completed_at is not None


def test_failing_game_does_not_stop_others(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    other = create_game(host=alice, players=[alice, bob], now=now)
    Game.objects.filter(pk=two_player_game.pk).update(table="no JSON")
    record_service_restored(now=now + DAY)
    assert restore_games(now=now + DAY)
    assert len(restores_of(other)) == 1


def test_running_game_verifies_after_a_restore(
    two_player_game: Game, now: datetime
) -> None:
    play_on(two_player_game, now=now, decisions=6)
    record_service_restored(now=now + DAY)
    restore_games(now=now + DAY)
    play_on(two_player_game, now=now + DAY, decisions=6)
    assert check_stream(two_player_game.pk).findings == []
