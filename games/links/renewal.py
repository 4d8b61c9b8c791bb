"""Renewal of the links to a seat: sent again, or revoked."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import Seat
from games.signals.bus import publish
from games.signals.people import LinkRequested


@transaction.atomic
def request_link(*, seat: Seat, now: datetime) -> None:
    """Have a fresh link mailed to the seat's owner, whoever may be asking."""
    publish(LinkRequested(seat, now=now))


@transaction.atomic
def revoke_links(*, seat: Seat, now: datetime) -> Seat:
    """Revoke all links to a seat sent so far and have a fresh one mailed."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
    seat.refresh_from_db(fields=["link_epoch"])
    publish(LinkRequested(seat, now=now))
    return seat
