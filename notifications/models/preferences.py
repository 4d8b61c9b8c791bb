"""Preferences of players about their mails: which, how often, at what hours."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game, User
from games.models.fields import check_known
from games.models.users import MINUTE_OF_DAY

#: Minute of the day: a digest comes at eight in the morning.
DIGEST_AT = 8 * 60


class Topic(models.TextChoices):
    TURNS = "turns", _("Your turn")
    REMINDERS = "reminders", _("Reminders")
    TABLE = "table", _("News from the table")
    RESULTS = "results", _("Results")
    INVITATIONS = "invitations", _("Invitations")
    TALK = "talk", _("Table talk")
    LEAGUES = "leagues", _("Leagues and tournaments")
    FOLLOWING = "following", _("What you follow")


#: Topics that are off until a player asks for them; all others are on by default.
ON_REQUEST = (Topic.TALK,)

#: Topics of mails that ask for a decision with a deadline.
ASKING = (Topic.TURNS, Topic.REMINDERS)


class Pace(models.TextChoices):
    AT_ONCE = "at_once", _("At once")
    HOURLY = "hourly", _("At most one an hour")
    DAILY = "daily", _("Once a day")


class MailPreferences(models.Model):
    """
    How a player wants mails; without a row the defaults apply. ``pace_is_chosen`` says
    whether they chose the pace themselves. ``daily_at`` is a minute of the day in their
    time zone. With ``quiet``, mails wait through the user's quiet
    hours; with ``defers_while_online``, a turn's mail waits while its player is on the
    page. With ``individual_subjects``, the subject of each mail says what is asked;
    otherwise the mails about the turns of a game share one subject. With
    ``calendar_files``, a mail that asks for a decision has a file with its deadline.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="mail_preferences",
    )
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.AT_ONCE)
    pace_is_chosen = models.BooleanField(default=False)
    daily_at = models.PositiveSmallIntegerField(
        default=DIGEST_AT, validators=[MINUTE_OF_DAY]
    )
    quiet = models.BooleanField(default=False)
    text_only = models.BooleanField(default=False)
    individual_subjects = models.BooleanField(default=False)
    calendar_files = models.BooleanField(default=False)
    defers_while_online = models.BooleanField(default=True)

    class Meta:
        constraints = [
            check_known("pace", Pace, "mail_preferences_pace_known"),
            models.CheckConstraint(
                name="mail_preferences_daily_at_in_day",
                condition=models.Q(daily_at__lt=24 * 60),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pace}"


def known_preferences(user: User) -> MailPreferences:
    """Takes a query, unless they were selected with the user."""
    saved: MailPreferences | None = getattr(user, "mail_preferences", None)
    return saved or MailPreferences(user=user)


class Suppression(models.Model):
    """
    Marks an address that wants no mail at the request of others. Only the keyed hash of
    ``games.recipients`` is stored. It covers all spellings of the address and stays
    after the account is deleted, until the owner lifts it.
    """

    recipient = models.CharField(max_length=32, primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.recipient


class TopicSubscription(models.Model):
    """
    Whether a player gets mails on a topic: in one game, or (without a game) in all
    others. Without a row a topic is on, except those in ``ON_REQUEST``.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="topic_subscriptions",
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE)
    topic = models.CharField(max_length=12, choices=Topic.choices)
    is_on = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "topic"],
                condition=models.Q(game=None),
                name="topic_subscription_once_overall",
            ),
            models.UniqueConstraint(
                fields=["user", "game", "topic"],
                condition=models.Q(game__isnull=False),
                name="topic_subscription_once_a_game",
            ),
            check_known("topic", Topic, "topic_subscription_topic_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.topic} {'on' if self.is_on else 'off'}"
