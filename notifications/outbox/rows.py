"""The outbox: rows are posted, claimed and settled here, by short statements.

No lock is held while a mail server is talked to. A claim is a lease: whoever settles a
row names the claim it holds, and is ignored when the lease ran out and somebody else
has claimed the row since. What happened is kept beside it, step by step.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from games.background.debounced_task import DebouncedTask
from games.store.sql import RowWriter, execute_together
from notifications.models import MailStatus, Obstacle, OutgoingMail, Step
from notifications.outbox import retry_policy, steps
from notifications.outbox.whole_rows import find_mail
from notifications.row_claims import claim_rows

#: Longer than a batch takes, with the mail that it began last.
LEASE = timedelta(minutes=2)
LONGEST_REASON = 500
#: How long to leave a mail server alone that cannot be reached.
OUTAGE_PAUSE = timedelta(seconds=30)

VANISHED = "the worker that had it vanished; it may have been sent then"
OVERDUE = "handed over after its lease had run out; another worker may have sent it too"
GIVEN_UP = "given up after {count} workers had vanished while sending it"
#: Whose next worker to vanish is the last one.
_LAST_CHANCE = retry_policy.MOST_VANISHED - 1

_TO_MAILS = RowWriter(OutgoingMail)

#: A digest's parts are claimed with it; what too many workers vanished with, never.
_IS_OPEN = f"""
status IN ('pending', 'sending') AND told_in_id IS NULL
AND (status = 'pending' OR vanished < {_LAST_CHANCE})
"""
_CHANGES = f"""
    status = 'sending',
    vanished = vanished + CASE WHEN status = 'sending' THEN 1 ELSE 0 END,
    reason = CASE WHEN status = 'sending' THEN '{VANISHED}' ELSE reason END
