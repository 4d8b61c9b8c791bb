"""The staff see incoming mails and their outcomes, but no secret links."""

from datetime import datetime, timedelta
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Seat
from games.now import database_now
from notifications.inbox.process import MOST_ATTEMPTS, process_batch
from notifications.models import IncomingMail, Reading
from notifications.models.incoming import GIVEN_UP
from tests.notifications.inbox.conftest import Receive, a_mail

LIST = "admin:notifications_incomingmail_changelist"


def test_mail_is_shown_without_links(
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


def test_links_are_redacted_everywhere(
    staff: Client, take: Receive, address: str, now: datetime
) -> None:
    """As from a mail program that does not mark quotes."""
    link = "https://stoneage.example/play/17:abc/"
    (mail,) = take(a_mail(f"say {link}\nto {address}\n", subject=f"Re: {link}"))
    process_batch(now=now)
    mail.refresh_from_db()
    assert address in str(mail.results)
    change = reverse("admin:notifications_incomingmail_change", args=[mail.pk])
    page = staff.get(change).content.decode()
    assert "Re: […]" in page
    assert "say […]" in page
    assert address not in page
    assert "/play/17" not in page


def test_list_does_not_load_the_sources(staff: Client, take: Receive) -> None:
    take(a_mail())
    with CaptureQueriesContext(connection) as queries:
        staff.get(reverse(LIST))
    asked = [query["sql"] for query in queries]
    assert any('"notifications_incomingmail"."sender"' in sql for sql in asked)
    assert not any('"notifications_incomingmail"."source"' in sql for sql in asked)


def test_desk_lists_unread_mails(staff: Client, take: Receive, seat: Seat) -> None:
    (mail,) = take(a_mail())
    desk = "/admin/games/desk/"
    change = reverse("admin:notifications_incomingmail_change", args=[mail.pk])
    long_ago = database_now() - timedelta(hours=1)
    rows = IncomingMail.objects.filter(pk=mail.pk)
    rows.update(reading=Reading.DONE)
    assert "All incoming emails were read." in staff.get(desk).content.decode()
    rows.update(reading=Reading.WAITING, due_at=long_ago)
    assert change in staff.get(desk).content.decode()
    why = GIVEN_UP.format(count=6, error="it could not be read")
    rows.update(reading=Reading.IGNORED, why=why, read_at=long_ago)
    page = staff.get(desk).content.decode()
    assert change in page
    assert "given up after 6 attempts" in page


@pytest.mark.parametrize("action", ["add", "delete"])
def test_nothing_can_be_changed(staff: Client, take: Receive, action: str) -> None:
    (mail,) = take(a_mail())
    arguments = [] if action == "add" else [mail.pk]
    address = reverse(f"admin:notifications_incomingmail_{action}", args=arguments)
    assert staff.get(address).status_code == HTTPStatus.FORBIDDEN


def test_given_up_mail_can_be_read_again(
    staff: Client, take: Receive, now: datetime
) -> None:
    (given_up,) = take(a_mail())
    (ignored,) = take(a_mail(message_id="<2@x>"))
    rows = IncomingMail.objects.filter(pk=given_up.pk)
    why = GIVEN_UP.format(count=MOST_ATTEMPTS, error="it could not be read")
    rows.update(reading=Reading.IGNORED, attempts=MOST_ATTEMPTS, why=why)
    IncomingMail.objects.filter(pk=ignored.pk).update(reading=Reading.IGNORED)
    chosen = {"action": "read_again", "_selected_action": [given_up.pk, ignored.pk]}
    page = staff.post(reverse(LIST), chosen, follow=True).content.decode()
    assert "1 email will be read again." in page
    states = IncomingMail.objects.order_by("pk").values_list("reading", flat=True)
    assert list(states) == [Reading.WAITING, Reading.IGNORED]
