"""Mails about an account's addresses: a change, a further address, a new try."""

from collections.abc import Iterable
from typing import ClassVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.addresses import is_unused
from games.links.purposes import ADDITION_LINK, ADDRESS_LINK, AddressMove
from games.links.tokens import LinkPurpose, absolute_url
from games.models import User
from games.presentation.text import mask_address
from games.signals import (
    AddressAdditionRequested,
    AddressChanged,
    AddressChangeRequested,
    AddressTried,
)
from notifications.mails.account import GONE, AccountMail, lifetime_in_words
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import Kind, OutgoingMail
from notifications.outbox.new_mail import dedupe_key_of

CHANGED_BY_NOW = "the address has been changed since"


def _owner_of(mail: OutgoingMail) -> User | None:
    """Return the owner of a mail's address, or None if deleted. Takes a query."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return User.objects.filter(pk=int(pk), email__isnull=False).first()


def _why_gone(case: MailContext) -> str:
    return "" if _owner_of(case.mail) is not None else GONE


def _why_changed(case: MailContext) -> str:
    mail = case.mail
    changes = OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED, user=mail.user_id)
    is_done = changes.filter(created_at__gte=mail.created_at).exists()
    return CHANGED_BY_NOW if is_done else ""


class AddressRequestMail(AccountMail):
    """To a wanted address: a link to confirm it, if nobody plays by it yet."""

    purpose: ClassVar[LinkPurpose[AddressMove, User, User]]
    label: ClassVar[Promise | str]

    def mails(
        self, signal: AddressChangeRequested | AddressAdditionRequested
    ) -> Iterable[OutgoingMail]:
        wanted, now = signal.wanted, signal.now
        key = f"{signal.user.pk}:{wanted.pk}:{int(now.timestamp())}"
        yield self.new(key, now, user_id=wanted.pk)

    def context(self, case: MailContext) -> Context:
        player = _owner_of(case.mail)
        assert player is not None
        if not is_unused(case.reader):
            return {"link": ""}
        url = self.purpose.url(player, case.reader, now=case.now)
        return {"hours": lifetime_in_words(self.purpose)} | link_to(
            url, str(self.label)
        )


class AddressChangeMail(AddressRequestMail):
    """To the new address of a user."""

    kind = Kind.ADDRESS_CHANGE
    on = (AddressChangeRequested,)
    checks = (_why_changed, _why_gone)
    purpose = ADDRESS_LINK
    label = gettext_lazy("Use this address")


class AddressAdditionMail(AddressRequestMail):
    """To a further address of a user."""

    kind = Kind.ADDRESS_ADDITION
    on = (AddressAdditionRequested,)
    checks = (_why_gone,)
    purpose = ADDITION_LINK
    label = gettext_lazy("Add this address")


class AddressChangedMail(AccountMail):
    """The last mail to the old address; it gives the reason if the staff changed it."""

    kind = Kind.ADDRESS_CHANGED
    on = (AddressChanged,)
    can_be_requested_by_anybody = False
    checks = (_why_gone,)

    def mails(self, signal: AddressChanged) -> Iterable[OutgoingMail]:
        former, now = signal.former, signal.now
        key = f"{signal.user.pk}:{former.pk}:{int(now.timestamp())}"
        yield self.new(key, now, user_id=former.pk, act=signal.act)

    def context(self, case: MailContext) -> Context:
        act = case.mail.act
        return {
            "address": mask_address(_owner_of(case.mail)),
            "reason": "" if act is None else act.reason,
            "contact": settings.CONTACT_EMAIL,
        }


class AddressTriedMail(AccountMail):
    """To a user who says that mails reach them again; this mail is the test."""

    kind = Kind.ADDRESS_TRIED
    on = (AddressTried,)

    def mails(self, signal: AddressTried) -> Iterable[OutgoingMail]:
        key = f"{signal.user.pk}:{int(signal.now.timestamp())}"
        yield self.new(key, signal.now, user_id=signal.user.pk)

    def context(self, case: MailContext) -> Context:
        return link_to(absolute_url("games:mine"), _("See your games"))


def prefixes_of(user: User) -> list[str]:
    """Return the dedupe key prefixes of all mails about a user's addresses."""
    kinds = (Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED, Kind.ADDRESS_ADDITION)
    return [dedupe_key_of(kind, f"{user.pk}:") for kind in kinds]
