"""The outbox: every mail to be sent, with its outcome."""

from django.conf import settings
from django.db import models

from games.models import Game, ModerationAction, Seat, SeatOffer
from games.models.fields import check_known, index_where_set, unique_text
from notifications.models.claims import ClaimableRows
from notifications.models.mail_kinds import MailStatus, Obstacle, kind_choices
from notifications.models.preferences import Topic
from notifications.models.push import PushSubscription
from notifications.models.webhooks import Webhook

LONGEST_PAGE = 500

#: References that most mails lack. Their indexes are partial, because every move writes
#: mails.
_SELDOM = ("incoming", "act", "offer", "subscription", "webhook", "beside", "part_of")

#: Mails that are not settled yet. Not ``status__in``: SQLite matches parameters against
#: the condition of a partial index in an OR, but not in a list.
_IS_OPEN = models.Q(status=MailStatus.PENDING) | models.Q(status=MailStatus.SENDING)


class OutgoingMails(ClaimableRows["OutgoingMail"]):
    """Queries for the mails of the outbox."""

    def open(self) -> "OutgoingMails":
        """Return the mails that are not settled yet, using the partial index."""
        return self.filter(_IS_OPEN)

    def with_related(self) -> "OutgoingMails":
        """Select each mail's reader, preferences, game, seat and orders with it."""
        return self.select_related(
            *("user__mail_preferences", "game"),
            *("seat__game", "seat__user", "seat__orders"),
        )


class OutgoingMail(models.Model):
    """
    A mail to be sent, written in the transaction of its cause.

    ``dedupe_key`` names its occasion, so that nothing is sent twice. It is rendered
    when it is sent, from the state at that time. ``due_at`` is the time of the next
    attempt: a claim pushes it past the lease, so a row whose worker crashed comes due
    again. ``claimed_at`` names the claim that may settle the row. ``reason`` is the
    error of the last attempt, or why the mail was skipped.
    """

    kind = models.CharField(max_length=30, choices=kind_choices)
    #: '' for mails that cannot be turned off and never wait.
    topic = models.CharField(
        max_length=12, choices=Topic.choices, blank=True, default=""
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="recipient",
        null=True,
        on_delete=models.SET_NULL,
        related_name="outgoing_mails",
    )
    game = models.ForeignKey(
        Game,
        null=True,
        on_delete=models.CASCADE,
        db_index=False,  # outgoing_mail_thread begins with it
    )
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE)
    #: The version of the game that caused it, if any.
    about_version = models.PositiveIntegerField(null=True)
    #: The version of the game whose position and numbered choices it showed.
    shown_version = models.PositiveIntegerField(null=True)
    #: The player's mail that it answers.
    incoming = models.ForeignKey(
        "notifications.IncomingMail",
        verbose_name="answer to",
        null=True,
        on_delete=models.SET_NULL,
        related_name="answers",
        db_index=False,
    )
    #: The action of the staff that it announces, if any.
    act = models.ForeignKey(
        ModerationAction,
        verbose_name="act of the staff",
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    #: The offer of a seat that it is about.
    offer = models.ForeignKey(
        SeatOffer,
        verbose_name="offer of a seat",
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    #: The browser that it goes to, for notifications.
    subscription = models.ForeignKey(
        PushSubscription,
        verbose_name="browser",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    #: The webhook that it calls or is about.
    webhook = models.ForeignKey(
        Webhook, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    #: The mail that a call of a webhook accompanies; both have the same content.
    beside = models.ForeignKey(
        "self", null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    #: The digest that includes it; nobody claims the mail separately until that is
    #: sent.
    part_of = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        related_name="parts",
        db_index=False,
    )
    #: In a digest: what its numbers stand for, part by part (``replies.digests``).
    listed = models.JSONField(default=list)
    #: When the entry ends that it added to the reader's calendar; null once that entry
    #: is replaced or withdrawn.
    entry_ends = models.DateTimeField(null=True)
    #: The page of this site to open after signing in.
    next_page = models.CharField(max_length=LONGEST_PAGE, blank=True, default="")
    dedupe_key = models.CharField(max_length=120)
    message_id = models.CharField("Message-ID", max_length=255)

    status = models.CharField(
        max_length=10, choices=MailStatus.choices, default=MailStatus.PENDING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    #: How many workers crashed while sending it.
    vanished = models.PositiveSmallIntegerField(default=0)
    #: Whether it was counted against the daily limit of mails that anybody can request.
    is_counted = models.BooleanField(default=False, editable=False)
    #: When sending first failed; moved forward by the time for which it was deferred
    #: since, or a server was away.
    failing_since = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    obstacle = models.CharField(
        max_length=6, choices=Obstacle.choices, blank=True, default=""
    )
    #: When it first came due. Set by the first claim, kept by retries, and cleared when
    #: the reader's preferences defer it.
    ready_since = models.DateTimeField(null=True)
    created_at = models.DateTimeField("created")
    due_at = models.DateTimeField("due")
    #: Until when it waits while its reader is on the page, if they want no mails then.
    held_until = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField("claimed", null=True)
    sent_at = models.DateTimeField("sent", null=True)
    #: The address of the last attempt; the recipient may have another one by now.
    sent_to = models.CharField(max_length=254, blank=True, default="")

    objects = OutgoingMails.as_manager()

    class Meta:
        constraints = [
            unique_text("dedupe_key", "outgoing_mail_once"),
            check_known("status", MailStatus, "outgoing_mail_status_known"),
            models.CheckConstraint(
                name="outgoing_mail_claimed_when_sending",
                condition=~models.Q(status=MailStatus.SENDING)
                | models.Q(claimed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="outgoing_mail_sent_at_when_sent",
                condition=models.Q(status=MailStatus.SENT, sent_at__isnull=False)
                | (~models.Q(status=MailStatus.SENT) & models.Q(sent_at__isnull=True)),
            ),
        ]
        indexes = [
            # outbox.rows.claim_mails and outbox.delays
            models.Index(
                fields=["due_at"],
                condition=_IS_OPEN,
                name="outgoing_mail_due",
            ),
            # housekeeping.drop_outgoing
            models.Index(
                fields=["created_at"],
                condition=models.Q(
                    status__in=[MailStatus.SENT, MailStatus.SKIPPED, MailStatus.FAILED]
                ),
                name="outgoing_mail_settled",
            ),
            # queries.thread_of
            models.Index(fields=["game", "user"], name="outgoing_mail_thread"),
            # To find the mail that a reply answers.
            models.Index(fields=["message_id"], name="outgoing_mail_message_id"),
            *(index_where_set(name, f"outgoing_mail_{name}") for name in _SELDOM),
        ]

    def __str__(self) -> str:
        return self.dedupe_key
