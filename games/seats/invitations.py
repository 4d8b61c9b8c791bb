"""How players take and leave seats."""

from datetime import datetime

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import queries
from games.accounts import users
from games.decisions.session import (
    GameSession,
    Provenance,
    join_player,
    open_session,
    play_automatic,
    start_when_full,
)
from games.errors import INVITATION_CLOSED, Refused
from games.locks import lock_user
from games.models import Game, Invitation, Seat, Status, User
from games.presentation.error_text import refusals
from games.sanctions import require_may_begin
from games.seats.join_links import opens_seat
from games.signals import SeatDeclined, publish
from stoneage_core.match import decide as match_rules
from stoneage_core.match.seats import EntrustSeat
from stoneage_core.match.state import Source


@transaction.atomic
def accept_seat(
    *,
    seat: Seat,
    now: datetime,
    name: str = "",
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Accept an invitation. The game starts when all players have joined.

    ``name`` is the player's new name, if given. Accepting twice changes nothing. Raise
    Refused (taken) if the invitation is no longer open, and (forbidden) if the player
    is barred from new games.
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
    _join(session, own, source)
    return session.game


@transaction.atomic
def decline_seat(*, seat: Seat, now: datetime) -> None:
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
    name: str = "",
    code: str = "",
    source: Provenance = Source.PAGE,
) -> Seat:
    """
    Take an open seat, or one whose link has this ``code``.

    Locks user and game. ``name`` is the player's new name, if given. Raise Refused
    (taken) if somebody else was faster, and (forbidden) if the player is barred from
    new games.
    """
    if user.is_guest:
        raise Refused("address_needed")
    user = lock_user(user.pk)
    session = open_session(seat.game_id, now=now)
    require_inviting(session)
    own = session.seat(seat.number)
    require_not_seated(session, user, own)
    if own.invitation != Invitation.OPEN and not opens_seat(code, own):
        if own.user_id == user.pk and own.invitation == Invitation.ACCEPTED:
            return own
        raise Refused("taken")
    require_may_begin(user, now)
    if name:
        users.update_user(user=user, name=name)
    own.user = user
    _join(session, own, source)
    return own


def take_open_seat(
    *,
    game: Game,
    user: User,
    now: datetime,
    name: str = "",
    source: Provenance = Source.PAGE,
) -> Seat:
    """
    Take the first open seat of a game that is still free. Raise Refused (taken) if none
    is left, and like ``take_seat``.
    """
    for seat in queries.open_seats(game):
        try:
            return take_seat(seat=seat, user=user, now=now, name=name, source=source)
        except Refused as refusal:
            if refusal.code != "taken":
                raise
    raise Refused("taken", _("There’s no open seat any longer."))


def _join(session: GameSession, own: Seat, source: Provenance) -> None:
    own.invitation = Invitation.ACCEPTED
    own.save(update_fields=["invitation", "user"])
    join_player(session, own, source)
    start_when_full(session)
    session.save()


def _require_invited(session: GameSession, own: Seat) -> None:
    require_inviting(session)
    if own.invitation != Invitation.INVITED:
        raise Refused("taken", INVITATION_CLOSED)


def require_inviting(session: GameSession) -> None:
    """Raise Refused if a game has started or was cancelled."""
    with refusals():
        match_rules.require_inviting(session.match)


def require_not_seated(
    session: GameSession, user: User, own: Seat, message: Promise | None = None
) -> None:
    """Raise Refused (already_seated) if the user has another seat of the game."""
    if any(seat.user_id == user.pk for seat in session.seats if seat.pk != own.pk):
        raise Refused("already_seated", message)


def leave_seat(*, seat: Seat, now: datetime) -> None:
    """
    Let autopilot play a seat from now on, or decline the invitation to it.

    A game that has not started still starts when the others have joined. Nothing
    happens if the game is over.
    """
    if seat.game.status not in {Status.INVITING, Status.ACTIVE} or seat.is_automatic:
        return
    if seat.invitation == Invitation.ACCEPTED:
        _entrust(seat, now)
    elif seat.invitation == Invitation.INVITED:
        decline_seat(seat=seat, now=now)


def entrust(session: GameSession, own: Seat, source: Source) -> None:
    """Put a seat on autopilot, which plays at once if it is awaited."""
    session.decide(EntrustSeat(), own.number, source)
    play_automatic(session)


@transaction.atomic
def _entrust(seat: Seat, now: datetime) -> None:
    session = open_session(seat.game_id, now=now)
    if session.status(seat.number).is_on_autopilot:
        return
    entrust(session, session.seat(seat.number), Source.PAGE)
    session.save()
