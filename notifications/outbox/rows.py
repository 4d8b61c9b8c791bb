"""The outbox: rows of mails to send, written in the transaction of what they report.

Every change of a row is also a step of the mail's life.
"""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.background.debounced_task import DebouncedTask
from games.models import Seat
from notifications.models import (
    LONGEST_WORDS,
    Kind,
    MailStatus,
    MailStep,
    Obstacle,
    OutgoingMail,
    Step,
)
from notifications.models.outgoing import OutgoingMails
from notifications.outbox import retry_policy

_OURS = re.compile(r"<[a-z_]+\.[0-9a-f]{32}@")


def new_mail(
    kind: Kind, occasion: object, now: datetime, **fields: Any
) -> OutgoingMail:
    """Return a mail that is due now; ``occasion`` makes it unique among its kind."""
    return OutgoingMail(
        kind=kind,
        dedupe_key=dedupe_key_of(kind, occasion),
        message_id=message_id_for(kind),
        created_at=now,
        due_at=now,
        **fields,
    )


def dedupe_key_of(kind: Kind, occasion: object) -> str:
    return f"{kind}:{occasion}"


def is_reachable(seat: Seat) -> bool:
    """Return whether a seat has a player with an address; guests have none."""
    return seat.user is not None and seat.user.email is not None


def message_id_for(kind: str) -> str:
    """Return a new Message-ID; every attempt to send the mail uses the same one."""
    return f"<{kind}.{uuid4().hex}@{_domain()}>"


def is_our_message_id(name: str) -> bool:
    """Return whether a Message-ID has our form, even if its mail is gone."""
    return bool(_OURS.match(name)) and name.endswith(f"@{_domain()}>")


def _domain() -> str:
    return _domain_of(settings.DEFAULT_FROM_EMAIL)


@cache
def _domain_of(sender: str) -> str:
    _, address = parseaddr(sender)
    return address.rpartition("@")[2] or "localhost"


LONGEST_REFERENCE = 255


def add_step(
    mail: OutgoingMail,
    what: Step,
    words: str = "",
    *,
    at: datetime,
    reference: str = "",
) -> None:
    MailStep.objects.create(
        mail=mail,
        at=at,
        what=what,
        words=_bounded(words),
        reference=_as_reference(reference),
    )


def add_steps(pks: Iterable[int], what: Step, words: str, *, at: datetime) -> None:
    bounded = _bounded(words)
    MailStep.objects.bulk_create(
        MailStep(mail_id=pk, at=at, what=what, words=bounded) for pk in pks
    )


def add_step_once(
    mail: OutgoingMail, what: Step, words: str, *, at: datetime, reference: str
) -> bool:
    """Record a report under its reference; return whether it is new."""
    _step, is_new = MailStep.objects.get_or_create(
        mail=mail,
        what=what,
        reference=_as_reference(reference),
        defaults={"at": at, "words": _bounded(words)},
    )
    return is_new


def _bounded(words: str) -> str:
    """Return the words in one line, without NUL, which PostgreSQL cannot store."""
    return " ".join(words.replace("\0", "").split())[:LONGEST_WORDS]


def _as_reference(reference: str) -> str:
    return reference.replace("\0", "")[:LONGEST_REFERENCE]


#: Longer than a batch takes, including the mail that was begun last.
LEASE = timedelta(minutes=2)
LONGEST_REASON = 500
#: How long we wait before trying an unreachable mail server again.
OUTAGE_PAUSE = timedelta(seconds=30)

VANISHED = "its worker crashed; the mail may have been sent before that"
OVERDUE = "sent after its lease had run out; another worker may have sent it too"
GIVEN_UP = "given up after {count} workers crashed while sending it"
#: After this many crashed workers, the next attempt is the last.
_LAST_CHANCE = retry_policy.MOST_VANISHED - 1

#: Enqueued by name to avoid an import cycle.
SENDING = DebouncedTask("notifications.tasks.send_due_mails")


