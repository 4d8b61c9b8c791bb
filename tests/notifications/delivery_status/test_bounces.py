"""A bounce marks the address to which the mail was sent, and no other."""

from datetime import datetime, timedelta

import pytest

from games.models import Game, Unreachable, User
from games.people.reachability import try_address
from notifications.delivery_status.bounces import bounce_address
from notifications.models import IncomingMail, MailStep, OutgoingMail, Reading, Step
from notifications.replies.reply_address import reply_address
from tests.notifications.delivery_status.conftest import (
    LATER,
    SendReport,
    come_in,
    fresh,
    life,
    sent_to,
    source_of,
)
from tests.support.mails import Send, a_mail, mails, seat_of


@pytest.mark.parametrize("name", ["postfix", "exim", "outlook", "gmail", "qmail"])
def test_permanent_bounce_marks_the_address(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    incoming = report(name, sent)
    assert fresh(bob).unreachable_why == Unreachable.BOUNCED
    assert life(sent) == [Step.SENT, Step.BOUNCED]
    assert (incoming.reading, incoming.replies_to) == (Reading.DONE, sent)
    sent.refresh_from_db()
    assert sent.reason.startswith("came back: ")


@pytest.mark.parametrize(
    "name", ["postfix_spam", "postfix_full", "postfix_too_big", "postfix_gave_up"]
)
def test_temporary_bounce_is_only_recorded(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    report(name, sent)
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.SOFT_BOUNCED]


def test_delay_is_only_recorded(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    report("postfix_delayed", sent)
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.DELAYED]


@pytest.mark.parametrize(
    "name", ["vacation", "vacation_left", "vacation_with_report", "sieve_reject"]
)
def test_out_of_office_reply_to_the_bounce_address_is_no_bounce(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    incoming = report(name, sent)
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT]


# Repeated bounces


def test_full_mailbox_on_three_days_marks_the_address(
    bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    for day in range(3):
        assert fresh(bob).unreachable_since is None
        mail = sent_to(bob, now + timedelta(days=day), send, f"day {day}")
        report("postfix_full", mail, recipient=bounce_address(mail), days=day)
    assert fresh(bob).unreachable_why == Unreachable.BOUNCED


def test_full_mailbox_on_one_day_does_not_mark_the_address(
    bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    for number in range(4):
        mail = sent_to(bob, now, send, f"mail {number}")
        report("postfix_full", mail)
    assert fresh(bob).unreachable_since is None


def test_delivery_in_between_restarts_the_count(
    bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    for day in range(3):
        mail = sent_to(bob, now + timedelta(days=day), send, f"day {day}")
        report("postfix_full", mail, days=day)
        if day == 1:
            at = now + timedelta(days=1, hours=1)
            MailStep.objects.create(mail=mail, what=Step.DELIVERED, at=at)
    assert fresh(bob).unreachable_since is None


# Reports to other addresses


def test_report_to_a_seat_counts_if_it_names_a_mail(
    two_player_game: object,
    bob: User,
    now: datetime,
    send: Send,
    report: SendReport,
) -> None:
    """Some servers report to the From address, not to the envelope sender."""
    send(now)
    mail = OutgoingMail.objects.filter(user=bob, sent_to=bob.email).latest("pk")
    seat = seat_of(mail.game, bob)  # type: ignore[arg-type]
    report("postfix", mail, recipient=reply_address(seat))
    assert fresh(bob).unreachable_since is not None


def test_report_about_another_players_mail_is_ignored(
    two_player_game: object,
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
    report: SendReport,
) -> None:
    """Bob knows his own mails and names Alice as their recipient, or guesses."""
    send(now)
    mail = OutgoingMail.objects.filter(user=bob, sent_to=bob.email).latest("pk")
    seat = seat_of(mail.game, bob)  # type: ignore[arg-type]
    incoming = report("postfix", mail, recipient=reply_address(seat), to=alice.email)
    assert incoming.reading == Reading.IGNORED
    assert fresh(alice).unreachable_since is None
    assert fresh(bob).unreachable_since is None


@pytest.mark.parametrize("name", ["<test@localhost>", "<nobody.knows@localhost>", ""])
def test_forged_message_id_is_ignored(
    two_player_game: Game, alice: User, bob: User, now: datetime, name: str
) -> None:
    """The mail exists but was never sent, or it does not exist."""
    mail = a_mail(alice, now + timedelta(days=9))
    seat = seat_of(two_player_game, bob)
    source = source_of("postfix", mail, to="alice@example.org")
    source = source.replace(mail.message_id.encode(), name.encode())
    incoming = come_in(source, reply_address(seat), now + LATER)
    assert incoming.reading == Reading.IGNORED
    assert fresh(alice).unreachable_since is None


def test_report_about_a_mail_that_was_never_tried_is_ignored(
    bob: User, now: datetime, report: SendReport
) -> None:
    mail = a_mail(bob, now + timedelta(days=9))
    incoming = report("postfix", mail, to="bob@example.org")
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None


def test_report_about_a_report_is_ignored(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    incoming = report("bounce_of_bounce", sent)
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None


def test_bounce_address_identifies_a_forwarded_recipient(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    report("postfix", sent, to="robert@elsewhere.example")
    assert fresh(bob).unreachable_since is not None


def test_report_about_a_former_address_is_ignored(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    """The mail was sent to the address before the change."""
    User.objects.filter(pk=bob.pk).update(email="bob@elsewhere.example")
    report("postfix", sent)
    assert life(sent) == [Step.SENT, Step.BOUNCED]
    assert fresh(bob).unreachable_since is None


def test_late_report_does_not_answer_a_trial_mail(
    sent: OutgoingMail, bob: User, now: datetime, report: SendReport
) -> None:
    report("postfix", sent)
    try_address(user=fresh(bob), now=now + timedelta(days=1))
    source = source_of("gmail", sent)
    come_in(source, bounce_address(sent), now + timedelta(days=2))
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.BOUNCED, Step.BOUNCED]


# Loops


def test_repeated_report_is_recorded_once(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    assert report("postfix", sent) == report("postfix", sent)
    assert life(sent) == [Step.SENT, Step.BOUNCED]
    assert IncomingMail.objects.count() == 1


def test_report_gets_no_answer(
    sent: OutgoingMail, bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    before = len(send(now))
    for name in ("postfix", "gmail", "vacation", "bounce_of_bounce"):
        report(name, sent)
    assert len(send(now + timedelta(hours=1))) == before


def test_two_unreachable_players_cause_no_loop(
    two_player_game: object,
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
    report: SendReport,
) -> None:
    """The notice about one bounces for the other, and that is all."""
    send(now)
    first = OutgoingMail.objects.filter(user=bob, sent_to=bob.email).latest("pk")
    report("postfix", first)
    (news,) = mails(UNREACHABLE)
    assert news.user == alice
    send(now + LATER)
    news.refresh_from_db()
    report("postfix", news, days=1)
    assert fresh(alice).unreachable_since is not None
    count = len(send(now + timedelta(days=1, hours=1)))
    assert len(send(now + timedelta(days=2))) == count
    (_, to_bob) = mails(UNREACHABLE)
    assert to_bob.user == bob
    assert (to_bob.status, to_bob.sent_to) == ("skipped", "")


UNREACHABLE = "unreachable"
