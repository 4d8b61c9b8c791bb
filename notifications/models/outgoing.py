"""Outgoing mails: their kinds, their rows, and the steps of their lives."""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import models, transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from games.models import Game, ModerationAction, Seat, SeatOffer
from games.models.fields import check_known, index_where_set, unique_text
from notifications.models.channels import PushSubscription, Webhook
from notifications.models.preferences import Topic


class Kind(models.TextChoices):
    INVITATION = "invitation", _("invitation")
    INVITATION_REMINDER = "invitation_reminder", _("reminder of an invitation")
    INVITATION_DECLINED = "invitation_declined", _("invitation declined")
    GAME_STARTED = "game_started", _("game started")
    GAME_CANCELLED = "game_cancelled", _("game cancelled")
    YOUR_TURN = "your_turn", _("your turn")
    CHOICE_WANTED = "choice_wanted", _("choice wanted")
    REMINDER = "reminder", _("reminder")
    RESTORED = "restored", _("asked again after a restore")
    PUSH = "push", _("notification in a browser")
    WEBHOOK = "webhook", _("call of a webhook")
    WEBHOOK_OFF = "webhook_off", _("a webhook is switched off")
    ORDERS_DISARMED = "orders_disarmed", _("orders put aside")
    TIME_RAN_OUT = "time_ran_out", _("time ran out")
    AUTOPILOT_SEATED = "autopilot_seated", _("autopilot plays for you")
    SEAT_LEFT = "seat_left", _("autopilot plays for another")
    PLAYER_RETURNED = "player_returned", _("player returned")
    ABSENCE_DECLARED = "absence_declared", _("a player goes away")
    ABSENCE_OVER = "absence_over", _("a player is no longer away")
    TIME_ASKED = "time_asked", _("a player asks for more time")
    TIME_GIVEN = "time_given", _("more time for a turn")
    SUBSTITUTE_OFFERED = "substitute_offered", _("substitute offered")
    SUBSTITUTE_SEATED = "substitute_seated", _("playing as a substitute")
    PROPOSAL_MADE = "proposal_made", _("proposal made")
    VOTE_REMINDER = "vote_reminder", _("reminder of a vote")
    PROPOSAL_SETTLED = "proposal_settled", _("proposal settled")
    GAME_OVER = "game_over", _("game over")
    SIGN_IN = "sign_in", _("sign-in code and link")
    ACCOUNT_SECURED = "account_secured", _("a way to sign in has changed")
    FRESH_LINK = "fresh_link", _("fresh link")
    KEEP = "keep", _("keep a guest’s games")
    CASE_QUESTION = "case_question", _("a question from the moderators")
    CASE_TAKEN = "case_taken", _("a case has another moderator")
    STAFF_ACTED = "staff_acted", _("the moderators did something")
    SEAT_OFFER = "seat_offer", _("offer of a seat")
    REQUEST_DECLINED = "request_declined", _("a request to take a seat was declined")
    INVITATION_UNANSWERED = "invitation_unanswered", _("no one has answered")
    HOSTING_PASSED = "hosting_passed", _("another host of a game")
    LEAGUE_PASSED = "league_passed", _("another host of a league")
    LEAGUE_INVITATION = "league_invitation", _("invitation to a league")
    LEAGUE_NEWS = "league_news", _("news from a league’s host")
    DROPPED_OUT = "dropped_out", _("a player dropped out of a league")
    LEAGUE_ENTERED = "league_entered", _("entered a league")
    SEASON_SOON = "season_soon", _("a season starts soon")
    SEASON_STARTED = "season_started", _("a season has started")
    SEASON_MISSED = "season_missed", _("a season started without a player")
    SEASON_POSTPONED = "season_postponed", _("a season waits for players")
    LEAGUE_CLOSED = "league_closed", _("a league is closed")
    SEAT_TAKEN = "seat_taken", _("a seat has another player")
    REPLY_READ = "reply_read", _("what came of a reply")
    REPLY_UNREAD = "reply_unread", _("a reply could not be read")
    DIGEST = "digest", _("digest")
    DIGEST_READ = "digest_read", _("what came of a reply to a digest")
    UNREACHABLE = "unreachable", _("a player can’t be reached")
    ADDRESS_TRIED = "address_tried", _("test of an address")
    ADDRESS_CHANGED = "address_changed", _("address was changed")
    TALK = "talk", _("table talk")
    FOLLOWED_NEWS = "followed_news", _("news from what one follows")
    FOLLOWED_GAME_OVER = "followed_game_over", _("a followed game is over")
    ADDRESS_ADDITION = "address_addition", _("add an address")
    SEASON_OVER = "season_over", _("season over")
    TOURNAMENT_WON = "tournament_won", _("a tournament is won")


def kind_choices() -> list[tuple[str, Any]]:
    """Return the kinds with labels; a callable needs no migration."""
    return Kind.choices


class MailStatus(models.TextChoices):
    """The fate of a mail; the last three are final."""

    PENDING = "pending", _("waiting")
    SENDING = "sending", _("being sent")
    SENT = "sent", "sent"
    SKIPPED = "skipped", _("skipped")
    FAILED = "failed", _("failed")


