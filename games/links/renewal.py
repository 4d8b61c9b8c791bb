"""Renewal of the links to a seat: sending or revoking them."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import Seat
from games.signals import LinkRequested, publish


@transaction.atomic
def request_link(*, seat: Seat, now: datetime) -> None:
    """Email a fresh link to the seat's owner, whoever asks for it."""
    publish(LinkRequested(seat, now=now))


@transaction.atomic
def revoke_links(*, seat: Seat, now: datetime) -> Seat:
    """Revoke all links to a seat sent so far, and email a fresh one."""
    Seat.objects.filter(pk=seat.pk).update(link_epoch=F("link_epoch") + 1)
    seat.refresh_from_db(fields=["link_epoch"])
    publish(LinkRequested(seat, now=now))
    return seat
