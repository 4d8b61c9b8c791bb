"""Mails that are put aside: whether their player is told that nothing was done."""

from datetime import datetime, timedelta

from notifications.inbox.automatic import why_automatic
from notifications.inbox.bounds import head_of
from notifications.inbox.parsing import message_of
from notifications.models import IncomingMail, Kind, OutgoingMail
from notifications.replies.answers import tell_unread

A_DAY = timedelta(days=1)


def tell(mail: IncomingMail, *, now: datetime) -> None:
    """
    Tell a player that their mail was put aside; neither machines nor ourselves.

    Only the headers are looked at: what is beneath may have taken workers down.
    """
    is_ours = OutgoingMail.objects.filter(message_id=mail.message_id).exists()
    if not is_ours and not why_automatic(message_of(head_of(bytes(mail.source)))):
        tell_unread(mail, now=now)


def tell_once_a_day(mail: IncomingMail, *, now: datetime) -> None:
    """
    Tell a player why their mail was put aside, unless they were told so today.

    A list may be far from silent, and send us what we send to its members.
    """
    told = OutgoingMail.objects.filter(
        kind__in=[Kind.REPLY_UNREAD, Kind.DIGEST_READ],
        user=mail.user_id,
        seat=mail.seat_id,
        incoming__why=mail.why,
        created_at__gt=now - A_DAY,
    )
    if not told.exists():
        tell_unread(mail, now=now)
