"""Is a mail that asks for a decision still of use, or does it wait for another one?"""

from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Lower

from games.models import StandingOrders, Status
from notifications.models import (
    OPEN_STATUSES,
    Kind,
    MailStatus,
    OutgoingMail,
    Reading,
)
from notifications.outbox.drafts import deadline_key, key_of
from notifications.relevance.reasons import (
    NO_LONGER_AWAITED,
    NO_LONGER_DUE,
    NO_LONGER_THEIRS,
    NOT_RUNNING,
    ORDERS_WRITTEN,
    STEWARDED,
    TOLD_IN_ANSWER,
    TOLD_WITH_ORDERS,
)
from notifications.subjects import about

TURNS = (Kind.YOUR_TURN, Kind.CHOICE_WANTED)
#: By when another mail that is due now has most likely been sent. Short: who answers at
#: once may be asked again while the answer to the mail before is just being sent.
TOLD_BY = timedelta(seconds=5)

#: Mails whose readers have them, by themselves or in a digest; mails that soon will be.
_HAS_COME = Q(status=MailStatus.SENT) | Q(told_in__isnull=False)
_IS_TO_COME = Q(status__in=OPEN_STATUSES, failing_since=None, told_in=None)


def turn(mail: OutgoingMail, now: datetime) -> str:
    """Say why a mail about a turn is of no use any more, or return ''."""
    if reason := _asked(mail, now):
        return reason
    if _disarmed(mail).filter(_HAS_COME).exists():
        return TOLD_WITH_ORDERS
    return TOLD_IN_ANSWER if _is_in_answer(mail) else ""


def waits_until(mail: OutgoingMail, now: datetime) -> datetime | None:
    """
    Return until when a mail about a turn waits for another that may tell of it.

    It waits as long as that one does, through quiet hours as well. One that failed is
    not waited for: nobody knows when it will come.
    """
    if mail.kind not in TURNS:
        return None
    owed = [*_answers(mail).filter(_IS_TO_COME), *_disarmed(mail).filter(_IS_TO_COME)]
    if not owed:
        return None
    return max(now + TOLD_BY, min(_rests_until(other, now) for other in owed))


def _rests_until(mail: OutgoingMail, now: datetime) -> datetime:
    """Return when a mail is to go: what is being sent is due after its lease only."""
    return now if mail.status == MailStatus.SENDING else mail.due_at


def orders_disarmed(mail: OutgoingMail, now: datetime) -> str:
    """Say why a mail about orders that do not fit is of no use any more, or ''."""
    disarmed = StandingOrders.objects.filter(
        seat=mail.seat_id, disarmed_at__isnull=False
    )
    return _asked(mail, now) or ("" if disarmed.exists() else ORDERS_WRITTEN)


def reminder(mail: OutgoingMail, now: datetime) -> str:
    """Say why a reminder is of no use any more, or return ''."""
    seat, _ = about(mail)
    if reason := _asked(mail, now):
        return reason
    present = key_of(Kind.REMINDER, f"{seat.pk}:{deadline_key(seat)}:")
    return "" if mail.dedupe_key.startswith(present) else NO_LONGER_DUE


def not_theirs(mail: OutgoingMail, now: datetime) -> str:
    """Say that the seat has another player than the mail's reader, or return ''."""
    seat, _ = about(mail)
    return "" if seat.user_id == mail.user_id else NO_LONGER_THEIRS


def _asked(mail: OutgoingMail, now: datetime) -> str:
    """Say why the player has not to make the decision any more, or return ''."""
    seat, game = about(mail)
    if game.status != Status.ACTIVE:
        return NOT_RUNNING
    if seat.awaited_version != mail.about_version:
        return NO_LONGER_AWAITED
    return not_theirs(mail, now) or (STEWARDED if seat.is_stewarded else "")


def _is_in_answer(mail: OutgoingMail) -> bool:
    """Whether an answer that was sent shows its reader the same decision."""
    sent = _answers(mail).filter(status=MailStatus.SENT)
    return sent.filter(shown_version__gte=mail.about_version).exists()


def _disarmed(mail: OutgoingMail) -> QuerySet[OutgoingMail]:
    """Return the mail that asks for the same decision and says why orders rest."""
    key = key_of(Kind.ORDERS_DISARMED, f"{mail.seat_id}:{mail.about_version}")
    return OutgoingMail.objects.filter(dedupe_key=key)


def _answers(mail: OutgoingMail) -> QuerySet[OutgoingMail]:
    """
    Return the answers to mails of the player's own.

    What anybody may have written in their name was not done: the answer asks about
    that, and no stranger can make it take the place of another mail.
    """
    answers = OutgoingMail.objects.filter(
        kind=Kind.REPLY_READ, seat=mail.seat_id, user=mail.user_id
    )
    vouched = answers.filter(incoming__is_authenticated=True).alias(
        sender=Lower("incoming__sender"), address=Lower("user__email")
    )
    own = vouched.filter(sender=F("address"))
    return own.exclude(incoming__reading=Reading.PENDING)
