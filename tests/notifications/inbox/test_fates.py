"""Each incoming mail has one fate, and a line that explains it to the staff."""

from datetime import datetime

import pytest
from django.test import Client

from games.models import Seat
from notifications.delivery_status.bounces import bounce_address
from notifications.desk import describe_fate, incoming_section
from notifications.inbox import process
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.models.incoming import LISTED, NOTHING_UNDERSTOOD, UNSIGNED, Fate
from notifications.replies.pending import confirm_reply
from tests.notifications.inbox.conftest import Receive, a_mail
from tests.support.mails import Send

REACTION = "text/vnd.google.email-reaction+json"
STRANGER = {"sender": "Mallory <mallory@example.net>"}

#: A mail, the way it came, its fate, and the staff's line.
CASES = [
    (a_mail(), {}, Fate.DONE, "1 line done"),
    (a_mail("forest 3\nhut\n"), {}, Fate.DONE, "1 line done, 1 line failed"),
    (a_mail("forest 9\n"), {}, Fate.REFUSED, "1 line failed"),
    (a_mail("Hi!\n"), {}, Fate.ASKED, "empty; we sent the help"),
    (
        a_mail("three of mine wander off into the forest\n"),
        {},
        Fate.ASKED,
        "1 line asked",
    ),
    (a_mail(**STRANGER), {}, Fate.ASKED, "waits for its player's confirmation"),
    (a_mail(List_Id="<games.example.org>"), {}, Fate.REFUSED, LISTED),
    (a_mail(), {"sender": ""}, Fate.REFUSED, UNSIGNED),
    (a_mail(Auto_Submitted="auto-replied"), {}, Fate.NOT_FOR_US, "Auto-Submitted"),
    (a_mail(Precedence="bulk"), {}, Fate.NOT_FOR_US, "Precedence"),
    (
        a_mail().replace(b'text/plain; charset="utf-8"', REACTION.encode()),
        {},
        Fate.NOT_FOR_US,
        REACTION,
    ),
]


def process_all(now: datetime) -> None:
    while process.process_batch(now=now):
        pass


@pytest.mark.parametrize(("source", "how", "fate", "why"), CASES)
def test_each_fate_is_explained(
    take: Receive,
    seat: Seat,
    now: datetime,
    source: bytes,
    how: dict[str, object],
    fate: Fate,
    why: str,
) -> None:
    (mail,) = take(source, **how)
    assert (mail.fate, describe_fate(mail)) == ("", ""), "it waits"
    process_all(now)
    mail.refresh_from_db()
    assert mail.fate == fate
    assert why in describe_fate(mail)
    (row,) = incoming_section(seat.game).rows
    assert (row.badge, row.detail) == (Fate(mail.fate).label, describe_fate(mail))
    assert row.is_bad is (fate == Fate.REFUSED)


def test_text_with_a_file_name_is_read(take: Receive, now: datetime) -> None:
    head = b'Content-Disposition: inline; filename="move.txt"\r\n'
    (mail,) = take(head + a_mail())
    process_all(now)
    mail.refresh_from_db()
    assert mail.fate == Fate.DONE


def test_conversation_with_a_machine_ends(
    take: Receive, now: datetime, send: Send
) -> None:
    """An unmarked autoresponder gets four mails and no more."""
    fates = []
    for number in range(8):
        source = a_mail("I am on leave, sorry.\n", message_id=f"<{number}@x>")
        (mail,) = take(source)
        process_all(now)
        mail.refresh_from_db()
        fates.append(mail.fate)
    assert fates == [Fate.REFUSED] * 3 + [Fate.NOT_FOR_US] * 5
    assert describe_fate(mail) == NOTHING_UNDERSTOOD
    kinds = [Kind.REPLY_READ, Kind.REPLY_UNREAD]
    assert OutgoingMail.objects.filter(kind__in=kinds).count() == 4


def test_bounces_and_our_own_mails_are_not_for_us(
    take: Receive, seat: Seat, now: datetime, send: Send
) -> None:
    send(now)
    ours = OutgoingMail.objects.filter(user=seat.user).latest("pk")
    (back,) = take(a_mail(), recipients=[bounce_address(ours)], sender="")
    (own,) = take(a_mail(message_id=ours.message_id))
    process_all(now)
    for mail in (back, own):
        mail.refresh_from_db()
        assert mail.fate == Fate.NOT_FOR_US
        assert describe_fate(mail)


def test_confirmed_draft_is_done(take: Receive, now: datetime) -> None:
    (mail,) = take(a_mail(**STRANGER))
    process_all(now)
    mail = IncomingMail.objects.select_related("user", "seat", "replies_to").get()
    confirm_reply(mail, now=now)
    mail.refresh_from_db()
    assert (mail.fate, describe_fate(mail)) == (Fate.DONE, "1 line done")


def test_admin_lists_fates(take: Receive, now: datetime, admin_client: Client) -> None:
    take(a_mail(Precedence="bulk"))
    process_all(now)
    page = admin_client.get(
        "/admin/notifications/incomingmail/?fate__exact=not_for_us"
    ).content.decode()
    assert "an automatic mail: Precedence" in page
    assert "not for us" in page
