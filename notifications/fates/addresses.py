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
_TAG = re.compile(rf"(\d{{1,18}})-([a-z2-7]{{{_CODE_LENGTH}}})")


def bounce_address(mail: OutgoingMail) -> str:
    """Return the address to which a mail comes back, or '' if no mail can come in."""
    return f"{LOCAL}+{tag_of(mail)}@{_domain()}" if settings.REPLY_TO else ""


def mail_at(address: str) -> OutgoingMail | None:
    """Return the mail that comes back to this address, or None for every other one."""
    local, _, domain = address.strip().lower().rpartition("@")
    name, _, tag = local.partition("+")
    if not settings.REPLY_TO or (name, domain) != (LOCAL, _domain()):
        return None
    return mail_of(tag)


def tag_of(mail: OutgoingMail) -> str:
    """Return a short name for a mail, which nobody can make up."""
    return f"{mail.pk}-{_code(mail, settings.SECRET_KEY)}"


def mail_of(tag: str) -> OutgoingMail | None:
    """Return the mail of this name, or None if there is none."""
    match = _TAG.fullmatch(tag)
    if match is None:
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
