"""Mails about an account: links to sign in and to seats, and its address."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.addresses import is_unused
from games.links.purposes import (
    ADDITION_LINK,
    ADDRESS_LINK,
    DATA_LINK,
    INVITATION_LINK,
    KEEP_LINK,
    PLAY_LINK,
    SIGN_IN_LINK,
    LinkPurpose,
)
from games.links.targets import AddressMove
from games.models import Invitation, Status, User
from games.presentation.dates import duration_in_words
from games.presentation.text import mask_address
from games.signals.people import (
    AddressAdditionRequested,
    AddressChanged,
    AddressChangeRequested,
    KeepRequested,
    LinkRequested,
    SignInRequested,
)
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NOT_WAITING,
    MailKind,
    why_not_theirs,
)
from notifications.mails.context import Context, MailContext, about, link_to
from notifications.models import LONGEST_PAGE, Kind, OutgoingMail
from notifications.outbox.new_mail import key_of

ALREADY_KEPT = "the guest's games were kept already"
CHANGED_BY_NOW = "the address was changed meanwhile"
GONE = "the recipient is gone"

#: How many seconds may lie between two mails with the same link at a reader's request.
REPEAT_SECONDS = 60


def _owner_of(mail: OutgoingMail) -> User | None:
    """Return whose address it is about, while they have one. Queries."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return User.objects.filter(pk=int(pk), email__isnull=False).first()


def _why_gone(mail: OutgoingMail) -> str:
    return "" if _owner_of(mail) is not None else GONE


def _why_changed(mail: OutgoingMail) -> str:
    """Say that its recipient has the old address by now, or return ''."""
    told = OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED, user=mail.user_id)
    is_done = told.filter(created_at__gte=mail.created_at).exists()
    return CHANGED_BY_NOW if is_done else ""


def _why_no_link(mail: OutgoingMail) -> str:
    """Say why a seat has no link, or return ''."""
    seat, game = about(mail)
    if seat.invitation == Invitation.INVITED and game.status != Status.INVITING:
        return NOT_WAITING
    asked = (Invitation.INVITED, Invitation.ACCEPTED)
    return "" if seat.invitation in asked else NO_LONGER_INVITED


class AccountMail(MailKind):
    """A mail that is tried even at a lost address: its reader waits for it."""

    is_unasked = True
    reaches_lost = True


class SignInMail(AccountMail):
    """A link instead of a password; by it a banned user reaches their data alone."""

    kind = Kind.SIGN_IN
    on = (SignInRequested,)
    reaches_banned = True

    def mails(self, signal: SignInRequested) -> Iterable[OutgoingMail]:
        user, page = signal.user, signal.next
        is_storable = len(page) <= LONGEST_PAGE and page.isprintable()
        key = f"{user.pk}:{user.sign_in_epoch}:{repetition(signal.now)}"
        next_page = page if is_storable else ""
        yield self.new(key, signal.now, user_id=user.pk, next_page=next_page)

    def context(self, case: MailContext) -> Context:
        if not case.reader.is_active:
            url = DATA_LINK.url(case.reader, now=case.now)
            return {"is_banned": True} | link_to(url, _("What is stored about you"))
        page = case.mail.next_page
        url = SIGN_IN_LINK.url(case.reader, now=case.now, next=page)
        return {"hours": _lifetime(SIGN_IN_LINK)} | link_to(url, _("Sign in"))


class FreshLinkMail(AccountMail):
    """A fresh link to a seat, or to an invitation."""

    kind = Kind.FRESH_LINK
    on = (LinkRequested,)
    checks = (_why_no_link, why_not_theirs)

    def mails(self, signal: LinkRequested) -> Iterable[OutgoingMail]:
        seat, now = signal.seat, signal.now
        yield self.to_seat(seat, now, f"{seat.link_epoch}:{repetition(now)}")

    def context(self, case: MailContext) -> Context:
        invited = case.seat.invitation == Invitation.INVITED
        purpose = INVITATION_LINK if invited else PLAY_LINK
        label = _("Join or decline") if invited else _("Go to the game")
        return case.common | link_to(purpose.url(case.seat, now=case.now), label)


class KeepMail(AccountMail):
    """Asks the owner of an address whether a guest's games are to be theirs."""

    kind = Kind.KEEP
    on = (KeepRequested,)

    def mails(self, signal: KeepRequested) -> Iterable[OutgoingMail]:
        seat, user, now = signal.seat, signal.user, signal.now
        key = f"{seat.user_id}:{user.pk}:{repetition(now)}"
        # No game: its names and its thread are nothing to somebody only asked.
        yield self.new(key, now, user_id=user.pk, seat_id=seat.pk)

    def why_stale(self, mail: OutgoingMail) -> str:
        assert mail.seat is not None
        owner = mail.seat.user
        return "" if owner is not None and owner.is_guest else ALREADY_KEPT

    def context(self, case: MailContext) -> Context:
        assert case.mail.seat is not None
        url = KEEP_LINK.url(case.mail.seat, case.reader, now=case.now)
        return {"days": _lifetime(KEEP_LINK)} | link_to(url, _("Keep my game"))


class AddressRequestMail(AccountMail):
    """To an address that a user wants: a link to confirm it, if nobody plays by it."""

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
        return {"hours": _lifetime(self.purpose)} | link_to(url, str(self.label))


class AddressChangeMail(AddressRequestMail):
    """To the new address of a user."""

    kind = Kind.ADDRESS_CHANGE
    on = (AddressChangeRequested,)
    checks = (_why_changed, _why_gone)
    purpose = ADDRESS_LINK
    label = gettext_lazy("Use this address")


class AddressAdditionMail(AddressRequestMail):
    """To one more address of a user."""

    kind = Kind.ADDRESS_ADDITION
    on = (AddressAdditionRequested,)
    checks = (_why_gone,)
    purpose = ADDITION_LINK
    label = gettext_lazy("Add this address")


class AddressChangedMail(AccountMail):
    """To the old address: the last mail there; why, if the staff changed it."""

    kind = Kind.ADDRESS_CHANGED
    on = (AddressChanged,)
    is_unasked = False
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


def repetition(now: datetime) -> int:
    """Return a number that is the same for requests within a minute."""
    return int(now.timestamp()) // REPEAT_SECONDS


def prefixes_of(user: User) -> list[str]:
    """Return how the keys of all mails begin that are about addresses of a user."""
    kinds = (Kind.ADDRESS_CHANGE, Kind.ADDRESS_CHANGED, Kind.ADDRESS_ADDITION)
    return [key_of(kind, f"{user.pk}:") for kind in kinds]


def has_moved(user: User) -> bool:
    """Whether a user ever changed their address. Queries."""
    key = key_of(Kind.ADDRESS_CHANGED, f"{user.pk}:")
    return OutgoingMail.objects.filter(dedupe_key__startswith=key).exists()


def _lifetime(purpose: LinkPurpose[*tuple[Any, ...]]) -> str:
    return duration_in_words(int(purpose.lifetime.total_seconds()))
