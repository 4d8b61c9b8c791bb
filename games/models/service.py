"""Whether the service itself was there: while it was not, nobody's time ran."""

from django.db import models
from django.db.models import F


class Heartbeat(models.Model):
    """The one row in which each sweep notes that it ran."""

    beat_at = models.DateTimeField("last beat")

    class Meta:
        verbose_name = "heartbeat"
        verbose_name_plural = "heartbeats"

    def __str__(self) -> str:
        return f"{self.beat_at}"


class Outage(models.Model):
    """A time in which nothing was swept; it is taken out of everybody's clock."""

    began_at = models.DateTimeField("began")
    ended_at = models.DateTimeField("ended")
    #: The games up to this one have had their deadlines put off because of it.
    credited_up_to = models.BigIntegerField("credited up to game", default=0)
    #: When the last deadline was put off because of it.
    credited_at = models.DateTimeField("credited", null=True)

    class Meta:
        verbose_name = "outage"
        verbose_name_plural = "outages"
        constraints = [
            models.CheckConstraint(
                name="outage_has_length",
                condition=models.Q(ended_at__gt=F("began_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"
