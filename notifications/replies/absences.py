"""Absences by reply: a clock stops or runs again, a seat is taken back."""

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import TooLate
from games.match.absences import declare_absence, end_absence
from games.match.returning import return_to_seat
from games.models import Status
from games.presentation.dates import day_in_words
from notifications.replies import errors
from notifications.replies.reply_context import Handled, ReplyContext


def go_away(context: ReplyContext, until: date, begins: date | None) -> Handled:
    """Stop the clock until the end of a day, in the player's own time zone."""
    declare_absence(
        seat=context.seat,
        begins=None if begins is None else _midnight(begins),
        ends=_midnight(until, timedelta(days=1)),
        now=context.now,
        source=context.reply,
    )
    # Translators: how a day is written; see Django's date filter.
    values = {"day": day_in_words(until, _("l j F Y"))}
    return Handled(_("Your clock stops until the end of %(day)s.") % values)


def _midnight(day: date, later: timedelta = timedelta(0)) -> datetime:
    try:
        local = datetime.combine(day + later, time.min)
        return timezone.make_aware(local).astimezone(UTC)
    except OverflowError as error:
        raise errors.NotUnderstood("date") from error


def come_back(context: ReplyContext) -> Handled:
    """End an absence before its last day."""
    end_absence(seat=context.seat, now=context.now, source=context.reply)
    return Handled(_("Welcome back! Your clock is running again."))


def take_seat_back(context: ReplyContext) -> Handled:
    """Play again in place of autopilot or a substitute."""
    seat = context.seat
    if seat.game.status == Status.ACTIVE and not seat.is_on_autopilot:
        raise TooLate(_("Autopilot isn’t playing your seat."))
    game = return_to_seat(
        seat=seat, user=seat.user, now=context.now, source=context.reply
    )
    return Handled(_("Welcome back! You have your seat again."), game.version)