def post(mails: Sequence[OutgoingMail], *, now: datetime) -> None:
    """
    Call this in the transaction of their cause. The sender is woken after the commit if
    one of them is due now; otherwise its next sweep finds them.
    """
    if any(mail.due_at <= now for mail in mails):
        # A closure, because robust=True lets the errors of a partial escape (Django
        # #36487).
        transaction.on_commit(lambda: SENDING.enqueue(), robust=True)
    by_key: dict[str, OutgoingMail] = {}
    for mail in mails:
        by_key.setdefault(mail.dedupe_key, mail)
    # A known key is set to itself, which changes nothing. On SQLite, ignoring conflicts
    # (INSERT OR IGNORE) would also ignore every other error and lose the mail.
    OutgoingMail.objects.bulk_create(
        by_key.values(),
        update_conflicts=True,
        unique_fields=["dedupe_key"],
        update_fields=["dedupe_key"],
    )


def claim_mails(*, now: datetime, limit: int) -> list[int]:
    """
    Claim up to ``limit`` due mails for one lease and return their ids. ``now`` is the
    database's time; it names the claim. The attempt is counted here. Parts of a digest
    are claimed only with it. Mails that failed before come after the others, so that a
    slow server delays nobody else. Mails that crashed a worker come last, shuffled, so
    that one bad mail cannot block the same others every time.
    """
    waiting = Q(status=MailStatus.PENDING) | Q(vanished__lt=_LAST_CHANCE)
    mails = OutgoingMail.objects.open().filter(waiting, part_of=None)
    mails = mails.only("status", "vanished", "failing_since")
    with transaction.atomic():
        due = mails.claim_due(
            now=now, lease=LEASE, limit=limit, status=MailStatus.SENDING
        )
        lost = [mail.pk for mail in due if mail.status == MailStatus.SENDING]
        if lost:
            OutgoingMail.objects.filter(pk__in=lost).update(
                vanished=F("vanished") + 1, reason=VANISHED
            )
            add_steps(lost, Step.VANISHED, VANISHED, at=now)
    fresh, failed, suspects = list[int](), list[int](), list[int]()
    for mail in due:
        if mail.vanished or mail.status == MailStatus.SENDING:
            suspects.append(mail.pk)
        elif mail.failing_since:
            failed.append(mail.pk)
        else:
            fresh.append(mail.pk)
    return fresh + failed + random.sample(suspects, len(suspects))


def claimed(pk: int, *, claimed_at: datetime) -> OutgoingMail | None:
    """
    Return a claimed mail with its reader, game and seat, or None if the claim is lost.
    """
    return _held([pk], claimed_at).with_related().first()


def _held(pks: Iterable[int], claimed_at: datetime | None) -> OutgoingMails:
    return OutgoingMail.objects.filter(
        pk__in=pks, status=MailStatus.SENDING, claimed_at=claimed_at
    )


def give_up_lost(*, now: datetime) -> int:
    """Give up the mails that crashed too many workers; return how many."""
    words = GIVEN_UP.format(count=retry_policy.MOST_VANISHED)
    lost = OutgoingMail.objects.filter(
        status=MailStatus.SENDING, due_at__lte=now, vanished__gte=_LAST_CHANCE
    )
    with transaction.atomic():
        # Rows that another worker is giving up now are locked; skip them.
        locked = lost.select_for_update(skip_locked=True)
        pks = list(locked.values_list("pk", flat=True))
        if pks:
            OutgoingMail.objects.filter(pk__in=pks).update(
                status=MailStatus.FAILED, reason=words
            )
            add_steps(pks, Step.REFUSED, words, at=now)
    return len(pks)


def record_shown(
    mail: OutgoingMail,
    shown: Mapping[int, int],
    listed: Sequence[Mapping[str, Any]] = (),
) -> None:
    """
    ``shown`` maps the id of each mail it covers to a version. Call this before sending,
    because a reply may come in before the sending is recorded.
    """
    for pk, version in shown.items():
        OutgoingMail.objects.filter(pk=pk).update(shown_version=version)
    if listed:
        OutgoingMail.objects.filter(pk=mail.pk).update(listed=list(listed))


def record_sent(mail: OutgoingMail, *, now: datetime, reference: str = "") -> bool:
    """
    ``reference`` is the server's name for it, if any. The sending time is ``now``, the
    time of the claim, because everything compared with it uses that time too.
    """
    with transaction.atomic(savepoint=False):
        held = _held([mail.pk], mail.claimed_at)
        is_ours = held.update(
            status=MailStatus.SENT,
            sent_at=now,
            sent_to=mail.address,
            reason="",
            code="",
        )
        words = "" if is_ours else OVERDUE
        add_step(mail, Step.SENT, words, at=now, reference=reference)
    return bool(is_ours)


