"""Mails about an account: links to sign in and to seats."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.links.purposes import (
    DATA_LINK,
    INVITATION_LINK,
    KEEP_LINK,
    PLAY_LINK,
    SIGN_IN_LINK,
)
from games.links.tokens import LinkPurpose
from games.models import Invitation, Status
from games.presentation.dates import duration_in_words
from games.signals import KeepRequested, LinkRequested, SignInRequested
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NOT_WAITING,
    MailKind,
    why_not_theirs,
)
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import LONGEST_PAGE, Kind, OutgoingMail

ALREADY_KEPT = "the guest's games have an owner already"
GONE = "the recipient's account no longer exists"

#: Within this many seconds, repeated requests get only one mail.
REPEAT_SECONDS = 60


def _why_no_link(case: MailContext) -> str:
    seat, status = case.seat, case.game.status
    if seat.invitation == Invitation.INVITED and status != Status.INVITING:
        return NOT_WAITING
    asked = (Invitation.INVITED, Invitation.ACCEPTED)
    return "" if seat.invitation in asked else NO_LONGER_INVITED


class AccountMail(MailKind):
    """A mail that its reader waits for, sent even to an unreachable address."""

    can_be_requested_by_anybody = True
    sends_to_unreachable = True


class SignInMail(AccountMail):
    """A link to sign in; a banned user's link leads only to their stored data."""

    kind = Kind.SIGN_IN
    on = (SignInRequested,)
    sends_to_banned = True

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
        return {"hours": lifetime_in_words(SIGN_IN_LINK)} | link_to(url, _("Sign in"))


class FreshLinkMail(AccountMail):
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
    """Asks the owner of an address whether they want to keep a guest's games."""

    kind = Kind.KEEP
    on = (KeepRequested,)

    def mails(self, signal: KeepRequested) -> Iterable[OutgoingMail]:
        seat, user, now = signal.seat, signal.user, signal.now
        key = f"{seat.user_id}:{user.pk}:{repetition(now)}"
        # Without the game, because its names and thread do not concern the owner.
        yield self.new(key, now, user_id=user.pk, seat_id=seat.pk)

    def why_stale(self, case: MailContext) -> str:
        assert case.mail.seat is not None
        owner = case.mail.seat.user
        return "" if owner is not None and owner.is_guest else ALREADY_KEPT

    def context(self, case: MailContext) -> Context:
        assert case.mail.seat is not None
        url = KEEP_LINK.url(case.mail.seat, case.reader, now=case.now)
        return {"days": lifetime_in_words(KEEP_LINK)} | link_to(url, _("Keep my game"))


def repetition(now: datetime) -> int:
    """Return a number that is the same for all requests within a minute."""
    return int(now.timestamp()) // REPEAT_SECONDS


def lifetime_in_words(purpose: LinkPurpose[*tuple[Any, ...]]) -> str:
    """Return how long a link is valid, in words."""
    return duration_in_words(int(purpose.lifetime.total_seconds()))
