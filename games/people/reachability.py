"""Reachability: whether emails arrive at a user."""

from datetime import datetime
from enum import Enum, auto

from django.db import transaction
from django.db.models import Q

from games.limits import ADDRESS_TRIALS
from games.models import Game, Invitation, Seat, Status, Unreachable, User
from games.signals import (
    AddressTried,
    CollectSeatNotes,
    UserUnreachable,
    collect,
    publish,
)

_SEATED = Q(invitation__in=(Invitation.ACCEPTED, Invitation.INVITED))
_RUNNING = Q(game__status__in=(Status.ACTIVE, Status.INVITING))


@transaction.atomic
def mark_unreachable(*, user: User, why: Unreachable, now: datetime) -> bool:
    """
    Record that emails do not reach a user. Return whether that is new. The other
    players at their tables are informed once, or the host if a game has not started. A
    complaint replaces an earlier bounce: we write again only at the user's own request.
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
    at_table = tuple(others.exclude(user=user).select_related("user").order_by("pk"))
    publish(UserUnreachable(user, theirs, at_table, now=now))
    return True


def mark_reachable(*, user: User) -> bool:
    rows = User.objects.filter(pk=user.pk, unreachable_since__isnull=False)
    changed = rows.update(unreachable_since=None, unreachable_why="")
    user.unreachable_since, user.unreachable_why = None, ""
    return bool(changed)


def record_reached(*, user: User | None, sent_at: datetime | None) -> bool:
    """
    If it is newer than the bounce, the address is good. After a complaint nothing
    changes: those emails did arrive, and the user has to ask for emails again.
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
    Write to a user again at their request, beginning with a test email. Does nothing if
    emails reach them. Raise TooMany if it is requested too often.
    """
    if user is None or user.unreachable_since is None:
        return
    ADDRESS_TRIALS.spend(user.pk, now=now)
    mark_reachable(user=user)
    publish(AddressTried(user, now=now))


def lost_mails(user: User | None) -> User | None:
    return user if user is not None and user.is_unreachable else None


class Silence(Enum):
    """Why a player gets no email when it is their turn."""

    NO_ADDRESS = auto()
    UNREACHABLE = auto()
    TURNED_OFF = auto()


def silence_of(user: User, game: Game) -> Silence | None:
    """Return why a player gets no email at their turn in a game, or None if they do."""
    if user.email is None:
        return Silence.NO_ADDRESS
    if user.is_unreachable:
        return Silence.UNREACHABLE
    return Silence.TURNED_OFF if collect(CollectSeatNotes(user, game)) else None
