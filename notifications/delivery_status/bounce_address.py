"""Each mail has an address of its own to which it comes back.

``bounces+<mail>-<code>@host`` is its envelope sender: the mail that could not be
delivered is known by the address alone, whatever the report looks like, and only who
handled that mail knows the address.
"""

from django.conf import settings

from notifications.models import OutgoingMail
from notifications.verp import Tags, address_of, tag_in

LOCAL = "bounces"


def _bound(mail: OutgoingMail) -> str:
    """Ids begin anew where a database does; a Message-ID does not."""
    return mail.message_id


_TAGS = Tags("bounce address", _bound)


def bounce_address(mail: OutgoingMail) -> str:
    """Return the address to which a mail comes back, or '' if no mail can come in."""
    return address_of(_home(), tag_of(mail)) if settings.REPLY_TO else ""


def mail_at(address: str) -> OutgoingMail | None:
    """Return the mail that comes back to this address, or None for every other one."""
    return mail_of(tag_in(address, _home())) if settings.REPLY_TO else None


def tag_of(mail: OutgoingMail) -> str:
    """Return a short name for a mail, which nobody can make up."""
    return _TAGS.of(mail)


def mail_of(tag: str) -> OutgoingMail | None:
    """Return the mail of this name, or None if there is none."""
    return _TAGS.find(tag, OutgoingMail.objects.select_related("user"))


def _home() -> str:
    domain = str(settings.REPLY_TO).lower().rpartition("@")[2]
    return f"{LOCAL}@{domain}"
