"""Channels other than email: browser notifications and webhooks.

They accompany a mail. When the mail is sent, its kind names the rows to post for them
(``MailKind.beside``), and each channel delivers its own rows.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.background.outgoing_http import (
    PostFailed,
    PostRefused,
    ReceiverGone,
    send_post,
)
from games.links.purposes import game_url
from games.links.tokens import absolute_url
from games.web.reader import reading_as
from notifications.mails.base import KINDS
from notifications.mails.beside import notification_of
from notifications.models import Kind, OutgoingMail
from notifications.models.channels import Shape
from notifications.outbox import rows as outbox
from notifications.push import push
from notifications.sending.render import subject_of
from notifications.webhooks import (
    WebhookMessage,
    call_name,
    call_type,
    endpoint_of,
    payload_of,
    record_call_failed,
    record_call_succeeded,
    signed_headers,
)

logger = logging.getLogger(__name__)

SWITCHED_OFF = "the player removed this browser"
WEBHOOK_OFF = "the webhook was switched off or removed"
GONE_AWAY = "the browser no longer accepts notifications: {answer}"


def hand_to_browser(mail: OutgoingMail, now: datetime) -> None:
    browser = mail.subscription
    if browser is None:
        outbox.record_skipped(mail, SWITCHED_OFF, now=now)
        return
    assert mail.game is not None
    try:
        push(browser, notification_of(mail, now), topic=mail.game.slug, now=now)
    except ReceiverGone as answer:
        browser.delete()
        outbox.record_skipped(mail, GONE_AWAY.format(answer=answer), now=now)
    except PostRefused as answer:
        logger.warning("Notification %s was refused: %s", mail.pk, answer)
        outbox.record_refused(mail, str(answer), now=now)
    except PostFailed as error:
        outbox.record_failed(mail, str(error), now=now)
    else:
        outbox.record_sent(mail, now=now)


def call_webhook(mail: OutgoingMail, now: datetime) -> None:
    """
    Call the webhook of a claimed row and record the outcome. Even a refused call is
    retried, because its owner can fix the address within a day. A test is tried once.
    """
    hook, is_test = mail.webhook, mail.beside is None
    if hook is None or (hook.off_at is not None and not is_test):
        outbox.record_skipped(mail, WEBHOOK_OFF, now=now)
        return
    shape = Shape(hook.shape)
    body = payload_of(shape, _message_of(mail, now), hook.url)
    headers = signed_headers(hook, call_name(mail), body, now)
    try:
        send_post(endpoint_of(shape, hook.url), body, headers)
    except PostFailed as failure:
        why, is_gone = str(failure), isinstance(failure, ReceiverGone)
        logger.warning("The call of webhook %s failed: %s", hook.pk, why)
        if is_test or record_call_failed(hook, why, now=now, is_gone=is_gone):
            outbox.record_refused(mail, why, now=now)
        else:
            outbox.record_failed(mail, why, now=now)
    else:
        record_call_succeeded(hook)
        outbox.record_sent(mail, now=now)


#: The delivery function of each kind that does not go by email.
CHANNELS: Final[Mapping[str, Callable[[OutgoingMail, datetime], None]]] = {
    Kind.PUSH: hand_to_browser,
    Kind.WEBHOOK: call_webhook,
}


def post_beside(mail: OutgoingMail, *, now: datetime) -> None:
    """Idempotent."""
    rows = [row for kind in KINDS.values() for row in kind.beside(mail, now)]
    if rows:
        outbox.post(rows, now=now)


def _message_of(mail: OutgoingMail, now: datetime) -> WebhookMessage:
    accompanied, user, seat = mail.beside, mail.user, mail.seat
    assert user is not None
    if accompanied is None:
        with reading_as(user):
            text = _("This is a test of your webhook.")
        return WebhookMessage(
            kind=call_type(mail),
            game=None,
            seat=None,
            version=None,
            name=user.name,
            text=text,
            url=absolute_url("webhooks"),
            at=mail.created_at,
        )
    assert mail.game is not None
    return WebhookMessage(
        kind=call_type(mail),
        game=mail.game.slug,
        seat=seat.number if seat is not None and seat.user_id == user.pk else None,
        version=mail.about_version,
        name=user.name,
        text=subject_of(accompanied, now=now),
        url=game_url(mail.game),
        at=mail.created_at,
    )
