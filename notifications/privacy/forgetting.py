"""Erasure of what mails hold of people: with them, or after a period.

Who is forgotten takes along what they wrote and what was written to them. What others
wrote is theirs, and may hold any name: it goes when its period ends.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from games.accounts.addresses import drop_unused
from games.models import Seat, User
from games.signals.people import UserForgotten
from games.store import write_ahead_log
from notifications.mailbox import backend
from notifications.mails.account import GONE
from notifications.mails.addresses import prefixes_of
from notifications.models import (
    IncomingMail,
    MailboxMessage,
    MailPreferences,
    MailStatus,
    MailStep,
    OutgoingMail,
    Reading,
    TopicSubscription,
)
from notifications.models.push import PushSubscription
from notifications.models.webhooks import Webhook
from notifications.replies import pending

#: After which a pending reply is as good as read. Its link is signed when it is sent,
#: which may be days later.
PENDING_LASTS = 2 * pending.LIFETIME


def forget(news: UserForgotten) -> None:
    """Owe them nothing more, and erase what the outbox and the mailbox hold."""
    user = news.user
    MailPreferences.objects.filter(user=user).delete()
    TopicSubscription.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    mails = OutgoingMail.objects.filter(user=user)
    # Servers repeat the address when they refuse it; a page may say where somebody was.
    mails.update(reason="", next_page="", sent_to="")
    MailStep.objects.filter(mail__user=user).update(words="")
    mails.open().update(status=MailStatus.SKIPPED, reason=GONE)
    for address in news.addresses:
        others = OutgoingMail.objects.filter(reason__icontains=address)
        others.update(reason="")
        MailStep.objects.filter(words__icontains=address).update(words="")
    _delete_incoming(news)
    _drop_addresses(user)
    # Also where it is off by now: its table may be full from before.
    MailboxMessage.objects.filter(pk__in=list(_telling(news))).delete()


@transaction.atomic
def prune_incoming_mails(*, now: datetime) -> int:
    """
    Delete the words of mails that came in long ago; return how many mails there were.

    What waits to be read keeps its own, a pending reply as long as it can be confirmed,
    and a mail whose answer is still to be sent.
    """
    old = IncomingMail.objects.filter(
        pruned_at=None,
        received_at__lt=now - timedelta(days=settings.INCOMING_MAIL_DAYS),
    )
    waits = Q(reading=Reading.WAITING)
    waits |= Q(reading=Reading.PENDING, read_at__gte=now - PENDING_LASTS)
    owed = OutgoingMail.objects.open().filter(incoming__isnull=False)
    old = old.exclude(waits).exclude(pk__in=owed.values("incoming"))
    count = old.update(source=b"", subject="", results=[], pruned_at=now)
    if count:
        write_ahead_log.empty_on_commit()
    return count


def _delete_incoming(news: UserForgotten) -> None:
    """Delete what they wrote to us, and reports about mails to them."""
    own = Q(user=news.user) | Q(replies_to__user=news.user)
    for address in news.addresses:
        own |= Q(sender__iexact=address)
    IncomingMail.objects.filter(own).delete()


def address_owners_of(user: User) -> QuerySet[User]:
    """Return who stands for the addresses that a user had before, or would have had."""
    return User.objects.filter(pk__in=_of_addresses(user).values("user")).order_by("pk")


def _drop_addresses(user: User) -> None:
    """They go if nobody uses them; whoever forgets the user has locked them first."""
    mails = _of_addresses(user)
    for other in address_owners_of(user):
        drop_unused(user=other)
    mails.update(reason="", sent_to="")


def _of_addresses(user: User) -> QuerySet[OutgoingMail]:
    mails = Q(pk__in=())
    for prefix in prefixes_of(user):
        mails |= Q(dedupe_key__startswith=prefix)
    return OutgoingMail.objects.filter(mails)


def _telling(news: UserForgotten) -> Iterator[int]:
    """
    Find the messages of the development mailbox that name them.

    Those that went to them, and those of the people they played with. (Mails that were
    really sent are in the hands of whoever got them.)
    """
    words = [word.casefold() for word in (*news.addresses, news.user.name) if word]
    for message in MailboxMessage.objects.filter(_of_their_tables(news)).iterator():
        text = (backend.body_part_of(message, kind) for kind in ("plain", "html"))
        told = "\n".join([message.recipient, message.subject, *text]).casefold()
        if any(word in told for word in words):
            yield message.pk


def _of_their_tables(news: UserForgotten) -> Q:
    user = news.user
    games = Seat.objects.filter(Q(user=user) | Q(absent_user=user)).values("game")
    known = User.objects.filter(
        Q(seats__game__in=games) | Q(hosted_games__in=games), email__isnull=False
    )
    others = known.values_list("email", flat=True).distinct()
    return Q(recipient__in=[*news.addresses, *others])
