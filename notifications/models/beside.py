"""What is told beside mails: browsers of people, and addresses of other programs."""

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game

LONGEST_ENDPOINT = 500
LONGEST_URL = 500
LONGEST_SECRET = 80


class PushSubscription(models.Model):
    """
    One browser of one person, at the address that its push service gave it.

    Whoever knows ``endpoint`` can send something there, and only who has the browser's
    key ``p256dh`` and its secret ``auth`` something that it can read: both are kept in
    URL-safe base64, as browsers tell them. ``browser`` is for its owner to know it by.
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
        """Tell the subscription from others to the script of its own browser."""
        return sha256(self.endpoint.encode()).hexdigest()[:16]


class Shape(models.TextChoices):
    """The shape of a message, as the program at an address understands it."""

    STANDARD = "standard", _("a program of mine (Standard Webhooks)")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    MATRIX = "matrix", "Matrix (hookshot)"
    NTFY = "ntfy", "ntfy"


class Webhook(models.Model):
    """
    An address that gets what its owner's mails tell: of a ``game``, or of all of them.

    Each call is signed with ``secret``, and for a day after it was rotated, at
    ``rotated_at``, with ``old_secret`` too. ``failing_since`` is when calls began to
    fail, if the last one did; from ``off_at`` on there are none, and ``off_why`` says
    for what reason.
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
