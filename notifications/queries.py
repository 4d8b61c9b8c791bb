"""Queries of the mails, for monitoring, the desk and mails themselves."""

from datetime import datetime, timedelta

from django.db.models import Max, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from notifications.models import (
    OPEN_STATUSES,
    IncomingMail,
    Kind,
    MailboxMessage,
    MailStatus,
    OutgoingMail,
    Reading,
)
from notifications.models.incoming import GIVING_UP, LISTED, UNSIGNED
from notifications.models.mail_kinds import CONVERSATION, OTHER_CHANNELS
from notifications.models.preferences import ASKING

#: What reaches an inbox: notices in browsers and webhooks do not.
_KINDS_OF_MAIL = tuple(kind for kind in Kind if kind not in OTHER_CHANNELS)


def oldest_unread_age(now: datetime) -> timedelta | None:
    """Return for how long the oldest mail that came in has been waiting, or None."""
    oldest = waiting_mails(now).aggregate(at=Min("since"))["at"]
    return None if oldest is None else now - oldest


def waiting_mails(moment: datetime) -> QuerySet[IncomingMail]:
    """Return the mails that were to be read by a moment, with ``since`` when."""
    waiting = IncomingMail.objects.filter(reading=Reading.WAITING)
    # A retry moves due_at, and never ready_since.
    since = Coalesce("ready_since", "due_at")
    return waiting.annotate(since=since).filter(since__lte=moment)


def mails_given_up(since: datetime) -> QuerySet[IncomingMail]:
    """Return the mails that were given up since then, as no worker could read them."""
    return IncomingMail.objects.filter(
        reading=Reading.IGNORED, why__startswith=GIVING_UP, read_at__gt=since
    )


def doubtful_mails(since: datetime) -> QuerySet[IncomingMail]:
    """Return the mails of players that were set aside since then as if of machines."""
    return IncomingMail.objects.filter(
        why__in=(LISTED, UNSIGNED), seat__isnull=False, read_at__gt=since
    )


def unread_answer(mail: OutgoingMail) -> datetime | None:
    """
    Return when an answer came that nobody could be told of, None if none did.

    Since the seat was asked before, if it was.
    """
    found = IncomingMail.objects.filter(
        why=UNSIGNED, seat=mail.seat_id, user=mail.user_id
    )
    latest: datetime | None = found.aggregate(at=Max("received_at"))["at"]
    if latest is None:
        return None
    asked = OutgoingMail.objects.filter(
        seat=mail.seat_id, user=mail.user_id, topic__in=ASKING, pk__lt=mail.pk
    )
    since = asked.aggregate(at=Max("created_at"))["at"]
    return latest if since is None or latest > since else None


def may_be_told_otherwise(mail: OutgoingMail) -> bool:
    """Whether any mail may tell of a turn in another's place."""
    others = OutgoingMail.objects.filter(
        seat=mail.seat_id, kind__in=(Kind.ORDERS_DISARMED, Kind.REPLY_READ)
    )
    is_about_turn = Q(about_version=mail.about_version) | Q(
        shown_version__gte=mail.about_version
    )
    return others.filter(is_about_turn | Q(status__in=OPEN_STATUSES)).exists()


def thread_of(mail: OutgoingMail) -> list[str]:
    """
    Return the Message-IDs of what a mail follows in the thread of its game.

    First a name that all mails about the game to its reader have in common, though none
    bears it; then that of the last mail before it, in a conversation of the last one of
    that. An answer hangs on the mail that it answers, unless that came without a name.
    """
    if mail.game is None:
        return []
    domain = mail.message_id.rpartition("@")[2]
    root = f"<game.{mail.game.slug}.{mail.user_id}@{domain}"
    kinds = CONVERSATION if mail.kind in CONVERSATION else _KINDS_OF_MAIL
    earlier = OutgoingMail.objects.filter(
        game=mail.game,
        user=mail.user_id,
        status=MailStatus.SENT,
        pk__lt=mail.pk,
        kind__in=kinds,
    )
    found = [root, earlier.order_by("-pk").values_list("message_id", flat=True).first()]
    if mail.incoming is not None and not mail.incoming.is_nameless:
        found.append(mail.incoming.message_id)
    return list(dict.fromkeys(filter(None, found)))


def mailbox_recipients() -> list[str]:
    """Return every address that has received something, in order."""
    recipients = MailboxMessage.objects.values_list("recipient", flat=True)
    return list(recipients.distinct().order_by("recipient"))
