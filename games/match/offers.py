"""Offers to play on for an absent player; the others at the table vote on them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.decisions.opening import open_session, require_running
from games.decisions.seating import has_seat
from games.errors import Refused
from games.models import Game, Seat, SubstituteOffer, User
from games.sanctions import require_may_begin
from games.signals.bus import publish
from games.signals.games import SubstituteOfferMade
from stoneage_core.events.seats import SubstituteOffered
from stoneage_core.match.state import Source


@transaction.atomic
def offer_to_substitute(*, seat: Seat, user: User, now: datetime) -> SubstituteOffer:
    """Offer to play on for a seat that autopilot plays. Idempotent."""
    if user.is_guest:
        raise Refused("address_needed")
    require_may_begin(user, now)
    session = open_session(seat.game_id, now=now)
    require_running(session)
    if has_seat(session.seats, user):
        raise Refused("already_seated")
    if not session.status(seat.number).is_on_autopilot:
        raise Refused("too_late", _("This seat doesn’t need anyone any longer."))
    offers = SubstituteOffer.objects.filter(seat__game=session.game)
    standing = offers.filter(seat=seat, user=user, withdrawn_at=None).first()
    if standing is not None:
        return standing
    number = session.table.next_offer
    offered = SubstituteOffered(number, seat.number, by_staff=False)
    session.decide(offered, None, Source.SERVICE)
    offer = SubstituteOffer.objects.create(
        seat=session.seat(seat.number), number=number, user=user, offered_at=now
    )
    session.save()
    publish(SubstituteOfferMade(offer.seat, session.seats, number, now=now))
    return offer


@transaction.atomic
def withdraw_offer(*, seat: Seat, user: User, now: datetime) -> Game:
    """Take back the offer to play on for a seat."""
    session = open_session(seat.game_id, now=now)
    SubstituteOffer.objects.filter(seat=seat, user=user, withdrawn_at=None).update(
        withdrawn_at=now
    )
    session.note_facts()
    if session.entries:
        session.save()
    return session.game
