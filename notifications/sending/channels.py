"""Channels other than mail: each owes rows beside a mail, and delivers its own.

Which rows those are is said by their kinds (``MailKind.beside``); when the mail goes,
which is decided of it alone, they are due.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from notifications.mails.base import KINDS
from notifications.mails.beside import notification_of
from notifications.models import Kind, OutgoingMail
from notifications.outbox import rows as outbox
from notifications.push.delivery import (
    PushFailed,
    PushRefused,
    SubscriptionGone,
    push,
)
from notifications.sending.webhooks import call_webhook

logger = logging.getLogger(__name__)

SWITCHED_OFF = "its browser was taken off"
GONE_AWAY = "the browser wants no more notifications: {answer}"


def hand_to_browser(mail: OutgoingMail, now: datetime) -> None:
    """Push a claimed notification and note what became of it; never raise."""
    browser = mail.subscription
    if browser is None:
        outbox.note_skipped(mail, SWITCHED_OFF, now=now)
        return
    assert mail.game is not None
    try:
        push(browser, notification_of(mail, now), topic=mail.game.slug, now=now)
    except SubscriptionGone as answer:
        browser.delete()
        outbox.note_skipped(mail, GONE_AWAY.format(answer=answer), now=now)
    except PushRefused as answer:
        logger.warning("Notification %s was refused: %s", mail.pk, answer)
        outbox.note_refused(mail, str(answer), now=now)
    except PushFailed as error:
        outbox.note_failed(mail, str(error), now=now)
    else:
        outbox.note_sent(mail, now=now)


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
