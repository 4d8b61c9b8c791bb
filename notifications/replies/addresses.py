"""Each seat has a reply address of its own, as secret as the link to it.

``play+<seat>-<mac>@host``: the code is bound to the seat, its ``link_epoch`` and its
player, so whatever revokes the links of a seat revokes its address. Letters do not
differ by case, for mail servers may change it.
"""

import base64
import re
from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Seat

#: A hundred bits, of which nobody guesses one by mail.
_CODE_LENGTH = 20
_SALT = "notifications.replies.addresses"
_TAG = re.compile(r"(\d{1,18})-([a-z2-7]{20})")


def reply_address(seat: Seat) -> str:
    """Return the address at which a seat is played by mail, or '' if none is."""
    if not settings.REPLY_TO or seat.user_id is None:
        return ""
    local, _, domain = settings.REPLY_TO.rpartition("@")
    return f"{local}+{seat.pk}-{_code(seat, settings.SECRET_KEY)}@{domain}"


def seat_at(address: str) -> Seat | None:
    """Return the seat whose address this is, or None for every other one."""
    local, _, domain = address.strip().lower().rpartition("@")
    own, _, own_domain = settings.REPLY_TO.lower().rpartition("@")
    name, _, tag = local.partition("+")
    match = _TAG.fullmatch(tag)
    if not own or (name, domain) != (own, own_domain) or match is None:
        return None
    rows = Seat.objects.select_related("game", "user")
    seat = rows.filter(pk=int(match[1]), user__isnull=False).first()
    if seat is None or not any(_codes_match(seat, match[2], key) for key in _keys()):
        return None
    return seat


def _keys() -> Iterable[str]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _codes_match(seat: Seat, code: str, key: str) -> bool:
    return constant_time_compare(_code(seat, key), code)


def _code(seat: Seat, key: str) -> str:
    bound = f"{seat.pk}:{seat.link_epoch}:{seat.user_id}"
    mac = salted_hmac(_SALT, bound, secret=key, algorithm="sha256").digest()
    return base64.b32encode(mac)[:_CODE_LENGTH].decode().lower()
