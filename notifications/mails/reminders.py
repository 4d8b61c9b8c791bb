"""Reminders: at half time, when little time is left, and after a restore."""

from collections.abc import Iterable

from games.deadlines import is_looking
from games.models import Seat
from games.signals import DecisionDue, GameWasRestored
from notifications.mails.blocks import timeout_text
from notifications.mails.context import Context, MailContext
from notifications.mails.turn import STILL_AWAITED, AskingMail
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import dedupe_key_of, is_reachable

NO_LONGER_DUE = "the deadline was moved; the new one has its own reminders"
PRESENT = "the player is looking at the game"

#: Suffixes of the dedupe keys: the reminder at half time, and the last one.
_FIRST, _LAST = ":first", ":last"


def _why_deadline_moved(case: MailContext) -> str:
    present = dedupe_key_of(
        Kind.REMINDER, f"{case.seat.pk}:{_deadline_key(case.seat)}:"
    )
    return "" if case.mail.dedupe_key.startswith(present) else NO_LONGER_DUE


class ReminderMail(AskingMail):
    """Repeats the question, and says what to do about a lack of time."""

    kind = Kind.REMINDER
    topic = Topic.REMINDERS
    on = (DecisionDue,)
    checks = (*STILL_AWAITED, _why_deadline_moved)

    def mails(self, signal: DecisionDue) -> Iterable[OutgoingMail]:
        """Yield the reminder; its key names the deadline."""
        seat = signal.seat
        if seat.awaited_version is None or not is_reachable(seat):
            return
        which = _LAST if seat.remind_at is None else _FIRST
        deadline = f"{_deadline_key(seat)}{which}"
        version = seat.awaited_version
        yield self.to_seat(seat, signal.now, deadline, about_version=version)

    def why_unneeded(self, case: MailContext) -> str:
        return PRESENT if is_looking(case.seat, case.now) else ""

    def context(self, case: MailContext) -> Context:
        game, seat = case.game, case.seat
        by_reply = self.can_be_answered(case.mail)
        extra = {
            "vacation": timeout_text.vacation(game, seat, case.now, by_reply=by_reply),
        }
        if case.mail.dedupe_key.endswith(_LAST):
            extra["afterwards"] = timeout_text.at_last(game, seat)
        return super().context(case) | extra


class RestoredMail(AskingMail):
    """Repeats a question whose answer may have been lost in a restore."""

    kind = Kind.RESTORED
    on = (GameWasRestored,)

    def mails(self, signal: GameWasRestored) -> Iterable[OutgoingMail]:
        """Skip players who get a new question, which has its own mail."""
        for seat in filter(is_reachable, signal.seats):
            since = seat.awaited_version
            if since is not None and since < signal.first_sequence:
                occasion = f"{since}:{signal.first_sequence}"
                yield self.to_seat(seat, signal.now, occasion, about_version=since)


def _deadline_key(seat: Seat) -> str:
    deadline = int(seat.deadline_at.timestamp()) if seat.deadline_at else 0
    return f"{seat.awaited_version}:{deadline}"
