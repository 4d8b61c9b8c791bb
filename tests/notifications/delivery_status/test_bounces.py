"""A mail that comes back marks the address it was sent to, and no other one."""

from datetime import datetime, timedelta

import pytest

from games.models import Unreachable, User
from games.people.reachability import try_address
from notifications.delivery_status.bounce_address import bounce_address
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
def test_an_address_that_is_gone(
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
def test_what_may_pass_is_noted_only(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    report(name, sent)
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.SOFT_BOUNCED]


def test_a_delay_is_noted_only(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    report("postfix_delayed", sent)
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.DELAYED]


@pytest.mark.parametrize(
    "name", ["vacation", "vacation_left", "vacation_with_report", "sieve_reject"]
)
def test_a_note_of_absence_to_the_same_address_is_no_bounce(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    incoming = report(name, sent)
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT]


# Day after day


def test_full_on_three_days_is_for_good(
    bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    for day in range(3):
        assert fresh(bob).unreachable_since is None
        mail = sent_to(bob, now + timedelta(days=day), send, f"day {day}")
        report("postfix_full", mail, recipient=bounce_address(mail), days=day)
    assert fresh(bob).unreachable_why == Unreachable.BOUNCED


def test_full_thrice_on_one_day_is_not(
    bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    for number in range(4):
        mail = sent_to(bob, now, send, f"mail {number}")
        report("postfix_full", mail)
    assert fresh(bob).unreachable_since is None


def test_what_arrives_in_between_begins_the_count_anew(
    bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    for day in range(3):
        mail = sent_to(bob, now + timedelta(days=day), send, f"day {day}")
        report("postfix_full", mail, days=day)
        if day == 1:
            at = now + timedelta(days=1, hours=1)
            MailStep.objects.create(mail=mail, what=Step.DELIVERED, at=at)
    assert fresh(bob).unreachable_since is None


# To other addresses than the mail's own


def test_a_report_to_a_seat_names_a_mail_of_ours(
    two_player_game: object,
    bob: User,
    now: datetime,
    send: Send,
    report: SendReport,
) -> None:
    """Some servers write to the one who wrote the mail, not to its envelope."""
    send(now)
    mail = OutgoingMail.objects.filter(user=bob, sent_to=bob.email).latest("pk")
    seat = seat_of(mail.game, bob)  # type: ignore[arg-type]
    report("postfix", mail, recipient=reply_address(seat))
    assert fresh(bob).unreachable_since is not None


def test_a_report_of_another_players_mail_silences_nobody(
    two_player_game: object,
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
    report: SendReport,
) -> None:
    """Bob knows his own mails, and names Alice as their recipient, or guesses."""
    send(now)
    mail = OutgoingMail.objects.filter(user=bob, sent_to=bob.email).latest("pk")
    seat = seat_of(mail.game, bob)  # type: ignore[arg-type]
    incoming = report("postfix", mail, recipient=reply_address(seat), to=alice.email)
    assert incoming.reading == Reading.IGNORED
    assert fresh(alice).unreachable_since is None
    assert fresh(bob).unreachable_since is None


@pytest.mark.parametrize("name", ["<test@localhost>", "<nobody.knows@localhost>", ""])
def test_a_made_up_message_id_silences_nobody(
    two_player_game: object, alice: User, bob: User, now: datetime, name: str
) -> None:
    """The mail exists, and was never sent; or it does not exist."""
    mail = a_mail(alice, now + timedelta(days=9))
    seat = seat_of(mails_game(), bob)
    source = source_of("postfix", mail, to="alice@example.org")
    source = source.replace(mail.message_id.encode(), name.encode())
    incoming = come_in(source, reply_address(seat), now + LATER)
    assert incoming.reading == Reading.IGNORED
    assert fresh(alice).unreachable_since is None


def mails_game() -> object:
    return OutgoingMail.objects.filter(game__isnull=False).latest("pk").game


def test_the_address_of_a_mail_that_was_never_tried(
    bob: User, now: datetime, report: SendReport
) -> None:
    mail = a_mail(bob, now + timedelta(days=9))
    incoming = report("postfix", mail, to="bob@example.org")
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None


def test_a_report_about_a_report_is_not_about_the_mail(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    incoming = report("bounce_of_bounce", sent)
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None


def test_a_forwarded_address_is_known_by_the_mails_own(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    report("postfix", sent, to="robert@elsewhere.example")
    assert fresh(bob).unreachable_since is not None


def test_an_address_given_up_since(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    """What came back was sent to the address before."""
    User.objects.filter(pk=bob.pk).update(email="bob@elsewhere.example")
    report("postfix", sent)
    assert life(sent) == [Step.SENT, Step.BOUNCED]
    assert fresh(bob).unreachable_since is None


def test_a_late_report_is_no_answer_to_a_trial(
    sent: OutgoingMail, bob: User, now: datetime, report: SendReport
) -> None:
    report("postfix", sent)
    try_address(user=fresh(bob), now=now + timedelta(days=1))
    source = source_of("gmail", sent)
    come_in(source, bounce_address(sent), now + timedelta(days=2))
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.BOUNCED, Step.BOUNCED]


# No loops


def test_the_same_report_twice_is_one(
    sent: OutgoingMail, bob: User, report: SendReport
) -> None:
    assert report("postfix", sent) == report("postfix", sent)
    assert life(sent) == [Step.SENT, Step.BOUNCED]
    assert IncomingMail.objects.count() == 1


def test_a_report_is_answered_to_nobody(
    sent: OutgoingMail, bob: User, now: datetime, send: Send, report: SendReport
) -> None:
    before = len(send(now))
    for name in ("postfix", "gmail", "vacation", "bounce_of_bounce"):
        report(name, sent)
    assert len(send(now + timedelta(hours=1))) == before


def test_both_who_play_are_lost_and_nobody_is_told_for_ever(
    two_player_game: object,
    alice: User,
    bob: User,
    now: datetime,
    send: Send,
    report: SendReport,
) -> None:
    """News that one is lost comes back as well: the other one is lost, and it ends."""
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
