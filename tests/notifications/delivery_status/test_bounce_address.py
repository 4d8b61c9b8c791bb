"""A bounce address identifies its mail and cannot be forged."""

from datetime import datetime

import pytest
from pytest_django import Settings

from games.models import User
from notifications.delivery_status.bounces import bounce_address, mail_at
from notifications.models import OutgoingMail
from tests.support.mails import a_mail


@pytest.fixture
def mail(bob: User, now: datetime) -> OutgoingMail:
    return a_mail(bob, now)


def test_bounce_address_leads_to_its_mail(mail: OutgoingMail) -> None:
    address = bounce_address(mail)
    assert address.startswith(f"bounces+{mail.pk}-")
    assert address.endswith("@stoneage.example")
    assert mail_at(address) == mail


def test_case_of_the_address_does_not_matter(mail: OutgoingMail) -> None:
    assert mail_at(f" {bounce_address(mail).upper()} ") == mail


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bounces+", "play+"),
        ("bounces+", "bounces+1"),
        ("@stoneage.example", "@elsewhere.example"),
        ("-", "--"),
        ("bounces+", "bounces+99999999999999999999"),
    ],
)
def test_changed_address_leads_nowhere(mail: OutgoingMail, old: str, new: str) -> None:
    assert mail_at(bounce_address(mail).replace(old, new, 1)) is None


def test_code_is_valid_for_one_mail(
    mail: OutgoingMail, alice: User, now: datetime
) -> None:
    other = a_mail(alice, now, "other")
    forged = bounce_address(mail).replace(f"+{mail.pk}-", f"+{other.pk}-")
    assert mail_at(forged) is None


def test_there_are_no_bounce_addresses_without_incoming_mail(
    mail: OutgoingMail, settings: Settings
) -> None:
    address = bounce_address(mail)
    settings.REPLY_TO = ""
    assert bounce_address(mail) == ""
    assert mail_at(address) is None


def test_address_survives_a_change_of_the_secret_key(
    mail: OutgoingMail, settings: Settings
) -> None:
    address = bounce_address(mail)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, of which nobody knows anything yet"
    assert mail_at(address) == mail
    settings.SECRET_KEY_FALLBACKS = []
    assert mail_at(address) is None
