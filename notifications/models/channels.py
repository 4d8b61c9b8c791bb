"""Browsers and addresses of programs that are notified besides mails."""

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game

LONGEST_ENDPOINT = 500


class PushSubscription(models.Model):
    """
    One browser of one person, at the address that its push service gave it. Anyone who
    knows ``endpoint`` can send something there, but the browser can read it only if it
    is encrypted with its key ``p256dh`` and its secret ``auth``, both in URL-safe
    base64. ``browser`` is a label for its owner.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="push_subscriptions",
    )
    endpoint = models.URLField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    browser = models.CharField(max_length=60, blank=True, default="")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} {self.browser}"

    @property
    def mark(self) -> str:
        """An identifier for the script in the browser."""
        return sha256(self.endpoint.encode()).hexdigest()[:16]


LONGEST_URL = 500
LONGEST_SECRET = 80


class Shape(models.TextChoices):
    STANDARD = "standard", _("a program of mine (Standard Webhooks)")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    MATRIX = "matrix", "Matrix (hookshot)"
    NTFY = "ntfy", "ntfy"


class Webhook(models.Model):
    """
    An address that gets the news of its owner's mails: about one ``game``, or about
    all. Each call is signed with ``secret``, and for a day after ``rotated_at`` also
    with ``old_secret``. ``failing_since`` is when calls began to fail, null if the last
    one succeeded. From ``off_at`` on there are no calls; ``off_why`` is the reason,
    also of a switch-off that is announced.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE)
    url = models.URLField(max_length=LONGEST_URL)
    shape = models.CharField(max_length=10, choices=Shape.choices)
    secret = models.CharField(max_length=LONGEST_SECRET, editable=False)
    old_secret = models.CharField(
        max_length=LONGEST_SECRET, blank=True, default="", editable=False
    )
    rotated_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    off_at = models.DateTimeField(null=True)
    off_why = models.CharField(max_length=300, blank=True, default="")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.shape} of {self.user_id}"
