"""What is still to be struck out of the mails of others."""

from django.db import models


class Striking(models.Model):
    """
    The name and address of somebody who was forgotten, and where they may stand.

    ``words`` are to be struck out of the incoming ``mails``, by their ids, as soon as
    what is in those has been done. The row goes with the last of them. ``mail`` is the
    one that a worker has at hand since ``begun_at``: noted before it is tried, so that
    the next worker knows which one took the last one down.
    """

    words = models.JSONField()
    mails = models.JSONField()
    mail = models.BigIntegerField(null=True)
    begun_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.pk)
