"""Mails about passkeys: their owner has to know who can sign in their name."""

from collections.abc import Iterable

from django.conf import settings
from django.utils.translation import gettext as _

from games.links.purposes import passkeys_url
from games.signals.people import PasskeysChanged
from notifications.mails.account import AccountMail
from notifications.mails.context import Context, MailContext, link_to
from notifications.models import Kind, OutgoingMail

#: What became of a passkey, in the key of its mail.
ADDED, REMOVED = "added", "removed"


class PasskeysChangedMail(AccountMail):
    """To whose account it is: a passkey was added to it, or removed."""

    kind = Kind.PASSKEYS_CHANGED
    on = (PasskeysChanged,)
    is_unasked = False

    def mails(self, signal: PasskeysChanged) -> Iterable[OutgoingMail]:
        verb = ADDED if signal.is_added else REMOVED
        key = f"{verb}:{signal.key}:{int(signal.now.timestamp())}"
        yield self.new(key, signal.now, user_id=signal.user.pk)

    def context(self, case: MailContext) -> Context:
        _kind, verb, digest, *_rest = case.mail.dedupe_key.split(":")
        return {
            "is_added": verb == ADDED,
            "digest": digest,
            "contact": settings.CONTACT_EMAIL,
            **link_to(passkeys_url(), _("Your passkeys")),
        }
