"""Is a mail still of use? Asked before sending: a fast exchange makes one mail."""

from collections.abc import Callable
from datetime import datetime

from games import selectors
from games.models import Invitation, Status, Unreachable
from notifications.models import Kind, OutgoingMail, Reading
from notifications.relevance import decisions
from notifications.relevance.decisions import not_theirs
from notifications.relevance.reasons import (
    ALREADY_KEPT,
    AWAITED_BY_NOW,
    CHANGED_BY_NOW,
    COMES_BACK,
    GONE,
    NO_ADDRESS,
    NO_LONGER_INVITED,
    NO_LONGER_THEIRS,
    NO_OFFERS,
    NOT_RUNNING,
    NOT_STEWARDED,
    NOT_WAITING,
    REACHED_AGAIN,
    READ_AFTER_ALL,
    SEEN_BY_NOW,
    SETTLED,
    STEWARDED,
    UNWANTED,
)
from notifications.subjects import (
    about,
    event_of,
    invitation_of,
    is_answered,
    lost_seat,
    owner_of,
    player_of,
)
from stoneage_core.conduct import MotionMade

_COMPLAINED = Unreachable.COMPLAINED
#: Tried at any rate: somebody waits for them, or they show whether an address is good.
TRIED = frozenset(
    {
        Kind.ADDRESS_TRIED,
        Kind.ADDRESS_CHANGE,
        Kind.ADDRESS_CHANGED,
        Kind.SIGN_IN,
        Kind.FRESH_LINK,
        Kind.KEEP,
        Kind.STAFF_ACTED,
        Kind.REPLY_READ,
        Kind.REPLY_UNREAD,
        Kind.DIGEST_READ,
    }
)
#: A link to sign in leads them to what is stored about them, and no further.
TO_THE_BANNED = frozenset(
    {Kind.STAFF_ACTED, Kind.REPLY_READ, Kind.DIGEST_READ, Kind.SIGN_IN}
)


def why_skip(mail: OutgoingMail, *, now: datetime) -> str:
    """Say in a few words why the mail is not to be sent, or return '' if it is."""
    user = mail.user
    if user is None or not (user.is_active or mail.kind in TO_THE_BANNED):
        return GONE
    if user.email is None:
        return NO_ADDRESS
    if user.unreachable_since is not None and mail.kind not in TRIED:
        return UNWANTED if user.unreachable_why == _COMPLAINED else COMES_BACK
    return _REASONS[Kind(mail.kind)](mail, now)


def _invitation(mail: OutgoingMail, now: datetime) -> str:
    seat, game = about(mail)
    invited = seat.invitation == Invitation.INVITED and seat.user_id == mail.user_id
    return "" if invited and game.status == Status.INVITING else NO_LONGER_INVITED


def _declined(mail: OutgoingMail, now: datetime) -> str:
    """The host is told while something can be done about it."""
    seat, game = about(mail)
    if game.status != Status.INVITING or game.host_id != mail.user_id:
        return NOT_WAITING
    return "" if seat.invitation == Invitation.DECLINED else NOT_WAITING


def _started(mail: OutgoingMail, now: datetime) -> str:
    """Whose turn has come meanwhile reads of it in the mail that says so."""
    seat, _ = about(mail)
    awaited = "" if seat.awaited_at is None else AWAITED_BY_NOW
    return _running(mail, now) or awaited


def _time_ran_out(mail: OutgoingMail, now: datetime) -> str:
    seat, _ = about(mail)
    if reason := _running(mail, now):
        return reason
    if seat.is_stewarded:
        return STEWARDED
    assert mail.about_version is not None
    return SEEN_BY_NOW if seat.seen_version >= mail.about_version else ""


def _steward_seated(mail: OutgoingMail, now: datetime) -> str:
    seat, _ = about(mail)
    return _running(mail, now) or ("" if seat.is_stewarded else NOT_STEWARDED)


