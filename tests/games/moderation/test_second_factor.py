"""The second factor of the staff, and the command that lets them in."""

import re
import time
from base64 import b64decode
from html import unescape
from io import StringIO
from xml.etree import ElementTree

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
)
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from games.limits import SECOND_FACTORS_TRIED
from games.models import Game, User
from notifications.models import OutgoingMail
from tests.support.pages import html_of, path_of, signed_in

pytestmark = pytest.mark.django_db

DESK = "/admin/games/desk/"
TRY = "/account/2fa/authenticate/"


@pytest.fixture(autouse=True)
def _second_factor_is_needed(settings: LazySettings) -> None:
    settings.STAFF_SECOND_FACTOR = True


@pytest.fixture
def mona(db: None) -> User:
    return User.objects.create_superuser("mona@example.org")


@pytest.fixture
def secret(mona: User) -> str:
    """Mona's authenticator app."""
    made = generate_totp_secret()
    TOTP.activate(mona, made)
    return made


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def by_email(user: User) -> Client:
    """Return a browser in which the user has typed the code of the email."""
    browser = Client()
    browser.post("/account/login/", {"email": user.email})
    code = OutgoingMail.objects.latest("pk").code
    browser.post("/account/login/code/confirm/", {"code": code})
    return browser


def test_staff_without_a_second_factor_are_led_to_one(mona: User) -> None:
    answer = signed_in(mona).get(DESK)
    assert answer["Location"].startswith("/account/2fa/?next=")


def test_email_alone_does_not_open_the_desk(mona: User, secret: str) -> None:
    browser = by_email(mona)
    assert browser.get(DESK)["Location"].startswith("/admin/login/")
    assert browser.get("/account/").status_code == 302
    browser.post(TRY, {"code": code_of(secret)})
    assert browser.get(DESK).status_code == 200


def test_session_from_before_is_asked_too(mona: User, secret: str) -> None:
    browser = signed_in(mona)
    answer = browser.get(DESK)
    assert answer["Location"].startswith("/account/2fa/reauthenticate/")
    browser.post("/account/2fa/reauthenticate/", {"code": code_of(secret)})
    assert browser.get(DESK).status_code == 200


def test_recovery_code_works_once(mona: User, secret: str) -> None:
    code, *_rest = RecoveryCodes.activate(mona).get_unused_codes()
    first, second = by_email(mona), by_email(mona)
    first.post(TRY, {"code": code})
    assert first.get(DESK).status_code == 200
    second.post(TRY, {"code": code})
    assert second.get(DESK).status_code == 302


def test_codes_of_the_app_cannot_be_guessed(mona: User, secret: str) -> None:
    browser = by_email(mona)
    statuses = [
        browser.post(TRY, {"code": f"{number:06}"}).status_code
        for number in range(SECOND_FACTORS_TRIED.most + 1)
    ]
    assert statuses == [200] * SECOND_FACTORS_TRIED.most + [429]


def test_players_need_no_second_factor(alice: User) -> None:
    Authenticator.objects.create(user=alice, type="webauthn", data={})
    assert by_email(alice).get("/account/").status_code == 200


def test_desk_needs_none_on_ones_own_machine(
    mona: User, settings: LazySettings
) -> None:
    settings.STAFF_SECOND_FACTOR = False
    assert signed_in(mona).get(DESK).status_code == 200


def test_code_for_the_authenticator_app_is_a_picture(mona: User) -> None:
    html = html_of(by_email(mona).get("/account/2fa/totp/activate/"))
    found = re.search('src="data:image/svg.xml;base64,([^"]+)"', html)
    assert found is not None
    picture = ElementTree.fromstring(b64decode(unescape(found[1])))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("is_needed", [True, False])
