"""How a host fills a seat that nobody has accepted."""

from datetime import datetime

from django.db import transaction

from games.accounts import users
from games.decisions.seating import number_namesakes
from games.decisions.session import GameSession, join_bot, open_session, start_when_full
from games.errors import NO_PERSON, SEATED_ALREADY, Refused
from games.models import Invitation, Seat, User
from games.models.seats import JoinLink
from games.sanctions import require_may_begin
from games.seats.invitations import require_inviting, require_not_seated
from games.seats.join_links import drop_join_link, make_join_link
from games.signals import SeatInvited, publish
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent


@transaction.atomic
def invite_to_seat(*, seat: Seat, by: User, email: str, now: datetime) -> Seat:
    """Invite somebody to a seat that nobody has accepted. Only the host may do this."""
    session, own = _vacant_for_people(seat, by, now)
    user = users.user_for_email(email=email, now=now, guess=by.language)
    require_not_seated(session, user, own, SEATED_ALREADY)
    _fill(own, Invitation.INVITED, user)
    publish(SeatInvited(own, now=now))
    return own


@transaction.atomic
def open_seat(*, seat: Seat, by: User, now: datetime) -> Seat:
    """Open a seat that nobody has accepted to all members. Only the host may."""
    _session, own = _vacant_for_people(seat, by, now)
    _fill(own, Invitation.OPEN)
    return own


@transaction.atomic
def link_seat(*, seat: Seat, by: User, now: datetime) -> JoinLink:
    """Make a new link to a seat, in place of the old one. Only the host may do this."""
    _session, own = _vacant_for_people(seat, by, now)
    _fill(own, Invitation.LINKED)
    return make_join_link(own, now)


@transaction.atomic
def unlink_seat(*, seat: Seat, by: User, now: datetime) -> None:
    """Revoke the link to a seat. Only the host may do this. Idempotent."""
    _session, own = _vacant(seat, by, now)
    drop_join_link(own)


@transaction.atomic
def automate_seat(
    *, seat: Seat, by: User, now: datetime, opponent: Opponent = DEFAULT_OPPONENT
) -> Seat:
    """Give a seat that nobody has accepted to a bot. Only the host may do this."""
    session, own = _vacant(seat, by, now)
    if all(other.is_automatic for other in session.seats if other.pk != own.pk):
        raise Refused("invalid", NO_PERSON)
    own.user, own.bot = None, opponent.name
    number_namesakes(session.seats)
    _fill(own, Invitation.ACCEPTED)
    join_bot(session, own)
    start_when_full(session)
    session.save()
    return own


def _fill(own: Seat, invitation: Invitation, user: User | None = None) -> None:
    """Save who is invited. Links to the seat that were sent before are revoked."""
    own.user, own.invitation = user, invitation
    drop_join_link(own)
    own.link_epoch += 1
    own.save(update_fields=["user", "bot", "namesake", "invitation", "link_epoch"])


def _vacant_for_people(seat: Seat, by: User, now: datetime) -> tuple[GameSession, Seat]:
    """
    Lock the game, and return its session and the seat, if the host may invite people.

    Raise Refused like ``_vacant``, and (forbidden) if the host is barred from starting
    games.
    """
    require_may_begin(by, now)
    return _vacant(seat, by, now)


def _vacant(seat: Seat, by: User, now: datetime) -> tuple[GameSession, Seat]:
    """
    Lock the game, and return its session and the seat, if the host may still fill it.
    Raise Refused (forbidden) for anybody else, and (taken) if the seat was accepted.
    """
    session = open_session(seat.game_id, now=now)
    if session.game.host_id != by.pk:
        raise Refused("forbidden")
    require_inviting(session)
    own = session.seat(seat.number)
    if own.invitation == Invitation.ACCEPTED:
        raise Refused("taken")
    return session, own
