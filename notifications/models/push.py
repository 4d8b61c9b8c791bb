"""The browsers in which somebody wants to be told that it is their turn."""

from hashlib import sha256

from django.conf import settings
from django.db import models

LONGEST_ENDPOINT = 500


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
