"""The mailbox that stands in for a mail server while developing."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MailboxMessage(models.Model):
    """A mail that the development mailbox received instead of a mail server."""

    sender = models.CharField(_("from"), max_length=320)
    recipient = models.CharField(_("to"), max_length=320, db_index=True)
    subject = models.CharField(_("subject"), max_length=998, blank=True)
    received_at = models.DateTimeField(_("received"))
    source = models.BinaryField()

    class Meta:
        verbose_name = _("mailbox message")
        verbose_name_plural = _("mailbox messages")

    def __str__(self) -> str:
        return self.subject