@pytest.mark.parametrize("page", ["/admin/", DESK, "/admin/service/", "/admin/login/"])
def test_players_are_told_that_the_desk_is_not_theirs(
    alice: User, settings: LazySettings, page: str, is_needed: bool
) -> None:
    settings.STAFF_SECOND_FACTOR = is_needed
    answer = signed_in(alice).get(page, follow=True)
    assert answer.status_code == 403
    html = html_of(answer)
    assert 'href="/games/"' in html.partition("<main")[2]


@pytest.mark.parametrize("is_needed", [True, False])
def test_strangers_and_guests_who_open_the_desk_are_asked_to_sign_in(
    db: None, settings: LazySettings, is_needed: bool
) -> None:
    settings.STAFF_SECOND_FACTOR = is_needed
    for browser in (Client(), signed_in(User.objects.create_user(None))):
        answer = browser.get(DESK, follow=True)
        assert answer.status_code == 200
        assert answer.redirect_chain[-1][0].startswith("/account/login/?next=")


def test_staff_who_open_the_former_login_page_go_on_to_the_desk(
    mona: User, settings: LazySettings
) -> None:
    settings.STAFF_SECOND_FACTOR = False
    answer = signed_in(mona).get(f"/admin/login/?next={DESK}")
    assert answer["Location"] == DESK


# The command


def link(*arguments: str) -> str:
    out = StringIO()
    call_command("sign_in_link", *arguments, stdout=out)
    return path_of(out.getvalue().strip())


def test_command_makes_the_first_administrator(db: None) -> None:
    path, browser = link("Root@example.org", "--superuser"), Client()
    browser.post(path)
    assert browser.get("/account/").status_code == 200
    root = User.objects.get(email="root@example.org")
    assert (root.is_staff, root.is_superuser) == (True, True)


def test_command_says_where_the_service_has_to_answer(
    mona: User, settings: LazySettings
) -> None:
    settings.SITE_URL, settings.SITE_IS_LOCAL = "http://127.0.0.1:8123", True
    out, said = StringIO(), StringIO()
    call_command("sign_in_link", "mona@example.org", stdout=out, stderr=said)
    assert out.getvalue().startswith("http://127.0.0.1:8123/")
    assert "SITE_URL, which is http://127.0.0.1:8123" in said.getvalue()


def test_command_helps_when_the_second_factor_is_lost(mona: User, secret: str) -> None:
    browser = Client()
    browser.post(link("mona@example.org", "--forget-second-factor"))
    assert browser.get("/account/").status_code == 200
    assert browser.get(DESK)["Location"].startswith("/account/2fa/?next=")


def test_command_makes_staff_but_no_players(two_player_game: Game, bob: User) -> None:
    link("mona@example.org", "--group", "Moderators")
    mona = User.objects.get(email="mona@example.org")
    assert (mona.is_staff, mona.is_superuser) == (True, False)
    with pytest.raises(CommandError, match="has a seat"):
        link("bob@example.org", "--group", "Moderators")
    with pytest.raises(CommandError, match="Nobody"):
        link("mona@example.org", "--group", "Nobody")


@pytest.mark.parametrize(
    "page",
    [
        "",
        "totp/deactivate/",
        "recovery-codes/",
        "recovery-codes/generate/",
        "reauthenticate/",
        "webauthn/add/",
    ],
)
def test_pages_about_the_second_factor_are_ours(
    mona: User, secret: str, page: str
) -> None:
    RecoveryCodes.activate(mona)
    html = html_of(signed_in(mona).get(f"/account/2fa/{page}"))
    assert html.count("<h1") == html.count("<main") == 1
    assert "site-header" in html
    main = html.partition("<main")[2]
    assert "Two-Factor" not in main
    assert "security key" not in main.lower()
    assert "/account/security/" in main or 'href="/account/2fa/"' in main


def test_page_of_the_app_says_that_a_recovery_code_works_too(
    mona: User, secret: str
) -> None:
    html = html_of(by_email(mona).get(TRY))
    assert "A recovery code works, too." in html
