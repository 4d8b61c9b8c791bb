"""The trial mail to an operator, built and sent like mails to players."""

from email.utils import make_msgid

from django.conf import settings
from django.core.mail import EmailMessage

from notifications.delivery_status.bounces import (
    home_address,
    set_envelope_sender,
    uses_provider,
)

SUBJECT = "A trial mail from Stone Age by Mail"
TEXT = """\
This mail arrived. Please check three things:

- Is it in the inbox or in the spam folder?
- Save its source ("Show original", ".eml") as a file, and run

    python manage.py mail_doctor --received FILE

  It shows how your provider judged the mail.
- Do not reply: nobody reads replies to this mail.
"""


def trial_mail(address: str, envelope: str) -> EmailMessage:
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
