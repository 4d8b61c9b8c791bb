"""The life of each mail after it was posted, one row for each step."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.fields import check_known
from notifications.models.outgoing import OutgoingMail

LONGEST_WORDS = 500


class Step(models.TextChoices):
    """A step in the life of a mail; others report DELIVERED and those after it."""

    SENT = "sent", _("handed over")
    SKIPPED = "skipped", _("skipped")
    DEFERRED = "deferred", _("put off")
    REFUSED = "refused", _("refused for good")
    VANISHED = "vanished", _("worker vanished")
    RESENT = "resent", _("to be sent again")
    DELIVERED = "delivered", _("delivered")
    DELAYED = "delayed", _("delayed on its way")
    SOFT_BOUNCED = "soft", _("came back for now")
    BOUNCED = "bounced", _("came back")
    COMPLAINED = "complained", _("marked as spam")


class MailStep(models.Model):
    """
    One thing that happened to a mail; rows are added and never changed.

    ``words`` are the server's or ours. ``reference`` is a mail provider's name for the
    mail (of ``sent``) or for its report, so that a report is recorded once.
    """

    mail = models.ForeignKey(
        OutgoingMail, on_delete=models.CASCADE, related_name="steps"
    )
    at = models.DateTimeField("when")
    what = models.CharField(max_length=10, choices=Step.choices)
    words = models.CharField(max_length=LONGEST_WORDS, blank=True, default="")
    reference = models.CharField(max_length=255, blank=True, default="")

    class Meta:
        verbose_name = "step of a mail"
        verbose_name_plural = "steps of a mail"
        constraints = [
            models.UniqueConstraint(
                fields=["mail", "what", "reference"],
                condition=~models.Q(reference=""),
                name="mail_step_once",
            ),
            check_known("what", Step, "mail_step_what_known"),
        ]
        indexes = [
            # monitoring.metrics: steps of the last hour
            models.Index(fields=["at"], name="mail_step_at"),
            # delivery_status.provider_events: the mail that a provider names
            models.Index(
                fields=["reference"],
                condition=models.Q(what=Step.SENT) & ~models.Q(reference=""),
                name="mail_step_reference",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mail_id} {self.what}"
