"""The service's own rows: heartbeat, outages, restorations, attempts."""

from uuid import uuid4

from django.db import models
from django.db.models import F


class Heartbeat(models.Model):
    """
    The one row in which each sweep records that it ran. It also identifies the
    database. ``beats`` counts the sweeps: an older copy of the database has counted
    fewer.
    """

    beat_at = models.DateTimeField("last beat")
    beats = models.PositiveBigIntegerField(default=0)
    database_id = models.UUIDField(default=uuid4, editable=False)

    def __str__(self) -> str:
        return f"{self.beat_at}"


class Outage(models.Model):
    """A period in which no sweep ran. Nobody's clock ran during it."""

    began_at = models.DateTimeField("began")
    ended_at = models.DateTimeField("ended")
    #: The last game, by id, whose deadlines have been postponed for it.
    credited_up_to = models.BigIntegerField("credited up to game", default=0)
    #: When the last deadline was postponed for it.
    credited_at = models.DateTimeField("credited", null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="outage_has_length", condition=models.Q(ended_at__gt=F("began_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"


class Restoration(models.Model):
    """A restore from a backup. What was recorded between its two times is lost."""

    #: When the service in the backup last swept.
    back_to = models.DateTimeField()
    restored_at = models.DateTimeField("restored")
    #: The last game, by id, that has recorded the restore.
    noted_up_to = models.BigIntegerField("noted up to game", default=0)
    #: When the last game recorded it.
    completed_at = models.DateTimeField("completed", null=True)

    def __str__(self) -> str:
        return f"{self.restored_at}, back to {self.back_to}"


class Attempt(models.Model):
    """
    The attempts at some background work that has not succeeded yet. The row is written
    before the first attempt and deleted after success, so an attempt that crashes its
    process counts as a failure. ``work`` is the kind of work. ``row_id`` is the primary
    key of what it works on, or 0 if the work is a whole task.
    """

    work = models.CharField(max_length=60)
    row_id = models.BigIntegerField("row")
    count = models.PositiveIntegerField("attempts", default=1)
    begun_at = models.DateTimeField("last attempt")
    #: No worker begins the next attempt before this: the last one may still be running.
    next_at = models.DateTimeField("next attempt")
    error = models.CharField(max_length=200)
    #: Since then it is not retried, unless somebody requests it again.
    given_up_at = models.DateTimeField("given up", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["work", "row_id"], name="attempt_once_a_row"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.work} {self.row_id}" if self.row_id else self.work
