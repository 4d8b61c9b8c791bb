"""People with an account: an address for a name, links for a password, a profile."""

from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

from games.models.conditions import index_where_set
from games.models.games import SLUG_ALPHABET, SLUG_LENGTH
from stoneage_core.time_control import MINUTES_OF_A_DAY

#: Minutes of the day: from ten in the evening to seven in the morning.
QUIET_FROM, QUIET_UNTIL = 22 * 60, 7 * 60
#: Of the name of a program, as the log has it (``stoneage_core.fields.BotName``).
LONGEST_PROGRAM = 31
MINUTE_OF_DAY = MaxValueValidator(MINUTES_OF_A_DAY - 1)


class Unreachable(models.TextChoices):
    """The reason why mails to an address are not sent any more."""

    BOUNCED = "bounced", _("emails come back")
    COMPLAINED = "complained", _("marked as spam")


class UserManager(BaseUserManager["User"]):
    """Makes users; only staff, who use the admin, have a password."""

    def create_user(
        self, email: str | None, password: str | None = None, **fields: Any
    ) -> "User":
        """Make a user; ``email`` is None for a guest, who has no address yet."""
        user = self.model(email=email.lower() if email else None, **fields)
        user.set_password(password)  # None: a password that never fits
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, password: str | None = None, **fields: Any
    ) -> "User":
        return self.create_user(
            email, password, **fields, is_staff=True, is_superuser=True
        )

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """
    Somebody who plays, watches or moderates.

    ``email`` is stored in lower case; a guest has none. Between ``quiet_from`` and
    ``quiet_until``, minutes of the day in their zone, nobody is reminded; both the same
    means never. Raising ``sign_in_epoch`` revokes every sign-in link sent so far. Until
    ``muted_until`` they may not write to others, until ``no_games_until`` they may not
    start or join games; a ban ends at ``banned_until``, if at all. Since
    ``unreachable_since`` mails to their address come back, or they told their provider
    that they do not want them. At ``forget_at`` the staff will have them forgotten. Who
    was forgotten, at ``forgotten_at``, leaves this row as a shell without anything
    about them, so that games stay whole.
    """

    email = models.EmailField("e-mail address", unique=True, null=True, blank=True)
    name = models.CharField(max_length=40, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=12, default="en")
    #: Whether the language is theirs, chosen or told by their browser; else a guess.
    language_known = models.BooleanField(default=False, editable=False)
    quiet_from = models.PositiveSmallIntegerField(
        default=QUIET_FROM, validators=[MINUTE_OF_DAY]
    )
    quiet_until = models.PositiveSmallIntegerField(
        default=QUIET_UNTIL, validators=[MINUTE_OF_DAY]
    )
    #: Whether the tap on a number of people sends them; else one more press does.
    sends_at_once = models.BooleanField(default=False)
    is_staff = models.BooleanField("staff", default=False)
    is_active = models.BooleanField("active", default=True)
    sign_in_epoch = models.PositiveIntegerField(default=0, editable=False)
    #: The name of the program that plays for this account, "" for a person.
    program = models.CharField(
        max_length=LONGEST_PROGRAM, blank=True, default="", editable=False
    )
    #: For who learns: hints in practice games, and the notes that are dismissed.
    wants_hints = models.BooleanField(default=False, editable=False)
    notes_read = models.JSONField(default=list, editable=False)
    muted_until = models.DateTimeField(null=True, blank=True)
    no_games_until = models.DateTimeField("no new games until", null=True, blank=True)
    banned_until = models.DateTimeField(null=True, editable=False)
    unreachable_since = models.DateTimeField(null=True)
    unreachable_why = models.CharField(
        "why unreachable",
        max_length=10,
        choices=Unreachable.choices,
        blank=True,
        default="",
    )
    forget_at = models.DateTimeField("to be forgotten", null=True, editable=False)
    forgotten_at = models.DateTimeField("forgotten", null=True, editable=False)
    #: The default is for whom the admin or the command line makes: both know no moment.
    created_at = models.DateTimeField("created", db_default=Now(), editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="user_email_lower_case", condition=models.Q(email=Lower("email"))
            ),
            models.CheckConstraint(
                name="user_email_not_empty", condition=~models.Q(email="")
            ),
        ]
        indexes = [
            # due.FORGETTINGS
            index_where_set("forget_at", "user_forget"),
            # housekeeping.drop_guests
            models.Index(
                fields=["created_at"],
                condition=models.Q(email=None, forgotten_at=None),
                name="user_guest",
            ),
            # notifications.desk.outgoing._lost_seats
            index_where_set("unreachable_since", "user_unreachable"),
            # due.BANS
            index_where_set("banned_until", "user_ban"),
        ]

    def clean(self) -> None:
        """Take an address as the admin's forms bring it."""
        super().clean()
        self.email = self.email.lower() if self.email else None

    def __str__(self) -> str:
        if self.forgotten_at is not None:
            return f"forgotten {self.pk}"
        return self.name or self.email or f"guest {self.pk}"

    @property
    def is_guest(self) -> bool:
        """Whether no mail can reach them yet; who was forgotten is no guest either."""
        return self.email is None and self.forgotten_at is None

    @property
    def has_complained(self) -> bool:
        """Whether they get no mails because one of ours was marked as spam."""
        return self.unreachable_why == Unreachable.COMPLAINED

    def has_address(self, address: str) -> bool:
        """
        Whether an address is theirs: the main one, or another that they confirmed.

        No letters of other alphabets look or fold alike. Queries.
        """
        plain = address.lower()
        if not address.isascii() or self.email is None:
            return False
        return plain == self.email or self.addresses.filter(email=plain).exists()


class EmailAddress(models.Model):
    """
    One more address of a user, beside the main one in ``User.email``.

    They have shown that mails from and to it are theirs. It stands for them wherever
    somebody names it, and replies may come from it; our mails go to the main one.
    ``email`` is stored in lower case.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="addresses"
    )
    email = models.EmailField("e-mail address", unique=True)
    confirmed_at = models.DateTimeField("confirmed")

    class Meta:
        verbose_name = "e-mail address"
        verbose_name_plural = "e-mail addresses"
        constraints = [
            models.CheckConstraint(
                name="email_address_lower_case",
                condition=models.Q(email=Lower("email")),
            ),
        ]

    def __str__(self) -> str:
        return self.email


class Profile(models.Model):
    """
    A page about a user that anybody can open; without a row there is none.

    It always has their name. The other columns say what else it shows: the games that
    they play, those that are over, how fast they answer, how often in time, how they
    are rated. ``slug`` is drawn, so that nobody finds a page by a name.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="profile",
    )
    slug = models.CharField(
        max_length=SLUG_LENGTH,
        unique=True,
        validators=[RegexValidator(f"^[{SLUG_ALPHABET}]{{{SLUG_LENGTH}}}$")],
    )
    shows_games = models.BooleanField(default=False)
    shows_results = models.BooleanField(default=False)
    shows_pace = models.BooleanField(default=False)
    shows_record = models.BooleanField("shows decisions in time", default=False)
    shows_ratings = models.BooleanField(default=False)
    made_at = models.DateTimeField("made")

    def __str__(self) -> str:
        return self.slug
