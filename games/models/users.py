"""People with an account: an address for a name, links for a password."""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

from stoneage_core.clock import MINUTES_OF_A_DAY

#: Minutes of the day: from ten in the evening to seven in the morning.
QUIET_FROM, QUIET_UNTIL = 22 * 60, 7 * 60
MINUTE_OF_DAY = MaxValueValidator(MINUTES_OF_A_DAY - 1)


class Unreachable(models.TextChoices):
    """Why mails to an address are not sent any more."""

    BOUNCED = "bounced", _("mails come back")
    COMPLAINED = "complained", _("marked as unwanted")


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
    ``muted_until`` they may not write to others. Since ``unreachable_since`` mails to
    their address come back, or they told their provider that they do not want them. At
    ``forget_at`` the staff will have them forgotten. Who was forgotten, at
    ``forgotten_at``, leaves this row as a shell without anything about them, so that
    games stay whole.
    """

    email = models.EmailField("e-mail address", unique=True, null=True, blank=True)
    name = models.CharField("name", max_length=40, blank=True)
    time_zone = models.CharField("time zone", max_length=64, default="UTC")
    language = models.CharField("language", max_length=12, default="en")
    #: Whether the language is theirs, chosen or told by their browser; else a guess.
    language_known = models.BooleanField(default=False, editable=False)
    quiet_from = models.PositiveSmallIntegerField(
        "quiet from", default=QUIET_FROM, validators=[MINUTE_OF_DAY]
    )
    quiet_until = models.PositiveSmallIntegerField(
        "quiet until", default=QUIET_UNTIL, validators=[MINUTE_OF_DAY]
    )
    is_staff = models.BooleanField("staff", default=False)
    is_active = models.BooleanField("active", default=True)
    sign_in_epoch = models.PositiveIntegerField(default=0, editable=False)
    muted_until = models.DateTimeField("muted until", null=True, blank=True)
    unreachable_since = models.DateTimeField("unreachable since", null=True)
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
        verbose_name = "user"
        verbose_name_plural = "users"
        constraints = [
            models.CheckConstraint(
                name="user_email_lower_case",
                condition=models.Q(email=Lower("email")),
            ),
            models.CheckConstraint(
                name="user_email_not_empty", condition=~models.Q(email="")
            ),
        ]
        indexes = [
            # due.due_forgettings
            models.Index(
                fields=["forget_at"],
                condition=models.Q(forget_at__isnull=False),
                name="user_forget",
            ),
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
