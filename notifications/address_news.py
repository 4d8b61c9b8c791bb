"""Mails about another address: to the new one, to confirm it, and to the old one."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import labels, links
from games.announcements import AddressChanged, AddressChangeRequested
from games.models import User
from games.services.addresses import is_unused
from games.views.errors import masked
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import draft, key_of
from notifications.parts.context import Context

#: Mails with an address that is, was or would be a user's; their keys name the user.
KINDS = (Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED)


def asked(request: AddressChangeRequested) -> OutgoingMail:
    """Write to the address that somebody wants to have."""
    wanted, now = request.wanted, request.now
    about = f"{request.user.pk}:{wanted.pk}:{int(now.timestamp())}"
    return draft(Kind.ADDRESS_CHANGE, about, now, user_id=wanted.pk)


def told(news: AddressChanged) -> OutgoingMail:
    """Write to the address that was given up."""
    about = f"{news.user.pk}:{news.former.pk}:{int(news.now.timestamp())}"
    return draft(Kind.ADDRESS_CHANGED, about, news.now, user_id=news.former.pk)


def prefixes_of(user: User) -> list[str]:
    """Return how the keys of all mails begin that are about addresses of a user."""
    return [key_of(kind, f"{user.pk}:") for kind in KINDS]


def player_of(mail: OutgoingMail) -> User | None:
    """Return whose address it is about, while they have one."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return User.objects.filter(pk=int(pk), email__isnull=False).first()


def is_answered(mail: OutgoingMail) -> bool:
    """Whether what the mail asks was done: its recipient has the old address by now."""
    told = OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED, user=mail.user_id)
    return told.filter(created_at__gte=mail.created_at).exists()


def address_change(mail: OutgoingMail, now: datetime) -> Context:
    """To the new address: a link, unless somebody plays by it already."""
    player = player_of(mail)
    assert player is not None
    assert mail.user is not None
    if not is_unused(mail.user):
        return {"link": ""}
    lifetime = int(links.Purpose.ADDRESS.lifetime.total_seconds())
    return {
        "hours": labels.duration(lifetime),
        "link": links.address_url(player, mail.user, now=now),
        "link_label": _("Use this address"),
    }


def address_changed(mail: OutgoingMail, now: datetime) -> Context:
    """To the old address: it was the last mail."""
    return {"address": masked(player_of(mail))}
