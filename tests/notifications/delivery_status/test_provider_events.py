"""What mail providers report, by anymail's own signal."""

from datetime import UTC, datetime

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core.mail import EmailMessage
from pytest_django import Settings

from games.models import Unreachable, User
from notifications.delivery_status import envelope
from notifications.delivery_status.bounce_address import tag_of
from notifications.models import MailStep, OutgoingMail, Step
from tests.notifications.conftest import Send, a_mail
from tests.notifications.delivery_status.conftest import fresh, life, sent_to

LATE = datetime(2026, 11, 20, 12, 9, tzinfo=UTC)


def tell(mail: OutgoingMail | None, what: str, **fields: object) -> None:
    """Send an event as anymail does, with the name that we gave the mail."""
    values = {
        "event_type": what,
        "timestamp": LATE,
        "event_id": f"event of {what}",
        "metadata": {"mail": tag_of(mail)} if mail else {},
        "recipient": "bob@example.org",
    }
    event = AnymailTrackingEvent(**(values | fields))
    tracking.send(sender=object, event=event, esp_name="Provider")


@pytest.mark.parametrize("what", ["bounced", "rejected"])
@pytest.mark.parametrize("why", ["bounced", "invalid"])
def test_an_address_that_is_gone(
    sent: OutgoingMail, bob: User, what: str, why: str
) -> None:
    tell(sent, what, reject_reason=why, mta_response="550 5.1.1 no such user")
    assert fresh(bob).unreachable_why == Unreachable.BOUNCED
    assert life(sent) == [Step.SENT, Step.BOUNCED]


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("bounced", "timed_out"),
        ("bounced", "blocked"),
        ("bounced", "spam"),
        ("rejected", "other"),
        ("failed", None),
    ],
)
def test_what_may_pass_is_noted_only(
    sent: OutgoingMail, bob: User, what: str, why: str | None
) -> None:
    tell(sent, what, reject_reason=why, description="not now")
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.SOFT_BOUNCED]


@pytest.mark.parametrize(
    ("what", "why"),
    [("complained", None), ("unsubscribed", None), ("rejected", "spam")],
)
def test_a_complaint(sent: OutgoingMail, bob: User, what: str, why: str | None) -> None:
    tell(sent, what, reject_reason=why)
    assert fresh(bob).unreachable_why == Unreachable.COMPLAINED
    assert life(sent) == [Step.SENT, Step.COMPLAINED]


def test_arrival_and_delay_are_noted(sent: OutgoingMail, bob: User) -> None:
    tell(sent, "deferred")
    tell(sent, "delivered")
    assert life(sent) == [Step.SENT, Step.DELAYED, Step.DELIVERED]
    assert fresh(bob).unreachable_since is None


@pytest.mark.parametrize("what", ["opened", "clicked", "queued", "sent", "unknown"])
def test_what_readers_do_is_nobodys_business(sent: OutgoingMail, what: str) -> None:
    tell(sent, what)
    assert life(sent) == [Step.SENT]


def test_what_is_told_twice_is_noted_once(sent: OutgoingMail) -> None:
    tell(sent, "delivered")
    tell(sent, "delivered")
    tell(sent, "delivered", event_id="another")
    assert life(sent) == [Step.SENT, Step.DELIVERED, Step.DELIVERED]


@pytest.mark.parametrize(
    "fields",
    [
        {"metadata": {}},
        {"metadata": None},
        {"metadata": {"mail": "<nobody@knows>"}},
        {"metadata": {"mail": f"1-{'a' * 20}"}},
        {"metadata": {"mail": ["a list"]}},
        {"metadata": {}, "message_id": "nobody knows"},
        {"recipient": "alice@example.org"},
    ],
)
def test_complaints_about_what_is_not_ours_silence_nobody(
    sent: OutgoingMail, bob: User, alice: User, fields: dict[str, object]
) -> None:
    tell(sent, "complained", **fields)
    assert fresh(bob).unreachable_since is None
    assert fresh(alice).unreachable_since is None
    assert life(sent) == [Step.SENT]


def test_a_mail_is_known_by_what_its_provider_calls_it(
    sent: OutgoingMail, bob: User
) -> None:
    MailStep.objects.filter(mail=sent).update(reference="provider-1")
    tell(None, "bounced", message_id="provider-1", reject_reason="invalid")
    assert fresh(bob).unreachable_since is not None


# Who was lost, and whether mails arrive again


def test_an_older_mail_that_arrives_late_proves_nothing(
    bob: User, now: datetime, send: Send
) -> None:
    older = sent_to(bob, now, send, "older")
    User.objects.filter(pk=bob.pk).update(
        unreachable_since=LATE, unreachable_why=Unreachable.BOUNCED
    )
    tell(older, "delivered")
    assert fresh(bob).unreachable_since == LATE


@pytest.mark.parametrize(
    ("why", "clears"), [(Unreachable.BOUNCED, True), (Unreachable.COMPLAINED, False)]
)
def test_a_newer_one_does_but_for_who_wants_none(
    bob: User, now: datetime, send: Send, why: Unreachable, clears: bool
) -> None:
    User.objects.filter(pk=bob.pk).update(
        unreachable_since=LATE.replace(day=19), unreachable_why=why
    )
    newer = sent_to(bob, now, send, "newer")
    tell(newer, "delivered")
    assert (fresh(bob).unreachable_since is None) == clears


# What is put on a mail


def test_a_provider_is_told_the_mails_name(
    bob: User, now: datetime, settings: Settings
) -> None:
    mail = a_mail(bob, now)
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    message = envelope.addressed(EmailMessage(from_email="us@example.com"), mail)
    assert message.metadata == {"mail": tag_of(mail)}
    assert len(tag_of(mail)) <= 40, "Postmark takes eighty characters, others fewer"
    assert message.from_email == "us@example.com"


def test_what_the_provider_calls_it_is_kept(
    bob: User, now: datetime, send: Send, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    mail = a_mail(bob, now)
    send(now)
    (step,) = MailStep.objects.filter(mail=mail)
    assert step.what == Step.SENT
    assert step.reference


def test_others_see_who_wrote_and_not_where_mails_come_back(
    bob: User, now: datetime, send: Send, settings: Settings
) -> None:
    mail = a_mail(bob, now)
    (message,) = send(now)
    assert message.from_email == envelope.bounce_address(mail)
    assert message.message()["From"] == settings.DEFAULT_FROM_EMAIL
