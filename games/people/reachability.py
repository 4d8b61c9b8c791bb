"""Reachability: whether mails arrive at somebody; noted, told to others, and mended."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.limits import ADDRESS_TRIALS
from games.models import Invitation, Seat, Status, Unreachable, User
from games.signals.bus import publish
from games.signals.people import AddressTried, UserUnreachable

_SEATED = Q(invitation__in=(Invitation.ACCEPTED, Invitation.INVITED))
_RUNNING = Q(game__status__in=(Status.ACTIVE, Status.INVITING))


@transaction.atomic
def mark_unreachable(*, user: User, why: Unreachable, now: datetime) -> bool:
    """
    Note that mails do not reach a user; return whether that is news.

    The others at their tables are told once, the host where a game has not begun. What
    they said of mails that came back, a complaint outdoes: it takes their own word to
    write to them again.
    """
    rows = User.objects.filter(pk=user.pk, email__isnull=False)
    if why == Unreachable.COMPLAINED:
        rows.filter(unreachable_since__isnull=False).update(unreachable_why=why)
    fresh = rows.filter(unreachable_since=None)
    if not fresh.update(unreachable_since=now, unreachable_why=why):
        return False
    user.refresh_from_db(fields=["unreachable_since", "unreachable_why"])
    seats = Seat.objects.filter(_RUNNING & _SEATED, user=user)
    theirs = tuple(seats.select_related("game__host", "user").order_by("pk"))
    others = Seat.objects.filter(
        game__in=[seat.game_id for seat in theirs], user__isnull=False
    )
    told = tuple(others.exclude(user=user).select_related("user").order_by("pk"))
    publish(UserUnreachable(user, theirs, told, now=now))
    return True


def mark_reachable(*, user: User) -> bool:
    """Write to a user again, whatever was the matter; return whether that is news."""
    rows = User.objects.filter(pk=user.pk, unreachable_since__isnull=False)
    changed = rows.update(unreachable_since=None, unreachable_why="")
    user.unreachable_since, user.unreachable_why = None, ""
    return bool(changed)


def note_reached(*, user: User | None, sent_at: datetime | None) -> bool:
    """
    Note that a mail of that moment arrived: it proves the address good if it is newer.

    Idempotent. Return whether that is news.

    Who complained was reached all along, and has to ask for mails themselves.
    """
    if user is None or sent_at is None or user.unreachable_since is None:
        return False
    since = user.unreachable_since
    if sent_at <= since:
        return False
    rows = User.objects.filter(
        pk=user.pk, unreachable_since=since, unreachable_why=Unreachable.BOUNCED
    )
    return bool(rows.update(unreachable_since=None, unreachable_why=""))


@transaction.atomic
def try_address(*, user: User | None, now: datetime) -> None:
    """
    Write to a user again because they say so, beginning with a mail to try it.

    Does nothing for whom mails reach. Raise TooMany if it is asked for over and over.
    """
    if user is None or user.unreachable_since is None:
        return
    ADDRESS_TRIALS.spend(user.pk, now=now)
    mark_reachable(user=user)
    publish(AddressTried(user, now=now))


def lost_mails(user: User | None) -> User | None:
    """Return a player who is to be told that mails do not reach them, else None."""
    is_lost = user and user.email is not None and user.unreachable_since is not None
    return user if is_lost else None
