"""How often something was done lately that may not be done over and over."""

from django.db import models


class Tally(models.Model):
    """
    A count of uses, which is over at ``ends_at`` and begins anew with the next use.

    ``key`` is a keyed hash of what is counted and for whom: network and mail addresses
    cannot be read from it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    used = models.PositiveIntegerField("used")
    ends_at = models.DateTimeField("ends")

    class Meta:
        verbose_name = "tally"
        verbose_name_plural = "tallies"
        indexes = [
            # limits.drop_over
            models.Index(fields=["ends_at"], name="tally_ends"),
        ]

    def __str__(self) -> str:
        return f"{self.used} until {self.ends_at}"
