"""The outbox: rows are posted, claimed and settled here, in short transactions.

No lock is held while a mail server is talked to. A claim is a lease: a worker that
settles a row names the claim it holds. It changes nothing if its lease ran out and
another worker has claimed the row since. What happens is noted step by step.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.background.debounced_task import DebouncedTask
from notifications.models import (
    MailStatus,
    Obstacle,
    OutgoingMail,
    Step,
)
from notifications.models.outgoing import OutgoingMails
from notifications.outbox import retry_policy, steps

#: Longer than a batch takes, with the mail that it began last.
LEASE = timedelta(minutes=2)
LONGEST_REASON = 500
#: How long to leave a mail server alone that cannot be reached.
OUTAGE_PAUSE = timedelta(seconds=30)

VANISHED = "the worker that had it vanished; it may have been sent then"
OVERDUE = "handed over after its lease had run out; another worker may have sent it too"
GIVEN_UP = "given up after {count} workers had vanished while sending it"
#: After so many workers vanished with a mail, the one that has it is the last to try.
_LAST_CHANCE = retry_policy.MOST_VANISHED - 1

#: Enqueued by name to avoid an import cycle.
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
    by_key: dict[str, OutgoingMail] = {}
    for mail in mails:
        by_key.setdefault(mail.dedupe_key, mail)
    # A known key is set to itself, which changes nothing. Ignoring conflicts would, on
    # SQLite (INSERT OR IGNORE), ignore every other fault of a row and lose its mail.
    OutgoingMail.objects.bulk_create(
        by_key.values(),
        update_conflicts=True,
        unique_fields=["dedupe_key"],
        update_fields=["dedupe_key"],
    )


def claim_mails(*, now: datetime, limit: int) -> list[int]:
    """
    Claim up to ``limit`` due mails for one lease and return their ids.

    ``now`` is the database's; it names the claim. The attempt is counted already. Parts
    of a digest are claimed only with it. Mails that failed before come after all
    others, which need not wait for a slow server once more. Mails that a worker
    vanished with come last, shuffled, so that one bad mail cannot block the same others
    every time.
    """
    waiting = Q(status=MailStatus.PENDING) | Q(vanished__lt=_LAST_CHANCE)
    mails = OutgoingMail.objects.open().filter(waiting, told_in=None)
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
            steps.note_all(lost, Step.VANISHED, VANISHED, at=now)
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
    Return a claimed mail as it is now, or None if the claim does not hold it.

    It is read with its reader, game and seat, in one query.
    """
    return _held([pk], claimed_at).with_all_they_tell().first()


def _held(pks: Iterable[int], claimed_at: datetime | None) -> OutgoingMails:
    """Return the mails among these that are still held by a claim."""
    return OutgoingMail.objects.filter(
        pk__in=pks, status=MailStatus.SENDING, claimed_at=claimed_at
    )


def give_up_lost(*, now: datetime) -> int:
    """Give up the mails that too many workers vanished with; return how many."""
    words = GIVEN_UP.format(count=retry_policy.MOST_VANISHED)
    lost = OutgoingMail.objects.filter(
        status=MailStatus.SENDING, due_at__lte=now, vanished__gte=_LAST_CHANCE
    )
    with transaction.atomic():
        # Another worker that gives them up at this moment has them locked.
        locked = lost.select_for_update(skip_locked=True)
        pks = list(locked.values_list("pk", flat=True))
        if pks:
            OutgoingMail.objects.filter(pk__in=pks).update(
                status=MailStatus.FAILED, reason=words
            )
            steps.note_all(pks, Step.REFUSED, words, at=now)
    return len(pks)


def note_shown(
    mail: OutgoingMail,
    shown: Mapping[int, int],
    listed: Sequence[Mapping[str, Any]] = (),
) -> None:
    """
    Note which version of their games a mail shows, and what its numbers mean.

    ``shown`` has the version by the id of each mail that it tells of. This is noted
    before the mail is sent: a reply may come in before its sending is noted.
    """
    for pk, version in shown.items():
        OutgoingMail.objects.filter(pk=pk).update(shown_version=version)
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
        held = _held([mail.pk], mail.claimed_at)
        is_ours = held.update(
            status=MailStatus.SENT, sent_at=now, sent_to=address, reason=""
        )
        words = "" if is_ours else OVERDUE
        steps.note(mail, Step.SENT, words, at=now, reference=reference)
    return bool(is_ours)


def note_skipped(mail: OutgoingMail, reason: str, *, now: datetime) -> bool:
    """Note that a mail was no longer of any use; return whether it was still ours."""
    return _settle(mail, Step.SKIPPED, reason, now, status=MailStatus.SKIPPED)


def note_refused(mail: OutgoingMail, reason: str, *, now: datetime) -> None:
    """Note that a mail was refused for good, or that its address is no address."""
    _settle(mail, Step.REFUSED, reason, now, status=MailStatus.FAILED)


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
    mails = _held(claimed, claimed_at)
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


def _settle(
    mail: OutgoingMail, what: Step, reason: str, now: datetime, **changes: object
) -> bool:
    """Write the outcome and the step that led to it; return whether it was ours."""
    with transaction.atomic():
        held = _held([mail.pk], mail.claimed_at)
        is_ours = held.update(reason=reason[:LONGEST_REASON], **changes)
        if is_ours:
            steps.note(mail, what, reason, at=now)
    return bool(is_ours)
