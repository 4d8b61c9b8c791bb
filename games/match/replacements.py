"""Replacements: the staff invite somebody to play a seat for good, who answers."""

from datetime import datetime

from django.db import transaction

from games.decisions.autoplay import play_automatic
from games.decisions.opening import open_session, require_running
from games.decisions.seating import give_seat, has_seat
from games.errors import INVITATION_CLOSED, Refused
from games.models import Game, SubstituteOffer, User
from games.signals.bus import publish
from games.signals.games import ReplacementInvited, ReplacementSeated
from stoneage_core.match.seats import Replace
from stoneage_core.match.state import Source


def open_invitation(game: Game) -> SubstituteOffer | None:
    """Return the invitation to a seat of the game that waits for an answer."""
    offers = SubstituteOffer.objects.filter(seat__game=game, withdrawn_at=None)
    return offers.filter(invited_by__isnull=False).select_related("seat", "user").last()


@transaction.atomic
def accept_replacement(*, offer: SubstituteOffer, user: User, now: datetime) -> Game:
    """Sit down where the staff invited one to; the player before has left for good."""
    session = open_session(offer.seat.game_id, now=now)
    require_running(session)
    standing = lock_invitation(offer)
    if standing.user_id != user.pk:
        raise Refused("forbidden")
    if has_seat(session.seats, user):
        raise Refused("already_seated")
    own = session.seat(offer.seat.number)
    session.note_facts()
    before, own.absent_user = own.absent_user or own.user, None
    give_seat(own, user)
    SubstituteOffer.objects.filter(seat=own, withdrawn_at=None).update(withdrawn_at=now)
    session.decide(Replace(standing.number), own.number, Source.STAFF)
    play_automatic(session)
    session.save()
    publish(ReplacementSeated(standing, before, session.seats, now=now))
    return session.game


@transaction.atomic
def decline_replacement(*, offer: SubstituteOffer, user: User, now: datetime) -> None:
    """Say no to an invitation of the staff: the seat stays as it is."""
    standing = lock_invitation(offer)
    if standing.user_id != user.pk:
        raise Refused("forbidden")
    close_replacement(standing, now)


@transaction.atomic
def remind_of_replacement(*, offer: SubstituteOffer, now: datetime) -> None:
    """Mail who is invited a fresh link, for theirs is too old."""
    publish(ReplacementInvited(lock_invitation(offer), now=now))


def close_replacement(offer: SubstituteOffer, now: datetime) -> None:
    """Let an invitation stand no more; it has been locked."""
    offer.withdrawn_at = now
    offer.save(update_fields=["withdrawn_at"])


def lock_invitation(offer: SubstituteOffer | None) -> SubstituteOffer:
    """
    Lock an invitation and return it as it is; raise Refused (too_late) unless it is
    open.
    """
    offers = SubstituteOffer.objects.select_for_update(of=("self",))
    standing = None if offer is None else offers.get(pk=offer.pk)
    if standing is None or standing.withdrawn_at or standing.invited_by_id is None:
        raise Refused("too_late", INVITATION_CLOSED)
    return standing
