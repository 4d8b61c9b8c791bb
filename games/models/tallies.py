"""How often something was done lately that may not be done over and over."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Tally(models.Model):
    """
    A count of uses, which is over at ``ends_at`` and begins anew with the next use.

    ``key`` is a keyed hash of what is counted and for whom: network and mail addresses
    cannot be read from it.
    """

    key = models.CharField(max_length=64, primary_key=True)
    used = models.PositiveIntegerField(_("used"))
    ends_at = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        indexes = [
            # limits.drop_over
            models.Index(fields=["ends_at"], name="tally_ends"),
        ]

    def __str__(self) -> str:
        return f"{self.used} until {self.ends_at}"
