"""Emails to the others when a player goes away, and when they are back."""

from datetime import datetime, timedelta

from games.absences import declare_absence, end_absence
from games.models import Game, User
from games.presentation.attendance import turn_notice
from games.presentation.dates import short_day
from notifications.models import Kind, MailStatus, Topic
from notifications.preferences.services import Change, save_preferences
from tests.notifications.absence import miss, seat_at
from tests.notifications.mails.test_contents import only, written
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import recipients_of
from tests.support.mails import Send, mails

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def go_away(game: Game, now: datetime, begins: datetime | None = None) -> None:
    ends = (begins or now) + WEEK
    declare_absence(seat=seat_at(game, 0), begins=begins, ends=ends, now=now)


def fates(kind: Kind) -> set[str]:
    return {fate(mail)[0] for mail in mails(kind)}


def test_absence_is_announced_to_the_others_once(
    started_game: Game, now: datetime, send: Send
) -> None:
    go_away(started_game, now)
    assert recipients_of(Kind.ABSENCE_DECLARED) == ["Bob", "Carol", "Dave"]
    send(now)
    assert fates(Kind.ABSENCE_DECLARED) == {MailStatus.SENT}
    assert fates(Kind.ABSENCE_OVER) == {MailStatus.PENDING}


def test_announcement_says_until_when(two_player_game: Game, now: datetime) -> None:
    go_away(two_player_game, now)
    message = only(Kind.ABSENCE_DECLARED, now)
    assert "Alice" in message.subject
    assert short_day(now + WEEK) in str(message.body)


def test_planned_absence_says_from_when(two_player_game: Game, now: datetime) -> None:
    go_away(two_player_game, now, begins=now + DAY)
    body = str(only(Kind.ABSENCE_DECLARED, now).body)
    assert "21 November 2026" in body
    assert "28 November 2026" in body


def test_planned_end_is_announced_when_it_comes(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    go_away(two_player_game, now)
    send(now + WEEK - DAY)
    assert fates(Kind.ABSENCE_OVER) == {MailStatus.PENDING}
    send(now + WEEK)
    assert fates(Kind.ABSENCE_OVER) == {MailStatus.SENT}


def test_early_end_is_announced_immediately_and_only_once(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    go_away(two_player_game, now)
    send(now)
    end_absence(seat=seat_at(two_player_game, 0), now=now + DAY)
    planned, early = mails(Kind.ABSENCE_OVER)
    send(now + DAY)
    assert fate(early)[0] == MailStatus.SENT
    send(now + WEEK)
    assert fate(planned)[0] == MailStatus.SKIPPED


def test_cancelled_plan_is_not_announced_as_a_return(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    go_away(two_player_game, now, begins=now + DAY)
    end_absence(seat=seat_at(two_player_game, 0), now=now)
    _planned, cancelled = mails(Kind.ABSENCE_OVER)
    planned_away = written(cancelled, now).subject
    go_away(two_player_game, now)
    later = now + timedelta(hours=1)
    end_absence(seat=seat_at(two_player_game, 0), now=later)
    *_, back = mails(Kind.ABSENCE_OVER)
    assert written(back, later).subject != planned_away


def test_absence_that_was_taken_back_is_not_announced(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    go_away(two_player_game, now)
    end_absence(seat=seat_at(two_player_game, 0), now=now)
    send(now)
    assert fates(Kind.ABSENCE_DECLARED) == {MailStatus.SKIPPED}


def test_no_announcement_without_table_news(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    save_preferences(user=bob, changes=[Change(Topic.TABLE, False)], now=now)
    go_away(two_player_game, now)
    send(now + WEEK)
    assert fates(Kind.ABSENCE_DECLARED) == fates(Kind.ABSENCE_OVER) == {"skipped"}


def test_email_about_a_missed_turn_promises_no_email_that_is_turned_off(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    promise = turn_notice(alice, two_player_game)
    save_preferences(user=alice, changes=[Change(Topic.TURNS, False)], now=now)
    late = miss(two_player_game, 0, now)
    assert promise not in str(only(Kind.TIME_RAN_OUT, late).body)