def record_skipped(mail: OutgoingMail, reason: str, *, now: datetime) -> bool:
    return _settle(mail, Step.SKIPPED, reason, now, status=MailStatus.SKIPPED)


def record_refused(mail: OutgoingMail, reason: str, *, now: datetime) -> None:
    _settle(mail, Step.REFUSED, reason, now, status=MailStatus.FAILED)


def record_failed(
    mail: OutgoingMail,
    reason: str,
    *,
    now: datetime,
    obstacle: Obstacle = Obstacle.ANSWER,
) -> None:
    """Record a failed attempt: retry later, or give up after too long."""
    was_fault, is_fault = (each == Obstacle.FAULT for each in (mail.obstacle, obstacle))
    if was_fault != is_fault:
        # The time for which a server failed says nothing about a fault of ours.
        mail.failing_since = None
    due_at = retry_policy.next_try(mail, obstacle, now=now)
    if due_at is None:
        record_refused(mail, reason, now=now)
        return
    _settle(
        mail,
        Step.DEFERRED,
        reason,
        now,
        status=MailStatus.PENDING,
        due_at=due_at,
        failing_since=mail.failing_since or now,
        obstacle=obstacle,
    )


def release(claimed: Sequence[int], *, claimed_at: datetime, due_at: datetime) -> None:
    """Return claimed mails that were not tried; the attempt does not count."""
    _give_back(claimed, claimed_at, due_at)


def put_off(mail: OutgoingMail, until: datetime, reason: str) -> None:
    assert mail.claimed_at is not None
    _give_back([mail.pk], mail.claimed_at, until, reason, obstacle="", ready_since=None)


def wait_for_server(
    claimed: Sequence[int], *, claimed_at: datetime, due_at: datetime, reason: str
) -> None:
    """Defer claimed mails because no server takes them; the attempt does not count."""
    _give_back(claimed, claimed_at, due_at, reason, obstacle=Obstacle.SERVER)


def _give_back(
    claimed: Sequence[int],
    claimed_at: datetime,
    due_at: datetime,
    reason: str = "",
    **changes: object,
) -> None:
    """A step is recorded only if the reason differs from the last one."""
    mails = _held(claimed, claimed_at)
    reason = reason[:LONGEST_REASON]
    with transaction.atomic():
        if reason:
            changed = list(mails.exclude(reason=reason).values_list("pk", flat=True))
            add_steps(changed, Step.DEFERRED, reason, at=claimed_at)
        mails.update(
            status=MailStatus.PENDING,
            attempts=F("attempts") - 1,
            due_at=due_at,
            failing_since=F("failing_since") + (due_at - claimed_at),
            reason=reason,
            **changes,
        )


def send_again(mails: QuerySet[OutgoingMail], *, now: datetime) -> int:
    """Queue failed mails again with fresh counters; return how many there were."""
    failed = mails.filter(status=MailStatus.FAILED)
    with transaction.atomic():
        pks = list(failed.values_list("pk", flat=True))
        failed.filter(pk__in=pks).update(
            status=MailStatus.PENDING,
            attempts=0,
            vanished=0,
            failing_since=None,
            obstacle="",
            ready_since=None,
            due_at=now,
            claimed_at=None,
        )
        add_steps(pks, Step.RESENT, "", at=now)
    return len(pks)


def _settle(
    mail: OutgoingMail, what: Step, reason: str, now: datetime, **changes: object
) -> bool:
    """Write the outcome and its step; return whether our claim still held."""
    with transaction.atomic():
        held = _held([mail.pk], mail.claimed_at)
        if changes["status"] != MailStatus.PENDING:
            changes["code"] = ""
        is_ours = held.update(reason=reason[:LONGEST_REASON], **changes)
        if is_ours:
            add_step(mail, what, reason, at=now)
    return bool(is_ours)


def record_opened(seat: Seat, signed_at: datetime, *, at: datetime) -> None:
    """Note that the link in a seat's mail was used. One statement."""
    sent_by_then = OutgoingMail.objects.filter(
        user=seat.user_id,
        game=seat.game_id,
        opened_at=None,
        sent_at__range=(signed_at, signed_at + LEASE),
    )
    first = sent_by_then.order_by("sent_at").values("pk")[:1]
    OutgoingMail.objects.filter(pk__in=first).update(opened_at=at)
