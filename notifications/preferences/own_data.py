"""The export of preferences, as part of a user's own data."""

from typing import Any
from urllib.parse import urlsplit

from games.models import User
from games.people.recipients import hashes_of
from notifications.models import (
    MailPreferences,
    TopicSubscription,
)
from notifications.models.push import PushSubscription
from notifications.models.webhooks import Webhook
from notifications.preferences.suppression import is_suppressed

_FIELDS = (
    *("pace", "daily_at", "quiet"),
    *("text_only", "telling_subjects", "defers_while_online"),
)


def preferences_in_words(user: User) -> dict[str, Any]:
    """Return preferences, None where a player said none, subscriptions, refusals."""
    preferences = MailPreferences.objects.filter(user=user).first()
    subscriptions = TopicSubscription.objects.filter(user=user).select_related("game")
    return {
        "mail_preferences": preferences
        and {name: getattr(preferences, name) for name in _FIELDS},
        "topic_subscriptions": [
            _subscription(row) for row in subscriptions.order_by("pk")
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


def _subscription(row: TopicSubscription) -> dict[str, Any]:
    return {
        "game": row.game and row.game.slug,
        "topic": row.topic,
        "is_on": row.is_on,
    }
