"""Deadlines for the reader's calendar.

An entry is an event, not a task, because phones show events. It ends at the deadline
and does not mark its time as busy. Its UID stays the same for the whole game, so that
the next entry replaces it. When the decision is made, the next mail about the game
withdraws it (RFC 5546). Calendars are shared, so no link in it lets anybody play.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from games.links.purposes import game_url
from games.models import Game, Seat

#: The iCalendar methods that add and withdraw entries.
PUBLISH, CANCEL = "PUBLISH", "CANCEL"
PRODUCT = "-//Stone Age by Mail//Turns//EN"
FILENAME = "deadline.ics"
#: The length of an entry; shorter ones are hard to see and to tap.
LENGTH = timedelta(minutes=30)
#: How often programs should reload a followed calendar; many take longer.
READ_AGAIN = timedelta(hours=1)
#: How long before the deadline the calendar's alarm rings.
ALARM = timedelta(hours=3)


def deadline_entry(
    seat: Seat, game: Game, *, what: str, title: str, now: datetime
) -> Event | None:
    """Return the entry of a seat's deadline, if any; ``what`` is the question."""
    if seat.deadline_at is None:
        return None
    deadline = seat.deadline_at.astimezone(UTC)
    event = Event()
    _name_and_date(event, seat, game, ends=deadline, now=now)
    event.add("summary", _summary(what, title))
    event.add("description", _description(game))
    event.add("url", game_url(game))
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    event.add_component(_alarm(_summary(what, title)))
    return event


def withdrawn_entry(
    seat: Seat, game: Game, *, ends: datetime, title: str, now: datetime
) -> Event:
    event = Event()
    _name_and_date(event, seat, game, ends=ends.astimezone(UTC), now=now)
    event.add("status", "CANCELLED")
    event.add("summary", title)
    return event


def calendar_of(entries: Iterable[Event | None], method: str = PUBLISH) -> bytes:
    """Return the iCalendar file to attach, or b'' without entries."""
    enclosed = list(filter(None, entries))
    if not enclosed:
        return b""
    calendar = _calendar(enclosed)
    calendar.add("method", method)
    return bytes(calendar.to_ical())


def followed_calendar(entries: Iterable[Event | None]) -> bytes:
    """Return an iCalendar feed for programs that reload it, also without entries."""
    calendar = _calendar(entries)
    calendar.add("x-wr-calname", "Stone Age by Mail")
    calendar.add("refresh-interval", vDuration(READ_AGAIN), {"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(READ_AGAIN))
    return bytes(calendar.to_ical())


def _calendar(entries: Iterable[Event | None]) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    for entry in filter(None, entries):
        calendar.add_component(entry)
    return calendar


def uid_of(seat: Seat, game: Game) -> str:
    """Return the UID of a seat's deadline: it has only one at a time."""
    domain = _sender().rpartition("@")[2] or "localhost"
    return f"deadline.{game.slug}.{seat.number}@{domain}"


def _name_and_date(
    event: Event, seat: Seat, game: Game, *, ends: datetime, now: datetime
) -> None:
    event.add("uid", uid_of(seat, game))
    event.add("sequence", game.version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("organizer", f"mailto:{_sender()}")
    event.add("dtstart", ends - LENGTH)
    event.add("dtend", ends)


def _sender() -> str:
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return address


def _summary(what: str, title: str) -> str:
    # Translators: an entry of a calendar; “what” is an order, as “Place your people”.
    return _("Deadline: %(what)s · %(title)s") % {"what": what, "title": title}


def _description(game: Game) -> str:
    text = _("Until then it’s your turn in round %(round)d. Your link is in the email.")
    return text % {"round": game.round}


def _alarm(text: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", text)
    alarm.add("trigger", vDuration(-ALARM), parameters={"RELATED": "END"})
    return alarm
