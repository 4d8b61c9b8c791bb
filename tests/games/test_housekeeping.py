"""Rows are deleted when their period is over, and no others."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command

from games.accounts.users import create_guest
from games.clocks import REMEMBERED
from games.housekeeping import (
    BATCH,
    PERIODS,
    Period,
    archive_games,
    drop_guests,
    drop_outages,
    drop_typed_addresses,
    end_sessions,
    keep_periods,
)
from games.lobby.new_games import create_practice_game
from games.models import Game, GameArchive, Outage, User
from notifications.housekeeping import PERIODS as OF_MAILS
from notifications.models import Kind, OutgoingMail
from tests.support.mails import ask_to_sign_in

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_game_is_archived_after_its_days(
    finished_game: Game,
) -> None:
    assert finished_game.finished_at is not None
    due = finished_game.finished_at + timedelta(days=settings.ARCHIVE_DAYS)
    assert archive_games(due) == 0
    assert archive_games(due + SECOND) == 1
    assert GameArchive.objects.get().archived_at == due + SECOND


def test_expired_session_is_deleted(now: datetime) -> None:
    for name, at in (("over", now - SECOND), ("open", now)):
        Session.objects.create(session_key=name, session_data="", expire_date=at)
    assert end_sessions(now) == 1
    assert Session.objects.get().session_key == "open"


def test_guest_without_a_game_is_deleted(alice: User, now: datetime) -> None:
    def guest(name: str, at: datetime) -> User:
        return create_guest(name=name, language="en", time_zone="UTC", now=at)

    limit = now - timedelta(days=settings.GUEST_DAYS)
    guest("Old", limit - SECOND)
    player, young = guest("Player", limit - SECOND), guest("Young", limit)
    create_practice_game(guest=player, now=limit)
    User.objects.filter(pk=alice.pk).update(created_at=limit - SECOND)
    assert drop_guests(now) == 1
    assert set(User.objects.all()) >= {alice, player, young}
    assert not User.objects.filter(name="Old").exists()


def test_outage_that_no_clock_needs_is_deleted(now: datetime) -> None:
    def outage(ended_at: datetime, credited_at: datetime | None) -> Outage:
        return Outage.objects.create(
            began_at=ended_at - SECOND, ended_at=ended_at, credited_at=credited_at
        )

    limit = now - REMEMBERED
    outage(limit - SECOND, now)
    kept = {outage(limit, now), outage(limit - SECOND, None)}
    assert drop_outages(now) == 1
    assert set(Outage.objects.all()) == kept


def test_batches_go_on_until_time_is_up_and_failures_stop_no_other_period(
    now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    left = [BATCH, BATCH, 3]
    periods = [
        Period("stuck", lambda now: 1 // 0),
        Period("much", lambda now: left.pop(0)),
    ]
    assert list(keep_periods(periods, lambda: now, seconds=60)) == [
        ("stuck", 0),
        ("much", 2 * BATCH + 3),
    ]
    assert "The removal of stuck failed" in caplog.text
    left += [BATCH]  # and then the list is empty
    assert list(keep_periods(periods[1:], lambda: now, seconds=60)) == [("much", BATCH)]
    left += [BATCH, BATCH]
    later = now + timedelta(hours=1)  # the pause of the failed period is over
    hurried = list(keep_periods(periods[1:], lambda: later, seconds=0))
    assert hurried == [("much", BATCH)]


def test_command_and_docs_name_every_period() -> None:
    out = StringIO()
    call_command("keep_house", stdout=out)
    told = [line.rpartition(": ")[0] for line in out.getvalue().splitlines()]
    assert told == [period.what for period in (*PERIODS, *OF_MAILS)]
    listed = (settings.BASE_DIR / "docs/operating.md").read_text("utf-8")
    assert [what for what in told if f"| {what} |" not in listed] == []


def test_address_whose_owner_never_acted_is_deleted(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    limit = now - timedelta(days=settings.TYPED_ADDRESS_DAYS)
    typed = {
        name: User.objects.create_user(f"{name}@example.org", created_at=at)
        for name, at in (("old", limit - SECOND), ("young", limit))
    }
    seen = User.objects.create_user(
        "seen@example.org", created_at=limit - SECOND, last_login=now
    )
    User.objects.filter(pk=bob.pk).update(created_at=limit - SECOND)
    ask_to_sign_in("old@example.org", now=now)
    OutgoingMail.objects.filter(kind=Kind.SIGN_IN).update(sent_to="old@example.org")
    assert drop_typed_addresses(now) == 1
    left = set(User.objects.all())
    assert left >= {bob, seen, typed["young"]}
    assert typed["old"] not in left
    mail = OutgoingMail.objects.get(kind=Kind.SIGN_IN)
    assert (mail.user, mail.sent_to, mail.to_address) == (None, "", "")
