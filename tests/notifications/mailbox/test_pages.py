"""The development mailbox shows mails and their links."""

from datetime import datetime
from email.utils import formataddr
from http import HTTPStatus

import pytest
from django.core.mail import EmailMessage, get_connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.models import Game
from notifications.mailbox import backend
from notifications.mailbox.views import ONLY_HERE
from notifications.models import MailboxMessage
from notifications.sending import send as sending
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from tests.support.mails import UNDO, links_in
from tests.support.play import submit
from tests.support.words import event_sentence

BACKEND = "notifications.mailbox.backend.MailboxBackend"


@pytest.fixture(autouse=True)
def _mailbox(settings: Settings) -> None:
    settings.MAILBOX = True
    settings.EMAIL_BACKEND = BACKEND


@pytest.fixture
def turn(two_player_game: Game, now: datetime) -> MailboxMessage:
    """Bob's turn mail, after Alice's was sent and she played."""
    sending.send_batch(now=now)
    submit(two_player_game, 0, "forest 3", now=now)
    sending.send_batch(now=now + UNDO)
    return MailboxMessage.objects.get(
        subject__startswith="Your turn", recipient__startswith="bob"
    )


PAGES = ["mailbox_message", "mailbox_html", "mailbox_source"]


def test_mails_are_stored_as_sent(turn: MailboxMessage) -> None:
    message = backend.parsed(turn)
    assert message["To"] == turn.recipient == "bob@example.org"
    assert message["Subject"].strip() == turn.subject
    assert message["Auto-Submitted"] == "auto-generated"
    placed = event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice")
    assert placed in backend.body_part_of(turn, "plain")
    assert "</html>" in backend.body_part_of(turn, "html")


def test_each_recipient_has_a_copy(db: None) -> None:
    message = EmailMessage("Hi", "there", to=["a@example.org", "b@example.org"])
    assert get_connection(BACKEND).send_messages([message]) == 1
    assert MailboxMessage.objects.count() == 2
    (copy, _) = MailboxMessage.objects.all()
    assert backend.body_part_of(copy, "html") == ""


def test_name_of_the_sender_is_shown_as_readers_see_it(db: None) -> None:
    sender = formataddr(("Anna a través de Stone Age", "stoneage@example.org"))
    EmailMessage(
        "Hello",
        "Hello.",
        to=["ann@example.org"],
        headers={"From": sender},
        connection=get_connection("notifications.mailbox.backend.MailboxBackend"),
    ).send()
    shown = MailboxMessage.objects.get().sender
    assert shown == "Anna a través de Stone Age <stoneage@example.org>"


def test_newest_mail_comes_first(turn: MailboxMessage, client: Client) -> None:
    page = client.get(reverse("mailbox")).content.decode()
    assert page.count("mailbox-subject") == 3
    newest_first = MailboxMessage.objects.order_by("-pk")
    places = [page.index(reverse("mailbox_message", args=[m.pk])) for m in newest_first]
    assert places == sorted(places)


def test_list_can_be_filtered(turn: MailboxMessage, client: Client) -> None:
    page = client.get(reverse("mailbox"), {"to": "bob@example.org"}).content.decode()
    assert page.count("mailbox-subject") == 2
    assert '<option value="bob@example.org" selected>' in page
    empty = client.get(reverse("mailbox"), {"to": "nobody@example.org"})
    assert "mailbox-subject" not in empty.content.decode()


def test_invalid_filter_finds_nothing(db: None, client: Client) -> None:
    assert client.get(reverse("mailbox"), {"to": "\0"}).status_code == HTTPStatus.OK


def test_empty_mailbox_explains_itself(db: None, client: Client) -> None:
    assert "Start a game" in client.get(reverse("mailbox")).content.decode()


def test_long_list_has_pages(bob: object, client: Client) -> None:
    mails = [EmailMessage(f"No. {n}", "", to=["a@example.org"]) for n in range(51)]
    get_connection(BACKEND).send_messages(mails)
    address = reverse("mailbox")
    first = client.get(address).content.decode()
    assert '<a class="button" rel="next"' in first, "large enough for a finger"
    assert "Older" in first
    last = client.get(address, {"page": "2", "to": "a@example.org"}).content.decode()
    assert "No. 0" in last
    assert "?to=a%40example.org&amp;page=1" in last


