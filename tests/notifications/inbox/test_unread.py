"""A player is notified once if their mail cannot be read; machines are not."""

from collections.abc import Callable
from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest
from django.core import mail as sent
from django.core.mail import EmailMultiAlternatives

from games import limits
from games.models import Seat, User
from notifications.inbox import process
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import SEAT_HAS_NEW_PLAYER, TOO_LARGE
from notifications.sending import send as sending
from tests.notifications.inbox.conftest import Receive, a_mail

HOUR = timedelta(hours=1)
GiveUp = Callable[[], None]


@pytest.fixture
def give_up(monkeypatch: pytest.MonkeyPatch, now: datetime) -> GiveUp:
    """Let every waiting mail fail until it is given up."""

    def fail(*_: object) -> None:
        raise RuntimeError

    def again_and_again() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(process, "_dispatch", fail)
            for number in range(process.MOST_ATTEMPTS):
                process.process_batch(now=now + number * HOUR)

    return again_and_again


def unread_notices() -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(kind=Kind.REPLY_UNREAD))


def written(now: datetime) -> EmailMultiAlternatives:
    """Return the notice as it is sent."""
    OutgoingMail.objects.exclude(kind=Kind.REPLY_UNREAD).delete()
    sending.send_batch(now=now + 12 * HOUR)
    (message,) = sent.outbox
    assert isinstance(message, EmailMultiAlternatives)
    return message


def test_player_reads_that_the_mail_was_not_read(
    take: Receive, seat: Seat, now: datetime, give_up: GiveUp
) -> None:
    (mail,) = take(a_mail())
    give_up()
    mail.refresh_from_db()
    assert mail.reading == Reading.IGNORED
    (owed,) = unread_notices()
    assert (owed.user, owed.incoming, owed.seat) == (seat.user, mail, seat)
    message = written(now)
    assert message.to == ["alice@example.org"]
    html = str(message.alternatives[0][0])
    for text in (str(message.body), html):
        assert "/play/" in text
    assert message.extra_headers["Auto-Submitted"] == "auto-replied"
    assert mail.message_id in message.extra_headers["References"]


def test_player_is_notified_after_a_mail_crashed_workers(
    take: Receive, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(a_mail())
    with monkeypatch.context() as patch:
        patch.setattr(process, "_read", lambda pk, now: None)  # killed
        for number in range(process.MOST_ATTEMPTS + 1):
            process.process_batch(now=now + number * HOUR)
    assert len(unread_notices()) == 1


@pytest.mark.parametrize("left", [0, 1])
def test_failing_notice_does_not_delay_other_mails(
    take: Receive, now: datetime, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """For example while the rate limit cannot be checked."""
    (mail,) = take(a_mail())
    IncomingMail.objects.update(attempts=process.MOST_ATTEMPTS - left)
    (other,) = take(a_mail("board\n", message_id="<two@example.org>"))
    down = Mock(side_effect=ConnectionError)
    with monkeypatch.context() as patch:
        patch.setattr(process, "post_notice_to_people", down)
        dispatch = process._dispatch
        patch.setattr(
            process,
            "_dispatch",
            lambda each, *rest: (down if each == mail else dispatch)(each, *rest),
        )
        process.process_batch(now=now)
    other.refresh_from_db()
    assert other.reading == Reading.DONE
    assert unread_notices() == []
    process.process_batch(now=now + HOUR)
    mail.refresh_from_db()
    assert mail.reading == Reading.IGNORED
    assert len(unread_notices()) == 1


def test_notice_is_sent_once(take: Receive, give_up: GiveUp) -> None:
    (mail,) = take(a_mail())
    give_up()
    process.process_again(IncomingMail.objects.all(), now=mail.received_at)
    give_up()
    mail.refresh_from_db()
    assert mail.reading == Reading.IGNORED
    assert len(unread_notices()) == 1


def test_notice_is_skipped_if_the_mail_was_read_after_all(
    take: Receive, now: datetime, give_up: GiveUp
) -> None:
    (mail,) = take(a_mail())
    give_up()
    process.process_again(IncomingMail.objects.all(), now=now)
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert mail.reading == Reading.DONE
    sending.send_batch(now=now + 12 * HOUR)
    assert not [one for one in sent.outbox if "not read" in one.subject]


@pytest.mark.parametrize(
    "headers", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}]
)
def test_machines_are_not_notified(
    take: Receive, give_up: GiveUp, headers: dict[str, str]
) -> None:
    take(a_mail(**headers))
    give_up()
    assert unread_notices() == []


def test_our_own_mails_cause_no_notice(
    take: Receive, seat: Seat, give_up: GiveUp
) -> None:
    ours = OutgoingMail.objects.filter(user=seat.user).first()
    assert ours is not None
    take(a_mail(message_id=ours.message_id))
    give_up()
    assert unread_notices() == []


def test_banned_player_is_not_notified(
    take: Receive, alice: User, give_up: GiveUp
) -> None:
    take(a_mail())
    User.objects.filter(pk=alice.pk).update(is_active=False)
    give_up()
    assert unread_notices() == []


def test_notices_about_strangers_mails_are_limited_like_drafts(
    take: Receive, give_up: GiveUp
) -> None:
    for number in range(limits.PENDING_REPLIES.most + 2):
        take(a_mail(sender="mallory@example.net", message_id=f"<{number}@x>"))
    give_up()
    assert len(unread_notices()) == limits.PENDING_REPLIES.most
    assert {mail.user.email for mail in unread_notices() if mail.user} == {
        "alice@example.org"
    }


def test_former_player_is_notified_without_a_link(
    take: Receive, seat: Seat, alice: User, carol: User, now: datetime
) -> None:
    (mail,) = take(a_mail("say hello\n"))
    Seat.objects.filter(pk=seat.pk).update(user=carol)
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert (mail.reading, mail.why) == (Reading.IGNORED, SEAT_HAS_NEW_PLAYER)
    message = written(now)
    assert message.to == ["alice@example.org"]
    assert "a seat that someone else plays now" in str(message.body)
    assert f"/games/{seat.game.slug}/" in str(message.body)
    assert "/play/" not in str(message.body)


def test_reason_is_given_if_it_helps(
    take: Receive, now: datetime, give_up: GiveUp
) -> None:
    take(a_mail())
    give_up()
    IncomingMail.objects.update(why=TOO_LARGE)
    assert "too big for us to read" in str(written(now).body)


def test_mail_that_cannot_be_set_aside_is_retried_every_hour(
    take: Receive, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(a_mail())
    IncomingMail.objects.update(attempts=process.MOST_ATTEMPTS)
    down = Mock(side_effect=ConnectionError)
    with monkeypatch.context() as patch:
        patch.setattr(process, "post_notice_to_people", down)
        for seconds in (0, 10, 20):
            process.process_batch(now=now + timedelta(seconds=seconds))
    assert down.call_count == 1
    process.process_batch(now=now + process.SET_ASIDE_AGAIN)
    assert len(unread_notices()) == 1