def _seat_left(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    left = game.match_state.seats[player_of(mail)].is_stewarded
    return _running(mail, now) or ("" if left else NOT_STEWARDED)


def _substitute_offered(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    offers = selectors.standing_offers(game)
    return _running(mail, now) or ("" if offers else NO_OFFERS)


def _motion_made(mail: OutgoingMail, now: datetime) -> str:
    seat, game = about(mail)
    made = event_of(mail)
    assert isinstance(made, MotionMade)
    motion = game.match_state.proposal(made.motion)
    is_asked = motion is not None and seat.number not in motion.votes
    return _running(mail, now) or ("" if is_asked else SETTLED)


def _replaced(mail: OutgoingMail, now: datetime) -> str:
    seat, game = about(mail)
    if game.status != Status.ACTIVE:
        return NOT_RUNNING
    return "" if seat.absent_user_id == mail.user_id else NO_LONGER_THEIRS


def _fresh_link(mail: OutgoingMail, now: datetime) -> str:
    seat, game = about(mail)
    if seat.invitation == Invitation.INVITED and game.status != Status.INVITING:
        return NOT_WAITING
    if seat.invitation not in (Invitation.INVITED, Invitation.ACCEPTED):
        return NO_LONGER_INVITED
    return not_theirs(mail, now)


def _keep(mail: OutgoingMail, now: datetime) -> str:
    assert mail.seat is not None
    owner = mail.seat.user
    return "" if owner is not None and owner.is_guest else ALREADY_KEPT


def _replacement(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    if game.status != Status.ACTIVE:
        return NOT_RUNNING
    return "" if invitation_of(mail) is not None else NO_LONGER_INVITED


def _played_on(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    return "" if game.status == Status.ACTIVE else NOT_RUNNING


def _unreachable(mail: OutgoingMail, now: datetime) -> str:
    """The others are told while it is so, before the start the host alone."""
    seat, game = about(mail)
    lost = lost_seat(mail)
    if lost.user is None or lost.user.unreachable_since is None:
        return REACHED_AGAIN
    if game.status not in (Status.ACTIVE, Status.INVITING):
        return NOT_RUNNING
    return "" if seat.pk == lost.pk else not_theirs(mail, now)


def _unread(mail: OutgoingMail, now: datetime) -> str:
    """Whoever has the seat by now: it is about what the reader had written."""
    is_aside = mail.incoming is not None and mail.incoming.reading == Reading.IGNORED
    return "" if is_aside else READ_AFTER_ALL


def _running(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    return not_theirs(mail, now) if game.status == Status.ACTIVE else NOT_RUNNING


def _address_change(mail: OutgoingMail, now: datetime) -> str:
    answered = CHANGED_BY_NOW if is_answered(mail) else ""
    return answered or _address_changed(mail, now)


def _address_changed(mail: OutgoingMail, now: datetime) -> str:
    return "" if owner_of(mail) is not None else GONE


def _always(mail: OutgoingMail, now: datetime) -> str:
    return ""


_REASONS: dict[Kind, Callable[[OutgoingMail, datetime], str]] = {
    Kind.INVITATION: _invitation,
    Kind.INVITATION_DECLINED: _declined,
    Kind.GAME_STARTED: _started,
    Kind.GAME_CANCELLED: not_theirs,
    Kind.YOUR_TURN: decisions.turn,
    Kind.CHOICE_WANTED: decisions.turn,
    Kind.REMINDER: decisions.reminder,
    Kind.ORDERS_DISARMED: decisions.orders_disarmed,
    Kind.TIME_RAN_OUT: _time_ran_out,
    Kind.STEWARD_SEATED: _steward_seated,
    Kind.SEAT_LEFT: _seat_left,
    Kind.PLAYER_RETURNED: _running,
    Kind.SUBSTITUTE_OFFERED: _substitute_offered,
    Kind.SUBSTITUTE_SEATED: _started,
    Kind.SUBSTITUTE_RELIEVED: _always,
    Kind.REPLACED: _replaced,
    Kind.MOTION_MADE: _motion_made,
    Kind.MOTION_SETTLED: _running,
    Kind.GAME_OVER: not_theirs,
    Kind.SIGN_IN: _always,
    Kind.FRESH_LINK: _fresh_link,
    Kind.KEEP: _keep,
    # To who was banned, too.
    Kind.STAFF_ACTED: _always,
    Kind.DIGEST: _always,
    Kind.REPLACEMENT: _replacement,
    Kind.SEAT_TAKEN: _played_on,
    Kind.UNREACHABLE: _unreachable,
    Kind.ADDRESS_TRIED: _always,
    Kind.ADDRESS_CHANGE: _address_change,
    Kind.ADDRESS_CHANGED: _address_changed,
    Kind.REPLY_READ: not_theirs,
    Kind.REPLY_UNREAD: _unread,
    Kind.DIGEST_READ: _always,
}
