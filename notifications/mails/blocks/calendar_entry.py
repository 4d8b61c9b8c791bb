"""Deadlines for the reader's calendar.

An event, not a task, for that is what phones show. It ends at the deadline, blocks
nobody's time and keeps its name for as long as the seat is played, so that the next
one takes its place. Calendars are shared, so no link in it lets anybody play.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from games.links.purposes import game_url
from games.models import Game, Seat

PRODUCT = "-//Stone Age by Mail//Turns//EN"
FILENAME = "deadline.ics"
#: How long the entry is; shorter ones are hard to see and to hit.
LENGTH = timedelta(minutes=30)
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
    event.add("uid", uid_of(seat, game))
    event.add("sequence", game.version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("dtstart", deadline - LENGTH)
    event.add("dtend", deadline)
    event.add("summary", _summary(what, title))
    event.add("description", _description(game))
    event.add("url", game_url(game))
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    event.add_component(_alarm(_summary(what, title)))
    return event


def calendar_of(entries: Iterable[Event | None]) -> bytes:
    """Return the calendar to be enclosed, b'' without an entry."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for entry in filter(None, entries):
        calendar.add_component(entry)
    return bytes(calendar.to_ical()) if calendar.subcomponents else b""


def uid_of(seat: Seat, game: Game) -> str:
    """Name the deadlines of a seat: there is one at a time."""
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    domain = address.rpartition("@")[2] or "localhost"
    return f"deadline.{game.slug}.{seat.number}@{domain}"


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
