"""How long mails have waited for their server, and whether it accepts anything.

A mail server that defers one mail (greylisting, a full mailbox) is healthy if it
accepts others meanwhile. So a deferred mail counts as waiting only while the server has
accepted nothing since that mail was ready. If all deferred mails are for one recipient,
they count only after half an hour, because greylisting rarely takes longer.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from notifications.models import Kind, MailStep, Obstacle, OutgoingMail, Step
from notifications.models.outgoing import OTHER_CHANNELS

#: How long a server may defer the mails of a single recipient.
LONGEST_GREYLISTED = timedelta(minutes=30)


@dataclass(frozen=True)
class Delay:
    """
    The longest wait on a channel: its start, and the server's last ``answer``.
    ``refusing_since`` is the moment since which the server has refused something and
    accepted nothing, or None.
    """

    since: datetime
    answer: str
    refusing_since: datetime | None


def open_mails() -> QuerySet[OutgoingMail]:
    """Return the mails still to be sent, without those that go in a digest."""
    return OutgoingMail.objects.open().filter(part_of=None)


def unwritable_mails() -> QuerySet[OutgoingMail]:
    """Return the open mails that we could not render, through a fault of ours."""
    return open_mails().filter(obstacle=Obstacle.FAULT)


def last_accepted(kind: str) -> datetime | None:
    accepted = MailStep.objects.filter(_in_channel(kind, "mail__"), what=Step.SENT)
    return accepted.order_by("-at").values_list("at", flat=True).first()


def oldest_delay(kind: str, now: datetime) -> Delay | None:
    """
    Return the longest wait on a kind's channel, or None if nothing waits. All kinds of
    email share one channel; browser notifications have their own, and so have webhooks.
    Mails that we cannot render are left out.
    """
    accepted_at = last_accepted(kind)
    # A retry moves due_at, but never ready_since.
    waiting = (
        open_mails()
        .filter(_in_channel(kind))
        .exclude(obstacle=Obstacle.FAULT)
        .annotate(since=Coalesce("ready_since", "due_at"))
        .filter(since__lte=now)
    )
    not_tried = waiting.filter(obstacle="").aggregate(at=Min("since"))["at"]
    refused = waiting.filter(obstacle=Obstacle.SERVER)
    answered = waiting.filter(obstacle=Obstacle.ANSWER)
    if kind == Kind.WEBHOOK:
        answered = answered.none()  # the webhook's owner is notified instead
    elif accepted_at is not None:
        answered = answered.filter(since__gt=accepted_at)
    summary = answered.aggregate(at=Min("since"), readers=Count("user", distinct=True))
    is_long = summary["at"] is not None and now - summary["at"] >= LONGEST_GREYLISTED
    if not (is_long or summary["readers"] > 1):
        summary["at"], answered = None, answered.none()
    refused_at = refused.aggregate(at=Min("since"))["at"]
    if refused_at is not None and accepted_at is not None:
        # Once the server accepts mails again, these go within a minute.
        refused_at = max(refused_at, accepted_at)
    refusals = [at for at in (refused_at, summary["at"]) if at is not None]
    moments = refusals if not_tried is None else [*refusals, not_tried]
    if not moments:
        return None
    tried = (refused | answered).order_by("-claimed_at")
    answer = tried.values_list("reason", flat=True).first() or ""
    refusing_since = min(refusals) if refusals and answer else None
    return Delay(min(moments), answer, refusing_since)


def _in_channel(kind: str, path: str = "") -> Q:
    if kind in OTHER_CHANNELS:
        return Q(**{f"{path}kind": kind})
    return ~Q(**{f"{path}kind__in": OTHER_CHANNELS})
