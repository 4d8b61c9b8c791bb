"""Mails about an account: its addresses, and how its user signs in."""

from collections.abc import Iterable
from datetime import timedelta

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.addresses import is_unused
from games.links.tokens import absolute_url
from games.models import User
from games.presentation.dates import duration_in_words
from games.presentation.text import mask_address
from games.signals.people import (
    AccountSecured,
    AddressAdditionRequested,
    AddressChanged,
    AddressTried,
)
from notifications.mails.account import GONE, AccountMail
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import Kind, OutgoingMail
from notifications.outbox.new_mail import dedupe_key_of


def _owner_of(mail: OutgoingMail) -> User | None:
    """Return the user who wants a mail's address, or None if deleted. Takes a query."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return User.objects.filter(pk=int(pk), email__isnull=False).first()


def _why_gone(case: MailContext) -> str:
    return "" if _owner_of(case.mail) is not None else GONE


class AddressAdditionMail(AccountMail):
    """To a further address of a user: a link to confirm it, if nobody plays by it."""

    kind = Kind.ADDRESS_ADDITION
    on = (AddressAdditionRequested,)
    checks = (_why_gone,)

    def mails(self, signal: AddressAdditionRequested) -> Iterable[OutgoingMail]:
        wanted, now = signal.wanted, signal.now
        key = f"{signal.user.pk}:{wanted.pk}:{int(now.timestamp())}"
        yield self.new(key, now, user_id=wanted.pk)

    def context(self, case: MailContext) -> Context:
        address = EmailAddress.objects.filter(
            user=_owner_of(case.mail), email=case.mail.address, verified=False
        ).first()
        if address is None or not is_unused(case.reader):
            return {"link": ""}
        key = EmailConfirmationHMAC(address).key
        url = absolute_url("account_confirm_email", key)
        lasts = timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)
        hours = duration_in_words(int(lasts.total_seconds()))
        return {"hours": hours} | link_to(url, _("Add this address"))


class AddressChangedMail(AccountMail):
    """To the former primary address; it gives the reason if the staff changed it."""

    kind = Kind.ADDRESS_CHANGED
    on = (AddressChanged,)
    can_be_requested_by_anybody = False

    def mails(self, signal: AddressChanged) -> Iterable[OutgoingMail]:
        user, now = signal.user, signal.now
        key = f"{user.pk}:{int(now.timestamp())}"
        yield self.new(
            key, now, user_id=user.pk, act=signal.act, to_address=signal.former
        )

    def context(self, case: MailContext) -> Context:
        act = case.mail.act
        return {
            "address": mask_address(case.reader),
            "reason": "" if act is None else act.reason,
            "contact": settings.CONTACT_EMAIL,
        }


#: What each change of an account says: allauth's name of it, heading, and sentence.
_CHANGES = {
    "webauthn_added": (
        gettext_lazy("A passkey was added"),
        gettext_lazy("From now on that passkey signs in to your account."),
    ),
    "webauthn_removed": (
        gettext_lazy("A passkey was removed"),
        gettext_lazy("That passkey no longer signs in to your account."),
    ),
    "totp_activated": (
        gettext_lazy("An authenticator app was added"),
        gettext_lazy("Signing in to your account asks for a code of that app."),
    ),
    "totp_deactivated": (
        gettext_lazy("An authenticator app was removed"),
        gettext_lazy("Signing in to your account no longer asks for a code of it."),
    ),
    "recovery_codes_generated": (
        gettext_lazy("You have new recovery codes"),
        gettext_lazy("The former recovery codes no longer work."),
    ),
    "token_made": (
        gettext_lazy("A token for a program was made"),
        gettext_lazy("Programs that have it can do what you allowed it."),
    ),
    "turns_off": (
        gettext_lazy("Your turn emails are turned off"),
        gettext_lazy("From now on no email tells you that it’s your turn."),
    ),
    "email_deleted": (
        gettext_lazy("An address was removed"),
        gettext_lazy("One of your addresses no longer belongs to your account."),
    ),
}


class AccountSecuredMail(AccountMail):
    """To a user, when something about how they sign in has changed."""

    kind = Kind.ACCOUNT_SECURED
    on = (AccountSecured,)
    can_be_requested_by_anybody = False

    def mails(self, signal: AccountSecured) -> Iterable[OutgoingMail]:
        user, now = signal.user, signal.now
        if user.email is not None and signal.change in _CHANGES:
            key = f"{user.pk}:{signal.change}:{int(now.timestamp())}"
            yield self.new(key, now, user_id=user.pk)

    def context(self, case: MailContext) -> Context:
        _kind, _pk, change, _when = case.mail.dedupe_key.split(":")
        heading, sentence = _CHANGES[change]
        return {
            "heading": heading,
            "lead": sentence,
            "contact": settings.CONTACT_EMAIL,
        } | link_to(absolute_url("games:account"), _("See your account"))


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
    """Return the dedupe key prefixes of all mails about addresses a user wanted."""
    return [dedupe_key_of(Kind.ADDRESS_ADDITION, f"{user.pk}:")]
