"""The deadline in the reader's calendar."""

from datetime import datetime, timedelta

import pytest
from icalendar import Calendar, Event

from games.accounts.users import update_user
from games.models import Game, User
from notifications.mails.blocks.calendar_entry import ALARM
from notifications.models import Kind, OutgoingMail
from notifications.preferences.services import save_preferences
from notifications.sending.render import IllustratedMail
from tests.notifications.mails.test_contents import written
from tests.support.mails import Send, Sent, mails, seat_of
from tests.support.play import submit
from tests.support.proposals import propose_end


def entry_of(
    message: IllustratedMail, *, method: str = "PUBLISH"
) -> tuple[Calendar, Event]:
    """Parse the calendar of a mail, and return its one entry."""
    calendar = calendar_in(message, method)
    (event,) = calendar.walk("VEVENT")
    return calendar, event


def calendar_in(message: IllustratedMail, method: str = "PUBLISH") -> Calendar:
    (part,) = [
        part
        for part in message.message().walk()
        if part.get_content_type() == "text/calendar"
    ]
    assert part.get_param("method") == method
    assert part.get_content_disposition() == "attachment"
    return Calendar.from_ical(part.get_payload(decode=True))


def latest(kind: Kind, user: User) -> OutgoingMail:
    return mails(kind, user)[-1]


@pytest.mark.usefixtures("calendar_files")
def test_entry_ends_at_the_deadline_and_has_an_alarm(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    update_user(user=alice, time_zone="Asia/Seoul")
    message = written(latest(Kind.YOUR_TURN, alice), now)
    calendar, event = entry_of(message)
    deadline = seat_of(two_player_game, alice).deadline_at
    assert calendar["METHOD"] == "PUBLISH"
    assert event.decoded("dtend") == deadline
    assert event.decoded("dtstamp") == now
    assert event.decoded("dtstart") < deadline
    (alarm,) = event.walk("VALARM")
    assert alarm.decoded("trigger") == -ALARM
    assert str(event["SUMMARY"]) == "Deadline: Place your people · Stone Age with Bob"


@pytest.mark.usefixtures("calendar_files")
def test_next_deadline_replaces_the_entry(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    _, first = entry_of(written(latest(Kind.YOUR_TURN, alice), now))
    submit(two_player_game, 0, "forest 1", now=now)
    _, others = entry_of(written(latest(Kind.YOUR_TURN, bob), now))
    submit(two_player_game, 1, "clay pit 1", now=now)
    later = now + timedelta(hours=1)
    _, second = entry_of(written(latest(Kind.YOUR_TURN, alice), later))
    assert first["UID"] == second["UID"]
    assert first["UID"] != others["UID"], "both may be in one calendar"
    assert first["SEQUENCE"] < second["SEQUENCE"]


@pytest.mark.usefixtures("calendar_files")
def test_entry_contains_no_secret_link(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    """Calendars are shared with others."""
    _, event = entry_of(written(latest(Kind.YOUR_TURN, alice), now))
    text = event.to_ical().decode()
    assert "/play/" not in text
    assert f"/games/{two_player_game.slug}/" in text


@pytest.mark.usefixtures("calendar_files")
def test_news_have_no_entry(started_game: Game, bob: User, now: datetime) -> None:
    message = written(latest(Kind.GAME_STARTED, bob), now)
    types = [part.get_content_type() for part in message.message().walk()]
    assert "text/calendar" not in types


def test_files_come_only_if_they_are_wanted(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    message = written(latest(Kind.YOUR_TURN, alice), now)
    types = [part.get_content_type() for part in message.message().walk()]
    assert "text/calendar" not in types
    assert not message.calendar_changes.brought


@pytest.mark.usefixtures("calendar_files")
def test_entry_is_withdrawn_though_no_more_files_are_wanted(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    _, entry = entry_of(to(alice, send(now))[-1])
    save_preferences(user=alice, now=now, calendar_files=False)
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 1", now=now)
    hour = timedelta(hours=1)
    assert len(to(alice, send(now + hour))) == 2
    types = [p.get_content_type() for p in to(alice, send(now))[-1].message().walk()]
    assert "text/calendar" not in types, "she is asked again, and it is still there"
    submit(two_player_game, 0, "quarry 1", now=now + hour)
    propose_end(seat=seat_of(two_player_game, bob), now=now + hour)
    _, withdrawal = entry_of(to(alice, send(now + 2 * hour))[-1], method="CANCEL")
    assert withdrawal["UID"] == entry["UID"]


def to(user: User, sent: Sent) -> Sent:
    return [message for message in sent if message.to == [user.email]]