def test_message_page_shows_everything(turn: MailboxMessage, client: Client) -> None:
    page = client.get(reverse("mailbox_message", args=[turn.pk])).content.decode()
    link = links_in(backend.body_part_of(turn, "plain"))[0]
    assert f'<a href="{link}" rel="nofollow">' in page, "it can be followed"
    assert turn.subject in page
    assert "bob@example.org" in page
    assert "Message-ID" in page
    assert reverse("mailbox_html", args=[turn.pk]) in page


def test_html_can_neither_run_nor_load_anything(
    turn: MailboxMessage, client: Client
) -> None:
    response = client.get(reverse("mailbox_html", args=[turn.pk]))
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-top-navigation-by-user-activation" in policy
    assert response.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert '<base target="_top">' in response.content.decode()


def test_source_is_shown_as_text(turn: MailboxMessage, client: Client) -> None:
    response = client.get(reverse("mailbox_source", args=[turn.pk]))
    assert response.headers["Content-Type"].startswith("text/plain")
    assert response.content == bytes(turn.source)


def test_mail_without_html_has_no_frame(db: None, client: Client) -> None:
    mail = EmailMessage("Hi", "<script>no</script>", to=["a@example.org"])
    get_connection(BACKEND).send_messages([mail])
    pk = MailboxMessage.objects.get().pk
    page = client.get(reverse("mailbox_message", args=[pk])).content.decode()
    assert "<iframe" not in page
    assert "&lt;script&gt;no" in page
    missing = client.get(reverse("mailbox_html", args=[pk]))
    assert missing.status_code == HTTPStatus.NOT_FOUND


def test_navigation_links_to_the_mailbox(db: None, client: Client) -> None:
    assert 'href="/mailbox/"' in client.get(reverse("mailbox")).content.decode()


ELSEWHERE = [
    {"REMOTE_ADDR": "192.0.2.7"},
    {"REMOTE_ADDR": "::ffff:192.0.2.7"},
    {"REMOTE_ADDR": ""},
    {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
    {"HTTP_X_FORWARDED_HOST": "stoneage.example"},
    {"HTTP_FORWARDED": "for=192.0.2.7"},
    {"HTTP_X_REAL_IP": "127.0.0.1"},
    {"HTTP_VIA": "1.1 proxy"},
    {"HTTP_CONNECTION": "close"},
    {"HTTP_CONNECTION": ""},
]


def test_other_machines_are_refused(turn: MailboxMessage, client: Client) -> None:
    addresses = [reverse(page, args=[turn.pk]) for page in (*PAGES, "mailbox_reply")]
    count = MailboxMessage.objects.count()
    for marks in ELSEWHERE:
        for address in (reverse("mailbox"), *addresses):
            ask = client.post if address.endswith("/reply/") else client.get
            response = ask(address, **marks)  # type: ignore[arg-type]
            assert response.status_code == HTTPStatus.FORBIDDEN, (address, marks)
            assert response.context["sentence"] == ONLY_HERE
            assert turn.recipient not in response.content.decode()
    assert MailboxMessage.objects.count() == count


def test_local_browser_is_admitted(db: None, client: Client) -> None:
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        response = client.get(reverse("mailbox"), REMOTE_ADDR=address)
        assert response.status_code == HTTPStatus.OK


@pytest.mark.parametrize("page", PAGES)
def test_mailbox_can_be_off(
    turn: MailboxMessage, client: Client, settings: Settings, page: str
) -> None:
    settings.MAILBOX = False
    for address in (reverse("mailbox"), reverse(page, args=[turn.pk])):
        assert client.get(address).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("page", PAGES)
def test_only_reading_is_allowed(
    turn: MailboxMessage, client: Client, page: str
) -> None:
    response = client.post(reverse(page, args=[turn.pk]))
    assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    unknown = client.get(reverse(page, args=[turn.pk + 999]))
    assert unknown.status_code == HTTPStatus.NOT_FOUND
