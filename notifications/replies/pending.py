"""Replies from unverified senders: shown to the player, carried out after confirmation.

A link is valid for one incoming mail and the player's current address, for a week.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.accounts.addresses import is_unused, trust_address
from games.accounts.users import find_user
from games.errors import Refused
from games.links.purposes import addressee
from games.links.tokens import Expired, Found, LinkPurpose, Valid
from notifications.models import IncomingMail, Reading
from notifications.replies.errors import SEAT_REASSIGNED
from notifications.replies.execute import execute_lines, lock_for_reply
from notifications.replies.reply_address import digest_address
from notifications.replies.results import LineStatus, record_results, results_of

LIFETIME = timedelta(days=7)


def can_trust(mail: IncomingMail) -> bool:
    """
    Return whether the sender's address can become another address of the player. Our
    mail server must vouch for it, because From headers can be forged, and it must not
    be another player's.
    """
    if mail.user is None or not mail.is_authenticated or mail.is_from_player:
        return False
    owner = find_user(mail.sender.lower())
    return owner is None or is_unused(owner)


@transaction.atomic
def confirm_reply(mail: IncomingMail, *, now: datetime, trusts: bool = False) -> None:
    """
    Idempotent. With ``trusts`` the sender's address becomes another address of the
    player. Raises Refused (forbidden) if somebody else has the seat now, and Refused
    (invalid), with nothing done, if the address cannot be trusted. The language and
    time zone must be those of the mail's player.
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
        results = results_of(mail)
        waiting = [each.line for each in results if each.status is LineStatus.PENDING]
        others = [each for each in results if each.status is not LineStatus.PENDING]
        results = execute_lines(mail, waiting, now=now)
        record_results(mail, Reading.DONE, [*results, *others], now=now)


def find_pending_reply(token: str, *, now: datetime) -> IncomingMail:
    """Raises Refused (expired) for an old link, and (forbidden) for a wrong one."""
    match REPLY_LINK.parse(token, now=now):
        case Valid(mail):
            return mail
        case Expired():
            raise Refused(
                "expired",
                _("This link has expired. Please reply to the game’s latest email."),
            )
    raise Refused("forbidden", _("This link doesn’t work, or no longer does."))


def _bind(mail: IncomingMail) -> tuple[int, str]:
    return mail.pk, _mark(mail)


def _find(pk: int, bound: list[str]) -> Found[IncomingMail] | None:
    """Find a mail; the link is invalid if its player's address or seat has changed."""
    rows = IncomingMail.objects.select_related(
        "seat__game", "seat__user", "user", "replies_to"
    )
    mail = rows.filter(pk=pk, reading__in=(Reading.PENDING, Reading.DONE)).first()
    if mail is None:
        return None
    seat, user = mail.seat, mail.user
    is_theirs = mail.is_to_digest if seat is None else seat.user_id == mail.user_id
    is_valid = user is not None and user.is_active and is_theirs
    return Found(mail, is_valid and bound == [_mark(mail)])


def _mark(mail: IncomingMail) -> str:
    """Return what a link is bound to: player, address and link epoch."""
    if mail.user is None:
        return ""
    place = ""
    if mail.replies_to is not None and mail.is_to_digest:
        place = digest_address(mail.replies_to)
    elif mail.seat is not None:
        place = str(mail.seat.link_epoch)
    return ".".join([*addressee(mail.user), place])


#: The link with which a player confirms one incoming mail.
REPLY_LINK = LinkPurpose("replies", "reply_confirmation", LIFETIME, _bind, _find)
