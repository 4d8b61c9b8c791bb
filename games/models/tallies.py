"""Counts and notes about people that are kept for a while, by keyed hashes."""

from django.conf import settings
from django.db import models


class Tally(models.Model):
    """
    A count of uses, which is over at ``ends_at`` and begins anew with the next use.

    ``key`` is a keyed hash of what is counted and for whom: network and mail addresses
    cannot be read from it.
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
    That a user played in a browser; forgotten after some weeks.

    ``browser`` is a keyed hash of a number drawn by us, which the browser keeps:
    nothing of the browser itself, nor of its network, is in it. ``seen_at`` is the last
    time, by the day.
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
            # browsers.drop_browsers
            models.Index(fields=["seen_at"], name="seen_browser_age")
        ]

    def __str__(self) -> str:
        return f"browser of {self.user_id}"
