"""What mails hold about a user: exporting and erasing it."""

from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from games.accounts.addresses import drop_unused
from games.models import Seat, User
from games.people.recipients import hashes_of
from games.privacy import forgetting
from games.privacy.own_data import export_rows
from games.signals import UserForgotten
from notifications.mailbox import backend
from notifications.mails.account import GONE, prefixes_of
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
from notifications.models.channels import PushSubscription, Webhook
from notifications.preferences.services import is_suppressed
from notifications.redact_tokens import redact_tokens_in
from notifications.replies import pending

_PREFERENCES = (
    *("pace", "pace_is_chosen", "daily_at", "quiet"),
    *("text_only", "individual_subjects", "calendar_files", "defers_while_online"),
)

IN_ORDER = Prefetch("steps", MailStep.objects.order_by("pk"))


def mails_of(user: User) -> dict[str, Any]:
    """
    Return the mails to a user, those that they wrote, and their preferences.
    Preferences are None if a player has none. The user's own mails are exported byte
    for byte while they are kept, because a game's log has their hashes. Addresses of
    browsers and webhooks are redacted, because they work like keys.
    """
    mails = OutgoingMail.objects.filter(user=user).select_related("game", "seat")
    incoming = IncomingMail.objects.filter(user=user).select_related("seat__game")
    data: dict[str, Any] = {
        "mails": export_rows(
            mails.prefetch_related(IN_ORDER),
            *("kind", "status", "reason", "next_page"),
            *("created_at", "sent_at", "opened_at", "sent_to"),
            game="game.slug",
            seat="seat.number",
            steps=lambda mail: [
                {"at": step.at, "what": step.what, "words": step.words}
                for step in mail.steps.all()
            ],
        ),
        "mail_preferences": MailPreferences.objects.filter(user=user)
        .values(*_PREFERENCES)
        .first(),
        "topic_subscriptions": export_rows(
            TopicSubscription.objects.filter(user=user).select_related("game"),
            *("topic", "is_on"),
            game="game.slug",
        ),
        "browsers": export_rows(
            PushSubscription.objects.filter(user=user),
            name="browser",
            service=lambda row: urlsplit(row.endpoint).hostname,
            since="created_at",
        ),
        "webhooks": export_rows(
            Webhook.objects.filter(user=user),
            "shape",
            host=lambda row: urlsplit(row.url).hostname,
            game="game.slug",
            since="made_at",
            switched_off="off_at",
        ),
        "never_at_the_request_of_others": is_suppressed(hashes_of(user.email or "")),
        "incoming_mails": export_rows(
            incoming,
            *("subject", "received_at", "fate", "why", "results", "read_at"),
            game="seat.game.slug",
            seat="seat.number",
            state="reading",
            text=lambda mail: mail.parse().text,
            source_base64=lambda mail: b64encode(bytes(mail.source)).decode(),
            **{"from": "sender", "to": "recipient"},
        ),
    }
    if settings.MAILBOX and user.email:
        data["mailbox"] = export_rows(
            MailboxMessage.objects.filter(recipient=user.email),
            *("subject", "received_at"),
            text=lambda message: backend.body_part_of(message, "plain"),
        )
    return dict(redact_tokens_in(data))


#: After this a pending reply counts as read. Its link is signed when the mail is sent,
#: which may be days later.
PENDING_LASTS = 2 * pending.LIFETIME


def forget(news: UserForgotten) -> None:
    """Skip a user's open mails, and erase their data in outbox, inbox and mailbox."""
    user = news.user
    MailPreferences.objects.filter(user=user).delete()
    TopicSubscription.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    mails = OutgoingMail.objects.filter(user=user)
    # Servers repeat the address when they refuse it, and pages show where the user was.
    mails.update(reason="", next_page="", sent_to="", to_address="", code="")
    MailStep.objects.filter(mail__user=user).update(words="")
    mails.open().update(status=MailStatus.SKIPPED, reason=GONE)
    for address in news.addresses:
        others = OutgoingMail.objects.filter(reason__icontains=address)
        others.update(reason="")
        MailStep.objects.filter(words__icontains=address).update(words="")
    written = Q(user=user) | Q(replies_to__user=user)
    for address in news.addresses:
        written |= Q(sender__iexact=address)
    IncomingMail.objects.filter(written).delete()
    # The caller has locked the owners of these addresses.
    mails_to_addresses = _of_addresses(user)
    for other in address_owners_of(user):
        drop_unused(user=other)
    mails_to_addresses.update(reason="", sent_to="")
    # The mailbox may be off now but have mails from before.
    MailboxMessage.objects.filter(pk__in=list(_naming(news))).delete()


@transaction.atomic
def prune_incoming_mails(*, now: datetime) -> int:
    """
    Delete the text of old incoming mails; return how many mails were pruned. A mail
    keeps its words while it waits to be read, while its player can confirm it, and
    until its answer has been sent.
    """
    old = IncomingMail.objects.filter(
        pruned_at=None,
        received_at__lt=now - timedelta(days=settings.INCOMING_MAIL_DAYS),
    )
    waits = Q(reading=Reading.WAITING)
    waits |= Q(reading=Reading.PENDING, read_at__gte=now - PENDING_LASTS)
    unsent = OutgoingMail.objects.open().filter(incoming__isnull=False)
    old = old.exclude(waits).exclude(pk__in=unsent.values("incoming"))
    count = old.update(source=b"", subject="", zone="", results=[], pruned_at=now)
    if count:
        forgetting.truncate_log_on_commit()
    return count


def address_owners_of(user: User) -> QuerySet[User]:
    return User.objects.filter(pk__in=_of_addresses(user).values("user")).order_by("pk")


def _of_addresses(user: User) -> QuerySet[OutgoingMail]:
    mails = Q(pk__in=())
    for prefix in prefixes_of(user):
        mails |= Q(dedupe_key__startswith=prefix)
    return OutgoingMail.objects.filter(mails)


def _naming(news: UserForgotten) -> Iterator[int]:
    """
    Yield the ids of messages in the development mailbox that name the user.

    They went to the user or to people who played with them. (We cannot reach mails that
    left through a mail server.)
    """
    user = news.user
    games = Seat.objects.filter(Q(user=user) | Q(absent_user=user)).values("game")
    known = User.objects.filter(
        Q(seats__game__in=games) | Q(hosted_games__in=games), email__isnull=False
    )
    others = known.values_list("email", flat=True).distinct()
    messages = MailboxMessage.objects.filter(recipient__in=[*news.addresses, *others])
    words = [word.casefold() for word in (*news.addresses, news.user.name) if word]
    for message in messages.iterator():
        text = (backend.body_part_of(message, kind) for kind in ("plain", "html"))
        content = "\n".join([message.recipient, message.subject, *text]).casefold()
        if any(word in content for word in words):
            yield message.pk
