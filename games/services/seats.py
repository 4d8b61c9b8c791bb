"""Seats are filled: invitations answered, places taken, gaps closed by the host."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import (
    AddressNeeded,
    AlreadySeated,
    Forbidden,
    GameCancelled,
    GameStarted,
    InvalidChoice,
    SeatNotVacant,
)
from games.models import DecidedHow, Game, Invitation, Seat, User
from games.services import users
from games.services.locking import lock_user
from games.services.salting import Added, begin_when_salted, join_with_salt
from games.services.table import Table, open_table
from games.signals import SeatDeclined, SeatInvited, publish
from stoneage_core import Phase
from stoneage_core.match.commands import Join


@transaction.atomic
def seat_accept(
    *,
    seat: Seat,
    now: datetime,
    salt: Added = "",
    name: str = "",
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """
    Accept an invitation; when all seats have joined the game starts.

    ``salt`` is what the player adds to the dice, ``name`` how they want to be called.
    Accepting what one accepted before changes nothing. Raise SeatNotVacant where the
    invitation is not open any more.
    """
    player = None if seat.user_id is None else lock_user(seat.user_id)
    table = open_table(seat.game_id, now=now)
    own = table.seat(seat.number)
    if own.invitation == Invitation.ACCEPTED and not own.is_automatic:
        return table.game
    _require_invited(table, own)
    if name and own.user is not None and own.user == player:
        users.user_update(user=own.user, name=name)
    _join(table, own, salt, how)
    return table.game


@transaction.atomic
def seat_decline(*, seat: Seat, now: datetime) -> None:
    """Decline an invitation. Declining twice is as good as once."""
    table = open_table(seat.game_id, now=now)
    own = table.seat(seat.number)
    if own.invitation == Invitation.DECLINED:
        return
    _require_invited(table, own)
    own.invitation = Invitation.DECLINED
    own.save(update_fields=["invitation"])
    publish(SeatDeclined(own, now))


@transaction.atomic
def seat_take(*, seat: Seat, user: User, now: datetime, salt: Added = "") -> Seat:
    """Take an open seat. Raise SeatNotVacant where somebody else was faster."""
    if user.is_guest:
        raise AddressNeeded
    table = open_table(seat.game_id, now=now)
    _require_inviting(table)
    own = table.seat(seat.number)
    _require_not_seated(table, user, own, _("You have a seat in this game already."))
    if own.invitation != Invitation.OPEN:
        if own.user_id == user.pk and own.invitation == Invitation.ACCEPTED:
            return own
        raise SeatNotVacant
    own.user = user
    _join(table, own, salt, DecidedHow.PAGE)
    return own


@transaction.atomic
def seat_invite(*, seat: Seat, by: User, email: str, now: datetime) -> Seat:
    """Invite somebody to a seat that nobody has accepted; the host may."""
    table, own = _vacant(seat, by, now)
    user = users.user_for_email(email=email, now=now, host=by)
    _require_not_seated(
        table, user, own, _("That person has a seat in this game already.")
    )
    own.user = user
    own.invitation = Invitation.INVITED
    _save_filling(own)
    publish(SeatInvited(own, now))
    return own


@transaction.atomic
def seat_open(*, seat: Seat, by: User, now: datetime) -> Seat:
    """Open a seat that nobody has accepted to anyone signed in; the host may."""
    _table, own = _vacant(seat, by, now)
    own.user = None
    own.invitation = Invitation.OPEN
    _save_filling(own)
    return own


@transaction.atomic
def seat_automate(*, seat: Seat, by: User, now: datetime) -> Seat:
    """Give a seat that nobody has accepted to an automatic player; the host may."""
    table, own = _vacant(seat, by, now)
    if all(other.is_automatic for other in table.seats if other.pk != own.pk):
        raise InvalidChoice(_("At least one player has to be a person."))
    own.user = None
    own.is_automatic = True
    own.invitation = Invitation.ACCEPTED
    _save_filling(own)
    table.decide(Join(""), own.number, DecidedHow.AUTOMATIC)
    begin_when_salted(table)
    table.save()
    return own


def _join(table: Table, own: Seat, salt: Added, how: DecidedHow) -> None:
    own.invitation = Invitation.ACCEPTED
    own.save(update_fields=["invitation", "user"])
    join_with_salt(table, own, how, salt)
    begin_when_salted(table)
    table.save()


def _save_filling(own: Seat) -> None:
    """Save who is to sit here; links to the seat sent before are revoked."""
    own.link_epoch += 1
    own.save(update_fields=["user", "is_automatic", "invitation", "link_epoch"])


def _vacant(seat: Seat, by: User, now: datetime) -> tuple[Table, Seat]:
    """Return the locked table and the seat, if the host may fill it otherwise."""
    table = open_table(seat.game_id, now=now)
    if table.game.host_id != by.pk:
        raise Forbidden
    _require_inviting(table)
    own = table.seat(seat.number)
    if own.invitation == Invitation.ACCEPTED:
        raise SeatNotVacant
    return table, own


def _require_invited(table: Table, own: Seat) -> None:
    _require_inviting(table)
    if own.invitation != Invitation.INVITED:
        raise SeatNotVacant(_("This invitation is not open any more."))


def _require_inviting(table: Table) -> None:
    if table.game.cancelled_at is not None:
        raise GameCancelled
    if table.state.phase is not Phase.INVITATION:
        raise GameStarted


def _require_not_seated(table: Table, user: User, own: Seat, message: object) -> None:
    if any(seat.user_id == user.pk for seat in table.seats if seat.pk != own.pk):
        raise AlreadySeated(str(message))
