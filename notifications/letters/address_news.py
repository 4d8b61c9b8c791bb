"""Another address: to the new one, to confirm it, and to the old one, its last mail."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from games import links
from games.dates import duration_in_words
from games.services.addresses import is_unused
from games.text import mask_address
from notifications.models import OutgoingMail
from notifications.parts.context import Context
from notifications.subjects import owner_of


def address_change(mail: OutgoingMail, now: datetime) -> Context:
    """To the new address: a link, unless somebody plays by it already."""
    player = owner_of(mail)
    assert player is not None
    assert mail.user is not None
    if not is_unused(mail.user):
        return {"link": ""}
    lifetime = int(links.Purpose.ADDRESS.lifetime.total_seconds())
    return {
        "hours": duration_in_words(lifetime),
        "link": links.address_url(player, mail.user, now=now),
        "link_label": _("Use this address"),
    }


def address_changed(mail: OutgoingMail, now: datetime) -> Context:
    """To the old address: it was the last mail; and why, where the staff did it."""
    return {
        "address": mask_address(owner_of(mail)),
        "reason": "" if mail.act is None else mail.act.reason,
        "contact": settings.CONTACT_EMAIL,
    }
