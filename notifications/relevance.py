"""Is a mail still of use? Asked before sending: a fast exchange makes one mail."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Q

from games import selectors
from games.models import Invitation, StandingOrders, Status, Unreachable
from notifications.context import about, event_of, player_of
from notifications.drafts import deadline_key, key_of
from notifications.fates.news import TRIED, lost_seat
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.staff import invitation_of
from stoneage_core.conduct import MotionMade

NO_LONGER_INVITED = "the invitation was answered, withdrawn or given to somebody else"
NO_LONGER_AWAITED = "the decision was made already"
NO_LONGER_DUE = "the deadline was put off, which has reminders of its own"
AWAITED_BY_NOW = "the player's turn has come, which another mail says"
TOLD_IN_ANSWER = "the answer to the player's own mail tells of the turn"
TOLD_WITH_ORDERS = "another mail tells of the turn and why the orders do not fit"
ORDERS_WRITTEN = "the player has written other orders since"
NO_LONGER_THEIRS = "somebody else has the seat now"
STEWARDED = "the steward plays the seat now"
NOT_STEWARDED = "the steward does not play the seat any more"
SEEN_BY_NOW = "the player was there since and saw it"
SETTLED = "the proposal is settled, or the player has voted"
NO_OFFERS = "no offer stands any more"
NOT_RUNNING = "the game is not being played any more"
NOT_WAITING = "the game is not waiting for players any more"
NO_ADDRESS = "the recipient has no address"
ALREADY_KEPT = "the guest's games were kept already"
GONE = "the recipient is gone"
COMES_BACK = "mails to the recipient come back"
UNWANTED = "the recipient has marked our mails as unwanted"
REACHED_AGAIN = "the player can be reached again, or is gone"


_COMPLAINED = Unreachable.COMPLAINED
TO_THE_BANNED = frozenset({Kind.STAFF_ACTED, Kind.REPLY_READ})


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


def _asked(mail: OutgoingMail, now: datetime) -> str:
    """Whether the player still has to make the decision that a mail is about."""
    seat, game = about(mail)
    if game.status != Status.ACTIVE:
        return NOT_RUNNING
    if seat.awaited_version != mail.about_version:
        return NO_LONGER_AWAITED
    return _not_theirs(mail, now) or (STEWARDED if seat.is_stewarded else "")


def _turn(mail: OutgoingMail, now: datetime) -> str:
    told = key_of(Kind.ORDERS_DISARMED, f"{mail.seat_id}:{mail.about_version}")
    if reason := _asked(mail, now):
        return reason
    if OutgoingMail.objects.filter(dedupe_key=told).exists():
        return TOLD_WITH_ORDERS
    return TOLD_IN_ANSWER if _is_in_answer(mail) else ""


def _is_in_answer(mail: OutgoingMail) -> bool:
    """
    Whether an answer to a mail of the player's shows them the same decision.

    One that has still to be written will, and so will one that was claimed together
    with this mail: it was owed by then. What another worker has in hand may have been
    written before: only what it is known to show counts. Better two mails than none.
    """
    answers = OutgoingMail.objects.filter(
        kind=Kind.REPLY_READ, seat=mail.seat_id, user=mail.user_id
    )
    in_hand = Q(status=MailStatus.SENDING)
    will_show = Q(status=MailStatus.PENDING) | in_hand & Q(claimed_at=mail.claimed_at)
    is_shown = Q(shown_version__gte=mail.about_version)
    shows = is_shown & (in_hand | Q(status=MailStatus.SENT))
    return answers.filter(will_show | shows).exists()


def _orders_disarmed(mail: OutgoingMail, now: datetime) -> str:
    disarmed = StandingOrders.objects.filter(
        seat=mail.seat_id, disarmed_at__isnull=False
    )
    return _asked(mail, now) or ("" if disarmed.exists() else ORDERS_WRITTEN)


def _reminder(mail: OutgoingMail, now: datetime) -> str:
    seat, _ = about(mail)
    if reason := _asked(mail, now):
        return reason
    present = key_of(Kind.REMINDER, f"{seat.pk}:{deadline_key(seat)}:")
    return "" if mail.dedupe_key.startswith(present) else NO_LONGER_DUE


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
    left = game.table.chairs[player_of(mail)].is_stewarded
    return _running(mail, now) or ("" if left else NOT_STEWARDED)


def _substitute_offered(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    offers = selectors.standing_offers(game)
    return _running(mail, now) or ("" if offers else NO_OFFERS)


def _motion_made(mail: OutgoingMail, now: datetime) -> str:
    seat, game = about(mail)
    made = event_of(mail)
    assert isinstance(made, MotionMade)
    motion = game.table.motion(made.motion)
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
    return _not_theirs(mail, now)


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
    return "" if seat.pk == lost.pk else _not_theirs(mail, now)


def _running(mail: OutgoingMail, now: datetime) -> str:
    _, game = about(mail)
    return _not_theirs(mail, now) if game.status == Status.ACTIVE else NOT_RUNNING


def _not_theirs(mail: OutgoingMail, now: datetime) -> str:
    seat, _ = about(mail)
    return "" if seat.user_id == mail.user_id else NO_LONGER_THEIRS


def _always(mail: OutgoingMail, now: datetime) -> str:
    return ""


_REASONS: dict[Kind, Callable[[OutgoingMail, datetime], str]] = {
    Kind.INVITATION: _invitation,
    Kind.INVITATION_DECLINED: _declined,
    Kind.GAME_STARTED: _started,
    Kind.GAME_CANCELLED: _not_theirs,
    Kind.YOUR_TURN: _turn,
    Kind.CHOICE_WANTED: _turn,
    Kind.REMINDER: _reminder,
    Kind.ORDERS_DISARMED: _orders_disarmed,
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
    Kind.GAME_OVER: _not_theirs,
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
    Kind.REPLY_READ: _not_theirs,
}
