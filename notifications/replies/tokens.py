"""The link to a draft: for one incoming mail, its player's present address, a week."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.core.signing import BadSignature, Signer, b62_decode, b62_encode
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.links.targets import addressee
from notifications.models import IncomingMail, Reading
from notifications.replies.addresses import digest_address

LIFETIME = timedelta(days=7)
_SALT = "notifications.replies.drafts"


class NoSuchDraft(Refused):
    """A link that was never ours, or that is nobody's any more."""

    status = HTTPStatus.FORBIDDEN
    message = _("This link is not good, or not good any more.")


class DraftExpired(Refused):
    """A link that was good and is too old."""

    status = HTTPStatus.GONE
    message = _("This link is too old. Please answer the latest mail of the game.")


@dataclass(frozen=True)
class _Bound:
    pk: int
    mark: str
    signed_at: datetime


def draft_url(mail: IncomingMail, *, now: datetime) -> str:
    """Return the address at which a mail's player confirms it."""
    path = reverse("reply_draft", args=[draft_token(mail, now=now)])
    return f"{settings.SITE_URL}{path}"


def draft_token(mail: IncomingMail, *, now: datetime) -> str:
    """Return the token that lets its holder confirm a mail."""
    stamp = b62_encode(int(now.timestamp()))
    return _signer().sign(f"{mail.pk}:{_mark(mail)}:{stamp}")


def draft_at(token: str, *, now: datetime) -> IncomingMail:
    """Return the draft, or what became of it; raise NoSuchDraft or DraftExpired."""
    bound = _read(token)
    rows = IncomingMail.objects.select_related(
        "seat__game", "seat__user", "user", "replies_to"
    )
    mail = rows.filter(pk=bound.pk).first()
    if mail is None or not _is_present(mail) or bound.mark != _mark(mail):
        raise NoSuchDraft
    if mail.reading not in (Reading.DRAFT, Reading.DONE):
        raise NoSuchDraft
    if now - bound.signed_at > LIFETIME:
        raise DraftExpired
    return mail


def _read(token: str) -> _Bound:
    try:
        pk, mark, stamp = _signer().unsign(token).split(":")
        signed_at = datetime.fromtimestamp(b62_decode(stamp), UTC)
        return _Bound(int(pk), mark, signed_at)
    except (BadSignature, ValueError, OverflowError, OSError) as error:
        raise NoSuchDraft from error


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
