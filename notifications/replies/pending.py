"""Pending replies, of unknown writers: shown to their player, and played if confirmed.

The link to one is for one incoming mail, its player's present address, a week.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.accounts.addresses import is_unused, trust_address
from games.accounts.users import find_user
from games.command_language.spelling import spell_command
from games.errors import Refused
from games.links.targets import addressee
from games.links.tokens import Expired, Found, LinkPurpose, Valid
from notifications.models import IncomingMail, Reading
from notifications.replies.answered_mail import command_meant
from notifications.replies.errors import (
    SEAT_REASSIGNED,
    TOO_MANY_LINES,
    not_understood,
)
from notifications.replies.execute import (
    MOST_LINES,
    execute_lines,
    intent_name_of,
    lock_for_reply,
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

NO_PENDING_REPLY = _("This link doesn’t work, or no longer does.")
EXPIRED = _("This link has expired. Please reply to the game’s latest email.")


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
    return results + [
        _refused(line, Refused("invalid", TOO_MANY_LINES)) for line in one_too_many
    ]


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
    Carry out the lines of a pending reply. Idempotent. Raise Refused if the
    seat is somebody else's now.

    With ``trusts`` what comes from the same address is the player's from now on; raise
    Refused (invalid), and do nothing, where it cannot be. The language and time zone
    are those of the mail's player.
    """
    if lock_for_reply(mail):
        raise Refused("forbidden", SEAT_REASSIGNED)
    if trusts and mail.user is not None and not mail.is_from_player:
        if not can_trust(mail):
            raise Refused(
                "invalid",
                _("We can’t trust this address: confirm the reply without that."),
            )
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


def find_pending_reply(token: str, *, now: datetime) -> IncomingMail:
    """
    Return the pending reply, or what became of it.

    Raise Refused for a link that is too old, or leads to nobody.
    """
    match REPLY_LINK.parse(token, now=now):
        case Valid(mail):
            return mail
        case Expired():
            raise Refused("expired", EXPIRED)
    raise Refused("forbidden", NO_PENDING_REPLY)


def _bind(mail: IncomingMail) -> tuple[int, str]:
    return mail.pk, _mark(mail)


def _find(pk: int, bound: list[str]) -> Found[IncomingMail] | None:
    """Find a mail of its player's; revoked once their address or seat is another."""
    rows = IncomingMail.objects.select_related(
        "seat__game", "seat__user", "user", "replies_to"
    )
    mail = rows.filter(pk=pk, reading__in=(Reading.PENDING, Reading.DONE)).first()
    if mail is None:
        return None
    return Found(mail, _is_present(mail) and bound == [_mark(mail)])


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


#: For a player to confirm one incoming mail.
REPLY_LINK = LinkPurpose("replies", "reply_confirmation", LIFETIME, _bind, _find)


def _preview(mail: IncomingMail, line: str, now: datetime) -> LineResult:
    intent = parse_for(mail, line, now)
    try:
        target = target_of(mail, intent)
        match target.intent:
            case Unclear(why):
                raise not_understood(why)
            case Play() | Pick():
                words = spell_command(command_meant(target.intent, target.answered))
            case Away() | NewGame() | Simple() | Worded():
                words = ""
    except Refused as refusal:
        return _refused(line, refusal, intent_name_of(intent))
    name, seat = intent_name_of(target.intent), target.seat.pk
    return LineResult(line, LineStatus.PENDING, words, intent=name, seat=seat)


def _refused(line: str, refusal: Refused, name: str = "") -> LineResult:
    shortened = line[:SHORTENED]
    return LineResult(shortened, LineStatus.FAILED, str(refusal), intent=name)
