"""Calendar entries of a mail: which deadlines it brings, and which it withdraws.

An entry stands in the calendar from the mail that brought it, whose row says so, to the
next one about the seat, which brings another or withdraws it. A move on the page sends
no mail of its own for that.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from icalendar import Event

from games.models import Seat
from games.presentation.text import game_name
from games.store.table_rows import read_seats
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

    ``brought`` says when the entries end that it brings, by the row of the outbox that
    tells of each; ``over`` are the rows whose entries it replaces or withdraws.
    ``withdrawal`` is the calendar to be enclosed for the latter, b'' for none.
    """

    brought: Mapping[int, datetime] = field(default_factory=dict)
    over: tuple[int, ...] = ()
    withdrawal: bytes = b""


def changes_by(
    tellers: Collection[OutgoingMail], brought: Mapping[int, datetime], now: datetime
) -> CalendarChanges:
    """
    Return what a mail changes that speaks for ``tellers``: itself, or a digest's parts.

    Withdrawn is what was for a move that is made, unless its time is over anyhow.
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
    """Yield what withdraws a seat's entry, if one stands that is still to come."""
    ends = max((each.entry_ends for each in standing if each.entry_ends), default=now)
    if ends > now:
        title = game_name(read_seats(seat.game), seat)
        yield withdrawn_entry(seat, seat.game, ends=ends, title=title, now=now)


def read_standing(mail: OutgoingMail) -> list[OutgoingMail]:
    """Return the mails whose entries for a mail's seat still stand in a calendar."""
    standing = OutgoingMail.objects.filter(
        user=mail.user_id, seat=mail.seat_id, entry_ends__isnull=False
    )
    return list(standing.only("entry_ends"))


def note_changes(changes: CalendarChanges) -> None:
    """Write down what a mail has changed, once it was sent."""
    for pk, ends in {**dict.fromkeys(changes.over), **changes.brought}.items():
        OutgoingMail.objects.filter(pk=pk).update(entry_ends=ends)


def _is_awaited(seat: Seat, user_id: int | None) -> bool:
    """Whether its player is to decide until some moment; another has no deadline."""
    return seat.user_id == user_id and seat.deadline_at is not None