"""

#: By name: the task imports what sends, which imports this.
SENDING = DebouncedTask("notifications.tasks.send_due_mails")


def post(mails: Sequence[OutgoingMail], *, now: datetime) -> None:
    """
    Write mails into the outbox, except those whose dedupe key is there already.

    Belongs inside the transaction of what they tell. The sender is woken after the
    commit if one of them is due at once; otherwise its next sweep finds them.
    """
    if any(mail.due_at <= now for mail in mails):
        # A closure: robust=True lets the errors of a partial escape (Django #36487).
        transaction.on_commit(lambda: SENDING.enqueue(), robust=True)
    OutgoingMail.objects.bulk_create(mails, ignore_conflicts=True)


def claim_mails(*, now: datetime, limit: int) -> list[int]:
    """
    Take up to ``limit`` due mails for one lease and return their ids.

    ``now`` is the database's; it names the claim. The attempt is counted already, and
    no row is handed out twice. What failed before comes after all else, which need not
    wait again for a slow server. What workers vanished with comes last, in random
    order: should it take down this worker too, others are behind it the next time.
    """
    with transaction.atomic():
        claimed = claim_rows(
            OutgoingMail,
            condition=_IS_OPEN,
            changes=_CHANGES,
            columns="id, reason, vanished, failing_since",
            lease=LEASE,
            limit=limit,
            now=now,
        )
        vanished = [pk for pk, reason, *_ in claimed if reason == VANISHED]
        if vanished:
            steps.note_all(vanished, Step.VANISHED, VANISHED, at=now)
    fresh = [pk for pk, _, count, since in claimed if not (count or since)]
    failed = [pk for pk, _, count, since in claimed if since and not count]
    suspects = [pk for pk, _, count, _ in claimed if count]
    return fresh + failed + random.sample(suspects, len(suspects))


def claimed(pk: int, *, claimed_at: datetime) -> OutgoingMail | None:
    """Return a claimed mail as it is now, or None if the claim does not hold it."""
    mail = find_mail(pk)
    if mail is None or mail.status != MailStatus.SENDING:
        return None
    return mail if mail.claimed_at == claimed_at else None


def give_up_lost(*, now: datetime) -> int:
    """Give up mails that seem to take down whatever worker has them."""
    lost = OutgoingMail.objects.filter(
        status=MailStatus.SENDING, due_at__lte=now, vanished__gte=_LAST_CHANCE
    )
    pks = list(lost.values_list("pk", flat=True))
    return sum(_give_up(lost.filter(pk=pk), now) for pk in pks)


def _give_up(mail: QuerySet[OutgoingMail], now: datetime) -> int:
    """Give up one mail, unless another worker did; they are few."""
    words = GIVEN_UP.format(count=retry_policy.MOST_VANISHED)
    with transaction.atomic():
        pks = list(mail.values_list("pk", flat=True))
        if not mail.update(status=MailStatus.FAILED, reason=words):
            return 0
        steps.note_all(pks, Step.REFUSED, words, at=now)
    return len(pks)


def note_shown(
    mail: OutgoingMail,
    shown: Mapping[int, int],
    listed: Sequence[Mapping[str, Any]] = (),
) -> None:
    """
    Write down which version of their games a mail shows, and what its numbers mean.

    ``shown`` is by id of the mails that it tells of. Before it is sent: an answer may
    come in sooner than it is noted that it is.
    """
    for pk, version in shown.items():
        execute_together(_TO_MAILS.update_one({"shown_version": version}, {"id": pk}))
    if listed:
        OutgoingMail.objects.filter(pk=mail.pk).update(listed=list(listed))


def note_sent(mail: OutgoingMail, *, now: datetime, reference: str = "") -> bool:
    """
    Note that the server took a mail; return whether its row was still ours.

    ``reference`` is the server's name for it, if any. It is dated by ``now``, as all
    that is compared with it, though a batch takes a while: what is sent by one claim
    was sent at one moment.
    """
    address = (mail.user and mail.user.email) or ""
    with transaction.atomic(savepoint=False):
        is_ours = _settle(
            mail, status=MailStatus.SENT, sent_at=now, sent_to=address, reason=""
        )
        words = "" if is_ours else OVERDUE
        steps.note(mail, Step.SENT, words, at=now, reference=reference)
    return is_ours


def note_skipped(mail: OutgoingMail, reason: str, *, now: datetime) -> bool:
    """Note that a mail was no longer of any use; return whether it was still ours."""
    return _conclude(mail, Step.SKIPPED, reason, now, status=MailStatus.SKIPPED)


def note_refused(mail: OutgoingMail, reason: str, *, now: datetime) -> None:
    """Note that a mail was refused for good, or that its address is no address."""
    _conclude(mail, Step.REFUSED, reason, now, status=MailStatus.FAILED)


def note_failed(
    mail: OutgoingMail,
    reason: str,
    *,
    now: datetime,
    obstacle: Obstacle = Obstacle.ANSWER,
) -> None:
    """Note a failed attempt: try again later, or give up after too long."""
    was_fault, is_fault = (each == Obstacle.FAULT for each in (mail.obstacle, obstacle))
    if was_fault != is_fault:
        # How long a server failed says nothing about a fault of ours.
        mail.failing_since = None
    due_at = retry_policy.next_try(mail, obstacle, now=now)
    if due_at is None:
        note_refused(mail, reason, now=now)
        return
    _conclude(
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
    """Give back claimed mails that were not tried: the attempt does not count."""
    _give_back(claimed, claimed_at, due_at)


def put_off(mail: OutgoingMail, until: datetime, reason: str) -> None:
    """Give back a claimed mail that its reader wants later; it waits for no server."""
    assert mail.claimed_at is not None
    _give_back([mail.pk], mail.claimed_at, until, reason, obstacle="", ready_since=None)


def wait_for_server(
    claimed: Sequence[int], *, claimed_at: datetime, due_at: datetime, reason: str
) -> None:
    """Give back claimed mails that no server takes now; the attempt does not count."""
    _give_back(claimed, claimed_at, due_at, reason, obstacle=Obstacle.SERVER)


def _give_back(
    claimed: Sequence[int],
    claimed_at: datetime,
    due_at: datetime,
    reason: str = "",
    **changes: object,
) -> None:
    """
    Let claimed mails be due later; the time until then does not count as failing.

    A reason becomes a step in the life of a mail when it is a new one, not each time.
    """
    mails = OutgoingMail.objects.filter(
        pk__in=claimed, status=MailStatus.SENDING, claimed_at=claimed_at
    )
    reason = reason[:LONGEST_REASON]
    with transaction.atomic():
        if reason:
            told = list(mails.exclude(reason=reason).values_list("pk", flat=True))
            steps.note_all(told, Step.DEFERRED, reason, at=claimed_at)
        mails.update(
            status=MailStatus.PENDING,
            attempts=F("attempts") - 1,
            due_at=due_at,
            failing_since=F("failing_since") + (due_at - claimed_at),
            reason=reason,
            **changes,
        )


def send_again(mails: QuerySet[OutgoingMail], *, now: datetime) -> int:
    """Give failed mails a new life; return how many there were."""
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
        steps.note_all(pks, Step.RESENT, "", at=now)
    return len(pks)


def _conclude(
    mail: OutgoingMail, what: Step, reason: str, now: datetime, **changes: object
) -> bool:
    """Write the outcome and the step that led to it; return whether it was ours."""
    with transaction.atomic():
        is_ours = _settle(mail, reason=reason, **changes)
        if is_ours:
            steps.note(mail, what, reason, at=now)
    return is_ours


def _settle(mail: OutgoingMail, *, reason: str, **changes: object) -> bool:
    """Write the outcome; return whether the row was still ours."""
    ours = {"id": mail.pk, "status": MailStatus.SENDING, "claimed_at": mail.claimed_at}
    changes["reason"] = reason[:LONGEST_REASON]
    return bool(execute_together(_TO_MAILS.update_one(changes, ours)))
