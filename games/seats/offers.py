"""Substitutes: offers to play a seat of a running game, and the way back to a seat."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import queries
from games.absences import others_of
from games.decisions.seating import give_seat, has_seat
from games.decisions.session import (
    GameSession,
    Provenance,
    open_session,
    play_automatic,
    require_running,
)
from games.errors import Refused
from games.models import Game, Seat, SeatOffer, User
from games.presentation import labels, time_control_text
from games.presentation.text import name_of
from games.sanctions import require_may_begin
from games.signals import OfferDeclined, OfferMade, SeatPassed, publish
from stoneage_core.events.seats import SeatOffered
from stoneage_core.match.seats import ReclaimSeat, TakeSeat
from stoneage_core.match.state import Source


@transaction.atomic
def offer_to_play(*, seat: Seat, user: User, now: datetime) -> SeatOffer:
    """Idempotent. The table votes on the offer."""
    if user.is_guest:
        raise Refused("address_needed")
    require_may_begin(user, now)
    session = open_session(seat.game_id, now=now)
    require_running(session)
    if has_seat(session.seats, user):
        raise Refused("already_seated")
    if not session.status(seat.number).is_on_autopilot:
        raise Refused("too_late", _("This seat doesn’t need anyone any longer."))
    made = SeatOffer.objects.open().filter(seat=seat, user=user).first()
    if made is not None:
        return made
    offered = SeatOffered(session.table.next_offer, seat.number, for_good=False)
    session.decide(offered, None, Source.SERVICE)
    offer = store_offer(session, session.seat(seat.number), user, now)
    session.save()
    publish(OfferMade(offer, session.seats, now=now))
    return offer


def store_offer(
    session: GameSession,
    seat: Seat,
    user: User,
    now: datetime,
    *,
    invited_by: User | None = None,
) -> SeatOffer:
    """
    Store the offer that was recorded last.

    ``invited_by`` is the player or the member of the staff who asked the user, if it is
    not the user who offered to play.
    """
    recorded = session.table.offers[-1]
    return SeatOffer.objects.create(
        seat=seat,
        number=recorded.number,
        user=user,
        for_good=recorded.for_good,
        by_player=recorded.by_player,
        invited_by=invited_by,
        offered_at=now,
    )


@transaction.atomic
def accept_offer(
    *, offer: SeatOffer, user: User, now: datetime, source: Source = Source.PAGE
) -> Game:
    """Idempotent."""
    session = open_session(offer.seat.game_id, now=now)
    require_running(session)
    own = session.seat(offer.seat.number)
    current = _reload(offer, user)
    if current.needs_vote:
        raise Refused("forbidden")
    if own.user_id == user.pk:
        return session.game
    _require_open(current)
    if has_seat(session.seats, user):
        raise Refused("already_seated")
    if current.by_player:
        require_may_begin(user, now)
    by = source if current.by_player else Source.STAFF
    session.decide(TakeSeat(current.number), own.number, by)
    play_automatic(session)
    session.save()
    return session.game


@transaction.atomic
def decline_offer(*, offer: SeatOffer, user: User, now: datetime) -> Game:
    """Decline a seat that the staff or its player offered, or withdraw one's offer."""
    session = open_session(offer.seat.game_id, now=now)
    current = _reload(offer, user)
    _require_open(current)
    states = SeatOffer.State
    current.close(states.WITHDRAWN if current.needs_vote else states.DECLINED, now)
    session.record_facts()
    if session.entries:
        session.save()
    if current.by_player:
        publish(OfferDeclined(current, now=now))
    return session.game


def _reload(offer: SeatOffer, user: User) -> SeatOffer:
    """Raise Refused if it is not theirs."""
    current = SeatOffer.objects.select_related("user").get(pk=offer.pk)
    if current.user_id != user.pk:
        raise Refused("forbidden")
    return current


def _require_open(offer: SeatOffer) -> None:
    if not offer.is_open:
        raise Refused("too_late", _("That offer is no longer open."))


def staff_offer(game: Game) -> SeatOffer | None:
    """Return the open offer of a seat by the staff, or None."""
    offers = SeatOffer.objects.open().filter(seat__game=game, for_good=True)
    offers = offers.filter(by_player=False)
    return offers.select_related("seat", "user").last()


@transaction.atomic
def return_to_seat(
    *,
    seat: Seat,
    user: User | None,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Take one's own seat back from autopilot or a substitute. Idempotent. ``user`` is the
    seat's player, or the absent one for whom a substitute plays. It is None if the
    request came by the seat's own link.
    """
    session = open_session(seat.game_id, now=now)
    require_running(session)
    own = session.seat(seat.number)
    is_lent = user is not None and own.absent_user_id == user.pk
    if own.is_automatic or not (is_lent or user is None or own.user_id == user.pk):
        raise Refused("forbidden")
    if not is_lent and not session.status(own.number).is_on_autopilot:
        return session.game
    if is_lent:
        before = tuple(filter(None, [own.user]))
        own.absent_user = None
        give_seat(own, user)
        passed = SeatPassed(own, before, None, session.seats, now=now)
        session.passed.append(passed)
    session.decide(ReclaimSeat(), own.number, source)
    play_automatic(session)
    session.save()
    return session.game


def substitutes_wanted(reader: User | AnonymousUser) -> list[dict[str, Any]]:
    """``offer`` is the number of the reader's open offer, or 0."""
    offered = _offered(reader)
    return [
        _row(seat) | {"offer": offered.get(seat.pk, 0)}
        for seat in queries.autopilot_seats()
        if not isinstance(reader, User) or not has_seat(seat.game.seats.all(), reader)
    ]


def has_own_seat_wanted(reader: User | AnonymousUser) -> bool:
    """Return whether autopilot plays a seat in a game of the reader's."""
    return isinstance(reader, User) and any(
        other.is_on_autopilot
        for seat in queries.active_seats(reader)
        for other in seat.game.seats.all()
    )


def _offered(reader: User | AnonymousUser) -> dict[int, int]:
    if not isinstance(reader, User):
        return {}
    offers = SeatOffer.objects.open().filter(user=reader)
    return dict(offers.values_list("seat_id", "number"))


def _row(seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        "slug": game.slug,
        "number": seat.number,
        "absent": name_of(seat),
        "others": others_of(seat),
        "where": labels.round_and_phase(game),
        "clock": time_control_text.preset_name_of(game.time_control),
        "terms": time_control_text.terms_of(game.time_control),
    }
