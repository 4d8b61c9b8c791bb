"""The mailbox that stands in for a mail server while developing."""

from django.db import models


class MailboxMessage(models.Model):
    """A mail that the development mailbox received instead of a mail server."""

    sender = models.CharField("from", max_length=320)
    recipient = models.CharField("to", max_length=320, db_index=True)
    subject = models.CharField("subject", max_length=998, blank=True)
    received_at = models.DateTimeField("received")
    source = models.BinaryField()

    class Meta:
        verbose_name = "mailbox message"
        verbose_name_plural = "mailbox messages"

    def __str__(self) -> str:
        return self.subject
