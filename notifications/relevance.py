"""Is a mail still of use? Asked before sending: a fast exchange makes one mail."""

from collections.abc import Callable

from games.models import Game, Invitation, Seat, Status
from notifications.models import Kind, OutgoingMail

NO_LONGER_INVITED = "the invitation was answered, withdrawn or given to somebody else"
NO_LONGER_AWAITED = "the decision was made already"
AWAITED_BY_NOW = "the player's turn has come, which another mail says"
NO_LONGER_THEIRS = "somebody else has the seat now"
NOT_RUNNING = "the game is not being played any more"
NOT_WAITING = "the game is not waiting for players any more"
NO_ADDRESS = "the recipient has no address"
ALREADY_KEPT = "the guest's games were kept already"
GONE = "the recipient is gone"


def why_skip(mail: OutgoingMail) -> str:
    """Say in a few words why the mail is not to be sent, or return '' if it is."""
    user = mail.user
    if user is None or not user.is_active:
        return GONE
    if user.is_guest:
        return NO_ADDRESS
    return _REASONS[Kind(mail.kind)](mail)


def _invitation(mail: OutgoingMail) -> str:
    seat, game = _about(mail)
    invited = seat.invitation == Invitation.INVITED and seat.user_id == mail.user_id
    return "" if invited and game.status == Status.INVITING else NO_LONGER_INVITED


def _declined(mail: OutgoingMail) -> str:
    """The host is told while something can be done about it."""
    seat, game = _about(mail)
    if game.status != Status.INVITING or game.host_id != mail.user_id:
        return NOT_WAITING
    return "" if seat.invitation == Invitation.DECLINED else NOT_WAITING


def _started(mail: OutgoingMail) -> str:
    """Whose turn has come meanwhile reads of the start in the mail that says so."""
    seat, game = _about(mail)
    if game.status != Status.ACTIVE:
        return NOT_RUNNING
    return _not_theirs(mail) or ("" if seat.awaited_at is None else AWAITED_BY_NOW)


def _turn(mail: OutgoingMail) -> str:
    seat, game = _about(mail)
    if game.status != Status.ACTIVE:
        return NOT_RUNNING
    if seat.awaited_version != mail.about_version:
        return NO_LONGER_AWAITED
    return _not_theirs(mail)


def _fresh_link(mail: OutgoingMail) -> str:
    seat, game = _about(mail)
    if seat.invitation == Invitation.INVITED and game.status != Status.INVITING:
        return NOT_WAITING
    if seat.invitation not in (Invitation.INVITED, Invitation.ACCEPTED):
        return NO_LONGER_INVITED
    return _not_theirs(mail)


def _keep(mail: OutgoingMail) -> str:
    assert mail.seat is not None
    owner = mail.seat.user
    return "" if owner is not None and owner.is_guest else ALREADY_KEPT


def _not_theirs(mail: OutgoingMail) -> str:
    seat, _ = _about(mail)
    return "" if seat.user_id == mail.user_id else NO_LONGER_THEIRS


def _always(mail: OutgoingMail) -> str:
    return ""


def _about(mail: OutgoingMail) -> tuple[Seat, Game]:
    """Return what the mail is about; mails of these kinds have both."""
    assert mail.seat is not None
    assert mail.game is not None
    return mail.seat, mail.game


_REASONS: dict[Kind, Callable[[OutgoingMail], str]] = {
    Kind.INVITATION: _invitation,
    Kind.INVITATION_DECLINED: _declined,
    Kind.GAME_STARTED: _started,
    Kind.GAME_CANCELLED: _not_theirs,
    Kind.YOUR_TURN: _turn,
    Kind.CHOICE_WANTED: _turn,
    Kind.GAME_OVER: _not_theirs,
    Kind.SIGN_IN: _always,
    Kind.FRESH_LINK: _fresh_link,
    Kind.KEEP: _keep,
}
