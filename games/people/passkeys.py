"""Passkeys of players: which they have, and what this site is called in them."""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

from games.models import Seat, User
from games.models.passkeys import Passkey
from stoneage_core.cryptography.passkeys import digest_of
from stoneage_core.events.base import Event
from stoneage_core.events.seats import (
    PlayerReplaced,
    PlayerReturned,
    SubstituteSeated,
)
from stoneage_core.events.setup import PlayerJoined
from stoneage_core.match.facts import SetPasskeys
from stoneage_core.match.state import TableState

#: After these somebody sits who may have passkeys.
_SEATED = (PlayerJoined, SubstituteSeated, PlayerReplaced, PlayerReturned)


def site_origin() -> str:
    """Return the address of the site as browsers sign it: without a path."""
    address = urlsplit(settings.SITE_URL)
    return f"{address.scheme}://{address.netloc}"


def site_name() -> str:
    """Return the name of the site to which passkeys are bound: its host."""
    return urlsplit(settings.SITE_URL).hostname or ""


def can_have_passkeys() -> bool:
    """Whether browsers make passkeys for this site: it has a name, and HTTPS."""
    host = site_name()
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost" or settings.SITE_URL.startswith("https://")
    return False


def passkeys_of(user: User | None) -> Sequence[Passkey]:
    """Return the passkeys of a user, the oldest first. One query."""
    return [] if user is None else list(user.passkeys.order_by("pk"))


def untold_passkeys(seat: Seat, table: TableState) -> SetPasskeys | None:
    """Return the passkeys of a player, None where the log tells of them. One query."""
    keys = tuple(each.public_key for each in passkeys_of(seat.user))
    is_told = table.seats[seat.number].passkeys == tuple(map(digest_of, keys))
    return None if is_told else SetPasskeys(seat.number, keys)


def due_passkeys(
    seats: Sequence[Seat], table: TableState, events: Sequence[Event]
) -> Iterator[SetPasskeys]:
    """Yield the passkeys of whoever sat down just now. One query for each of them."""
    for event in events:
        if not isinstance(event, _SEATED) or seats[event.player].user_id is None:
            continue
        if told := untold_passkeys(seats[event.player], table):
            yield told
