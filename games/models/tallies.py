"""Usage counts and seen browsers, kept for a while under keyed hashes."""

from django.conf import settings
from django.db import models


class Tally(models.Model):
    """
    A count of uses until ``ends_at``. The next use after that starts again at one.
    ``key`` is a keyed hash of what is counted and for whom, so network and email
    addresses cannot be read from it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    used = models.PositiveIntegerField()
    ends_at = models.DateTimeField("ends")

    class Meta:
        verbose_name_plural = "tallies"
        indexes = [
            # limits.drop_over
            models.Index(fields=["ends_at"], name="tally_ends")
        ]

    def __str__(self) -> str:
        return f"{self.used} until {self.ends_at}"


class SeenBrowser(models.Model):
    """
    A browser in which a user played. Deleted after some weeks. ``browser`` is a keyed
    hash of a random number that we drew and the browser stores. It contains nothing
    about the browser itself or its network. ``seen_at`` is the last use, by the day.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="browsers"
    )
    browser = models.CharField(max_length=64)
    seen_at = models.DateTimeField("seen")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["browser", "user"], name="seen_browser_once_a_user"
            ),
        ]
        indexes = [
            # web.browsers.drop_browsers
            models.Index(fields=["seen_at"], name="seen_browser_age")
        ]

    def __str__(self) -> str:
        return f"browser of {self.user_id}"
