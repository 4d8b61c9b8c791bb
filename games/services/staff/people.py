"""The staff and people: bans, and a while of silence."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from games.errors import InvalidChoice, TooLate
from games.models import (
    Act,
    DecidedHow,
    Invitation,
    Seat,
    StaffAct,
    Status,
    User,
)
from games.services.locking import lock_user
from games.services.seats import seat_decline
from games.services.staff.desk import note_act, require_not_entangled
from games.services.staff.seats import entrust
from games.services.table import open_table


@transaction.atomic
def user_ban(*, by: User, user: User, reason: str, now: datetime) -> StaffAct:
    """
    Ban somebody: no link or sign-in of theirs works, the steward plays on.

    So it does in games that have not begun; an invitation that waits is declined.
    """
    user = _somebody_else(by, user)
    if not user.is_active:
        raise TooLate(_("This person is banned already."))
    User.objects.filter(pk=user.pk).update(
        is_active=False, sign_in_epoch=F("sign_in_epoch") + 1
    )
    # In the order in which all lock games.
    for seat in _seats(user).select_related("game").order_by("game_id"):
        _leave_seat(seat, now)
    return note_act(by=by, act=Act.BAN, reason=reason, now=now, user=user)


@transaction.atomic
def user_unban(*, by: User, user: User, reason: str, now: datetime) -> StaffAct:
    """Lift a ban; the seats wait for their player to come back by one click."""
    user = _somebody_else(by, user)
    if user.is_active:
        raise TooLate(_("This person is not banned."))
    if user.forgotten_at is not None:
        raise TooLate(_("This person was forgotten at their own wish."))
    User.objects.filter(pk=user.pk).update(is_active=True)
    return note_act(by=by, act=Act.UNBAN, reason=reason, now=now, user=user)


@transaction.atomic
def user_mute(
    *, by: User, user: User, until: datetime, reason: str, now: datetime
) -> StaffAct:
    """Let somebody write nothing to others until a moment."""
    user = _somebody_else(by, user)
    if until <= now:
        raise InvalidChoice(_("That moment has passed."))
    User.objects.filter(pk=user.pk).update(muted_until=until)
    return note_act(by=by, act=Act.MUTE, reason=reason, now=now, user=user)


@transaction.atomic
def user_unmute(*, by: User, user: User, reason: str, now: datetime) -> StaffAct:
    """Let somebody write again."""
    user = _somebody_else(by, user)
    if user.muted_until is None or user.muted_until <= now:
        raise TooLate(_("This person is not muted."))
    User.objects.filter(pk=user.pk).update(muted_until=None)
    return note_act(by=by, act=Act.UNMUTE, reason=reason, now=now, user=user)


def _somebody_else(by: User, user: User) -> User:
    """Return a person as they are now, whom ``by`` may moderate."""
    require_not_entangled(by, user, "ban_user")
    return lock_user(user.pk)


def _seats(user: User) -> QuerySet[Seat]:
    """Return the seats of somebody in games that are played, or are to be."""
    open_games = (Status.INVITING, Status.ACTIVE)
    return Seat.objects.filter(user=user, game__status__in=open_games)


def _leave_seat(seat: Seat, now: datetime) -> None:
    if seat.invitation == Invitation.INVITED:
        seat_decline(seat=seat, now=now)
        return
    table = open_table(seat.game_id, now=now)
    own = table.seat(seat.number)
    if own.user_id == seat.user_id and own.number in table.present:
        entrust(table, own, DecidedHow.STAFF)
        table.save()
