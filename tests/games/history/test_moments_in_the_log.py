"""Times in the log are in UTC, so it does not reveal anybody's zone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.absences import declare_absence
from games.models import Game, StoredEvent, User
from tests.games.moderation.conftest import REASON
from tests.games.moderation.doing import do_action

LIMA = ZoneInfo("America/Lima")


def stored(kind: str) -> str:
    return StoredEvent.objects.get(type=kind).data


def test_times_of_absences_are_in_utc(two_player_game: Game, now: datetime) -> None:
    begins, ends = (
        (now + days * timedelta(days=1)).astimezone(LIMA) for days in (1, 3)
    )
    own = two_player_game.seats.get(number=0)
    declare_absence(seat=own, begins=begins, ends=ends, now=now)
    assert stored("AbsenceDeclared").count(".000000Z") == 2


def test_times_of_pauses_are_in_utc(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    until = (now + timedelta(days=3)).astimezone(LIMA)
    do_action(
        "pause", by=moderator, game=two_player_game, until=until, reason=REASON, now=now
    )
    assert ".000000Z" in stored("GamePaused")
