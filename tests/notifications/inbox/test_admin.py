"""Staff see what came in and what became of it, and none of the keys in it."""

from datetime import datetime
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from games.models import User
from notifications.inbox.reading import MOST_ATTEMPTS
from notifications.models import IncomingMail, Reading
from tests.notifications.inbox.conftest import Receive, a_mail

LIST = "admin:notifications_incomingmail_changelist"


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("staff@example.org", "secret"))
    return client


def test_what_came_in_is_shown_without_keys(
    staff: Client, take: Receive, address: str
) -> None:
    quote = f"> https://stoneage.example/play/17:abc/\n> {address}\n"
    (mail,) = take(a_mail(f"forest 3\n\nOn x, y wrote:\n{quote}"))
    assert "alice@example.org" in staff.get(reverse(LIST)).content.decode()
    change = reverse("admin:notifications_incomingmail_change", args=[mail.pk])
    page = staff.get(change).content.decode()
    assert "forest 3" in page
    assert address not in page
    assert "/play/17" not in page


@pytest.mark.parametrize("action", ["add", "delete"])
def test_nothing_can_be_changed(staff: Client, take: Receive, action: str) -> None:
    (mail,) = take(a_mail())
    arguments = [] if action == "add" else [mail.pk]
    address = reverse(f"admin:notifications_incomingmail_{action}", args=arguments)
    assert staff.get(address).status_code == HTTPStatus.FORBIDDEN


def test_what_was_given_up_is_read_again(
    staff: Client, take: Receive, now: datetime
) -> None:
    (given_up,) = take(a_mail())
    (ignored,) = take(a_mail(message_id="<2@x>"))
    rows = IncomingMail.objects.filter(pk=given_up.pk)
    rows.update(reading=Reading.IGNORED, attempts=MOST_ATTEMPTS, why="x")
    IncomingMail.objects.filter(pk=ignored.pk).update(reading=Reading.IGNORED)
    chosen = {"action": "read_again", "_selected_action": [given_up.pk, ignored.pk]}
    page = staff.post(reverse(LIST), chosen, follow=True).content.decode()
    assert "1 mail will be read again." in page
    states = IncomingMail.objects.order_by("pk").values_list("reading", flat=True)
    assert list(states) == [Reading.WAITING, Reading.IGNORED]
