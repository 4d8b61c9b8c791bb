"""The trial mail: built and sent as mails to players are, to an address of yours."""

from email.utils import make_msgid

from django.conf import settings
from django.core.mail import EmailMessage

from notifications.delivery_status.bounce_address import (
    home_address,
    set_envelope_sender,
    uses_provider,
)

SUBJECT = "A trial mail of Stone Age by Mail"
TEXT = """\
This mail arrived. Three things are worth a look now:

- Is it in the inbox, or among the junk?
- Save its source ("Show original", ".eml") as a file, and run

    python manage.py mail_doctor --received FILE

  It tells what your provider found out about it.
- Reply to nobody: this one is from a machine, and asks for nothing.
"""


def trial_mail(address: str, envelope: str) -> EmailMessage:
    """Return a mail to an address; where one of ours comes back, this one does."""
    domain = envelope or settings.SITE_HOST
    leave = f"mailto:{settings.CONTACT_EMAIL}?subject=unsubscribe"
    message = EmailMessage(
        SUBJECT,
        TEXT,
        to=[address],
        headers={
            "Message-ID": make_msgid("trial", domain=domain),
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{leave}>",
        },
    )
    if settings.REPLY_TO and not uses_provider():
        set_envelope_sender(message, home_address())
    return message
