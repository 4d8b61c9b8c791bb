"""Incoming mails with their source; messages of the development mailbox."""

from hashlib import sha256

from django.conf import settings
from django.db import models

from games.models import Seat
from games.models.fields import check_known
from notifications.mail_text.bounds import head_of
from notifications.mail_text.parse import ParsedMail, parse_mail
from notifications.models.outgoing import ClaimableRows, Kind, OutgoingMail

#: Suffix of the names that we give to mails without a Message-ID.
NAMELESS = "@content>"
#: Why a mail was set aside; its player is notified.
GIVING_UP = "given up after "
GIVEN_UP = GIVING_UP + "{count} attempts: {error}"
TOO_SLOW = GIVING_UP + "{seconds} seconds of computing"
TANGLED = "nested too deeply to be read; only its headers were kept"
TOO_LARGE = "too large to be kept; only its headers were kept"
LISTED = "not read: it came through a mailing list"
UNSIGNED = "not read or answered: it came with an empty envelope sender"
REPEATED = "repeats an earlier message at the table, as machines do"
NOTHING_UNDERSTOOD = "again, no line was understood"
SEAT_HAS_NEW_PLAYER = "the seat belongs to another player now"


class Channel(models.TextChoices):
    SMTP = "smtp", "SMTP"
    LMTP = "lmtp", "LMTP"
    PROVIDER = "provider", "mail provider"
    COMMAND = "command", "standard input"
    MAILBOX = "mailbox", "mailbox page"


class Reading(models.TextChoices):
    """How far a mail was read; all values but WAITING and PENDING are final."""

    WAITING = "waiting", "waiting"
    DONE = "done", "done"
    PENDING = "pending", "waits to be confirmed"
    IGNORED = "ignored", "ignored"


class Fate(models.TextChoices):
    DONE = "done", "done"
    ASKED = "asked", "asked back"
    REFUSED = "refused", "refused"
    NOT_FOR_US = "not_for_us", "not for us"


class IncomingMails(ClaimableRows["IncomingMail"]):
    def waiting(self) -> "IncomingMails":
        """Return the mails that nobody has read yet."""
        return self.filter(reading=Reading.WAITING)

    def given_up(self) -> "IncomingMails":
        """Return the mails that failed, were too slow, or crashed workers."""
        return self.filter(reading=Reading.IGNORED, why__startswith=GIVING_UP)


class IncomingMail(models.Model):
    """
    An incoming mail; ``source`` has all of its bytes. After the retention period it is
    pruned: only the sender, the time and the outcome remain. ``message_id`` and
    ``recipient`` are unique together, so a mail that arrives twice is stored once.
    ``is_authenticated`` means that our mail server vouches for the sender,
    ``is_signed`` that it found a DKIM signature of the sender's domain. ``replies_to``
    is the mail of ours that it answers. ``answers_lost`` means that it names one of
    ours that is no longer in the database. ``zone`` is the time zone that we took from
    this mail for its player, or ''. ``fate`` is the outcome ('' while it waits),
    ``results`` has it line by line, and ``why`` says why it was not read. A claim
    pushes ``due_at`` past the lease, so that a mail whose worker crashed comes due
    again.
    """

    message_id = models.CharField("Message-ID", max_length=255)
    channel = models.CharField(max_length=10, choices=Channel.choices)
    sender = models.CharField("from", max_length=320, blank=True)
    recipient = models.CharField("to", max_length=320)
    subject = models.CharField(max_length=998, blank=True)
    source = models.BinaryField()
    pruned_at = models.DateTimeField("its words deleted", null=True)
    is_authenticated = models.BooleanField("sender authenticated", default=False)
    is_signed = models.BooleanField("signed by its sender's domain", default=False)
    received_at = models.DateTimeField("received")

    seat = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="player",
        null=True,
        on_delete=models.SET_NULL,
        related_name="incoming_mails",
    )
    replies_to = models.ForeignKey(
        OutgoingMail,
        verbose_name="answers",
        null=True,
        on_delete=models.SET_NULL,
        related_name="replies",
    )
    answers_lost = models.BooleanField("answers a lost mail", default=False)
    reading = models.CharField(
        "state", max_length=10, choices=Reading.choices, default=Reading.WAITING
    )
    fate = models.CharField(max_length=10, choices=Fate.choices, blank=True, default="")
    why = models.CharField(max_length=200, blank=True, default="")
    zone = models.CharField("time zone taken", max_length=64, blank=True, default="")
    results = models.JSONField(default=list)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField("due")
    #: When it first came due; set by the first claim, kept by retries.
    ready_since = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField("claimed", null=True)
    read_at = models.DateTimeField("read", null=True)

    objects = IncomingMails.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["message_id", "recipient"], name="incoming_mail_once"
            ),
            check_known("reading", Reading, "incoming_mail_reading_known"),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(reading=Reading.WAITING),
                name="incoming_mail_due",
            ),
            models.Index(
                fields=["received_at"],
                condition=models.Q(pruned_at=None),
                name="incoming_mail_unpruned",
            ),
            # housekeeping.drop_incoming
            models.Index(
                fields=["received_at"],
                condition=models.Q(pruned_at__isnull=False),
                name="incoming_mail_pruned",
            ),
        ]

    def __str__(self) -> str:
        return self.message_id

    @property
    def is_nameless(self) -> bool:
        return self.message_id.endswith(NAMELESS)

    @property
    def digest(self) -> str:
        return sha256(bytes(self.source)).hexdigest()

    @property
    def is_given_up(self) -> bool:
        """True if it failed, was too slow, or crashed workers."""
        return self.reading == Reading.IGNORED and self.why.startswith(GIVING_UP)

    @property
    def is_to_digest(self) -> bool:
        """True if a player answers a digest; a bounce of one has no player."""
        ours = self.replies_to
        is_theirs = self.seat_id is None and self.user_id is not None
        return is_theirs and ours is not None and ours.kind == Kind.DIGEST

    @property
    def is_to_service(self) -> bool:
        """True if its player wrote to the service's own address and answers no mail."""
        is_theirs = self.seat_id is None and self.user_id is not None
        return is_theirs and self.recipient == settings.REPLY_TO.lower()

    @property
    def is_seatless(self) -> bool:
        return self.is_to_digest or self.is_to_service

    @property
    def is_by_player(self) -> bool:
        """
        True if our mail server vouches that it came from an address of the player.

        Takes queries.
        """
        return self.is_authenticated and self.is_from_player

    @property
    def is_from_player(self) -> bool:
        """True if its From names an address of the player; anybody can forge that."""
        return self.user is not None and self.user.has_address(self.sender)

    @property
    def writers_language(self) -> str:
        """The language of its player, or '' if it is no player's."""
        return "" if self.user is None else self.user.language

    def parse(self) -> ParsedMail:
        """Parse the mail; if it was given up, parse only its headers."""
        source = bytes(self.source)
        if self.is_given_up:
            source = head_of(source)
        return parse_mail(source, self.writers_language)


class MailboxMessage(models.Model):
    """A mail that the development mailbox received instead of a mail server."""

    sender = models.CharField(max_length=320)
    recipient = models.CharField(max_length=320, db_index=True)
    subject = models.CharField(max_length=998, blank=True)
    received_at = models.DateTimeField()
    source = models.BinaryField()

    def __str__(self) -> str:
        return self.subject
