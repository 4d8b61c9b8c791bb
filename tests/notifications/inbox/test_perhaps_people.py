"""Mails with signs that people's mails may also have are not played, but noticed."""

from datetime import datetime, timedelta

import pytest
from django.core import mail as sent
from django.urls import reverse

from games.models import Seat
from notifications import desk
from notifications.inbox import process
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import LISTED, UNSIGNED
from notifications.sending import send as sending
from notifications.sending.render import message_for
from tests.notifications.inbox.conftest import Receive, a_mail

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
LISTS = [("List-Id", "<friends.example.org>"), ("Precedence", "list")]


def unread_notices() -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(kind=Kind.REPLY_UNREAD))


@pytest.mark.parametrize(("name", "value"), LISTS)
def test_reply_through_a_mailing_list_is_announced_once_a_day(
    take: Receive, seat: Seat, now: datetime, name: str, value: str
) -> None:
    version = seat.game.version
    for number in range(3):
        take(a_mail(message_id=f"<{number}@x>", **{name: value}))
    process.process_batch(now=now)
    seat.game.refresh_from_db()
    assert seat.game.version == version
    assert {(one.reading, one.why) for one in IncomingMail.objects.all()} == {
        (Reading.IGNORED, LISTED)
    }
    (owed,) = unread_notices()
    assert owed.user == seat.user
    OutgoingMail.objects.exclude(pk=owed.pk).delete()
    sending.send_batch(now=now + DAY)
    assert "mailing list" in str(sent.outbox[-1].body)
    take(a_mail(message_id="<9@x>", **{name: value}), now=now + 2 * DAY)
    process.process_batch(now=now + 2 * DAY)
    assert len(unread_notices()) == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied", "List_Id": "<a.b>"},
        {"Precedence": "bulk", "List_Post": "<mailto:a@b.c>"},
    ],
)
def test_automatic_mail_through_a_list_stays_automatic(
    take: Receive, now: datetime, headers: dict[str, str]
) -> None:
    (mail,) = take(a_mail(**headers))
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert mail.why.startswith("an automatic mail")
    assert unread_notices() == []


def test_our_own_mail_through_a_list_is_recognised(
    take: Receive, seat: Seat, now: datetime
) -> None:
    ours = OutgoingMail.objects.filter(user=seat.user).first()
    assert ours is not None
    (mail,) = take(a_mail(message_id=ours.message_id, List_Id="<a.b>"))
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert mail.why == process.OUR_OWN
    assert unread_notices() == []


def test_empty_envelope_sender_is_never_answered(take: Receive, now: datetime) -> None:
    answered = OutgoingMail.objects.count()
    (mail,) = take(a_mail(List_Id="<a.b>"), sender="")
    process.process_batch(now=now)
    mail.refresh_from_db()
    assert (mail.reading, mail.why) == (Reading.IGNORED, UNSIGNED)
    assert OutgoingMail.objects.count() == answered


def test_only_the_next_turn_mail_mentions_the_unread_reply(
    take: Receive, seat: Seat, now: datetime
) -> None:
    asked = OutgoingMail.objects.get(user=seat.user, kind=Kind.YOUR_TURN)
    take(a_mail(), sender="", now=now + HOUR)
    process.process_batch(now=now + HOUR)
    shown = []
    for hours in (2, 3):
        asked.pk, asked.message_id = None, f"<{hours}@stoneage.example>"
        asked.dedupe_key, asked.created_at = f"again {hours}", now + hours * HOUR
        asked.save()
        message = message_for(asked, now=now + hours * HOUR)
        shown.append((str(message.body), str(message.alternatives[0][0])))
    first, second = shown
    assert all(
        "as if a machine had sent it" in " ".join(each.split()) for each in first
    )
    assert not any("a machine" in each for each in second)


def test_staff_see_both_kinds(take: Receive, now: datetime) -> None:
    pages = []
    for number, (headers, sender) in enumerate(
        [({"List_Id": "<a.b>"}, "a@x"), ({}, "")]
    ):
        (mail,) = take(a_mail(message_id=f"<{number}@x>", **headers), sender=sender)
        pages.append(reverse("admin:notifications_incomingmail_change", args=[mail.pk]))
    take(a_mail(message_id="<8@x>", Auto_Submitted="auto-replied"))
    process.process_batch(now=now)
    assert {row.href for row in desk.unread_section(now + DAY).rows} == set(pages)
    assert desk.unread_section(now + desk.UNREAD_SHOWN + DAY).rows == ()
