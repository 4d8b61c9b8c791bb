"""Events of mail providers, in the common form that anymail gives them.

Importing this module connects it to anymail's signal.
"""

import logging
import re
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver

from games.now import database_now
from notifications.delivery_status import bounces
from notifications.delivery_status.bounces import MAIL, mail_of
from notifications.delivery_status.smtp_answers import ENHANCED, is_nobody
from notifications.models import MailStep, OutgoingMail, Step

logger = logging.getLogger(__name__)

#: Reasons that concern the address; all others concern the mail or are temporary.
_GONE = {RejectReason.INVALID, RejectReason.BOUNCED}
#: The fields in which providers name an event, and words that mean "temporary".
_NAMES = ("event", "type", "Type", "event_type")
_SOFT = re.compile(r"soft|transient|temporar", re.IGNORECASE)
_UNWANTED = {RejectReason.SPAM, RejectReason.UNSUBSCRIBED}
#: The mail was returned, or the provider did not even try.
_BOUNCES = {EventType.BOUNCED, EventType.REJECTED, EventType.FAILED}
_STEPS = {
    EventType.COMPLAINED: Step.COMPLAINED,
    EventType.UNSUBSCRIBED: Step.COMPLAINED,
    EventType.DELIVERED: Step.DELIVERED,
    EventType.DEFERRED: Step.DELAYED,
}


@receiver(tracking)
def record_provider_event(
    sender: object, event: AnymailTrackingEvent, esp_name: str, **_: Any
) -> None:
    """Record an event about one of our mails; ignore events about others."""
    what = _step_of(event)
    if what is None:
        return
    mail = find_reported_mail(event)
    if mail is None:
        logger.info(
            "%s reports a mail that we do not know; the event is ignored", esp_name
        )
        return
    words, reference = _words(event), _reference(event)
    bounces.record_report(
        mail, what, words=words, reference=reference, now=database_now()
    )


def find_reported_mail(event: AnymailTrackingEvent) -> OutgoingMail | None:
    rows = OutgoingMail.objects.select_related("user")
    mail = mail_of(str((event.metadata or {}).get(MAIL, "")))
    if mail is None and event.message_id:
        taken = MailStep.objects.filter(what=Step.SENT, reference=event.message_id)
        mail = rows.filter(pk__in=taken.values("mail")).first()
    if mail is None:
        return None
    # The event may arrive before we record the recipient.
    known = mail.sent_to or (mail.user and mail.user.email) or ""
    is_about = not event.recipient or event.recipient.lower() == known.lower()
    return mail if is_about else None


def _step_of(event: AnymailTrackingEvent) -> Step | None:
    if event.event_type not in _BOUNCES:
        return _STEPS.get(event.event_type)
    if event.reject_reason in _UNWANTED and event.event_type == EventType.REJECTED:
        return Step.COMPLAINED
    if _is_soft(event):
        return Step.SOFT_BOUNCED
    words = _words(event)
    # The receiving server's own code is more precise than the provider's reason.
    has_code = ENHANCED.search(words)
    is_gone = is_nobody(words) if has_code else event.reject_reason in _GONE
    return Step.BOUNCED if is_gone else Step.SOFT_BOUNCED


def _is_soft(event: AnymailTrackingEvent) -> bool:
    descriptions = [event.description]
    if hasattr(event.esp_event, "get"):
        descriptions += [event.esp_event.get(name) for name in _NAMES]
    return any(_SOFT.search(words) for words in descriptions if isinstance(words, str))


def _words(event: AnymailTrackingEvent) -> str:
    said = (event.mta_response, event.description, event.reject_reason)
    return next((str(words) for words in said if words), "")


def _reference(event: AnymailTrackingEvent) -> str:
    """Return a name for this report, because providers repeat themselves."""
    if event.event_id:
        return f"event:{event.event_id}"
    return f"event:{event.event_type}:{event.timestamp or ''}"
