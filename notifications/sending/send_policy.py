"""The send policy: each claimed mail is sent, skipped, or deferred."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max, Q

from games.people.recipients import hashes_of
from notifications import digests
from notifications.mails.account import GONE
from notifications.mails.base import MailContext, kind_of
from notifications.models import (
    Kind,
    MailPreferences,
    MailStatus,
    OutgoingMail,
    Pace,
    Topic,
)
from notifications.models.preferences import ASKING, known_preferences
from notifications.preferences.schedule import Defer, Delivery, Send, Why, when_to_send
from notifications.preferences.services import (
    is_on,
    is_suppressed,
    schedule_of,
)
from stoneage_core.match.calendar import Span

NO_ADDRESS = "the recipient has no address"
BOUNCES = "mails to the recipient bounce"
COMPLAINED = "the recipient has marked our mails as unwanted"
AWAITS_ANSWER = (
    "waits for the answer to the player's own mail, which may announce the turn"
)
UNWANTED = "the player has turned off mails of this kind"
NEVER = "the recipient wants no mail that others request"
TOGETHER = "goes in a digest with other mails that are due now"
REPEATED = "a later mail asks for the same decision"


@dataclass(frozen=True, slots=True)
class Skip:
    """The mail is useless or unwanted; with ``beside`` other channels go out."""

    reason: str
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Dissolve:
    """The digest is dropped: its parts go separately, or ``lead`` for all."""

    reason: str
    lead: OutgoingMail | None = None


SendDecision = Send | Skip | Defer


@dataclass(frozen=True, slots=True)
class DigestDecision:
    """The decision about a digest; ``dead`` parts are skipped in any case."""

    decision: SendDecision | Dissolve
    dead: Mapping[OutgoingMail, str]


def decide(mail: OutgoingMail, now: datetime) -> SendDecision:
    case, kind = MailContext(mail, now), kind_of(mail)
    if reason := why_skip(case):
        return Skip(reason)
    if until := kind.defer_until(case):
        return Defer(until, AWAITS_ANSWER)
    if reason := _why_unwanted(mail):
        return Skip(reason)
    if not mail.topic:
        return _unless_lost(mail, Send(is_urgent=True))
    assert mail.user is not None
    reader = known_preferences(mail.user)
    if reader.defers_while_online:
        if reason := kind.why_unneeded(case):
            return Skip(reason)
        if mail.held_until is not None and mail.held_until > now:
            return Defer(mail.held_until, Why.VISIT)
    decision = _when(mail, reader, now)
    if reader.pace != Pace.AT_ONCE and not digests.has_failed(mail):
        decision = _batched(mail, reader, decision, now)
    return _unless_lost(mail, decision)


def _batched(
    mail: OutgoingMail, reader: MailPreferences, decision: Send | Defer, now: datetime
) -> Send | Defer:
    """
    Put a mail into its reader's digest if it has to wait or others are due with it. The
    others are deferrable mails to the same reader that are unclaimed or in the same
    claim.
    """
    if isinstance(decision, Defer):
        return replace(decision, in_digest=decision.reason != Why.VISIT)
    if decision.is_urgent:
        return decision
    assert mail.claimed_at is not None
    unclaimed = Q(status=MailStatus.PENDING, due_at__lte=mail.claimed_at)
    claimed = Q(status=MailStatus.SENDING, claimed_at=mail.claimed_at)
    can_wait = Q(part_of=None) & ~Q(topic="")
    company = OutgoingMail.objects.filter(
        can_wait | Q(kind=Kind.DIGEST), unclaimed | claimed, user=mail.user
    ).exclude(pk=mail.pk)
    if reader.defers_while_online:
        company = company.exclude(held_until__gt=now)
    return Defer(now, TOGETHER, in_digest=True) if company.exists() else decision


def decide_digest(
    digest: OutgoingMail, reader: MailPreferences, now: datetime
) -> DigestDecision:
    """
    Decide about a digest part by part; the caller has locked the preferences. A digest
    with fewer than two parts is dissolved. So is one whose parts all ask for the same
    decision, because the last mail about it says everything.
    """
    dead, parts = {}, []
    for part in digests.parts_of(digest):
        if reason := why_skip(MailContext(part, now)) or _why_unwanted(part):
            dead[part] = reason
        else:
            parts.append(part)
    if len(parts) < 2:
        single = Dissolve(digests.SINGLE if parts else digests.EMPTY)
        return DigestDecision(single, dead)
    decisions = [(part, _when(part, reader, now)) for part in parts]
    deferred = [each for _, each in decisions if isinstance(each, Defer)]
    if len(deferred) == len(parts):
        return DigestDecision(min(deferred, key=lambda each: each.until), dead)
    all_ask = all(part.topic in ASKING for part in parts)
    if all_ask and len({part.seat_id for part in parts}) == 1:
        *_, lead = (part for part, each in decisions if isinstance(each, Send))
        return DigestDecision(Dissolve(digests.SINGLE, lead), dead)
    return DigestDecision(_unless_lost(digest, Send()), dead)


def why_skip(case: MailContext) -> str:
    """Takes queries."""
    user, kind = case.mail.user, kind_of(case.mail)
    if user is None or not (user.is_active or kind.sends_to_banned):
        return GONE
    if user.email is None:
        return NO_ADDRESS
    return kind.why_stale(case)


def _unless_lost(mail: OutgoingMail, decision: SendDecision) -> SendDecision:
    """Skip a mail to an unreachable reader; its other channels still go out."""
    user = mail.user
    assert user is not None
    is_lost = (
        user.unreachable_since is not None and not kind_of(mail).sends_to_unreachable
    )
    if not (is_lost and isinstance(decision, Send)):
        return decision
    return Skip(COMPLAINED if user.has_complained else BOUNCES, beside=True)


def _why_unwanted(mail: OutgoingMail) -> str:
    assert mail.user is not None
    unsolicited = kind_of(mail).is_unsolicited(mail)
    if unsolicited and is_suppressed(hashes_of(mail.address)):
        return NEVER
    if not mail.topic:
        return ""
    is_wanted = is_on(mail.user, Topic(mail.topic), mail.game_id)
    return "" if is_wanted else UNWANTED


def _when(mail: OutgoingMail, reader: MailPreferences, now: datetime) -> Send | Defer:
    assert mail.user is not None
    seat = mail.seat
    to_decide = looked_at = None
    if seat is not None and mail.topic in ASKING:
        looked_at = seat.looked_at
        if seat.awaited_at is not None and seat.deadline_at is not None:
            to_decide = Span(seat.awaited_at, seat.deadline_at)
    delivery = Delivery(
        since=mail.created_at,
        to_decide=to_decide,
        last_sent=_last_sent(mail, now) if reader.pace == Pace.HOURLY else None,
        looked_at=looked_at,
    )
    return when_to_send(schedule_of(mail.user, reader), delivery, now)


def _last_sent(mail: OutgoingMail, now: datetime) -> datetime | None:
    """
    Return when the reader last got, or is being sent, a mail that could have waited.
    ``now`` names the claim of ``mail``. If two workers each hold a mail to the same
    reader, the one claimed later waits.
    """
    others = OutgoingMail.objects.filter(user=mail.user).exclude(pk=mail.pk)
    others = others.exclude(topic="") | others.filter(kind=Kind.DIGEST)
    under_way = Q(status=MailStatus.SENDING, claimed_at__lt=now)
    moments = others.aggregate(
        sent=Max("sent_at", filter=Q(status=MailStatus.SENT)),
        claimed=Max("claimed_at", filter=under_way),
    )
    return max(filter(None, moments.values()), default=None)
