"""The staff and the seats: the steward, other players, deciding for somebody, links."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import AlreadySeated, Forbidden, InvalidChoice, TooLate
from games.models import (
    Act,
    DecidedHow,
    Game,
    Seat,
    StaffAct,
    SubstituteOffer,
    User,
)
from games.services import links, users
from games.services.commands import require_running
from games.services.staff.desk import note_act, open_desk, open_playable, open_running
from games.services.substitutes import settle_in, sits
from games.services.table import Table, open_table
from games.signals import ReplacementInvited, ReplacementSeated, publish
from stoneage_core.commands import Command
from stoneage_core.match.commands import PlayMove, ReclaimSeat, Replace, Resign


@transaction.atomic
def seat_entrust(*, by: User, seat: Seat, reason: str, now: datetime) -> StaffAct:
    """Let the steward play a seat from now on."""
    table = open_running(by, seat.game, "replace_player", now)
    own = _played(table, seat)
    entrust(table, own, DecidedHow.STAFF)
    table.save()
    return note_act(
        by=by, act=Act.ENTRUST, reason=reason, now=now, table=table, seat=own
    )


def entrust(table: Table, own: Seat, how: DecidedHow) -> None:
    """Give a seat to the steward, and let it play on at once."""
    table.decide(Resign(), own.number, how)
    table.play_automatic()


@transaction.atomic
def seat_give_back(*, by: User, seat: Seat, reason: str, now: datetime) -> StaffAct:
    """Let the player of a seat that the steward plays decide again."""
    table = open_running(by, seat.game, "replace_player", now)
    own = table.seat(seat.number)
    is_there = own.user is not None and own.user.is_active
    if not (table.status(own.number).is_stewarded and is_there):
        raise TooLate(_("The steward does not play this seat for anybody."))
    table.decide(ReclaimSeat(), own.number, DecidedHow.STAFF)
    table.play_automatic()
    table.save()
    return note_act(
        by=by, act=Act.GIVE_BACK, reason=reason, now=now, table=table, seat=own
    )


@transaction.atomic
def seat_play(
    *, by: User, seat: Seat, command: Command, reason: str, now: datetime
) -> StaffAct:
    """Decide for a seat; raise the engine's GameError where the rules refuse."""
    table = open_playable(by, seat.game, "play_for_seat", now)
    own = _played(table, seat)
    table.decide(PlayMove(command), own.number, DecidedHow.STAFF)
    table.play_automatic()
    table.save()
    return note_act(by=by, act=Act.PLAY, reason=reason, now=now, table=table, seat=own)


@transaction.atomic
def replacement_invite(
    *, by: User, seat: Seat, email: str, reason: str, now: datetime
) -> SubstituteOffer:
    """Invite somebody to play on for good where another player is; one at a time."""
    table = open_running(by, seat.game, "replace_player", now)
    own = table.seat(seat.number)
    user = users.user_for_email(email=email, now=now)
    if own.is_automatic:
        raise InvalidChoice(_("An automatic player needs no other one."))
    if sits(table.seats, user):
        raise AlreadySeated(_("That person has a seat in this game already."))
    invited = SubstituteOffer.objects.filter(seat=own, withdrawn_at=None)
    if invited.filter(invited_by__isnull=False).exists():
        raise TooLate(_("Somebody is invited to this seat already."))
    invited.filter(user=user).update(withdrawn_at=now)
    offer = SubstituteOffer.objects.create(
        seat=own,
        number=SubstituteOffer.objects.filter(seat__game=table.game).count() + 1,
        user=user,
        invited_by=by,
        offered_at=now,
    )
    note_act(by=by, act=Act.INVITE, reason=reason, now=now, table=table, seat=own)
    publish(ReplacementInvited(offer, now))
    return offer


@transaction.atomic
def replacement_withdraw(
    *, by: User, offer: SubstituteOffer, reason: str, now: datetime
) -> StaffAct:
    """Take an invitation back that nobody has accepted."""
    table = open_desk(by, offer.seat.game, "replace_player", now)
    standing = _invitation(offer)
    standing.withdrawn_at = now
    standing.save(update_fields=["withdrawn_at"])
    own = table.seat(offer.seat.number)
    return note_act(
        by=by, act=Act.WITHDRAW, reason=reason, now=now, table=table, seat=own
    )


@transaction.atomic
def replacement_accept(*, offer: SubstituteOffer, user: User, now: datetime) -> Game:
    """Sit down where the staff invited one to; the player before has left for good."""
    table = open_table(offer.seat.game_id, now=now)
    require_running(table)
    standing = _invitation(offer)
    if standing.user_id != user.pk:
        raise Forbidden
    if sits(table.seats, user):
        raise AlreadySeated
    own = table.seat(offer.seat.number)
    before, own.absent_user = own.absent_user or own.user, None
    settle_in(own, user)
    SubstituteOffer.objects.filter(seat=own, withdrawn_at=None).update(withdrawn_at=now)
    table.decide(Replace(standing.number), own.number, DecidedHow.STAFF)
    table.play_automatic()
    table.save()
    publish(ReplacementSeated(standing, before, table.seats, now))
    return table.game


@transaction.atomic
def replacement_remind(*, offer: SubstituteOffer, now: datetime) -> None:
    """Mail who is invited a fresh link, for theirs is too old."""
    publish(ReplacementInvited(_invitation(offer), now))


@transaction.atomic
def replacement_decline(*, offer: SubstituteOffer, user: User, now: datetime) -> None:
    """Say no to an invitation of the staff: the seat stays as it is."""
    standing = _invitation(offer)
    if standing.user_id != user.pk:
        raise Forbidden
    standing.withdrawn_at = now
    standing.save(update_fields=["withdrawn_at"])


@transaction.atomic
def seat_links_revoke(*, by: User, seat: Seat, reason: str, now: datetime) -> StaffAct:
    """Make all links to a seat useless, and mail its player a fresh one."""
    table = open_desk(by, seat.game, "manage_links", now)
    own = table.seat(seat.number)
    if own.user is None or own.user.is_guest:
        raise InvalidChoice(_("Nobody there can be sent a link."))
    links.links_revoke(seat=own, now=now)
    return note_act(by=by, act=Act.LINKS, reason=reason, now=now, table=table, seat=own)


def _played(table: Table, seat: Seat) -> Seat:
    """Return a seat that its player plays."""
    own = table.seat(seat.number)
    if own.number not in table.present:
        raise TooLate(_("Nobody but the steward plays this seat."))
    return own


def _invitation(offer: SubstituteOffer) -> SubstituteOffer:
    """Return an invitation as it is now, if it stands."""
    offers = SubstituteOffer.objects.select_for_update(of=("self",))
    standing = offers.get(pk=offer.pk)
    if standing.withdrawn_at is not None or standing.invited_by_id is None:
        raise TooLate(_("This invitation is not open any more."))
    return standing
