"""Calendar entries of mails: which deadlines a mail adds, and which it withdraws.

An entry stays in the reader's calendar until the next mail about the seat replaces or
withdraws it. The row of the mail that added it records when it ends. A move on the page
sends no mail just to withdraw an entry.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from icalendar import Event

from games.log.table_rows import read_seats
from games.models import Seat
from games.presentation.text import game_name
from notifications.mails.blocks.calendar_entry import (
    CANCEL,
    calendar_of,
    withdrawn_entry,
)
from notifications.models import OutgoingMail


@dataclass(frozen=True)
class CalendarChanges:
    """
    What a mail changes in its reader's calendar.

    ``brought`` maps outbox rows to the end of the entry that the mail adds for them.
    ``over`` has the rows whose entries it replaces or withdraws. ``withdrawal`` is the
    iCalendar file that withdraws them, or b''.
    """

    brought: Mapping[int, datetime] = field(default_factory=dict)
    over: tuple[int, ...] = ()
    withdrawal: bytes = b""


def changes_by(
    tellers: Collection[OutgoingMail], brought: Mapping[int, datetime], now: datetime
) -> CalendarChanges:
    """
    Return the calendar changes of a mail that covers ``tellers``: itself or a
    digest's parts.

    Entries for decisions that have been made are withdrawn, unless they are over
    anyway.
    """
    over: list[int] = []
    withdrawn: list[Event] = []
    replacing = {mail.seat_id for mail in tellers if mail.pk in brought}
    for mail in {each.seat_id: each for each in tellers}.values():
        if mail.seat is None:
            continue
        is_replaced = mail.seat_id in replacing
        if not is_replaced and _is_awaited(mail.seat, mail.user_id):
            continue
        standing = read_standing(mail)
        over += [each.pk for each in standing]
        if not is_replaced:
            withdrawn += _withdrawn(mail.seat, standing, now)
    return CalendarChanges(brought, tuple(over), calendar_of(withdrawn, CANCEL))


def _withdrawn(
    seat: Seat, standing: Iterable[OutgoingMail], now: datetime
) -> Iterator[Event]:
    """Yield the withdrawal of a seat's entry, if one is still in the future."""
    ends = max((each.entry_ends for each in standing if each.entry_ends), default=now)
    if ends > now:
        title = game_name(read_seats(seat.game), seat)
        yield withdrawn_entry(seat, seat.game, ends=ends, title=title, now=now)


def read_standing(mail: OutgoingMail) -> list[OutgoingMail]:
    """Return the mails whose entries for this mail's seat are still in the calendar."""
    standing = OutgoingMail.objects.filter(
        user=mail.user_id, seat=mail.seat_id, entry_ends__isnull=False
    )
    return list(standing.only("entry_ends"))


def note_changes(changes: CalendarChanges) -> None:
    """Record the calendar changes of a mail after it was sent."""
    for pk, ends in {**dict.fromkeys(changes.over), **changes.brought}.items():
        OutgoingMail.objects.filter(pk=pk).update(entry_ends=ends)


def _is_awaited(seat: Seat, user_id: int | None) -> bool:
    return seat.user_id == user_id and seat.deadline_at is not None
