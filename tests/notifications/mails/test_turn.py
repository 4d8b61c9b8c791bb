"""When players are asked: not too early, not twice, not without need."""

from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMultiAlternatives
from selectolax.lexbor import LexborHTMLParser

from games.absences import declare_absence
from games.deadlines import expire_turn, record_open_page, remind_seat
from games.models import Game, Seat, User
from games.orders import follow_orders, write_orders
from games.presentation.attendance import attendance_of
from games.presentation.dates import absence_example, duration_in_words
from games.table.submit import take_back_decision
from games.table.votes import cast_vote
from notifications.mails.turn import (
    AFTER_ORDERS,
    ANNOUNCED_WITH_ORDERS,
    ANOTHER_MAIL_GOES_WITHIN,
    LONGEST_VISIT,
    NO_LONGER_AWAITED,
    NO_LONGER_DUE,
    PRESENT,
)
from notifications.models import Kind, MailPreferences, MailStatus, OutgoingMail
from tests.notifications.absence import leave, miss, seat_at, until_asked
from tests.notifications.mails.test_contents import assert_says, written
from tests.support.mails import UNDO, Send, mails
from tests.support.play import submit
from tests.support.proposals import propose_takeback

TEN_MINUTES = timedelta(minutes=10)
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


def fate(mail: OutgoingMail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.status, mail.reason


def take_back(game: Game, player: int, now: datetime) -> None:
    made = game.events.filter(decided_by=player).moves()
    take_back_decision(
        seat=seat_at(game, player), sequence=made.latest("sequence").sequence, now=now
    )


# Taking back


def test_next_players_mail_waits_until_the_move_is_final(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    (mail,) = mails(Kind.YOUR_TURN, bob)
    send(now + UNDO - SECOND)
    assert fate(mail)[0] == MailStatus.PENDING
    send(now + UNDO)
    assert fate(mail)[0] == MailStatus.SENT


def test_move_taken_back_causes_no_mail(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    take_back(two_player_game, 0, now + SECOND)
    (mail,) = mails(Kind.YOUR_TURN, bob)
    send(now + UNDO)
    assert fate(mail) == (MailStatus.SKIPPED, NO_LONGER_AWAITED)
    submit(two_player_game, 0, "hut", now=now + UNDO)
    send(now + 2 * UNDO)
    _first, second = mails(Kind.YOUR_TURN, bob)
    assert fate(second)[0] == MailStatus.SENT


def test_revealing_move_is_announced_at_once(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 5", now=now)
    submit(two_player_game, 1, "quarry 5", now=now)  # and Alice's dice are rolled
    *_, mail = mails(Kind.YOUR_TURN)
    assert mail.user is not None
    assert mail.due_at == now
    assert mail.held_until == (None if mail.user == alice else now + LONGEST_VISIT)


def test_player_who_takes_back_gets_no_mail(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    take_back(two_player_game, 0, now + SECOND)
    *_, mail = mails(Kind.YOUR_TURN, alice)
    assert mail.about_version == seat_at(two_player_game, 0).awaited_version
    assert mail.held_until == now + SECOND + LONGEST_VISIT


def test_player_gets_a_mail_after_an_agreed_takeback(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    decision = two_player_game.events.moves().latest("sequence").sequence
    propose_takeback(seat=seat_at(two_player_game, 0), decision=decision, now=now)
    (asked,) = mails(Kind.PROPOSAL_MADE)
    assert asked.user == bob
    cast_vote(seat=seat_at(two_player_game, 1), proposal=1, agrees=True, now=now)
    *_, mail = mails(Kind.YOUR_TURN, alice)
    assert mail.about_version == seat_at(two_player_game, 0).awaited_version
    assert mail.due_at == now
    assert mails(Kind.PROPOSAL_SETTLED) == [], "one sees it, the other did it"
    assert_says(written(mail, now), "It was agreed that you play again")


# Orders


def test_mail_waits_until_standing_orders_are_due(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    write_orders(seat=seat_at(two_player_game, 1), text="field", now=now)
    submit(two_player_game, 0, "hut", now=now)
    own = seat_at(two_player_game, 1)
    assert own.orders_at is not None
    (mail,) = mails(Kind.YOUR_TURN, bob)
    assert mail.due_at == max(now + UNDO, own.orders_at + AFTER_ORDERS)
    follow_orders(seat_id=own.pk, now=own.orders_at)
    send(mail.due_at)
    assert fate(mail) == (MailStatus.SKIPPED, NO_LONGER_AWAITED)


def test_turn_mail_is_sent_if_orders_do_not_fit(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    write_orders(seat=seat_at(two_player_game, 1), text="pick 6", now=now)
    submit(two_player_game, 0, "hut", now=now)
    follow_orders(seat_id=seat_at(two_player_game, 1).pk, now=now + DAY)
    send(now + TEN_MINUTES + AFTER_ORDERS)
    (mail,) = mails(Kind.YOUR_TURN, bob)
    assert fate(mail)[0] == MailStatus.SENT


@pytest.fixture
def disarmed(two_player_game: Game, now: datetime) -> Seat:
    """Bob has orders that Alice's move has made impossible."""
    write_orders(seat=seat_at(two_player_game, 1), text="hut", now=now)
    submit(two_player_game, 0, "hut", now=now)
    own = seat_at(two_player_game, 1)
    follow_orders(seat_id=own.pk, now=now + TEN_MINUTES)
    return seat_at(two_player_game, 1)


def test_disarmed_orders_cause_one_mail_at_once(
    disarmed: Seat, bob: User, now: datetime, send: Send
) -> None:
    (mail,) = mails(Kind.ORDERS_DISARMED)
    assert (mail.user, mail.due_at) == (bob, now + TEN_MINUTES)
    assert mail.about_version == disarmed.awaited_version
    send(now + DAY)
    (turn,) = mails(Kind.YOUR_TURN, bob)
    assert fate(mail)[0] == MailStatus.SENT
    send(now + DAY + ANOTHER_MAIL_GOES_WITHIN)
    assert fate(turn)[0] == MailStatus.SKIPPED
    assert fate(turn)[1] == ANNOUNCED_WITH_ORDERS


def test_turn_mail_waits_overnight_for_the_mail_about_orders(
    disarmed: Seat, bob: User, now: datetime, send: Send
) -> None:
    """It is neither retried every minute nor sent as well in the morning."""
    (told,) = mails(Kind.ORDERS_DISARMED)
    morning = now + DAY / 2
    OutgoingMail.objects.filter(pk=told.pk).update(due_at=morning)
    send(now + DAY / 4)
    (turn,) = mails(Kind.YOUR_TURN, bob)
    assert (turn.status, turn.due_at) == (MailStatus.PENDING, morning)
    send(morning)
    send(morning + ANOTHER_MAIL_GOES_WITHIN)
    assert (fate(told)[0], fate(turn)[0]) == (MailStatus.SENT, MailStatus.SKIPPED)


def test_failed_mail_does_not_replace_the_turn_mail(
    disarmed: Seat, bob: User, now: datetime, send: Send
) -> None:
    (mail,) = mails(Kind.ORDERS_DISARMED)
    mail.status = MailStatus.FAILED
    mail.save()
    send(now + DAY)
    (turn,) = mails(Kind.YOUR_TURN, bob)
    assert fate(turn)[0] == MailStatus.SENT


def test_mail_says_why_orders_do_not_fit(disarmed: Seat, now: datetime) -> None:
    (mail,) = mails(Kind.ORDERS_DISARMED)
    message = written(mail, now)
    assert_says(
        message,
        "work out: your order “hut” isn’t possible now. So this turn is yours.",
        "You have 5 people to place.",
        "Alice sent 2 people to the hut.",
        "You have until",
        "12 food",
    )


def test_mail_is_skipped_after_new_orders(
    disarmed: Seat, now: datetime, send: Send
) -> None:
    write_orders(seat=disarmed, text="field", now=now + TEN_MINUTES)
    (mail,) = mails(Kind.ORDERS_DISARMED)
    send(now + DAY)
    assert fate(mail)[0] == MailStatus.SKIPPED


def test_half_fulfilled_orders_ask_once_for_the_rest(
    two_player_game: Game, bob: User, now: datetime, send: Send
) -> None:
    both = "field\nfield"
    write_orders(seat=seat_at(two_player_game, 1), text=both, now=now)
    submit(two_player_game, 0, "forest 5", now=now)
    late = now + TEN_MINUTES
    follow_orders(seat_id=seat_at(two_player_game, 1).pk, now=late)
    send(late)
    (told,) = mails(Kind.ORDERS_DISARMED)
    assert told.about_version == seat_at(two_player_game, 1).awaited_version
    assert fate(told)[0] == MailStatus.SENT
    send(late + AFTER_ORDERS)
    skipped = [fate(mail)[0] for mail in mails(Kind.YOUR_TURN, bob)]
    assert skipped == [MailStatus.SKIPPED, MailStatus.SKIPPED]


# Reminders


def remind(game: Game, player: int, now: datetime) -> None:
    Seat.objects.filter(game=game, number=player).update(remind_at=now)
    assert remind_seat(seat_id=seat_at(game, player).pk, now=now)


def test_only_the_first_mail_explains_time_outs(
    two_player_game: Game, alice: User, bob: User, now: datetime
) -> None:
    threats = ("safe move", "autopilot", "If you miss", "New to this?")
    first = str(written(mails(Kind.YOUR_TURN, alice)[0], now).body)
    assert [threat for threat in threats if threat not in first] == []
    submit(two_player_game, 0, "forest 3", now=now)
    later = str(written(mails(Kind.YOUR_TURN, bob)[0], now).body)
    assert [threat for threat in threats if threat in later] == []


def test_reminder_is_sent_at_half_time_and_before_the_deadline(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    remind(two_player_game, 0, now + DAY)
    (mail,) = mails(Kind.REMINDER)
    assert (mail.user, mail.due_at) == (alice, now + DAY)
    message = written(mail, now)
    assert_says(
        message,
        "A quick reminder: it’s still your turn.",
        "You have 5 people to place.",
        "You have until Monday 23 November 2026, 12:00 (UTC).",
        "If time runs out, we play a safe move for you. If you miss 2 turns",
        f"Busy? Reply “{absence_example(now)}” and your clock stops.",
        "You have 21 vacation days left this year.",
    )
    send(now + DAY)
    assert fate(mail)[0] == MailStatus.SENT


@pytest.mark.parametrize("individual", [False, True])
def test_reminder_differs_from_the_turn_mail_in_the_list_of_an_inbox(
    two_player_game: Game, alice: User, now: datetime, individual: bool
) -> None:
    """An inbox shows the subject and the first words."""
    MailPreferences.objects.create(user=alice, individual_subjects=individual)
    remind(two_player_game, 0, now + DAY)
    asked = written(mails(Kind.YOUR_TURN, alice)[0], now)
    reminder = written(mails(Kind.REMINDER)[0], now + DAY)
    deadline = seat_at(two_player_game, 0).deadline_at
    assert deadline is not None
    left = duration_in_words(int((deadline - now - DAY).total_seconds()))
    assert "Reminder" in str(reminder.subject)
    assert "Reminder" not in str(asked.subject)
    for first_words in (preview_of(reminder), str(reminder.body).partition("http")[0]):
        assert left in first_words
        assert "reminder" in first_words
    assert "reminder" not in preview_of(asked)


def preview_of(message: EmailMultiAlternatives) -> str:
    """Return what inboxes show beside the subject."""
    (page,) = (part.content for part in message.alternatives)
    node = LexborHTMLParser(str(page)).css_first(".preview")
    assert node is not None
    return node.text()


def test_each_reminder_of_a_deadline_is_one_mail(
    two_player_game: Game, now: datetime
) -> None:
    first = seat_at(two_player_game, 0).remind_at
    assert first is not None
    assert remind_seat(seat_id=seat_at(two_player_game, 0).pk, now=first)
    last = seat_at(two_player_game, 0).remind_at
    assert last is not None
    remind(two_player_game, 0, first)
    assert len(mails(Kind.REMINDER)) == 1
    remind(two_player_game, 0, last)
    assert len(mails(Kind.REMINDER)) == 2
    assert seat_at(two_player_game, 0).remind_at is None


def test_moved_deadline_has_new_reminders(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    remind(two_player_game, 0, now + DAY)
    declare_absence(seat=seat_at(two_player_game, 0), ends=now + 6 * DAY, now=now + DAY)
    send(now + DAY)
    (old,) = mails(Kind.REMINDER)
    assert fate(old) == (MailStatus.SKIPPED, NO_LONGER_DUE)
    remind(two_player_game, 0, now + 7 * DAY)
    send(now + 7 * DAY)
    _, new = mails(Kind.REMINDER)
    assert fate(new)[0] == MailStatus.SENT


def test_reminder_of_a_made_decision_is_skipped(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    remind(two_player_game, 0, now + DAY)
    submit(two_player_game, 0, "hut", now=now + DAY)
    send(now + DAY)
    (mail,) = mails(Kind.REMINDER)
    assert fate(mail) == (MailStatus.SKIPPED, NO_LONGER_AWAITED)


def test_player_on_the_page_gets_no_reminder(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    remind(two_player_game, 0, now + DAY)
    record_open_page(seat=seat_at(two_player_game, 0), now=now + DAY)
    send(now + DAY)
    (mail,) = mails(Kind.REMINDER)
    assert fate(mail) == (MailStatus.SKIPPED, PRESENT)


def test_reminder_mentions_misses_and_orders(
    two_player_game: Game, now: datetime
) -> None:
    late = miss(two_player_game, 0, now)
    until_asked(two_player_game, 0, late)
    remind(two_player_game, 0, late + DAY)
    assert remind_seat(seat_id=seat_at(two_player_game, 0).pk, now=late + 3 * DAY)
    first, mail = mails(Kind.REMINDER)
    assert "autopilot" not in str(written(first, now).body), "no threat at half time"
    assert_says(written(mail, now), "If you miss this turn too, autopilot plays")
    write_orders(
        seat=seat_at(two_player_game, 0), text="pick 6", now=late, at_deadline=True
    )
    assert_says(written(mail, now), "After that, your orders decide.")


# Absent players


def test_autopilot_gets_no_mails(two_player_game: Game, now: datetime) -> None:
    """At a deserted table a seat on autopilot is awaited."""
    late = leave(two_player_game, 0, now)
    leave(two_player_game, 1, late)
    before = OutgoingMail.objects.count()
    asked = two_player_game.seats.filter(awaited_at__isnull=False).first()
    assert asked is not None
    assert asked.deadline_at is not None
    expire_turn(seat_id=asked.pk, now=asked.deadline_at)
    assert OutgoingMail.objects.count() == before


def test_absent_players_are_listed_with_the_position(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    declare_absence(seat=seat_at(two_player_game, 0), ends=now + 5 * DAY, now=now)
    submit(two_player_game, 0, "hut", now=now)
    (mail,) = mails(Kind.YOUR_TURN, bob)
    game = Game.objects.get(pk=two_player_game.pk)
    seats = list(game.seats.order_by("number"))
    (line,) = attendance_of(game, seats, now, seats[1])
    assert_says(written(mail, now), line)
