"""Mails about another address: to the new one, to confirm it, and to the old one."""

from games.signals import AddressChanged, AddressChangeRequested
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import draft


def asked(request: AddressChangeRequested) -> OutgoingMail:
    """Write to the address that somebody wants to have."""
    wanted, now = request.wanted, request.now
    about = f"{request.user.pk}:{wanted.pk}:{int(now.timestamp())}"
    return draft(Kind.ADDRESS_CHANGE, about, now, user_id=wanted.pk)


def told(news: AddressChanged) -> OutgoingMail:
    """Write to the address that was given up."""
    about = f"{news.user.pk}:{news.former.pk}:{int(news.now.timestamp())}"
    mail = draft(Kind.ADDRESS_CHANGED, about, news.now, user_id=news.former.pk)
    mail.act = news.act
    return mail
