"""Leaving a seat: before the start, to autopilot, or to a person whom one asks."""

from datetime import datetime

from django.db import transaction

from games.accounts import users
from games.decisions.seating import has_seat
from games.decisions.session import (
    GameSession,
    open_own_session,
    open_session,
)
from games.errors import SEATED_ALREADY, Refused
from games.models import Game, Invitation, Seat, SeatOffer
from games.models.leagues import DropOut
from games.seats.invitations import entrust, expect_answers
from games.seats.offers import store_offer
from games.signals import OfferMade, SeatDeclined, publish
from games.talk.messages import say_with_news
from stoneage_core.match.lifecycle import Withdraw
from stoneage_core.match.seats import OfferSeat
from stoneage_core.match.state import Source


@transaction.atomic
def give_up_seat(
    *, seat: Seat, now: datetime, word: str = "", source: Source = Source.PAGE
) -> Game:
    """
    Leave one's seat. Idempotent.

    Before the start the seat is free again, and the host learns of it. Afterwards
    autopilot plays it until the player is back. The email about it tells the others the
    ``word``, which is also table talk. Raise Refused like ``say_with_news``.
    """
    session = open_session(seat.game_id, now=now)
    own = session.seat(seat.number)
    if session.game.is_inviting:
        _leave_before_start(session, own, word, source)
    elif not session.status(own.number).is_on_autopilot:
        say_with_news(seat=own, text=word, now=session.moment)
        entrust(session, own, source)
        session.save()
    return session.game


def _leave_before_start(
    session: GameSession, own: Seat, word: str, source: Source
) -> None:
    if not own.has_joined:
        return
    say_with_news(seat=own, text=word, now=session.moment)
    session.decide(Withdraw(), own.number, source)
    own.invitation = Invitation.DECLINED
    own.save(update_fields=["invitation"])
    session.save()
    expect_answers(session.game, session.now)
    publish(SeatDeclined(own, now=session.now))


def gives_away_for_good(game: Game) -> bool:
    """
    Return whether a person whom a player asks gets the seat for good.

    In rated games and in leagues the result counts for the player, who comes last
    unless they are back at the end. So the person only stands in, except in a league
    whose rule is that a substitute plays on. At most one query.
    """
    if game.terms.rated:
        return False
    return game.league is None or game.league.drop_out == DropOut.SUBSTITUTE


@transaction.atomic
def ask_to_take_seat(
    *, seat: Seat, email: str, now: datetime, source: Source = Source.PAGE
) -> SeatOffer:
    """
    Ask a person by email to take one's seat; nothing changes until they accept.

    Raise Refused: (already_seated) if they play here, (too_late) if somebody has been
    asked already, and like ``open_own_session``.
    """
    guess = seat.user.language if seat.user else ""
    user = users.user_for_email(email=email, now=now, guess=guess)
    session, own = open_own_session(seat, now)
    if has_seat(session.seats, user):
        raise Refused("already_seated", SEATED_ALREADY)
    for lapsed in SeatOffer.objects.open().filter(seat=own, user=user):
        lapsed.close(SeatOffer.State.LAPSED, now)
    session.decide(OfferSeat(gives_away_for_good(session.game)), own.number, source)
    offer = store_offer(session, own, user, now, invited_by=own.user)
    session.save()
    publish(OfferMade(offer, session.seats, now=now))
    return offer


@transaction.atomic
def withdraw_request(*, seat: Seat, now: datetime) -> None:
    """Withdraw the request to take one's seat. Idempotent."""
    session = open_session(seat.game_id, now=now)
    offer = open_request(seat)
    if offer is not None:
        offer.close(SeatOffer.State.WITHDRAWN, now)
        session.record_facts()
        session.save()


def open_request(seat: Seat) -> SeatOffer | None:
    """Return the open offer by which a seat's player asked a person, or None."""
    offers = SeatOffer.objects.open().filter(seat=seat, by_player=True)
    return offers.select_related("user").first()
