"""Seats are filled and left: invitations answered, places taken, gaps closed."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.accounts.reliability import attendance_of
from games.decisions.autoplay import play_automatic
from games.decisions.opening import open_session
from games.decisions.salting import OwnSalt, begin_when_salted, join_with_salt, seat_bot
from games.decisions.seating import number_namesakes
from games.decisions.session import GameSession, Provenance
from games.errors import (
    AddressNeeded,
    AlreadySeated,
    Forbidden,
    InvalidChoice,
    NotSteady,
    SeatNotVacant,
)
from games.lobby.join_links import drop_join_link, make_join_link, opens_seat
from games.models import Game, Invitation, Seat, Status, User
from games.models.seats import JoinLink
from games.presentation.error_text import refusals
from games.sanctions import require_may_begin
from games.signals.bus import publish
from games.signals.games import SeatDeclined, SeatInvited
from games.store.locks import lock_user
from stoneage_core.match import decide as match_rules
from stoneage_core.match.seats import Resign
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent


@transaction.atomic
def accept_seat(
    *,
    seat: Seat,
    now: datetime,
    salt: OwnSalt = "",
    name: str = "",
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Accept an invitation; when all seats have joined the game starts.

    ``salt`` is what the player adds to the dice, ``name`` how they want to be called.
    Accepting what one accepted before changes nothing. Raise SeatNotVacant where the
    invitation is not open any more, Forbidden to whom the staff let join nothing.
    """
    player = None if seat.user_id is None else lock_user(seat.user_id)
    session = open_session(seat.game_id, now=now)
    own = session.seat(seat.number)
    if own.invitation == Invitation.ACCEPTED and not own.is_automatic:
        return session.game
    _require_invited(session, own)
    if player is not None:
        require_may_begin(player, now)
    if name and own.user is not None and own.user == player:
        users.update_user(user=own.user, name=name)
    _join(session, own, salt, source)
    return session.game


@transaction.atomic
def decline_seat(*, seat: Seat, now: datetime) -> None:
    """Decline an invitation. Idempotent."""
    session = open_session(seat.game_id, now=now)
    own = session.seat(seat.number)
    if own.invitation == Invitation.DECLINED:
        return
    _require_invited(session, own)
    own.invitation = Invitation.DECLINED
    own.save(update_fields=["invitation"])
    publish(SeatDeclined(own, now=now))


@transaction.atomic
def take_seat(
    *,
    seat: Seat,
    user: User,
    now: datetime,
    salt: OwnSalt = "",
    name: str = "",
    code: str = "",
) -> Seat:
    """
    Take an open seat, or one to whose link ``code`` belongs.

    Locks user and game. ``name`` is how the player wants to be called from now on.
    Raise SeatNotVacant where somebody else was faster, Forbidden to whom the staff let
    join nothing, NotSteady at a table whose open seats are for others.
    """
    if user.is_guest:
        raise AddressNeeded
    user = lock_user(user.pk)
    session = open_session(seat.game_id, now=now)
    _require_inviting(session)
    own = session.seat(seat.number)
    _require_not_seated(session, user, own, _("You already have a seat in this game."))
    if own.invitation != Invitation.OPEN and not opens_seat(code, own):
        if own.user_id == user.pk and own.invitation == Invitation.ACCEPTED:
            return own
        raise SeatNotVacant
    require_may_begin(user, now)
    is_for_steady = own.invitation == Invitation.OPEN and session.game.is_for_steady
    if is_for_steady and not attendance_of(user.pk).is_steady:
        raise NotSteady
    if name:
        users.update_user(user=user, name=name)
    own.user = user
    _join(session, own, salt, Source.PAGE)
    return own


@transaction.atomic
def invite_to_seat(*, seat: Seat, by: User, email: str, now: datetime) -> Seat:
    """Invite somebody to a seat that nobody has accepted; the host may."""
    session, own = _vacant(seat, by, now)
    user = users.user_for_email(email=email, now=now, host=by)
    _require_not_seated(
        session, user, own, _("That person has a seat in this game already.")
    )
    _fill(own, Invitation.INVITED, user)
    publish(SeatInvited(own, now=now))
    return own


