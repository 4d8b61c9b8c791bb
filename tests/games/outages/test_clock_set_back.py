"""The database's clock was a day ahead and is set back."""

from datetime import datetime, timedelta

import pytest

from games import limits, outages, tasks
from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.models import Game, Heartbeat, Outage, Seat, User
from games.outages import credit_outages, record_heartbeat, refresh_deadlines
from games.seats.invitations import accept_seat
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.tasks import send_due_mails
from tests.support.mails import Send, a_mail
from tests.support.play import submit
from tests.support.standing_time import StandingTime

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
THREE_DAYS = timedelta(days=3)


@pytest.fixture
def right(two_player_game: Game, now: datetime, time_stands: StandingTime) -> datetime:
    """Sweep until the clock jumps ahead. Return the right time."""
    tasks.sweep_due()
    time_stands.now = now + DAY
    tasks.sweep_due()
    assert Outage.objects.get().ended_at == now + DAY
    return now + 5 * MINUTE


def set_right(moment: datetime, time_stands: StandingTime) -> None:
    time_stands.now = moment
    tasks.sweep_due()


def test_wrong_clock_costs_nobody_time(
    two_player_game: Game, now: datetime, right: datetime, time_stands: StandingTime
) -> None:
    """Only the minutes with the wrong clock count as an outage."""
    seat = two_player_game.seats.get(number=0)
    assert seat.deadline_at == now + THREE_DAYS + DAY
    set_right(right, time_stands)
    seat.refresh_from_db()
    assert seat.deadline_at == right + THREE_DAYS
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (now, right)
    assert Heartbeat.objects.get().beat_at == right
    late = record_heartbeat(now=right + 10 * MINUTE)
    assert late is not None, "the next outage is noticed"


def test_two_jumps_leave_every_deadline_right(
    two_player_game: Game, now: datetime, time_stands: StandingTime
) -> None:
    tasks.sweep_due()
    for jump in (timedelta(hours=1), timedelta(0), DAY, timedelta(0)):
        for _ in range(2):
            now += timedelta(seconds=10)
            time_stands.now = now + jump
            tasks.sweep_due()
    assert check_stream(two_player_game.pk).findings == []


