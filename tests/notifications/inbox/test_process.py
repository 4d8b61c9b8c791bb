"""Each waiting mail is read once, whatever happens to the worker."""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection

from games.models import Seat
from notifications import tasks
from notifications.delivery_status.bounces import NO_REPORT, bounce_address
from notifications.inbox import process
from notifications.mail_text.parse import ParsedMail
from notifications.models import IncomingMail, OutgoingMail, Reading
from notifications.models.incoming import GIVEN_UP
from notifications.replies.reply_address import reply_address
from tests.notifications.inbox.conftest import Receive, a_mail
from tests.notifications.mail_text.test_parse import BROKEN

LATER = process.LEASE + timedelta(seconds=1)
Read = list[tuple[IncomingMail, ParsedMail]]


@pytest.fixture
def handed_on(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Replace the reply handler by a recorder."""
    given: Read = []

    def read(mail: IncomingMail, letter: ParsedMail, now: datetime) -> None:
        given.append((mail, letter))
        mail.reading, mail.read_at = Reading.DONE, now
        mail.save()

    player(monkeypatch, read)
    return given


def player(monkeypatch: pytest.MonkeyPatch, read: Callable[..., None]) -> None:
    monkeypatch.setattr(process, "handle_reply", read)


@pytest.mark.both_databases
def test_reply_is_handled_once(
    take: Receive, seat: Seat, now: datetime, handed_on: Read
) -> None:
    (kept,) = take(a_mail("forest 3\n> 2\n"))
    assert process.process_batch(now=now)
    assert not process.process_batch(now=now)
    ((mail, letter),) = handed_on
    assert (mail, mail.seat) == (kept, seat)
    assert letter.own_lines == ("forest 3",)
    kept.refresh_from_db()
    assert (kept.reading, kept.attempts, kept.claimed_at) == (Reading.DONE, 1, now)


def test_task_reads_all_waiting_mails(take: Receive, handed_on: Read) -> None:
    for number in range(25):
        take(a_mail(message_id=f"<{number}@x>"))
    tasks.read_incoming_mails()
    assert len(handed_on) == 25


@pytest.mark.parametrize(
    ("source", "sender", "why"),
    [
        (a_mail(Auto_Submitted="auto-replied"), "a@x", "Auto-Submitted"),
        (a_mail(Precedence="bulk"), "a@x", "Precedence"),
        (a_mail(sender="mailer-daemon@x.org"), "a@x", "From"),
    ],
)
def test_automatic_mails_are_not_read(
    take: Receive, now: datetime, handed_on: Read, source: bytes, sender: str, why: str
) -> None:
    (mail,) = take(source, sender=sender)
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert (mail.reading, mail.read_at) == (Reading.IGNORED, now)
    assert mail.why == process.AUTOMATIC.format(sign=why)
    assert handed_on == []


def test_our_own_mails_are_not_read(
    take: Receive, seat: Seat, now: datetime, handed_on: Read
) -> None:
    sent = OutgoingMail.objects.filter(user=seat.user).first()
    assert sent is not None
    (mail,) = take(a_mail(message_id=sent.message_id))
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert (mail.reading, mail.why) == (Reading.IGNORED, process.OUR_OWN)
    assert handed_on == []


def test_mail_to_a_deleted_seat_is_set_aside(
    take: Receive, now: datetime, handed_on: Read
) -> None:
    (mail,) = take(a_mail())
    IncomingMail.objects.update(user=None)
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert (mail.reading, mail.why) == (Reading.IGNORED, process.GONE)


def test_reports_are_handled_as_bounces(
    take: Receive, seat: Seat, now: datetime, handed_on: Read
) -> None:
    sent = OutgoingMail.objects.filter(user=seat.user).first()
    assert sent is not None
    (mail,) = take(a_mail(), recipients=[bounce_address(sent)], sender="")
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert mail.reading == Reading.IGNORED
    assert mail.why == NO_REPORT
    assert handed_on == []


@pytest.mark.both_databases
def test_failed_reading_is_rolled_back_and_retried(
    take: Receive, seat: Seat, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(mail: IncomingMail, letter: ParsedMail, now: datetime) -> None:
        Seat.objects.filter(pk=seat.pk).update(link_epoch=99)
        mail.reading = Reading.DONE
        mail.save()
        raise RuntimeError("in the middle")

    player(monkeypatch, half)
    (mail,) = take(a_mail())
    process.process_batch(now=now)
    mail.refresh_from_db()
    seat.refresh_from_db()
    assert seat.link_epoch != 99
    assert (mail.reading, mail.due_at) == (Reading.WAITING, now + process.FIRST_RETRY)
    assert not process.process_batch(now=now)


def test_mail_that_always_fails_is_given_up_and_can_be_read_again(
    take: Receive, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    player(monkeypatch, fail)
    (mail,) = take(a_mail())
    for number in range(process.MOST_ATTEMPTS + 2):
        process.process_batch(now=now + number * timedelta(hours=1))
    mail.refresh_from_db()
    assert (mail.reading, mail.attempts) == (Reading.IGNORED, process.MOST_ATTEMPTS)
    assert mail.why == GIVEN_UP.format(
        count=process.MOST_ATTEMPTS, error=process.UNREADABLE
    )
    assert process.process_again(IncomingMail.objects.all(), now=now) == 1
    mail.refresh_from_db()
    assert (mail.reading, mail.attempts, mail.why) == (Reading.WAITING, 0, "")


def test_mail_that_crashes_workers_is_given_up(
    take: Receive, now: datetime, handed_on: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mail,) = take(a_mail())
    with monkeypatch.context() as patch:
        patch.setattr(process, "_read", lambda pk, now: None)  # killed
        for number in range(process.MOST_ATTEMPTS):
            assert process.process_batch(now=now + number * LATER)
    process.process_batch(now=now + process.MOST_ATTEMPTS * LATER)
    mail.refresh_from_db()
    assert mail.reading == Reading.IGNORED
    assert f"{process.MOST_ATTEMPTS} attempts" in mail.why
    assert handed_on == []


@pytest.mark.both_databases
def test_worker_that_lost_its_claim_reads_nothing(
    take: Receive, now: datetime, handed_on: Read
) -> None:
    (mail,) = take(a_mail())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "_read", lambda pk, now: None)
        process.process_batch(now=now)
        process.process_batch(now=now + LATER)
    process._read(mail.pk, now)
    assert handed_on == [], "another has claimed it since"
    process._read(mail.pk, now + LATER)
    assert len(handed_on) == 1


def test_dead_address_does_not_delay_other_mails(
    take: Receive, seat: Seat, now: datetime, handed_on: Read
) -> None:
    bobs = Seat.objects.exclude(pk=seat.pk).get(game=seat.game)
    (mail,) = take(a_mail(), recipients=[reply_address(bobs)])
    take(a_mail())
    Seat.objects.filter(pk=seat.pk).update(user=None)
    IncomingMail.objects.exclude(pk=mail.pk).update(user=None)
    process.process_batch(now=now)
    assert [given.pk for given, _ in handed_on] == [mail.pk]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_read_each_mail_once(
    take: Receive, now: datetime, handed_on: Read
) -> None:
    wanted = {take(a_mail(message_id=f"<{n}@x>"))[0].pk for n in range(24)}
    start = Barrier(3)

    def work() -> None:
        start.wait()
        while process.process_batch(now=now, limit=3):
            pass
        connection.close()

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(mail.pk for mail, _ in handed_on) == sorted(wanted)


def test_reply_is_played(take: Receive, seat: Seat, now: datetime) -> None:
    version = seat.game.version
    (mail,) = take(a_mail("forest 3\n\nOn Wed, Stone Age wrote:\n> clay pit 2\n"))
    process.process_batch(now=now)
    mail.refresh_from_db()
    seat.game.refresh_from_db()
    assert mail.reading == Reading.DONE
    assert seat.game.version > version
    assert mail.answers.count() == 1


def test_strangers_reply_waits(take: Receive, seat: Seat, now: datetime) -> None:
    version = seat.game.version
    (mail,) = take(a_mail(sender="mallory@example.org"))
    process.process_batch(now=now)
    mail.refresh_from_db()
    seat.game.refresh_from_db()
    assert (mail.reading, seat.game.version) == (Reading.PENDING, version)


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN)
def test_broken_mail_is_kept_and_never_plays(
    take: Receive, seat: Seat, now: datetime, source: bytes
) -> None:
    version = seat.game.version
    (mail,) = take(source)
    process.process_batch(now=now)
    mail.refresh_from_db()
    seat.game.refresh_from_db()
    assert seat.game.version == version
    assert mail.reading in {Reading.PENDING, Reading.DONE, Reading.IGNORED}
    assert mail.attempts <= 1, "nothing failed"
