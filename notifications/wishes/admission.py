"""Asked before a mail is sent: do its reader's wishes let it go, and by itself?"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.recipients import hashes_of
from games.services.reminding import is_looking
from notifications import outbox
from notifications.models import Kind, MailStatus, MailWishes, OutgoingMail, Pace
from notifications.relevance import why_skip
from notifications.wishes import pool, unasked
from notifications.wishes.services import rhythm_of, wishes_of
from notifications.wishes.switches import is_on
from notifications.wishes.timing import Go, Occasion, Wait, Why, judge
from notifications.wishes.topics import ASKING, PATIENT, topic_of
from stoneage_core.match.calendar import Span

PRESENT = "the player is looking at the game"
UNWANTED = "the player has turned mails of this kind off"
NEVER = "the recipient is never to be written to at the request of others"
ENOUGH = "anybody can have so many mails a day sent to the address, and no more"
REASONS = {
    Why.VISIT: "waits while the player is looking at the game",
    Why.QUIET: "waits until the quiet hours are over",
}
PACES = {
    Pace.HOURLY: "waits, as no more than one mail an hour is wanted",
    Pace.DAILY: "waits for the daily digest",
    Pace.AT_ONCE: "",
}
REPEATED = "a later mail asks for the same decision, and went as itself"
TOGETHER = "goes in a digest with what is due at the same time"


def is_admitted(mail: OutgoingMail, *, now: datetime) -> bool:
    """
    Whether a claimed mail goes now.

    If not, it is settled already: it was skipped, put off, or put into a digest.
    """
    if mail.kind == Kind.DIGEST:
        return _is_digest_admitted(mail, now)
    assert mail.user is not None
    wishes = wishes_of(mail.user)
    if reason := _why_unwanted(mail) or _why_spared(mail, wishes, now):
        outbox.note_skipped(mail, reason, now=now)
        return False
    return _is_time(mail, wishes, now) and _is_among_few(mail, now)


def _why_unwanted(mail: OutgoingMail) -> str:
    assert mail.user is not None
    hashes = hashes_of(mail.user.email or "")
    if unasked.is_unasked(mail) and unasked.is_suppressed(hashes):
        return NEVER
    topic = topic_of(mail.kind)
    wanted = topic is None or is_on(mail.user, topic, mail.game_id)
    return "" if wanted else UNWANTED


def _why_spared(mail: OutgoingMail, wishes: MailWishes, now: datetime) -> str:
    """Who is looking at the page needs no reminder, unless they want one."""
    if mail.kind != Kind.REMINDER or mail.seat is None or not wishes.holds_back:
        return ""
    return PRESENT if is_looking(mail.seat, now) else ""


def _is_time(mail: OutgoingMail, wishes: MailWishes, now: datetime) -> bool:
    if mail.kind not in PATIENT:
        return True
    verdict = _verdict(mail, wishes, now)
    is_batched = wishes.pace != Pace.AT_ONCE and not pool.has_failed(mail)
    match verdict:
        case Wait(until, why):
            reason = REASONS.get(why) or PACES[Pace(wishes.pace)]
            if is_batched and why is not Why.VISIT:
                pool.join(mail, until=until, why=reason)
            else:
                _put_off(mail, until, reason)
            return False
        case Go(is_urgent):
            if is_urgent or not is_batched or not pool.company_of(mail).exists():
                return True
            pool.join(mail, until=now, why=TOGETHER)
            return False


def _is_among_few(mail: OutgoingMail, now: datetime) -> bool:
    """Whether a mail is none of the many that a stranger may have set off."""
    if not unasked.is_unasked(mail) or unasked.is_within_limit(mail, now=now):
        return True
    outbox.note_skipped(mail, ENOUGH, now=now)
    return False


def _put_off(mail: OutgoingMail, until: datetime, reason: str) -> None:
    assert mail.claimed_at is not None
    outbox.release([mail.pk], claimed_at=mail.claimed_at, due_at=until, reason=reason)


def _is_digest_admitted(digest: OutgoingMail, now: datetime) -> bool:
    """Check each part again; a digest of one thing, or none, is none."""
    assert digest.user is not None
    with transaction.atomic():
        # From here on its parts stay: their wishes cannot be changed at this moment,
        # and later it is seen that it is being sent.
        wishes = pool.lock(digest.user)
        parts = _live_parts(digest, now)
        if len(parts) < 2:
            reason = pool.LONELY if parts else pool.EMPTY
            pool.disband(digest, reason, now=now)
            return False
        verdicts = {part.pk: _verdict(part, wishes, now) for part in parts}
        waits = [each for each in verdicts.values() if isinstance(each, Wait)]
        if len(waits) == len(parts):
            until = min(wait.until for wait in waits)
            _put_off(digest, until, PACES[Pace(wishes.pace)])
            return False
        if _ask_the_same(parts):
            due = [pk for pk, each in verdicts.items() if isinstance(each, Go)]
            _leave_it_to(due[-1], digest, now)
            return False
        return True


def _leave_it_to(part: int, digest: OutgoingMail, now: datetime) -> None:
    """Let one part go as itself, and speak for the others."""
    pool.skip(pool.parts_of(digest).exclude(pk=part), REPEATED, now=now)
    pool.disband(digest, pool.LONELY, now=now)


def _ask_the_same(parts: Sequence[OutgoingMail]) -> bool:
    """Whether all that waits is one decision, which has a better mail of its own."""
    return all(part.kind in ASKING for part in parts) and (
        len({part.seat_id for part in parts}) == 1
    )


def _live_parts(digest: OutgoingMail, now: datetime) -> list[OutgoingMail]:
    """Return what is still worth telling, and settle the rest."""
    live = []
    for part in pool.parts_of(digest):
        reason = why_skip(part, now=now) or _why_unwanted(part)
        if reason:
            pool.skip(digest.parts.filter(pk=part.pk), reason, now=now)
        else:
            live.append(part)
    return live


def _verdict(mail: OutgoingMail, wishes: MailWishes, now: datetime) -> Go | Wait:
    assert mail.user is not None
    return judge(rhythm_of(mail.user, wishes), _occasion(mail, wishes, now), now)


def _occasion(mail: OutgoingMail, wishes: MailWishes, now: datetime) -> Occasion:
    seat = mail.seat
    to_decide = looked_at = None
    if seat is not None and mail.kind in ASKING:
        looked_at = seat.looked_at
        if seat.awaited_at is not None and seat.deadline_at is not None:
            to_decide = Span(seat.awaited_at, seat.deadline_at)
    return Occasion(
        since=mail.created_at,
        to_decide=to_decide,
        last_sent=_last_sent(mail, now) if wishes.pace == Pace.HOURLY else None,
        looked_at=looked_at,
    )


def _last_sent(mail: OutgoingMail, now: datetime) -> datetime | None:
    """
    Return when the reader last got, or is just getting, what could have waited.

    ``now`` names the claim of the one that is asked about. Of two that two workers have
    in their hands the later waits; what came by the same claim is company.
    """
    others = OutgoingMail.objects.filter(
        user=mail.user, kind__in=[*PATIENT, Kind.DIGEST]
    ).exclude(pk=mail.pk)
    sent = others.filter(status=MailStatus.SENT).order_by("-sent_at")
    moments = [sent.values_list("sent_at", flat=True).first()]
    under_way = others.filter(status=MailStatus.SENDING, claimed_at__lt=now)
    moments.append(under_way.values_list("claimed_at", flat=True).first())
    return max(filter(None, moments), default=None)