def test_crediting_by_the_wrong_time_stops_when_the_clock_is_set_back(
    two_player_game: Game,
    alice: User,
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sweep of the wrong day is at its second game when the clock is set back."""
    people = [str(alice.email), str(bob.email)]
    later = create_game(host=alice, players=people, now=now)
    accept_seat(seat=later.seats.get(number=1), now=now)
    record_heartbeat(now=now)
    record_heartbeat(now=now + DAY)

    def be_found_out(*, game_id: int, now: datetime) -> None:
        refresh_deadlines(game_id=game_id, now=now)
        monkeypatch.undo()
        right = now - DAY + MINUTE
        record_heartbeat(now=right)
        while credit_outages(now=right):
            pass

    monkeypatch.setattr(outages, "refresh_deadlines", be_found_out)
    while credit_outages(now=now + DAY):
        pass
    for game in (two_player_game, later):
        assert [
            said for said in check_stream(game.pk).findings if "differs" in said
        ] == []


def test_emails_scheduled_by_the_wrong_clock_are_sent_at_once(
    two_player_game: Game,
    right: datetime,
    time_stands: StandingTime,
    bob: User,
    send: Send,
) -> None:
    submit(two_player_game, 0, "forest 3", now=time_stands.now)
    owed = OutgoingMail.objects.get(kind=Kind.YOUR_TURN, user=bob)
    assert owed.due_at > right + DAY - 10 * MINUTE
    set_right(right, time_stands)
    send(right)
    owed.refresh_from_db()
    assert owed.status == MailStatus.SENT
    assert owed.sent_at == right


def test_email_written_in_the_future_between_beats_is_sent_at_once(
    two_player_game: Game, now: datetime, time_stands: StandingTime, bob: User
) -> None:
    tasks.sweep_due()
    submit(two_player_game, 0, "forest 3", now=now + DAY)
    time_stands.now = now + 10 * MINUTE
    tasks.sweep_due()
    send_due_mails()
    owed = OutgoingMail.objects.get(kind=Kind.YOUR_TURN, user=bob)
    assert (owed.status, owed.sent_at) == (MailStatus.SENT, time_stands.now)


def test_game_with_a_log_in_the_future_continues_and_emails_on_time(
    two_player_game: Game,
    alice: User,
    right: datetime,
    time_stands: StandingTime,
    send: Send,
) -> None:
    submit(two_player_game, 0, "forest 3", now=time_stands.now)
    set_right(right, time_stands)
    game = submit(two_player_game, 1, "clay pit 3", now=right).game
    owed = OutgoingMail.objects.filter(user=alice, about_version=game.version).get()
    assert owed.due_at <= right + 10 * MINUTE
    send(owed.due_at)
    owed.refresh_from_db()
    assert owed.status == MailStatus.SENT
    moments = list(
        game.events.order_by("sequence").values_list("recorded_at", flat=True)
    )
    assert moments == sorted(moments), "the log goes forward all the same"
    assert Outage.objects.count() == 1


def test_deferred_emails_are_sent_and_sent_ones_are_redated(
    right: datetime, time_stands: StandingTime, alice: User
) -> None:
    wrong = time_stands.now
    put_off = a_mail(alice, wrong, "put off", due_at=wrong + MINUTE, claimed_at=wrong)
    sent = a_mail(alice, wrong, "sent", status=MailStatus.SENT, sent_at=wrong)
    waits = a_mail(alice, right, "waits", due_at=right + 2 * MINUTE)
    set_right(right, time_stands)
    for mail in (put_off, sent, waits):
        mail.refresh_from_db()
    assert put_off.due_at == put_off.created_at == right
    assert sent.sent_at == right
    assert waits.due_at == right + 2 * MINUTE, "what can be taken back still can be"


def test_limits_of_the_wrong_clock_are_cleared(
    right: datetime, time_stands: StandingTime
) -> None:
    for _ in range(3):
        limits.FRESH_LINKS.spend("ann", now=time_stands.now)
    set_right(right, time_stands)
    limits.FRESH_LINKS.spend("ann", now=right)


def test_orders_and_bots_do_not_wait_a_day(
    two_player_game: Game, right: datetime, time_stands: StandingTime
) -> None:
    wrong = time_stands.now
    submit(two_player_game, 0, "forest 3", now=wrong)
    Seat.objects.filter(number=1).update(
        orders_at=wrong, thinks_at=wrong, looked_at=wrong
    )
    time_stands.now = right
    record_heartbeat(now=right)
    seat = two_player_game.seats.get(number=1)
    assert seat.orders_at is not None
    assert seat.orders_at <= right + 10 * MINUTE
    assert (seat.thinks_at, seat.looked_at) == (right, None)


def test_deadlines_of_questions_asked_meanwhile_are_computed_again(
    two_player_game: Game, right: datetime, time_stands: StandingTime
) -> None:
    """
    Wrong by one day, then asked, then wrong by a second day, which gives no credit.
    """
    submit(two_player_game, 0, "forest 3", now=time_stands.now)
    time_stands.now += DAY
    tasks.sweep_due()
    set_right(right, time_stands)
    assert check_stream(two_player_game.pk).findings == []


def test_batch_begun_by_the_wrong_time_is_corrected_too(
    right: datetime, time_stands: StandingTime, alice: User
) -> None:
    wrong = time_stands.now
    set_right(right, time_stands)
    mail = a_mail(alice, right, "late", due_at=wrong, claimed_at=wrong)
    set_right(right + MINUTE, time_stands)
    mail.refresh_from_db()
    assert mail.due_at == right + MINUTE
