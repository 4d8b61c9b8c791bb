"""A row of the outbox that goes to a browser is handed over, and noted."""

import logging
from datetime import datetime

from notifications.mails.push import notification_of
from notifications.models import OutgoingMail
from notifications.outbox import rows as outbox
from notifications.push.delivery import (
    PushFailed,
    PushRefused,
    SubscriptionGone,
    push,
)

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
