"""Of mails that anybody may have written: who sent them, as far as is known."""

from django.utils.translation import gettext as _

from notifications.models import IncomingMail


def why_doubted(mail: IncomingMail) -> str:
    """Say why nobody knows whether a mail is its player's, and where it came from."""
    assert mail.user is not None
    if mail.sender.lower() == (mail.user.email or "").lower():
        return _("Your mail server did not vouch that it is from you.")
    if not mail.sender:
        return _("It does not say from which address it came.")
    return _("It came from another address: %(sender)s.") % {"sender": mail.sender}
