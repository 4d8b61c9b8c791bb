"""Who plays on for good where another player is: invited by the staff, they answer."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import AlreadySeated, Forbidden, TooLate
from games.models import DecidedHow, Game, SubstituteOffer, User
from games.services import motions
from games.services.commands import require_running
from games.services.substitutes import settle_in, sits
from games.services.table import open_table
from games.signals import ReplacementInvited, ReplacementSeated, publish
from stoneage_core.conduct import PlayerReplaced


def open_invitation(game: Game) -> SubstituteOffer | None:
    """Return the invitation to a seat of the game that waits for an answer."""
    offers = SubstituteOffer.objects.filter(seat__game=game, withdrawn_at=None)
    return offers.filter(invited_by__isnull=False).select_related("seat", "user").last()


@transaction.atomic
def replacement_accept(*, offer: SubstituteOffer, user: User, now: datetime) -> Game:
    """Sit down where the staff invited one to; the player before has left for good."""
    table = open_table(offer.seat.game_id, now=now)
    require_running(table)
    standing = lock_invitation(offer)
    if standing.user_id != user.pk:
        raise Forbidden
    if sits(table, user):
        raise AlreadySeated
    own = table.seat(offer.seat.number)
    before, own.absent_user = own.absent_user or own.user, None
    settle_in(own, user)
    SubstituteOffer.objects.filter(seat=own, withdrawn_at=None).update(withdrawn_at=now)
    table.take(
        [PlayerReplaced(own.number, standing.number)], own.number, DecidedHow.STAFF
    )
    motions.settle(table)
    table.play_automatic()
    table.save()
    publish(ReplacementSeated(standing, before, table.seats, now))
    return table.game


@transaction.atomic
def replacement_decline(*, offer: SubstituteOffer, user: User, now: datetime) -> None:
    """Say no to an invitation of the staff: the seat stays as it is."""
    standing = lock_invitation(offer)
    if standing.user_id != user.pk:
        raise Forbidden
    replacement_close(standing, now)


@transaction.atomic
def replacement_remind(*, offer: SubstituteOffer, now: datetime) -> None:
    """Mail who is invited a fresh link, for theirs is too old."""
    publish(ReplacementInvited(lock_invitation(offer), now))


def replacement_close(offer: SubstituteOffer, now: datetime) -> None:
    """Let an invitation stand no more; it has been locked."""
    offer.withdrawn_at = now
    offer.save(update_fields=["withdrawn_at"])


def lock_invitation(offer: SubstituteOffer | None) -> SubstituteOffer:
    """Lock an invitation and return it as it is; raise TooLate unless it is open."""
    offers = SubstituteOffer.objects.select_for_update(of=("self",))
    standing = None if offer is None else offers.get(pk=offer.pk)
    if standing is None or standing.withdrawn_at or standing.invited_by_id is None:
        raise TooLate(_("This invitation is not open any more."))
    return standing
