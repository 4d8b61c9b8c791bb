"""The time zone of people who only use email, from the dates of their mails."""

from datetime import UTC, datetime, timedelta

import pytest

from games.accounts.guessed_zone import guess_zone
from games.accounts.users import update_settings
from games.clocks import PRESETS
from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.now import zone_of
from games.seats.invitations import accept_seat
from notifications.inbox import process
from notifications.mail_text.headers import utc_offset
from notifications.mail_text.parse import message_of
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.replies.reply_address import reply_address
from stoneage_core.terms import Terms
from tests.notifications.inbox.conftest import Receive, a_mail
from tests.notifications.mails.test_contents import written

NOVEMBER = datetime(2026, 11, 20, 12, tzinfo=UTC)
JULY = datetime(2026, 7, 1, 12, tzinfo=UTC)
SEOUL = "Fri, 20 Nov 2026 21:00:00 +0900"


@pytest.mark.parametrize(
    ("minutes", "language", "now", "zone"),
    [
        (540, "ko", NOVEMBER, "Asia/Seoul"),
        (540, "en", NOVEMBER, "Asia/Tokyo"),
        (60, "es", NOVEMBER, "Europe/Madrid"),
        (120, "es", JULY, "Europe/Madrid"),
        (-300, "es", NOVEMBER, "America/Bogota"),
        (-180, "pt-br", NOVEMBER, "America/Sao_Paulo"),
        (60, "it", NOVEMBER, "Europe/Rome"),
        (-300, "en", NOVEMBER, "America/New_York"),
        (-240, "en", JULY, "America/New_York"),
        (60, "en", JULY, "Europe/London"),
        (330, "en", NOVEMBER, "Asia/Kolkata"),
        (0, "en", NOVEMBER, ""),
        (17, "en", NOVEMBER, ""),
    ],
)
def test_zone_has_the_offset_and_suits_the_language(
    minutes: int, language: str, now: datetime, zone: str
) -> None:
    assert guess_zone(timedelta(minutes=minutes), language, now) == zone
    if zone:
        assert now.astimezone(zone_of(zone)).utcoffset() == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("date", "hours"),
    [
        (SEOUL, 9),
        ("Fri, 20 Nov 2026 12:00:00 -0300 (BRT)", -3),
        ("Fri, 20 Nov 2026 12:00:00 -0000", 0),
        ("Fri, 20 Nov 2026 12:00:00 +9900", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_offset_of_a_date(date: str, hours: int | None) -> None:
    offset = utc_offset(message_of(f"Date: {date}\r\n\r\nhut\r\n".encode()))
    assert offset == (None if hours is None else hours * 60)


def zone_after(take: Receive, seat: Seat, now: datetime, source: bytes) -> str:
    take(source)
    process.process_batch(now=now)
    assert seat.user is not None
    seat.user.refresh_from_db()
    return seat.user.time_zone


def answer_text(mail: IncomingMail, now: datetime) -> str:
    answer = OutgoingMail.objects.get(kind=Kind.REPLY_READ, incoming=mail)
    return " ".join(str(written(answer, now).body).split())


def test_zone_is_taken_and_confirmed_once(
    take: Receive, seat: Seat, now: datetime
) -> None:
    User.objects.filter(pk=seat.user_id).update(language="ko")
    assert zone_after(take, seat, now, a_mail(Date=SEOUL)) == "Asia/Seoul"
    (first,) = IncomingMail.objects.all()
    assert "Asia/Seoul" in answer_text(first, now)
    again = a_mail("board\n", message_id="<two@example.org>", Date=SEOUL)
    zone_after(take, seat, now, again)
    assert IncomingMail.objects.latest("pk").zone == ""


def test_absence_in_the_same_mail_ends_in_that_zone(
    take: Receive, seat: Seat, now: datetime
) -> None:
    zone_after(take, seat, now, a_mail("away until 22 November\n", Date=SEOUL))
    (span,) = Game.objects.get(pk=seat.game_id).table_state.seats[seat.number].away
    assert span.ends == datetime(2026, 11, 22, 15, tzinfo=UTC)


def test_quiet_hours_and_the_tables_hours_follow(
    take: Receive, alice: User, bob: User, now: datetime
) -> None:
    terms = Terms(2, PRESETS["lunch_break"], first_player=0)
    game = create_game(
        host=alice, players=[str(alice.email), str(bob.email)], terms=terms, now=now
    )
    accept_seat(seat=game.seats.get(number=1), now=now)
    # 24 hours in UTC: ten on Friday, and the rest on Monday.
    own = Seat.objects.select_related("game", "user").get(game=game, user=alice)
    assert own.deadline_at == datetime(2026, 11, 23, 21, tzinfo=UTC)
    take(a_mail("board\n", Date=SEOUL), recipients=[reply_address(own)])
    process.process_batch(now=now)
    own.refresh_from_db()
    # In Seoul: one on Friday, 15 on Monday, and the rest on Tuesday.
    assert own.deadline_at == datetime(2026, 11, 24, 6, tzinfo=UTC)


def test_chosen_zone_stays(take: Receive, seat: Seat, now: datetime) -> None:
    assert seat.user is not None
    update_settings(user=seat.user, now=now, time_zone="Europe/Madrid")
    assert zone_after(take, seat, now, a_mail(Date=SEOUL)) == "Europe/Madrid"


def test_mail_of_a_stranger_changes_no_zone(
    take: Receive, seat: Seat, now: datetime
) -> None:
    take(a_mail(sender="mallory@example.net", Date=SEOUL), sender="mallory@example.net")
    process.process_batch(now=now)
    assert seat.user is not None
    seat.user.refresh_from_db()
    assert seat.user.time_zone == "UTC"


def test_automatic_mail_changes_no_zone(
    take: Receive, seat: Seat, now: datetime
) -> None:
    source = a_mail(Date=SEOUL, Auto_Submitted="auto-replied")
    assert zone_after(take, seat, now, source) == "UTC"
