"""Events of mail providers through anymail's signal."""

from datetime import UTC, datetime

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core.mail import EmailMessage
from pytest_django import Settings

from games.models import Unreachable, User
from notifications.delivery_status import bounces
from notifications.delivery_status.bounces import tag_of
from notifications.models import MailStep, OutgoingMail, Step
from tests.notifications.delivery_status.conftest import fresh, life, sent_to
from tests.support.mails import Send, a_mail

LATE = datetime(2026, 11, 20, 12, 9, tzinfo=UTC)


def tell(mail: OutgoingMail | None, what: str, **fields: object) -> None:
    """Send an event like anymail, with our tag of the mail."""
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
def test_permanent_bounce_marks_the_address(
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
def test_temporary_bounce_is_only_recorded(
    sent: OutgoingMail, bob: User, what: str, why: str | None
) -> None:
    tell(sent, what, reject_reason=why, description="not now")
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT, Step.SOFT_BOUNCED]


@pytest.mark.parametrize(
    ("what", "why"),
    [("complained", None), ("unsubscribed", None), ("rejected", "spam")],
)
def test_complaint_marks_the_address(
    sent: OutgoingMail, bob: User, what: str, why: str | None
) -> None:
    tell(sent, what, reject_reason=why)
    assert fresh(bob).unreachable_why == Unreachable.COMPLAINED
    assert life(sent) == [Step.SENT, Step.COMPLAINED]


def test_delivery_and_delay_are_recorded(sent: OutgoingMail, bob: User) -> None:
    tell(sent, "deferred")
    tell(sent, "delivered")
    assert life(sent) == [Step.SENT, Step.DELAYED, Step.DELIVERED]
    assert fresh(bob).unreachable_since is None


@pytest.mark.parametrize("what", ["opened", "clicked", "queued", "sent", "unknown"])
def test_opens_and_clicks_are_ignored(sent: OutgoingMail, what: str) -> None:
    tell(sent, what)
    assert life(sent) == [Step.SENT]


def test_repeated_event_is_recorded_once(sent: OutgoingMail) -> None:
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
def test_complaint_about_a_foreign_mail_is_ignored(
    sent: OutgoingMail, bob: User, alice: User, fields: dict[str, object]
) -> None:
    tell(sent, "complained", **fields)
    assert fresh(bob).unreachable_since is None
    assert fresh(alice).unreachable_since is None
    assert life(sent) == [Step.SENT]


def test_providers_name_identifies_a_mail(sent: OutgoingMail, bob: User) -> None:
    MailStep.objects.filter(mail=sent).update(reference="provider-1")
    tell(None, "bounced", message_id="provider-1", reject_reason="invalid")
    assert fresh(bob).unreachable_since is not None


# Reachability


def test_late_delivery_of_an_older_mail_proves_nothing(
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
def test_newer_delivery_proves_it_except_after_a_complaint(
    bob: User, now: datetime, send: Send, why: Unreachable, clears: bool
) -> None:
    User.objects.filter(pk=bob.pk).update(
        unreachable_since=LATE.replace(day=19), unreachable_why=why
    )
    newer = sent_to(bob, now, send, "newer")
    tell(newer, "delivered")
    assert (fresh(bob).unreachable_since is None) == clears


# Outgoing mails


def test_provider_gets_the_tag_of_the_mail(
    bob: User, now: datetime, settings: Settings
) -> None:
    mail = a_mail(bob, now)
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    message = bounces.set_bounce_address(
        EmailMessage(from_email="us@example.com"), mail
    )
    assert message.metadata == {"mail": tag_of(mail)}
    assert len(tag_of(mail)) <= 40, "Postmark takes eighty characters, others fewer"
    assert message.from_email == "us@example.com"


def test_providers_name_is_stored(
    bob: User, now: datetime, send: Send, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    mail = a_mail(bob, now)
    send(now)
    (step,) = MailStep.objects.filter(mail=mail)
    assert step.what == Step.SENT
    assert step.reference


def test_readers_see_the_from_address_not_the_bounce_address(
    bob: User, now: datetime, send: Send, settings: Settings
) -> None:
    mail = a_mail(bob, now)
    (message,) = send(now)
    assert message.from_email == bounces.bounce_address(mail)
    assert message.message()["From"] == settings.DEFAULT_FROM_EMAIL
