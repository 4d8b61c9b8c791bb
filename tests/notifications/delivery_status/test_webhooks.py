"""Webhooks of two providers reach the mail that they report on."""

import json
from http import HTTPStatus

import pytest
from django.test import Client

from games.models import Unreachable, User
from notifications.delivery_status.bounces import tag_of
from notifications.models import OutgoingMail, Step
from tests.notifications.delivery_status.conftest import fresh, life
from tests.notifications.inbox.test_provider_hooks import provider as provider
from tests.notifications.inbox.test_provider_hooks import secret as secret

POSTMARK, BREVO = "/anymail/postmark/tracking/", "/anymail/brevo/tracking/"


def postmark(mail: OutgoingMail, what: str, **fields: object) -> object:
    report = {
        "RecordType": what,
        "MessageID": "00000000-0000-0000-0000-000000000007",
        "Metadata": {"mail": tag_of(mail)},
        "Tag": "",
    }
    return report | fields


def brevo(mail: OutgoingMail, what: str, **fields: object) -> object:
    report = {
        "event": what,
        "email": "bob@example.org",
        "ts_epoch": 1795176300000,
        "X-Mailin-custom": json.dumps({"mail": tag_of(mail)}),
    }
    return report | fields


def tell(client: Client, address: str, report: object) -> int:
    return client.post(address, report, content_type="application/json").status_code


def test_postmark_bounce_is_recorded(
    provider: Client, sent: OutgoingMail, bob: User
) -> None:
    report = postmark(
        sent,
        "Bounce",
        ID=42,
        Type="HardBounce",
        Email="bob@example.org",
        BouncedAt="2026-11-20T12:05:00Z",
        Details="smtp;550 5.1.1 no such user",
    )
    assert tell(provider, POSTMARK, report) == HTTPStatus.OK
    assert tell(provider, POSTMARK, report) == HTTPStatus.OK, "they repeat themselves"
    assert fresh(bob).unreachable_why == Unreachable.BOUNCED
    assert life(sent) == [Step.SENT, Step.BOUNCED]


def test_postmark_complaint_is_recorded(
    provider: Client, sent: OutgoingMail, bob: User
) -> None:
    report = postmark(
        sent,
        "SpamComplaint",
        ID=43,
        Type="SpamComplaint",
        Email="bob@example.org",
        BouncedAt="2026-11-20T12:05:00Z",
    )
    assert tell(provider, POSTMARK, report) == HTTPStatus.OK
    assert fresh(bob).unreachable_why == Unreachable.COMPLAINED


def test_brevo_delivery_is_recorded(provider: Client, sent: OutgoingMail) -> None:
    assert tell(provider, BREVO, brevo(sent, "delivered")) == HTTPStatus.OK
    assert life(sent) == [Step.SENT, Step.DELIVERED]


@pytest.mark.parametrize(
    ("what", "reason", "step"),
    [
        ("hard_bounce", "550 5.1.1 no such user", Step.BOUNCED),
        ("hard_bounce", "", Step.BOUNCED),
        ("hard_bounce", "554 5.7.1 we do not like this", Step.SOFT_BOUNCED),
        ("soft_bounce", "mailbox full", Step.SOFT_BOUNCED),
        ("soft_bounce", "", Step.SOFT_BOUNCED),
        ("invalid_email", "", Step.BOUNCED),
    ],
)
def test_brevo_bounces_are_recorded(
    provider: Client,
    sent: OutgoingMail,
    bob: User,
    what: str,
    reason: str,
    step: Step,
) -> None:
    """Anymail's event is the same for both; the provider's word differs."""
    assert tell(provider, BREVO, brevo(sent, what, reason=reason)) == HTTPStatus.OK
    assert life(sent) == [Step.SENT, step]
    assert (fresh(bob).unreachable_since is not None) == (step == Step.BOUNCED)


def test_webhook_needs_the_secret(secret: str, sent: OutgoingMail, bob: User) -> None:
    client = Client(raise_request_exception=False)
    assert tell(client, BREVO, brevo(sent, "spam")) == HTTPStatus.BAD_REQUEST
    assert fresh(bob).unreachable_since is None
