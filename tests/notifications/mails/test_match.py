"""Mails about absences and time-outs: recipients and content."""

from datetime import datetime

from games.links.purposes import PLAY_LINK, TAKE_SEAT_LINK
from games.lobby.new_games import create_practice_game
from games.models import Game, User
from games.orders import write_orders
from games.seats.offers import return_to_seat
from notifications.mails.match import NOT_ON_AUTOPILOT, SEEN_BY_NOW
from notifications.models import Kind, MailStatus, OutgoingMail
from tests.notifications.absence import advised, leave, miss, seat_at, until_asked
from tests.notifications.mails.test_contents import (
    assert_links_once,
    assert_says,
    only,
    written,
)
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import Left, last_pk, newest_since, recipients_of
from tests.support.mails import Send, mails
from tests.support.play import submit
from tests.support.proposals import propose_end

# Time-outs


def test_late_player_reads_what_was_decided(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    late = miss(two_player_game, 0, now)
    (mail,) = mails(Kind.TIME_RAN_OUT)
    assert (mail.user, mail.due_at) == (alice, late)
    message = written(mail, late)
    assert_links_once(message, PLAY_LINK.url(seat_at(two_player_game, 0), now=late))
    assert_says(
        message,
        "Your time ran out, so we played a safe move for you.",
        "If you miss 1 more turn, autopilot plays for you until you’re back.",
        "21 vacation days left",
        "You sent",
    )
    send(late)
    assert fate(mail)[0] == MailStatus.SENT


def test_others_get_no_mail_about_a_single_miss(
    started_game: Game, now: datetime
) -> None:
    before = last_pk()
    miss(started_game, 0, now)
    assert newest_since(before) == [("Alice", "time_ran_out"), ("Bob", "your_turn")]


def test_turn_that_comes_up_immediately_is_announced_in_one_email(
    two_player_game: Game, now: datetime
) -> None:
    """Bob's people are all placed, so Alice goes on."""
    submit(two_player_game, 0, "hut", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    before = last_pk()
    late = miss(two_player_game, 0, now)
    assert newest_since(before) == [("Alice", "your_turn")]
    *_, mail = mails(Kind.YOUR_TURN)
    assert_says(written(mail, late), "Your time ran out,")


def test_mail_is_skipped_if_the_player_has_seen_it(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    late = miss(two_player_game, 0, now)
    until_asked(two_player_game, 0, late)
    advised(two_player_game, 0, late)
    send(late)
    (mail,) = mails(Kind.TIME_RAN_OUT)
    assert fate(mail) == (
        MailStatus.SKIPPED,
        SEEN_BY_NOW,
    )


def test_orders_at_the_deadline_are_mentioned(
    two_player_game: Game, now: datetime
) -> None:
    write_orders(
        seat=seat_at(two_player_game, 0), text="field", now=now, at_deadline=True
    )
    late = miss(two_player_game, 0, now)
    message = only(Kind.TIME_RAN_OUT, late)
    assert_says(message, "so your orders decided.", "to the field")
    assert "If you miss" not in str(message.body)


def test_unusable_orders_at_the_deadline_cause_no_second_mail(
    two_player_game: Game, now: datetime, send: Send
) -> None:
    write_orders(
        seat=seat_at(two_player_game, 1), text="hut", now=now, at_deadline=True
    )
    submit(two_player_game, 0, "hut", now=now)
    late = miss(two_player_game, 1, now)
    (disarmed,) = mails(Kind.ORDERS_DISARMED)
    send(late)
    assert fate(disarmed)[0] == MailStatus.SKIPPED
    assert_says(
        only(Kind.TIME_RAN_OUT, late),
        "Your orders didn’t work out: your order “hut” isn’t possible",
    )


def test_guests_get_no_mail(db: None, now: datetime) -> None:
    seat = create_practice_game(now=now)
    propose_end(seat=seat, now=now)
    assert not OutgoingMail.objects.exists()


# Autopilot


def test_autopilot_is_announced_to_all_in_one_mail_each(
    started_game: Game, now: datetime
) -> None:
    until_asked(started_game, 0, miss(started_game, 0, now))
    before = last_pk()
    miss(started_game, 0, now)
    news = newest_since(before)
    assert ("Alice", "autopilot_seated") in news
    assert [kind for name, kind in news if name == "Alice"] == ["autopilot_seated"]
    others = {kind for name, kind in news if name != "Alice"}
    assert others <= {"seat_left", "your_turn", "choice_wanted"}
    assert len(news) == 4, "one for each"


def test_absent_player_reads_how_to_come_back(left: Left, alice: User) -> None:
    game, late = left
    message = only(Kind.AUTOPILOT_SEATED, late)
    link = TAKE_SEAT_LINK.url(seat_at(game, 0), alice, None, now=late)
    assert_links_once(message, link)
    assert_says(
        message,
        "You missed 2 turns in a row, so autopilot is playing for you",
        "Your seat is still yours",
        "Take your seat back",
        "You sent",
    )
    assert "joined" not in str(message.body), "what we played for them, and no more"


def test_absent_player_reads_that_orders_did_not_fit(
    two_player_game: Game, now: datetime
) -> None:
    late = miss(two_player_game, 0, now)
    submit(two_player_game, 1, "field", now=late)
    write_orders(
        seat=seat_at(two_player_game, 0), text="hut", now=late, at_deadline=True
    )
    late = miss(two_player_game, 0, late)
    assert_says(only(Kind.AUTOPILOT_SEATED, late), "Your orders didn’t work out")


def test_others_read_what_they_can_do(left: Left) -> None:
    _game, late = left
    *_, mail = mails(Kind.SEAT_LEFT)
    message = written(mail, late)
    assert_says(
        message,
        "Alice missed 2 turns in a row, so autopilot is playing for now.",
        "listed under “Open seats”",
    )


def test_player_who_has_returned_gets_no_mail(left: Left, send: Send) -> None:
    game, late = left
    return_to_seat(seat=seat_at(game, 0), user=None, now=late)
    send(late)
    for mail in (*mails(Kind.AUTOPILOT_SEATED), *mails(Kind.SEAT_LEFT)):
        assert fate(mail) == (
            MailStatus.SKIPPED,
            NOT_ON_AUTOPILOT,
        )


def test_return_is_announced_to_the_others(left: Left) -> None:
    game, late = left
    before = last_pk()
    return_to_seat(seat=seat_at(game, 0), user=None, now=late)
    assert newest_since(before) == [
        ("Bob", "player_returned"),
        ("Carol", "player_returned"),
        ("Dave", "player_returned"),
    ]
    message = written(mails(Kind.PLAYER_RETURNED)[0], late)
    assert_says(message, "Good news: Alice is back and plays again.")


def test_game_on_autopilot_sends_no_mails(two_player_game: Game, now: datetime) -> None:
    late = leave(two_player_game, 0, now)
    leave(two_player_game, 1, late)
    assert recipients_of(Kind.AUTOPILOT_SEATED) == ["Alice", "Bob"]
