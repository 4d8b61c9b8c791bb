"""Deadlines for the reader's calendar.

An event, not a task, for that is what phones show. It ends at the deadline, blocks
nobody's time and keeps its name for as long as the seat is played, so that the next
one takes its place; once its move is made it is withdrawn by the next mail about the
game (RFC 5546). Calendars are shared, so no link in it lets anybody play.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from games.links.purposes import game_url
from games.models import Game, Seat

#: Whether a calendar brings entries or takes them back.
PUBLISH, CANCEL = "PUBLISH", "CANCEL"
PRODUCT = "-//Stone Age by Mail//Turns//EN"
FILENAME = "deadline.ics"
#: How long the entry is; shorter ones are hard to see and to hit.
LENGTH = timedelta(minutes=30)
#: How often a calendar at an address is to be read again; programs take their time.
READ_AGAIN = timedelta(hours=1)
#: When the calendar rings, before the deadline.
ALARM = timedelta(hours=3)


def deadline_entry(
    seat: Seat, game: Game, *, what: str, title: str, now: datetime
) -> Event | None:
    """Return a seat's entry, if it has a deadline; ``what`` is wanted of its player."""
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
    """Return what takes a seat's entry, which ends then, out of a calendar again."""
    event = Event()
    _name_and_date(event, seat, game, ends=ends.astimezone(UTC), now=now)
    event.add("status", "CANCELLED")
    event.add("summary", title)
    return event


def calendar_of(entries: Iterable[Event | None], method: str = PUBLISH) -> bytes:
    """Return the calendar to be enclosed, b'' without an entry."""
    enclosed = list(filter(None, entries))
    if not enclosed:
        return b""
    calendar = _calendar(enclosed)
    calendar.add("method", method)
    return bytes(calendar.to_ical())


def followed_calendar(entries: Iterable[Event | None]) -> bytes:
    """Return a calendar that programs read again and again, empty or not."""
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
    """Name the deadlines of a seat: there is one at a time."""
    domain = _sender().rpartition("@")[2] or "localhost"
    return f"deadline.{game.slug}.{seat.number}@{domain}"


def _name_and_date(
    event: Event, seat: Seat, game: Game, *, ends: datetime, now: datetime
) -> None:
    """Say which entry it is, and that this is the latest word about it."""
    event.add("uid", uid_of(seat, game))
    event.add("sequence", game.version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("organizer", f"mailto:{_sender()}")
    event.add("dtstart", ends - LENGTH)
    event.add("dtend", ends)


def _sender() -> str:
    """Return the address that all mails come from."""
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
