"""The export of a user's mails and mail preferences, as part of their own data.

Nobody who obtains the file must be able to play: links and seat addresses are redacted.
"""

from base64 import b64encode
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Prefetch

from games.models import User
from games.people.recipients import hashes_of
from games.privacy.own_data import export_rows
from notifications.mailbox import backend
from notifications.models import (
    IncomingMail,
    MailboxMessage,
    MailPreferences,
    MailStep,
    OutgoingMail,
    TopicSubscription,
)
from notifications.models.push import PushSubscription
from notifications.models.webhooks import Webhook
from notifications.preferences.suppression import is_suppressed
from notifications.redact_tokens import redact_tokens_in

_PREFERENCES = (
    *("pace", "daily_at", "quiet"),
    *("text_only", "individual_subjects", "defers_while_online"),
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
            *("created_at", "sent_at", "sent_to"),
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