@transaction.atomic
def open_seat(*, seat: Seat, by: User, now: datetime) -> Seat:
    """Open a seat that nobody has accepted to anyone signed in; the host may."""
    _table, own = _vacant(seat, by, now)
    _fill(own, Invitation.OPEN)
    return own


@transaction.atomic
def link_seat(*, seat: Seat, by: User, now: datetime) -> JoinLink:
    """Give a seat a new link for whoever has it; the host may. The old one ends."""
    _table, own = _vacant(seat, by, now)
    _fill(own, Invitation.LINKED)
    return make_join_link(own, now)


@transaction.atomic
def unlink_seat(*, seat: Seat, by: User, now: datetime) -> None:
    """Revoke the link to a seat; the host may. Idempotent."""
    _table, own = _vacant(seat, by, now)
    drop_join_link(own)


@transaction.atomic
def automate_seat(
    *, seat: Seat, by: User, now: datetime, opponent: Opponent = DEFAULT_OPPONENT
) -> Seat:
    """Give a seat that nobody has accepted to an automatic player; the host may."""
    session, own = _vacant(seat, by, now)
    if all(other.is_automatic for other in session.seats if other.pk != own.pk):
        raise InvalidChoice(_("At least one player has to be a person."))
    own.user, own.bot = None, opponent.name
    number_namesakes(session.seats)
    _fill(own, Invitation.ACCEPTED)
    seat_bot(session, own)
    begin_when_salted(session)
    session.save()
    return own


def _join(session: GameSession, own: Seat, salt: OwnSalt, source: Provenance) -> None:
    own.invitation = Invitation.ACCEPTED
    own.save(update_fields=["invitation", "user"])
    join_with_salt(session, own, source, salt)
    begin_when_salted(session)
    session.save()


def _fill(own: Seat, invitation: Invitation, user: User | None = None) -> None:
    """Save who is to sit here; links to the seat passed on before are revoked."""
    own.user, own.invitation = user, invitation
    drop_join_link(own)
    own.link_epoch += 1
    own.save(update_fields=["user", "bot", "namesake", "invitation", "link_epoch"])


def _vacant(seat: Seat, by: User, now: datetime) -> tuple[GameSession, Seat]:
    """Return the locked table and the seat, if the host may fill it otherwise."""
    session = open_session(seat.game_id, now=now)
    if session.game.host_id != by.pk:
        raise Forbidden
    _require_inviting(session)
    own = session.seat(seat.number)
    if own.invitation == Invitation.ACCEPTED:
        raise SeatNotVacant
    return session, own


def _require_invited(session: GameSession, own: Seat) -> None:
    _require_inviting(session)
    if own.invitation != Invitation.INVITED:
        raise SeatNotVacant(_("This invitation is no longer open."))


def _require_inviting(session: GameSession) -> None:
    with refusals():
        match_rules.require_inviting(session.match)


def _require_not_seated(
    session: GameSession, user: User, own: Seat, message: object
) -> None:
    if any(seat.user_id == user.pk for seat in session.seats if seat.pk != own.pk):
        raise AlreadySeated(str(message))


def leave_seat(*, seat: Seat, now: datetime) -> None:
    """
    Let autopilot play a seat from now on, or decline the invitation to it.

    A game that has not begun begins all the same when the others have joined. In one
    that is over nothing is left to be done.
    """
    if seat.game.status not in {Status.INVITING, Status.ACTIVE} or seat.is_automatic:
        return
    if seat.invitation == Invitation.ACCEPTED:
        _entrust(seat, now)
    elif seat.invitation == Invitation.INVITED:
        decline_seat(seat=seat, now=now)


def entrust(session: GameSession, own: Seat, source: Source) -> None:
    """Put a seat on autopilot, and let it play on at once."""
    session.decide(Resign(), own.number, source)
    play_automatic(session)


@transaction.atomic
def _entrust(seat: Seat, now: datetime) -> None:
    session = open_session(seat.game_id, now=now)
    if session.status(seat.number).is_on_autopilot:
        return
    entrust(session, session.seat(seat.number), Source.PAGE)
    session.save()
