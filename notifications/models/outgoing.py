"""The outbox: every mail that is owed to somebody, and its fate."""

from django.conf import settings
from django.db import models

from games.models import Game, ModerationAction, Seat, SeatOffer
from games.models.conditions import check_known, index_where_set, unique_text
from notifications.models.claims import ClaimableRows
from notifications.models.mail_kinds import MailStatus, Obstacle, kind_choices
from notifications.models.preferences import Topic
from notifications.models.push import PushSubscription
from notifications.models.webhooks import Webhook

LONGEST_PAGE = 500

#: What few mails refer to. Their indexes leave all others out: every move writes one.
_SELDOM = ("incoming", "act", "offer", "subscription", "webhook", "beside", "told_in")

#: Mails that are not settled yet. Not ``status__in``: SQLite compares parameters with
#: the condition of a partial index if they stand in an OR, but not if in a list.
_IS_OPEN = models.Q(status=MailStatus.PENDING) | models.Q(status=MailStatus.SENDING)


class OutgoingMails(ClaimableRows["OutgoingMail"]):
    """Queries for the mails of the outbox."""

    def open(self) -> "OutgoingMails":
        """Return the mails that are not settled yet: the index of due ones has them."""
        return self.filter(_IS_OPEN)

    def with_all_they_tell(self) -> "OutgoingMails":
        """Read each mail with its reader, preferences, game, seat and orders."""
        return self.select_related(
            *("user__mail_preferences", "game"),
            *("seat__game", "seat__user", "seat__orders"),
        )


class OutgoingMail(models.Model):
    """
    A mail that is owed to somebody, written in the transaction of its cause.

    ``dedupe_key`` says what it is about, so that nothing is told twice. It is rendered
    when it is sent, from what is true then. ``due_at`` is when to try (again): a claim
    pushes it past the lease, so a row whose worker died comes due by itself.
    ``claimed_at`` names the claim that may settle the row. ``reason`` is the error of
    the last attempt, or why the mail was skipped.
    """

    kind = models.CharField(max_length=30, choices=kind_choices)
    #: '' for one that cannot be turned off, and never waits.
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
    #: The version of the game that made it necessary, where there is one.
    about_version = models.PositiveIntegerField(null=True)
    #: The version of the game whose position and numbered choices it showed.
    shown_version = models.PositiveIntegerField(null=True)
    #: The mail of the player that it answers.
    incoming = models.ForeignKey(
        "notifications.IncomingMail",
        verbose_name="answer to",
        null=True,
        on_delete=models.SET_NULL,
        related_name="answers",
        db_index=False,
    )
    #: What the staff did, where it tells of that.
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
    #: The browser to which it goes, where it is none for an address.
    subscription = models.ForeignKey(
        PushSubscription,
        verbose_name="browser",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    #: The webhook that it calls, or is about.
    webhook = models.ForeignKey(
        Webhook, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    #: The mail beside which a webhook is called: it tells the same.
    beside = models.ForeignKey(
        "self", null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    #: The digest that tells of it; until that is sent, nobody claims the mail.
    told_in = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        related_name="parts",
        db_index=False,
    )
    #: Of a digest: what its numbers stand for, part by part (``replies.digests``).
    listed = models.JSONField(default=list)
    #: When the entry ends that it put into its reader's calendar, until that entry is
    #: replaced or withdrawn.
    entry_ends = models.DateTimeField(null=True)
    #: The page of this site that a sign-in goes on to.
    next_page = models.CharField(max_length=LONGEST_PAGE, blank=True, default="")
    dedupe_key = models.CharField(max_length=120)
    message_id = models.CharField("Message-ID", max_length=255)

    status = models.CharField(
        max_length=10, choices=MailStatus.choices, default=MailStatus.PENDING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    #: How many workers vanished that had it in their hands.
    vanished = models.PositiveSmallIntegerField(default=0)
    #: Whether it was counted among those that anybody can have sent to an address.
    is_counted = models.BooleanField(default=False, editable=False)
    #: When the server, or we, first failed to send it; moved on by the time for which
    #: it was put off since, or a server was away.
    failing_since = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    obstacle = models.CharField(
        max_length=6, choices=Obstacle.choices, blank=True, default=""
    )
    #: Since when it could have gone: when it first came due. Set by the first claim,
    #: kept by retries, and cleared when its reader's preferences put it off.
    ready_since = models.DateTimeField(null=True)
    created_at = models.DateTimeField("created")
    due_at = models.DateTimeField("due")
    #: Until when it waits if its reader wants none while they are on the page.
    held_until = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField("claimed", null=True)
    sent_at = models.DateTimeField("sent", null=True)
    #: Where the last attempt went: the recipient may have another address by now.
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
            # A reply names the mail it answers.
            models.Index(fields=["message_id"], name="outgoing_mail_message_id"),
            *(index_where_set(name, f"outgoing_mail_{name}") for name in _SELDOM),
        ]

    def __str__(self) -> str:
        return self.dedupe_key
