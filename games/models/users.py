"""Users, their profiles, and what they follow.

Users have email addresses instead of user names, and codes, links and passkeys instead
of passwords. Their confirmed addresses are rows of ``allauth.account.EmailAddress``.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.models.fields import index_where_set, unique_where_set
from games.models.games import SLUG_ALPHABET, SLUG_LENGTH, Game
from stoneage_core.time_control import MINUTES_OF_A_DAY

#: Minutes of the day: from 22:00 to 07:00.
QUIET_FROM, QUIET_UNTIL = 22 * 60, 7 * 60
#: The longest name of a program in the log (``stoneage_core.fields.BotName``).
LONGEST_PROGRAM = 31
MINUTE_OF_DAY = MaxValueValidator(MINUTES_OF_A_DAY - 1)


class Unreachable(models.TextChoices):
    BOUNCED = "bounced", _("emails come back")
    COMPLAINED = "complained", _("marked as spam")


class UserManager(BaseUserManager["User"]):
    """Makes users. Nobody has a password."""

    def create_user(
        self, email: str | None, password: object = None, **fields: Any
    ) -> "User":
        """
        Make a user. ``email`` is None for a guest, who has no address yet. The password
        that Django's own command asks for is ignored.
        """
        user = self.model(email=email.lower() if email else None, **fields)
        user.set_unusable_password()
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, password: object = None, **fields: Any
    ) -> "User":
        return self.create_user(email, **fields, is_staff=True, is_superuser=True)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """
    Somebody who plays, watches or moderates. ``email`` is the primary address, stored
    in lower case; a guest has none. It has a row of ``EmailAddress`` once its owner has
    acted. Between ``quiet_from`` and ``quiet_until``, minutes of the day in their zone,
    they get no reminders; if both are the same, there are no quiet hours. Raising
    ``access_epoch`` ends every session and every link that is bound to the user, and
    raising ``calendar_epoch`` the address of their calendar. Until
    ``muted_until`` they may not write to others, and until ``no_games_until`` they may
    not start or join games. A ban ends at ``banned_until``, or never if that is None.
    Since ``unreachable_since`` emails to them bounce, or they marked one as spam. At
    ``forget_at`` their data will be deleted by order of the staff. After that, at
    ``forgotten_at``, the row remains without personal data, so that games stay
    complete.
    """

    email = models.EmailField("e-mail address", unique=True, null=True, blank=True)
    name = models.CharField(max_length=40, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=12, default="en")
    #: Whether the language was chosen or sent by the browser. If not, it is a guess.
    language_known = models.BooleanField(default=False, editable=False)
    quiet_from = models.PositiveSmallIntegerField(
        default=QUIET_FROM, validators=[MINUTE_OF_DAY]
    )
    quiet_until = models.PositiveSmallIntegerField(
        default=QUIET_UNTIL, validators=[MINUTE_OF_DAY]
    )
    #: Whether a tap on a number of people sends the move without another press.
    sends_at_once = models.BooleanField(default=False)
    is_staff = models.BooleanField("staff", default=False)
    is_active = models.BooleanField("active", default=True)
    access_epoch = models.PositiveIntegerField(default=0, editable=False)
    calendar_epoch = models.PositiveIntegerField(default=0, editable=False)
    #: The name of the program that plays for this account, or '' for a person.
    program = models.CharField(
        max_length=LONGEST_PROGRAM, blank=True, default="", editable=False
    )
    #: For learners: hints in practice games, and the notes that they dismissed.
    wants_hints = models.BooleanField(default=False, editable=False)
    shows_presence = models.BooleanField(default=False, editable=False)
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
    #: The default is for users made in the admin or on the command line.
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
            # deadlines.FORGETTINGS
            index_where_set("forget_at", "user_forget"),
            # housekeeping.drop_guests
            models.Index(
                fields=["created_at"],
                condition=models.Q(email=None, forgotten_at=None),
                name="user_guest",
            ),
            # housekeeping.drop_typed_addresses
            models.Index(
                fields=["created_at"],
                condition=models.Q(email__isnull=False, last_login=None),
                name="user_typed",
            ),
            # notifications.desk.unreachable_section
            index_where_set("unreachable_since", "user_unreachable"),
            # deadlines.BANS
            index_where_set("banned_until", "user_ban"),
        ]

    def clean(self) -> None:
        """Convert the address from the admin's form to lower case."""
        super().clean()
        self.email = self.email.lower() if self.email else None

    def __str__(self) -> str:
        if self.forgotten_at is not None:
            return f"forgotten {self.pk}"
        return self.name or self.email or f"guest {self.pk}"

    @property
    def is_guest(self) -> bool:
        """Deleted users are no guests."""
        return self.email is None and self.forgotten_at is None

    def is_muted(self, now: datetime) -> bool:
        """Return whether the staff muted them: they cannot write to others."""
        return self.muted_until is not None and self.muted_until > now

    def is_barred(self, now: datetime) -> bool:
        """Return whether the staff barred them from starting and joining games."""
        return self.no_games_until is not None and self.no_games_until > now

    def may_play(self, now: datetime) -> bool:
        return self.is_active and not self.is_barred(now)

    @property
    def is_unreachable(self) -> bool:
        """Whether they have an address, and emails to it do not arrive."""
        return self.email is not None and self.unreachable_since is not None

    @property
    def has_complained(self) -> bool:
        """Whether they get no emails because one was marked as spam."""
        return self.unreachable_why == Unreachable.COMPLAINED

    def has_address(self, address: str) -> bool:
        """
        Return whether an address is theirs: the primary one, or another that they
        confirmed.

        Non-ASCII addresses never match, because other letters may look or fold alike.
        Takes a query.
        """
        plain = address.lower()
        if not address.isascii() or self.email is None:
            return False
        confirmed = User.objects.filter(
            pk=self.pk, emailaddress__email=plain, emailaddress__verified=True
        )
        return plain == self.email or confirmed.exists()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return a hash with which a session ends when the access epoch is raised."""
        return salted_hmac(
            "games.models.users.User",
            f"{self.password}/{self.access_epoch}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


class Profile(models.Model):
    """
    A public page about a user. Users without a row have none. It always shows their
    name. The other columns say what else it shows: current games, finished games, how
    fast they answer, how often in time, and their ratings. ``slug`` is random, so that
    nobody can find a page by a name.
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


class Follow(models.Model):
    """
    A user follows a game, or all games of the person with a profile. It is deleted with
    the profile: people without a profile cannot be followed.
    """

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="follows"
    )
    profile = models.ForeignKey(
        Profile, null=True, on_delete=models.CASCADE, related_name="follows"
    )
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="follow_of_one_thing",
                condition=models.Q(game__isnull=False, profile__isnull=True)
                | models.Q(game__isnull=True, profile__isnull=False),
            ),
            unique_where_set("follower", "game", name="follow_game_once"),
            unique_where_set("follower", "profile", name="follow_profile_once"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.game_id or self.profile_id}"
