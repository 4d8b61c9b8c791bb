"""The staff see every mail's fate but cannot change mails."""

from datetime import datetime
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from games.models import User
from notifications.models import Kind, MailStatus
from tests.support.mails import a_mail
from tests.support.pages import text_of

LIST = "admin:notifications_outgoingmail_changelist"


def test_fate_of_each_mail_is_shown(staff: Client, bob: User, now: datetime) -> None:
    failed = {"status": MailStatus.FAILED, "reason": "550 no such user"}
    mail = a_mail(bob, now, kind=Kind.YOUR_TURN, **failed)
    page = staff.get(reverse(LIST), {"q": "bob@example.org"}).content.decode()
    assert "550 no such user" in page
    assert str(Kind.YOUR_TURN.label) in text_of(page)
    assert "your_turn" not in text_of(page)
    address = reverse("admin:notifications_outgoingmail_change", args=[mail.pk])
    assert "550 no such user" in staff.get(address).content.decode()


@pytest.mark.parametrize("action", ["add", "delete"])
def test_nothing_can_be_changed(
    staff: Client, bob: User, now: datetime, action: str
) -> None:
    mail = a_mail(bob, now)
    arguments = [] if action == "add" else [mail.pk]
    address = reverse(f"admin:notifications_outgoingmail_{action}", args=arguments)
    assert staff.get(address).status_code == HTTPStatus.FORBIDDEN


def test_mails_are_sent_again_only_at_the_desk(
    staff: Client, bob: User, now: datetime
) -> None:
    """With a reason and a log row, in two steps."""
    failed = a_mail(bob, now, status=MailStatus.FAILED, attempts=20)
    chosen = {"action": "send_again", "_selected_action": [failed.pk]}
    staff.post(reverse(LIST), chosen, follow=True)
    failed.refresh_from_db()
    assert failed.status == MailStatus.FAILED
    assert "send_again" not in staff.get(reverse(LIST)).content.decode()
