"""Other channels than mail: each owes rows beside a mail, and hands over its own.

Which rows those are is said by their kinds (``MailKind.beside``); when the mail goes,
which is decided of it alone, they are due.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from notifications.mails.base import KINDS
from notifications.models import Kind, OutgoingMail
from notifications.outbox import rows as outbox
from notifications.sending.push import hand_to_browser
from notifications.sending.webhooks import call_webhook

#: How a claimed row of a kind gets out that goes to no address of mail.
CHANNELS: Final[Mapping[str, Callable[[OutgoingMail, datetime], None]]] = {
    Kind.PUSH: hand_to_browser,
    Kind.WEBHOOK: call_webhook,
}


def post_beside(mail: OutgoingMail, *, now: datetime) -> None:
    """Owe what goes by other channels beside a mail which goes now. Idempotent."""
    owed = [row for kind in KINDS.values() for row in kind.beside(mail, now)]
    if owed:
        outbox.post(owed, now=now)
