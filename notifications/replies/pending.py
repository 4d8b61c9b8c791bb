"""Pending replies, of unknown writers: shown to their player, and played if confirmed.

The link to one is for one incoming mail, its player's present address, a week.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer, b62_decode, b62_encode
from django.db import transaction
from django.urls import reverse

from games.accounts.addresses import is_unused, trust_address
from games.accounts.users import find_user
from games.command_language.spelling import spell_command
from games.errors import Refused
from games.links.targets import addressee
from notifications.models import IncomingMail, Reading
from notifications.replies.answered_mail import command_of
from notifications.replies.errors import (
    CannotTrust,
    ConfirmationExpired,
    NoPendingReply,
    NotUnderstood,
    SeatReassigned,
    TooManyLines,
)
from notifications.replies.execute import (
    MOST_LINES,
    execute_lines,
    lock_for_reply,
    name_of,
    parse_for,
    passes_over,
    target_of,
)
from notifications.replies.intents import (
    Away,
    NewGame,
    Pick,
    Play,
    Simple,
    Unclear,
    Worded,
)
from notifications.replies.reply_address import digest_address
from notifications.replies.results import (
    LineResult,
    LineStatus,
    fate_of,
    results_of,
    save_results,
)

#: How much is shown of what cannot be read: it may be an advertisement.
SHORTENED = 30
LIFETIME = timedelta(days=7)
_SALT = "pending reply"


@dataclass(frozen=True)
class _Bound:
    pk: int
    mark: str
    signed_at: datetime


def preview_lines(
    mail: IncomingMail, lines: Sequence[str], *, now: datetime
) -> list[LineResult]:
    """Return what would be done, up to the first line that cannot be."""
    results: list[LineResult] = []
    for line in lines[:MOST_LINES]:
        if passes_over(line, results, LineStatus.PENDING):
            return results
        results.append(_preview(mail, line, now))
        if results[-1].status is LineStatus.FAILED:
            return results
    one_too_many = lines[MOST_LINES : MOST_LINES + 1]
    return results + [_refused(line, TooManyLines()) for line in one_too_many]


def can_trust(mail: IncomingMail) -> bool:
    """
    Whether the address of a mail can be one more of its player's from now on.

    Our server has to vouch that the mail came from there: anybody can write down any
    address. Nor may it be another player's.
    """
    if mail.user is None or not mail.is_authenticated or mail.is_from_player:
        return False
    owner = find_user(mail.sender.lower())
    return owner is None or is_unused(owner)


@transaction.atomic
def confirm_reply(mail: IncomingMail, *, now: datetime, trusts: bool = False) -> None:
    """
    Carry out the lines of a pending reply. Idempotent. Raise SeatReassigned.

    With ``trusts`` what comes from the same address is the player's from now on; raise
    InvalidChoice, and do nothing, where it cannot be. The language and time zone are
    those of the mail's player.
    """
    if lock_for_reply(mail):
        raise SeatReassigned
    if trusts and mail.user is not None and not mail.is_from_player:
        if not can_trust(mail):
            raise CannotTrust
        trust_address(user=mail.user, email=mail.sender, now=now)
    mail.refresh_from_db(fields=["reading", "results"])
    if mail.reading == Reading.PENDING:
        pending = (
            each for each in results_of(mail) if each.status is LineStatus.PENDING
        )
        lines = [each.line for each in pending]
        results = execute_lines(mail, lines, now=now)
        mail.reading, mail.read_at = Reading.DONE, now
        mail.fate = fate_of(mail.reading, results)
        save_results(mail, results)


def confirmation_url(mail: IncomingMail, *, now: datetime) -> str:
    """Return the address at which a mail's player confirms it."""
    path = reverse("reply_confirmation", args=[confirmation_token(mail, now=now)])
    return f"{settings.SITE_URL}{path}"


def confirmation_token(mail: IncomingMail, *, now: datetime) -> str:
    """Return the token that lets its holder confirm a mail."""
    stamp = b62_encode(int(now.timestamp()))
    return _signer().sign(f"{mail.pk}:{_mark(mail)}:{stamp}")


def find_pending_reply(token: str, *, now: datetime) -> IncomingMail:
    """
    Return the pending reply, or what became of it.

    Raise NoPendingReply or ConfirmationExpired.
    """
    bound = _read(token)
    rows = IncomingMail.objects.select_related(
        "seat__game", "seat__user", "user", "replies_to"
    )
    mail = rows.filter(pk=bound.pk).first()
    if mail is None or not _is_present(mail) or bound.mark != _mark(mail):
        raise NoPendingReply
    if mail.reading not in (Reading.PENDING, Reading.DONE):
        raise NoPendingReply
    if now - bound.signed_at > LIFETIME:
        raise ConfirmationExpired
    return mail


def _read(token: str) -> _Bound:
    try:
        pk, mark, stamp = _signer().unsign(token).split(":")
        signed_at = datetime.fromtimestamp(b62_decode(stamp), UTC)
        return _Bound(int(pk), mark, signed_at)
    except (BadSignature, ValueError, OverflowError, OSError) as error:
        raise NoPendingReply from error


def _mark(mail: IncomingMail) -> str:
    """Return what a link is bound to: the player, their address, the seat's links."""
    if mail.user is None:
        return ""
    return ".".join([*addressee(mail.user), _place(mail)])


def _place(mail: IncomingMail) -> str:
    """Return what ends when the links of the seats do that a mail is about."""
    if mail.replies_to is not None and mail.is_to_digest:
        return digest_address(mail.replies_to)
    return str(mail.seat.link_epoch) if mail.seat is not None else ""


def _is_present(mail: IncomingMail) -> bool:
    seat, user = mail.seat, mail.user
    if user is None or not user.is_active:
        return False
    return mail.is_to_digest if seat is None else seat.user_id == user.pk


def _signer() -> Signer:
    return Signer(salt=_SALT)


def _preview(mail: IncomingMail, line: str, now: datetime) -> LineResult:
    intent = parse_for(mail, line, now)
    try:
        target = target_of(mail, intent)
        match target.intent:
            case Unclear(why):
                raise NotUnderstood(why)
            case Play() | Pick():
                words = spell_command(command_of(target.intent, target.answered))
            case Away() | NewGame() | Simple() | Worded():
                words = ""
    except Refused as refusal:
        return _refused(line, refusal, name_of(intent))
    name, seat = name_of(target.intent), target.seat.pk
    return LineResult(line, LineStatus.PENDING, words, intent=name, seat=seat)


def _refused(line: str, refusal: Refused, name: str = "") -> LineResult:
    shortened = line[:SHORTENED]
    return LineResult(shortened, LineStatus.FAILED, str(refusal), intent=name)
