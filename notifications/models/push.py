"""Browsers that receive notifications."""

from hashlib import sha256

from django.conf import settings
from django.db import models

LONGEST_ENDPOINT = 500


class PushSubscription(models.Model):
    """
    One browser of one person, at the address that its push service gave it.

    Anyone who knows ``endpoint`` can send something there, but the browser can read it
    only if it is encrypted with its key ``p256dh`` and its secret ``auth``, both in
    URL-safe base64. ``browser`` is a label for its owner.
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
