"""The export of a user's mails and of how they want them, as part of their own data.

Who gets hold of that file must not play with it: links and addresses of seats are cut.
"""

from base64 import b64encode
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Model, Prefetch

from games.models import User
from games.people.recipients import hashes_of
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
    *("text_only", "telling_subjects", "defers_while_online"),
)

IN_ORDER = Prefetch("steps", MailStep.objects.order_by("pk"))


def mails_of(user: User) -> dict[str, Any]:
    """Return every mail that was owed to a user, and what became of it."""
    mails = OutgoingMail.objects.filter(user=user).select_related("game", "seat")
    mails = mails.prefetch_related(IN_ORDER)
    data: dict[str, Any] = {"mails": [_mail(mail) for mail in mails.order_by("pk")]}
    data |= _preferences_of(user) | _incoming_of(user)
    if settings.MAILBOX and user.email:
        found = MailboxMessage.objects.filter(recipient=user.email).order_by("pk")
        data["mailbox"] = [_message(message) for message in found]
    return dict(redact_tokens_in(data))


def _fields(row: Model, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _mail(mail: OutgoingMail) -> dict[str, Any]:
    names = "kind", "status", "reason", "next_page", "created_at", "sent_at", "sent_to"
    return _fields(mail, *names) | {
        "game": mail.game and mail.game.slug,
        "seat": mail.seat and mail.seat.number,
        "steps": [_fields(step, "at", "what", "words") for step in mail.steps.all()],
    }


def _message(message: MailboxMessage) -> dict[str, Any]:
    text = backend.body_part_of(message, "plain")
    return _fields(message, "subject", "received_at") | {"text": text}


def _incoming_of(user: User) -> dict[str, Any]:
    """
    Return every mail that a user wrote to us, and what became of it.

    With all its bytes, as long as they are kept: a game's log knows them by a hash.
    """
    rows = IncomingMail.objects.filter(user=user).select_related("seat__game")
    return {"incoming_mails": [_incoming(mail) for mail in rows.order_by("pk")]}


def _incoming(mail: IncomingMail) -> dict[str, Any]:
    return {
        "from": mail.sender,
        "to": mail.recipient,
        "game": mail.seat and mail.seat.game.slug,
        "seat": mail.seat and mail.seat.number,
        "text": mail.parse().text,
        "source_base64": b64encode(bytes(mail.source)).decode(),
        "state": mail.reading,
        **_fields(mail, "subject", "received_at", "fate", "why", "results", "read_at"),
    }


def _preferences_of(user: User) -> dict[str, Any]:
    """Return preferences, None where a player said none, subscriptions, refusals."""
    preferences = MailPreferences.objects.filter(user=user).first()
    subscriptions = TopicSubscription.objects.filter(user=user).select_related("game")
    return {
        "mail_preferences": preferences and _fields(preferences, *_PREFERENCES),
        "topic_subscriptions": [
            _fields(row, "topic", "is_on") | {"game": row.game and row.game.slug}
            for row in subscriptions.order_by("pk")
        ],
        "browsers": [
            _browser(row)
            for row in PushSubscription.objects.filter(user=user).order_by("pk")
        ],
        "webhooks": [
            _webhook(row) for row in Webhook.objects.filter(user=user).order_by("pk")
        ],
        "never_at_the_request_of_others": is_suppressed(hashes_of(user.email or "")),
    }


def _browser(row: PushSubscription) -> dict[str, Any]:
    """Tell of a browser; its address at its service is as good as a key, and cut."""
    service = urlsplit(row.endpoint).hostname
    return {"name": row.browser, "service": service, "since": row.created_at}


def _webhook(row: Webhook) -> dict[str, Any]:
    """Tell of a webhook; its address and its secret are as good as keys, and cut."""
    return {
        "shape": row.shape,
        "host": urlsplit(row.url).hostname,
        "game": row.game and row.game.slug,
        "since": row.made_at,
        "switched_off": row.off_at,
    }
