"""Services of preferences: players change them, and waiting mails are judged anew."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.accounts.users import refreshing_deadlines, update_user
from games.models import User
from games.now import zone_of
from games.timekeeping.reminders import Quiet
from notifications.models import MailPreferences, MailStatus, OutgoingMail, Pace, Topic
from notifications.preferences.schedule import Schedule
from notifications.preferences.subscriptions import Change, save_change, unsubscribe

HOUR = timedelta(hours=1)


def preferences_of(user: User) -> MailPreferences:
    """Return a player's preferences; the defaults, not saved, until they say any."""
    saved = MailPreferences.objects.filter(user=user).first()
    return saved or MailPreferences(user=user)


def schedule_of(user: User, preferences: MailPreferences) -> Schedule:
    """Return when a player wants mails."""
    quiet = Quiet(user.quiet_from, user.quiet_until)
    return Schedule(
        zone=zone_of(user.time_zone),
        apart=HOUR if preferences.pace == Pace.HOURLY else None,
        daily_at=preferences.daily_at if preferences.pace == Pace.DAILY else None,
        quiet=quiet if preferences.quiet else None,
        defers_while_online=preferences.defers_while_online,
    )


def known_preferences(user: User) -> MailPreferences:
    """Return a player's preferences as they were when this user was read with them."""
    saved: MailPreferences | None = getattr(user, "mail_preferences", None)
    return saved or MailPreferences(user=user)


def lock_preferences(user: User) -> MailPreferences:
    """
    Return a player's preferences, locked until the transaction ends.

    Whoever adds to a digest holds them, too.
    """
    MailPreferences.objects.get_or_create(user=user)
    return MailPreferences.objects.select_for_update().get(user=user)


def save_preferences(
    *,
    user: User,
    now: datetime,
    changes: Iterable[Change] = (),
    quiet_from: int | None = None,
    quiet_until: int | None = None,
    **preferences: Any,
) -> None:
    """
    Save what a player says of their mails, in one transaction; what is not said stays.

    Deadlines and reminders are refreshed after it. Raise Refused (invalid) for a time
    that no day has.
    """
    with refreshing_deadlines(user, now=now), transaction.atomic():
        update_user(user=user, quiet_from=quiet_from, quiet_until=quiet_until)
        saved = lock_preferences(user)
        for field, value in preferences.items():
            setattr(saved, field, value)
        saved.save(update_fields=preferences)
        for change in changes:
            save_change(user, change)
        _judge_anew(user, now)


@transaction.atomic
def unsubscribe_topics(*, user: User, topics: Iterable[Topic], now: datetime) -> None:
    """Turn topics off everywhere: what one click in a mail program asks for."""
    lock_preferences(user)
    unsubscribe(user, topics)
    _judge_anew(user, now)


def _judge_anew(user: User, now: datetime) -> None:
    """
    Make due at once all that a player's former preferences put off.

    But not what a digest tells of that is being sent at this moment.
    """
    mails = OutgoingMail.objects.filter(user=user, status=MailStatus.PENDING)
    mails = mails.exclude(topic="")
    put_off = Q(told_in=None, claimed_at__isnull=False, attempts=0, due_at__gt=now)
    in_digest = Q(told_in__isnull=False) & ~Q(told_in__status=MailStatus.SENDING)
    pks = list(mails.filter(put_off | in_digest).values_list("pk", flat=True))
    mails.filter(pk__in=pks).update(told_in=None, due_at=now)
