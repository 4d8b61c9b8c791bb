"""What the mails know of somebody who is being forgotten goes too."""

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from games.models import Seat, User
from games.services import unused_drop
from games.signals import UserForgotten
from notifications import mailbox
from notifications.inbox import forgetting as incoming
from notifications.mails.account import GONE, prefixes_of
from notifications.mentions import mention_of
from notifications.models import (
    OPEN_STATUSES,
    MailboxMessage,
    MailPreferences,
    MailStatus,
    MailStep,
    OutgoingMail,
    TopicSubscription,
)


def forget(news: UserForgotten) -> None:
    """Owe them nothing more, and erase what the outbox and the mailbox hold."""
    user = news.user
    MailPreferences.objects.filter(user=user).delete()
    TopicSubscription.objects.filter(user=user).delete()
    mails = OutgoingMail.objects.filter(user=user)
    # Servers repeat the address when they refuse it; a page may say where somebody was.
    mails.update(reason="", next_page="", sent_to="")
    MailStep.objects.filter(mail__user=user).update(words="")
    mails.filter(status__in=OPEN_STATUSES).update(
        status=MailStatus.SKIPPED, reason=GONE
    )
    for address in news.addresses:
        others = OutgoingMail.objects.filter(reason__icontains=address)
        others.update(reason="")
        MailStep.objects.filter(words__icontains=address).update(words="")
    incoming.erase(user, news.addresses)
    _drop_addresses(user)
    # Also where it is off by now: its table may be full from before.
    MailboxMessage.objects.filter(pk__in=list(_telling(news))).delete()


def addresses_of(user: User) -> QuerySet[User]:
    """Return who stands for the addresses that a user had before, or would have had."""
    return User.objects.filter(pk__in=_of_addresses(user).values("user")).order_by("pk")


def _drop_addresses(user: User) -> None:
    """They go if nobody uses them; whoever forgets the user has locked them first."""
    mails = _of_addresses(user)
    for other in addresses_of(user):
        unused_drop(user=other)
    mails.update(reason="", sent_to="")


def _of_addresses(user: User) -> QuerySet[OutgoingMail]:
    asked, told = (Q(dedupe_key__startswith=prefix) for prefix in prefixes_of(user))
    return OutgoingMail.objects.filter(asked | told)


def _telling(news: UserForgotten) -> Iterator[int]:
    """
    Find the messages of the development mailbox that name them.

    Those that went to them, and those of the people they played with. (Mails that were
    really sent are in the hands of who got them.)
    """
    words = [word for word in (*news.addresses, news.user.name) if word]
    if not words:
        return
    mention = mention_of(words)
    for message in MailboxMessage.objects.filter(_of_their_tables(news)).iterator():
        text = (mailbox.body_of(message, kind) for kind in ("plain", "html"))
        told = (message.recipient, message.subject, *text)
        if any(mention.search(part) for part in told):
            yield message.pk


def _of_their_tables(news: UserForgotten) -> Q:
    user = news.user
    games = Seat.objects.filter(Q(user=user) | Q(absent_user=user)).values("game")
    known = User.objects.filter(
        Q(seats__game__in=games) | Q(hosted_games__in=games), email__isnull=False
    )
    others = known.values_list("email", flat=True).distinct()
    return Q(recipient__in=[*news.addresses, *others])
