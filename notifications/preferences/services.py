"""Services of preferences: players change them, and waiting mails are decided again."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.accounts.users import refreshing_deadlines, update_user
from games.clocks.reminders import Quiet
from games.models import User
from games.now import zone_of
from games.signals.bus import publish
from games.signals.people import AccountSecured
from notifications.models import MailPreferences, MailStatus, OutgoingMail, Pace, Topic
from notifications.preferences.schedule import Schedule
from notifications.preferences.subscriptions import (
    Change,
    save_change,
    subscriptions_of,
    unsubscribe,
)

HOUR = timedelta(hours=1)


def preferences_of(user: User) -> MailPreferences:
    """Return a player's preferences; unsaved defaults if they have none."""
    saved = MailPreferences.objects.filter(user=user).first()
    return saved or MailPreferences(user=user)


def schedule_of(user: User, preferences: MailPreferences) -> Schedule:
    """Return the schedule of a player's mails."""
    quiet = Quiet(user.quiet_from, user.quiet_until)
    return Schedule(
        zone=zone_of(user.time_zone),
        apart=HOUR if preferences.pace == Pace.HOURLY else None,
        daily_at=preferences.daily_at if preferences.pace == Pace.DAILY else None,
        quiet=quiet if preferences.quiet else None,
        defers_while_online=preferences.defers_while_online,
    )


def known_preferences(user: User) -> MailPreferences:
    """Return a player's preferences as loaded with this user."""
    saved: MailPreferences | None = getattr(user, "mail_preferences", None)
    return saved or MailPreferences(user=user)


def lock_preferences(user: User) -> MailPreferences:
    """
    Return a player's preferences, locked until the transaction ends.

    Code that adds to a digest holds this lock, too.
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
    Save a player's preferences in one transaction; missing arguments stay unchanged.

    Deadlines and reminders are recomputed afterwards. Raises Refused (invalid) for an
    invalid time.
    """
    with refreshing_deadlines(user, now=now), transaction.atomic():
        update_user(user=user, quiet_from=quiet_from, quiet_until=quiet_until)
        saved = lock_preferences(user)
        was_told = _is_told_of_turns(user)
        for field, value in preferences.items():
            setattr(saved, field, value)
        saved.save(update_fields=preferences)
        for change in changes:
            save_change(user, change)
        _decide_again(user, now)
        _tell_of_silence(user, was_told, now)


@transaction.atomic
def unsubscribe_topics(*, user: User, topics: Iterable[Topic], now: datetime) -> None:
    """Turn topics off everywhere; one-click unsubscribing does this."""
    lock_preferences(user)
    was_told = _is_told_of_turns(user)
    unsubscribe(user, topics)
    _decide_again(user, now)
    _tell_of_silence(user, was_told, now)


def _is_told_of_turns(user: User) -> bool:
    return subscriptions_of(user).is_on(Topic.TURNS)


def _tell_of_silence(user: User, was_told: bool, now: datetime) -> None:
    """
    Tell a player by email when their turn emails were turned off, because a person to
    whom an email was forwarded can do it.
    """
    if was_told and not _is_told_of_turns(user):
        publish(AccountSecured(user, "turns_off", now=now))


def _decide_again(user: User, now: datetime) -> None:
    """
    Make all mails due that the former preferences deferred.

    Parts of a digest that is being sent are left out.
    """
    mails = OutgoingMail.objects.filter(user=user, status=MailStatus.PENDING)
    mails = mails.exclude(topic="")
    put_off = Q(part_of=None, claimed_at__isnull=False, attempts=0, due_at__gt=now)
    in_digest = Q(part_of__isnull=False) & ~Q(part_of__status=MailStatus.SENDING)
    pks = list(mails.filter(put_off | in_digest).values_list("pk", flat=True))
    mails.filter(pk__in=pks).update(part_of=None, due_at=now)
