"""Each seat has a reply address of its own, as secret as the link to it.

``play+<seat>-<code>@host``: the code is bound to the seat, its ``link_epoch`` and its
player, so whatever revokes the links of a seat revokes its address.
"""

from django.conf import settings

from games.models import Seat
from notifications.tagged import Tags, address_of, tag_in


def _bound(seat: Seat) -> str:
    return f"{seat.link_epoch}:{seat.user_id}"


_TAGS = Tags("notifications.replies.addresses", _bound)


def reply_address(seat: Seat) -> str:
    """Return the address at which a seat is played by mail, or '' if none is."""
    if not settings.REPLY_TO or seat.user_id is None:
        return ""
    return address_of(settings.REPLY_TO, _TAGS.of(seat))


def seat_at(address: str) -> Seat | None:
    """Return the seat whose address this is, or None for every other one."""
    if not settings.REPLY_TO:
        return None
    rows = Seat.objects.select_related("game", "user").filter(user__isnull=False)
    return _TAGS.find(tag_in(address, settings.REPLY_TO), rows)
