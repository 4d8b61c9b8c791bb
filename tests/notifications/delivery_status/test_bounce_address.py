"""The address of a mail leads to it alone, and cannot be made up."""

from datetime import datetime

import pytest
from pytest_django import Settings

from games.models import User
from notifications.delivery_status.bounce_address import bounce_address, mail_at
from notifications.models import OutgoingMail
from tests.notifications.conftest import a_mail


@pytest.fixture
def mail(bob: User, now: datetime) -> OutgoingMail:
    return a_mail(bob, now)


def test_it_leads_to_its_mail(mail: OutgoingMail) -> None:
    address = bounce_address(mail)
    assert address.startswith(f"bounces+{mail.pk}-")
    assert address.endswith("@stoneage.example")
    assert mail_at(address) == mail


def test_letters_may_change_their_case_on_the_way(mail: OutgoingMail) -> None:
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
def test_no_other_address_does(mail: OutgoingMail, old: str, new: str) -> None:
    assert mail_at(bounce_address(mail).replace(old, new, 1)) is None


def test_a_code_fits_one_mail(mail: OutgoingMail, alice: User, now: datetime) -> None:
    other = a_mail(alice, now, "other")
    forged = bounce_address(mail).replace(f"+{mail.pk}-", f"+{other.pk}-")
    assert mail_at(forged) is None


def test_without_mails_that_come_in_there_is_none(
    mail: OutgoingMail, settings: Settings
) -> None:
    address = bounce_address(mail)
    settings.REPLY_TO = ""
    assert bounce_address(mail) == ""
    assert mail_at(address) is None


def test_it_outlives_a_change_of_the_key(
    mail: OutgoingMail, settings: Settings
) -> None:
    address = bounce_address(mail)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, of which nobody knows anything yet"
    assert mail_at(address) == mail
    settings.SECRET_KEY_FALLBACKS = []
    assert mail_at(address) is None
