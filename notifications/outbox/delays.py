"""How long mails have waited for their server, and whether it accepts anything.

A mail server that puts off one mail (greylisting, a full mailbox) is well if it accepts
others meanwhile. So what was put off by an answer counts as waiting only while nothing
was accepted since that mail was ready; and of a single recipient only after half an
hour, which greylisting rarely takes.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from notifications.models import (
    Kind,
    MailStep,
    Obstacle,
    OutgoingMail,
    Step,
)
from notifications.models.mail_kinds import OTHER_CHANNELS

#: For how long a server may put off the mails of a single recipient.
LONGEST_GREYLISTED = timedelta(minutes=30)


@dataclass(frozen=True)
class Delay:
    """
    What waits for a server: ``since`` when, and what the server ``answer``-ed last.

    ``is_outage`` is whether the server refused something and accepted nothing since.
    """

    since: datetime
    answer: str
    is_outage: bool


def open_mails() -> QuerySet[OutgoingMail]:
    """Return the mails that are still to be sent, by themselves and in no digest."""
    return OutgoingMail.objects.open().filter(told_in=None)


def unwritable_mails() -> QuerySet[OutgoingMail]:
    """Return the open mails that could not be written, by a fault of ours."""
    return open_mails().filter(obstacle=Obstacle.FAULT)


def last_accepted(kind: str) -> datetime | None:
    """Return when something was last accepted on the channel of a kind, or None."""
    accepted = MailStep.objects.filter(_in_channel(kind, "mail__"), what=Step.SENT)
    return accepted.order_by("-at").values_list("at", flat=True).first()


def oldest_delay(kind: str, now: datetime) -> Delay | None:
    """
    Return what has waited longest on the channel of a kind, None if nothing waits.

    All kinds of email are one channel; notifications in browsers and calls of webhooks
    are one each. What our own faults hold up is left out.
    """
    accepted_at = last_accepted(kind)
    # A retry moves due_at, and never ready_since.
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
        answered = answered.none()  # its owner gave the address, and is told
    elif accepted_at is not None:
        answered = answered.filter(since__gt=accepted_at)
    told = answered.aggregate(at=Min("since"), readers=Count("user", distinct=True))
    is_long = told["at"] is not None and now - told["at"] >= LONGEST_GREYLISTED
    if not (is_long or told["readers"] > 1):
        told["at"], answered = None, answered.none()
    refused_at = refused.aggregate(at=Min("since"))["at"]
    if refused_at is not None and accepted_at is not None:
        # Once it accepts again they go within a minute.
        refused_at = max(refused_at, accepted_at)
    moments = [at for at in (not_tried, refused_at, told["at"]) if at is not None]
    if not moments:
        return None
    since = min(moments)
    tried = (refused | answered).order_by("-claimed_at")
    answer = tried.values_list("reason", flat=True).first() or ""
    is_outage = bool(answer) and (accepted_at is None or accepted_at <= since)
    return Delay(since, answer, is_outage)


def _in_channel(kind: str, path: str = "") -> Q:
    """Return the condition of the rows that go by the same channel as a kind."""
    if kind in OTHER_CHANNELS:
        return Q(**{f"{path}kind": kind})
    return ~Q(**{f"{path}kind__in": OTHER_CHANNELS})
