"""Mails to those who are to decide: which kind, and how long they wait."""

from datetime import datetime, timedelta

from games.announcements import GameAdvanced
from games.models import DecidedHow, Seat
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import (
    about_decision,
    about_seat,
    deadline_key,
    is_reachable,
)
from notifications.wishes.services import is_held_back
from stoneage_core import Phase
from stoneage_core.state import Question

#: Who has just decided on the page sees there that they are to go on. The mail waits
#: this long, and is skipped if they do go on.
HOLD_BACK = timedelta(minutes=10)
#: How long after standing orders are due their seat's mail is sent, if it still is.
AFTER_ORDERS = timedelta(minutes=1)

_CHOICES_FOR_ALL = (Question.DIE, Question.FEED)


def is_newly_asked(news: GameAdvanced, seat: Seat) -> bool:
    """Whether a seat's player has to make a decision that came up just now."""
    since = seat.awaited_version
    return since is not None and since >= news.first_sequence and not seat.is_stewarded


def turn(news: GameAdvanced, seat: Seat) -> OutgoingMail:
    """Ask for a decision, once it is clear that it is wanted."""
    for_all = news.state.question in _CHOICES_FOR_ALL
    mail = about_decision(
        Kind.CHOICE_WANTED if for_all else Kind.YOUR_TURN, seat, news.now
    )
    mail.due_at = due_at(news, seat)
    return mail


def due_at(news: GameAdvanced, seat: Seat) -> datetime:
    """
    Return when a seat's player is to be written to about what happened.

    Not while others can still take it back, nor before the seat's standing orders had
    their time, nor in the middle of its player's own visit.
    """
    moments = [news.now]
    if news.decided_by == seat.number:
        moments.append(news.now + _rest_of_visit(news, seat))
    elif news.open_until is not None:
        moments.append(news.open_until)
    if seat.orders_at is not None:
        moments.append(seat.orders_at + AFTER_ORDERS)
    return max(moments)


def _rest_of_visit(news: GameAdvanced, seat: Seat) -> timedelta:
    """Return how long who decided may go on with it, if they are on the page."""
    if news.decided_how != DecidedHow.PAGE or news.before.phase is Phase.INVITATION:
        return timedelta(0)
    if not is_held_back(seat.user_id):
        return timedelta(0)
    allowance = timedelta(seconds=news.game.clock.allowance(None))
    return min(HOLD_BACK, allowance / 4)


def reminder(seat: Seat, now: datetime) -> list[OutgoingMail]:
    """Remind a seat's player; a deadline that is put off has reminders of its own."""
    if seat.awaited_version is None or not is_reachable(seat):
        return []
    which = "last" if seat.remind_at is None else "first"
    mail = about_seat(Kind.REMINDER, seat, now, f"{deadline_key(seat)}:{which}")
    mail.about_version = seat.awaited_version
    return [mail]


def orders_disarmed(seat: Seat, now: datetime) -> list[OutgoingMail]:
    """Tell at once that orders do not decide; the mail about the turn is spared."""
    if seat.awaited_version is None or not is_reachable(seat):
        return []
    return [about_decision(Kind.ORDERS_DISARMED, seat, now)]
