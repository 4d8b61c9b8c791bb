"""The staff and people: bans, and a while of silence."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.errors import Forbidden, InvalidChoice, TooLate
from games.models import Act, DecidedHow, Seat, StaffAct, Status, User
from games.services.staff.desk import note_act, require_permission
from games.services.staff.seats import entrust
from games.services.table import open_table


@transaction.atomic
def user_ban(*, by: User, user: User, reason: str, now: datetime) -> StaffAct:
    """Ban somebody: no link or sign-in of theirs works, the steward plays on."""
    user = _somebody_else(by, user)
    if not user.is_active:
        raise TooLate(_("This person is banned already."))
    User.objects.filter(pk=user.pk).update(
        is_active=False, sign_in_epoch=F("sign_in_epoch") + 1
    )
    for game_id in _running(user):
        _leave_seat(game_id, user, now)
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
    require_permission(by, "ban_user")
    if user.pk == by.pk or user.is_superuser:
        raise Forbidden(_("This person cannot be moderated by you."))
    return User.objects.select_for_update().get(pk=user.pk)


def _running(user: User) -> list[int]:
    seats = Seat.objects.filter(user=user, game__status=Status.ACTIVE)
    return list(seats.values_list("game_id", flat=True))


def _leave_seat(game_id: int, user: User, now: datetime) -> None:
    table = open_table(game_id, now=now)
    own = next(seat for seat in table.seats if seat.user_id == user.pk)
    if own.number in table.present:
        entrust(table, own, DecidedHow.STAFF)
        table.save()
