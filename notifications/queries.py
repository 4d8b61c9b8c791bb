"""Queries about mails, for monitoring, the staff's desk and the mails themselves."""

from datetime import datetime, timedelta

from django.db.models import Max, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from games.models import User
from notifications.models import (
    OPEN_STATUSES,
    IncomingMail,
    Kind,
    MailboxMessage,
    MailStatus,
    OutgoingMail,
    Topic,
)
from notifications.models.incoming import LISTED, NOTHING_UNDERSTOOD, UNSIGNED
from notifications.models.outgoing import CONVERSATION, OTHER_CHANNELS
from notifications.models.preferences import ASKING

#: Kinds that arrive in an inbox, unlike notifications and webhooks.
_KINDS_OF_MAIL = tuple(kind for kind in Kind if kind not in OTHER_CHANNELS)


def oldest_unread_age(now: datetime) -> timedelta | None:
    oldest = waiting_mails(now).aggregate(at=Min("since"))["at"]
    return None if oldest is None else now - oldest


def waiting_mails(moment: datetime) -> QuerySet[IncomingMail]:
    """Return the unread mails that were due by ``moment``, annotated with ``since``."""
    waiting = IncomingMail.objects.waiting()
    # A retry moves due_at, but never ready_since.
    since = Coalesce("ready_since", "due_at")
    return waiting.annotate(since=since).filter(since__lte=moment)


def mails_given_up(since: datetime) -> QuerySet[IncomingMail]:
    return IncomingMail.objects.given_up().filter(read_at__gt=since)


def doubtful_mails(since: datetime) -> QuerySet[IncomingMail]:
    """Return mails set aside since then that a person may have written."""
    return IncomingMail.objects.filter(
        why__in=(LISTED, UNSIGNED), seat__isnull=False, read_at__gt=since
    )


def unread_answer(mail: OutgoingMail) -> datetime | None:
    """Only replies since the previous mail that asked this seat count."""
    found = IncomingMail.objects.filter(
        why__in=(UNSIGNED, NOTHING_UNDERSTOOD),
        seat=mail.seat_id,
        user=mail.user_id,
    )
    latest: datetime | None = found.aggregate(at=Max("received_at"))["at"]
    if latest is None:
        return None
    asked = OutgoingMail.objects.filter(
        seat=mail.seat_id, user=mail.user_id, topic__in=ASKING, pk__lt=mail.pk
    )
    since = asked.aggregate(at=Max("created_at"))["at"]
    return latest if since is None or latest > since else None


def turn_mails_sent(user: User, *, since: datetime) -> int:
    """Return how many mails have asked a player for a decision; no reminders."""
    mails = OutgoingMail.objects.filter(
        user=user, topic=Topic.TURNS, status=MailStatus.SENT, sent_at__gte=since
    )
    return mails.count()


def other_mail_may_announce(mail: OutgoingMail) -> bool:
    others = OutgoingMail.objects.filter(
        seat=mail.seat_id, kind__in=(Kind.ORDERS_DISARMED, Kind.REPLY_READ)
    )
    is_about_turn = Q(about_version=mail.about_version) | Q(
        shown_version__gte=mail.about_version
    )
    return others.filter(is_about_turn | Q(status__in=OPEN_STATUSES)).exists()


def thread_of(mail: OutgoingMail) -> list[str]:
    """
    Return the Message-IDs that a mail follows. The first is a name shared by all mails
    about the game to this reader; no mail bears it. Then comes the previous mail, or
    for a mail of a conversation the previous one of that conversation. An answer also
    follows the mail that it answers.
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
    recipients = MailboxMessage.objects.values_list("recipient", flat=True)
    return list(recipients.distinct().order_by("recipient"))