class Obstacle(models.TextChoices):
    """Why the last attempt to send a mail failed, if it will be retried."""

    SERVER = "server", "the server accepts nothing from us"
    ANSWER = "answer", "the server deferred this mail; it may accept others"
    FAULT = "fault", "a fault of ours: it could not be rendered"


#: Kinds that do not go by email.
OTHER_CHANNELS = (Kind.PUSH, Kind.WEBHOOK)

#: Kinds that form one conversation in mail programs: turns and answers about them.
CONVERSATION = (
    *(Kind.YOUR_TURN, Kind.CHOICE_WANTED, Kind.REMINDER, Kind.ORDERS_DISARMED),
    Kind.REPLY_READ,
)

OPEN_STATUSES = (MailStatus.PENDING, MailStatus.SENDING)
SETTLED_STATUSES = (MailStatus.SENT, MailStatus.SKIPPED, MailStatus.FAILED)


Row = TypeVar("Row", bound=models.Model)


class ClaimableRows(models.QuerySet[Row]):
    """Rows with ``due_at``, ``ready_since``, ``claimed_at`` and ``attempts``."""

    def claim_due(
        self, *, now: datetime, lease: timedelta, limit: int, **changes: Any
    ) -> list[Row]:
        """
        Returns them in order of id, with all columns as before the claim. ``now``, the
        database's time, names the claim and is written to ``claimed_at``. The attempt
        is counted and ``changes`` are applied. The first claim keeps the original
        ``due_at`` in ``ready_since``, which no retry changes. No row is claimed twice:
        each is locked until the commit, and other workers skip it. SQLite ignores SKIP
        LOCKED, but it has one writer: there a worker waits until the other's claim is
        committed.
        """
        with transaction.atomic(savepoint=False):
            due = self.filter(due_at__lte=now).order_by("due_at")
            rows = list(due.select_for_update(skip_locked=True)[:limit])
            if rows:
                self.model._default_manager.filter(
                    pk__in=[row.pk for row in rows]
                ).update(
                    attempts=F("attempts") + 1,
                    claimed_at=now,
                    due_at=now + lease,
                    ready_since=Coalesce("ready_since", "due_at"),
                    **changes,
                )
        return sorted(rows, key=lambda row: row.pk)


LONGEST_PAGE = 500
LONGEST_CODE = 20

#: References that most mails lack. Their indexes are partial, because every move writes
#: mails.
_SELDOM = ("incoming", "act", "offer", "subscription", "webhook", "beside", "part_of")

#: Mails that are not settled yet. Not ``status__in``: SQLite matches parameters against
#: the condition of a partial index in an OR, but not in a list.
_IS_OPEN = models.Q(status=MailStatus.PENDING) | models.Q(status=MailStatus.SENDING)


class OutgoingMails(ClaimableRows["OutgoingMail"]):
    def open(self) -> "OutgoingMails":
        """Return the mails that are not settled yet, using the partial index."""
        return self.filter(_IS_OPEN)

    def pending(self) -> "OutgoingMails":
        """Return the mails that wait, and that no worker has claimed."""
        return self.filter(status=MailStatus.PENDING)

    def failed(self) -> "OutgoingMails":
        return self.filter(status=MailStatus.FAILED)

    def with_related(self) -> "OutgoingMails":
        return self.select_related(
            *("user__mail_preferences", "game"),
            *("seat__game", "seat__user", "seat__orders"),
        )


class OutgoingMail(models.Model):
    """
    A mail to be sent, written in the transaction of its cause. ``dedupe_key`` names its
    occasion, so that nothing is sent twice. It is rendered when it is sent, from the
    state at that time. ``due_at`` is the time of the next attempt: a claim pushes it
    past the lease, so a row whose worker crashed comes due again. ``claimed_at`` names
    the claim that may settle the row. ``reason`` is the error of the last attempt, or
    why the mail was skipped.
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
    #: In a digest: what its numbers stand for, part by part (``answered_mail.row_of``).
    listed = models.JSONField(default=list)
    #: When the entry ends that it added to the reader's calendar; null once that entry
    #: is replaced or withdrawn.
    entry_ends = models.DateTimeField(null=True)
    #: The recipient's address that it goes to, if that need not be the primary one.
    to_address = models.EmailField(blank=True, default="")
    #: The code to sign in with; removed when the mail is settled.
    code = models.CharField(max_length=LONGEST_CODE, blank=True, default="")
    #: The page of this site to open after signing in.
    next_page = models.CharField(max_length=LONGEST_PAGE, blank=True, default="")
    #: What it is about beyond its columns, by name. Only its kind writes and reads it.
    details = models.JSONField(default=dict)
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
    #: When its link to a seat was first used by more than looking at the page.
    opened_at = models.DateTimeField("opened by link", null=True)
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

    @property
    def address(self) -> str:
        """The address that it goes to, or '' if its recipient has none."""
        if self.user is None or self.user.email is None:
            return ""
        return self.to_address or self.user.email

    @property
    def is_to_primary_address(self) -> bool:
        return self.user is not None and self.address == self.user.email


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
    One thing that happened to a mail; rows are added and never changed. ``words`` are
    the server's or ours. ``reference`` is a mail provider's name for the mail (of
    ``sent``) or for its report, so that a report is recorded once.
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
            # config.monitoring.metrics: steps of the last hour
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
