"""Each mail has an address of its own to which it comes back.

``bounces+<mail>-<mac>@host`` is its envelope sender: the mail that could not be
delivered is known by the address alone, whatever the report looks like, and only who
handled that mail knows the address. Letters do not differ by case, for mail servers may
change it.
"""

import base64
import re
from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from notifications.models import OutgoingMail

LOCAL = "bounces"
#: A hundred bits, of which nobody guesses one by mail.
_CODE_LENGTH = 20
_SALT = "notifications.fates.addresses"
_ADDRESS = re.compile(rf"{LOCAL}\+(\d{{1,18}})-([a-z2-7]{{{_CODE_LENGTH}}})")


def bounce_address(mail: OutgoingMail) -> str:
    """Return the address to which a mail comes back, or '' if no mail can come in."""
    if not settings.REPLY_TO:
        return ""
    code = _code(mail, settings.SECRET_KEY)
    return f"{LOCAL}+{mail.pk}-{code}@{_domain()}"


def mail_at(address: str) -> OutgoingMail | None:
    """Return the mail that comes back to this address, or None for every other one."""
    local, _, domain = address.strip().lower().rpartition("@")
    match = _ADDRESS.fullmatch(local)
    if not settings.REPLY_TO or domain != _domain() or match is None:
        return None
    rows = OutgoingMail.objects.select_related("user")
    mail = rows.filter(pk=int(match[1])).first()
    if mail is None or not any(_codes_match(mail, match[2], key) for key in _keys()):
        return None
    return mail


def _domain() -> str:
    return str(settings.REPLY_TO).lower().rpartition("@")[2]


def _keys() -> Iterable[str]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _codes_match(mail: OutgoingMail, code: str, key: str) -> bool:
    return constant_time_compare(_code(mail, key), code)


def _code(mail: OutgoingMail, key: str) -> str:
    """Bound to the Message-ID as well: ids begin anew where a database does."""
    bound = f"{mail.pk}:{mail.message_id}"
    mac = salted_hmac(_SALT, bound, secret=key, algorithm="sha256").digest()
    return base64.b32encode(mac)[:_CODE_LENGTH].decode().lower()
