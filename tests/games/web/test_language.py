"""The language of pages: chosen, known from the reader, or from the browser."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from config.languages import NAMES
from games.accounts.users import update_user
from games.links.purposes import (
    INVITATION_LINK,
    PLAY_LINK,
    UNSUBSCRIBE_LINK,
    choices_url,
)
from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.now import database_now
from games.seats.invitations import decline_seat
from games.web.reader import BACKEND, sign_reader
from tests.support.pages import html_of, markup_of

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
KOREAN = {"HTTP_ACCEPT_LANGUAGE": "ko-KR,ko;q=0.9,en;q=0.5"}


def choose(client: Client, language: str, **data: str) -> str:
    answer = client.post(reverse("games:language"), {"language": language, **data})
    assert answer.status_code == 303
    return answer.headers["Location"]


def language_of(client: Client, path: str, **headers: str) -> str:
    answer = client.get(path, **headers)  # type: ignore[arg-type]
    assert f'<html lang="{answer.headers["Content-Language"]}"' in html_of(answer)
    return answer.headers["Content-Language"]


@pytest.fixture
def seat(alice: User) -> Seat:
    create_game(host=alice, players=[alice, "new@example.org"], now=database_now())
    return Seat.objects.get(user__email="new@example.org")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("ko-KR", "ko"), ("pt-BR,pt;q=0.9", "pt-br"), ("es-MX", "es"), ("fi", "en")],
)
def test_visitors_get_the_language_of_their_browser(
    client: Client, db: None, accepted: str, language: str
) -> None:
    assert language_of(client, "/", HTTP_ACCEPT_LANGUAGE=accepted) == language
    assert "Accept-Language" in client.get("/").headers["Vary"]


@pytest.mark.parametrize("reader", dict(NAMES))
def test_each_language_is_named_in_itself(
    client: Client, db: None, reader: str
) -> None:
    html = markup_of(client.get("/", HTTP_ACCEPT_LANGUAGE=reader).text)
    offered = re.findall(r'name="language" value="([\w-]+)"[^>]*>([^<]+)<', html)
    assert offered == NAMES


def test_browser_remembers_the_chosen_language(client: Client, db: None) -> None:
    assert choose(client, "it", next="/open-seats/") == "/open-seats/"
    assert language_of(client, "/", **KOREAN) == "it"


def test_language_switch_leads_to_no_other_site(client: Client, db: None) -> None:
    assert choose(client, "it", next="https://evil.example/") == "/"


def test_unknown_language_changes_nothing(client: Client, alice: User) -> None:
    client.force_login(alice, backend=BACKEND)
    choose(client, "xx")
    alice.refresh_from_db()
    assert (alice.language, alice.language_known) == ("en", False)
    assert not client.cookies.get("django_language")


def test_every_page_shows_the_languages_and_the_current_one(
    client: Client, db: None
) -> None:
    page = markup_of(client.get("/", **KOREAN).text)  # type: ignore[arg-type]
    assert page.count('name="language" value=') == 5
    assert 'value="ko" lang="ko" aria-current="true">한국어' in page


def test_signed_in_user_reads_their_own_language_everywhere(
    client: Client, alice: User
) -> None:
    client.force_login(alice, backend=BACKEND)
    choose(client, "es")
    alice.refresh_from_db()
    assert (alice.language, alice.language_known) == ("es", True)
    elsewhere = Client()
    elsewhere.force_login(alice, backend=BACKEND)
    assert language_of(elsewhere, "/", **KOREAN) == "es"


def test_emailed_link_is_in_its_owners_language(client: Client, seat: Seat) -> None:
    assert seat.user is not None
    update_user(user=seat.user, language="it")
    path = reverse(
        "games:invitation", args=[INVITATION_LINK.token(seat, now=database_now())]
    )
    choose(client, "es")
    assert language_of(client, path, **KOREAN) == "it"


def test_language_switch_of_a_linked_page_changes_its_owner(
    client: Client, seat: Seat
) -> None:
    assert seat.user is not None
    path = reverse(
        "games:invitation", args=[INVITATION_LINK.token(seat, now=database_now())]
    )
    mark = sign_reader(seat.user)
    assert f'name="reader" value="{mark}"' in client.get(path).text
    choose(client, "pt-br", reader=mark)
    seat.user.refresh_from_db()
    assert (seat.user.language, seat.user.language_known) == ("pt-br", True)


def test_forged_mark_changes_nobody(client: Client, alice: User, bob: User) -> None:
    choose(
        client,
        "pt-br",
        reader=sign_reader(alice).replace(str(alice.pk), str(bob.pk), 1),
    )
    assert not User.objects.exclude(language="en").exists()


def test_user_who_never_chose_reads_the_browsers_language(
    client: Client, seat: Seat
) -> None:
    path = reverse(
        "games:invitation", args=[INVITATION_LINK.token(seat, now=database_now())]
    )
    assert language_of(client, path, **KOREAN) == "ko"


def test_browsers_language_is_kept_when_a_seat_is_taken(
    client: Client, seat: Seat
) -> None:
    path = reverse(
        "games:invitation", args=[INVITATION_LINK.token(seat, now=database_now())]
    )
    answer = {"answer": "accept", "name": "Ana", "time_zone": ""}
    client.post(path, answer, **KOREAN)  # type: ignore[arg-type]
    assert seat.user is not None
    seat.user.refresh_from_db()
    assert (seat.user.language, seat.user.language_known) == ("ko", True)


def test_guests_get_the_language_of_their_browser(client: Client, db: None) -> None:
    client.post(reverse("games:practice"), {"opponents": "1"}, **KOREAN)  # type: ignore[arg-type]
    guest = Game.objects.get().host
    assert guest is not None
    assert (guest.language, guest.language_known) == ("ko", True)


def test_invitee_gets_the_first_email_in_the_hosts_language(
    alice: User,
) -> None:
    update_user(user=alice, language="es")
    create_game(host=alice, players=[alice, "new@example.org"], now=database_now())
    invited = User.objects.get(email="new@example.org")
    assert (invited.language, invited.language_known) == ("es", False)


def invited_by_a_spanish_host(alice: User) -> Seat:
    update_user(user=alice, language="es")
    create_game(host=alice, players=[alice, "new@example.org"], now=database_now())
    return Seat.objects.get(user__email="new@example.org")


@pytest.mark.parametrize("page", ["invitation", "play", "choice", "mail"])
def test_pages_use_the_language_of_the_emails_that_lead_there(
    client: Client, alice: User, page: str
) -> None:
    seat, now = invited_by_a_spanish_host(alice), database_now()
    assert seat.user is not None
    path = {
        "invitation": INVITATION_LINK.url(seat, now=now),
        "play": PLAY_LINK.url(seat, now=now),
        "choice": choices_url(seat, now=now) + "forest-3/",
        "mail": UNSUBSCRIBE_LINK.url(seat.user, "turns", None, None, now=now),
    }[page]
    answer = client.get(path, HTTP_ACCEPT_LANGUAGE="en-US")
    assert answer.headers["Content-Language"] == "es"


def test_page_is_entirely_in_its_language(client: Client, alice: User) -> None:
    """This includes sentences that are made before the page is rendered."""
    seat = invited_by_a_spanish_host(alice)
    path = INVITATION_LINK.url(seat, now=database_now())
    first, second = (
        TOKEN.sub("", client.get(path, HTTP_ACCEPT_LANGUAGE=asked).text)
        for asked in ("en-US", "es")
    )
    assert first == second


def test_refusal_on_a_page_is_in_its_language(client: Client, alice: User) -> None:
    seat, now = invited_by_a_spanish_host(alice), database_now()
    path = INVITATION_LINK.url(seat, now=now)
    decline_seat(seat=seat, now=now)
    answer = {"answer": "accept", "name": "Ana", "time_zone": ""}
    page = client.post(path, answer, HTTP_ACCEPT_LANGUAGE="en-US")
    assert page.status_code == 409
    assert page.headers["Content-Language"] == "es"
    assert '<html lang="es"' in html_of(page)


def test_seat_taken_on_a_page_keeps_the_language_of_that_page(
    client: Client, alice: User
) -> None:
    seat = invited_by_a_spanish_host(alice)
    path = INVITATION_LINK.url(seat, now=database_now())
    answer = {"answer": "accept", "name": "Ana", "time_zone": ""}
    client.post(path, answer, HTTP_ACCEPT_LANGUAGE="en-US")
    assert seat.user is not None
    seat.user.refresh_from_db()
    assert (seat.user.language, seat.user.language_known) == ("es", True)
