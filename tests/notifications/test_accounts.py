"""Staff actions on an account are announced to both addresses."""

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from games.models import Game, User
from games.privacy.forgetting import forget_user
from games.privacy.views import data
from notifications.models import Kind, OutgoingMail
from tests.games.moderation.conftest import REASON
from tests.games.moderation.doing import do_action
from tests.support.mails import Send, ask_to_sign_in

CONTACT = "staff@stoneage.example"
NEW = "bob@new.example"


@pytest.fixture(autouse=True)
def _contact(settings: Any) -> None:
    settings.CONTACT_EMAIL = CONTACT


@pytest.fixture(autouse=True)
def _the_links_are_followed_at_once(
    monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    monkeypatch.setattr(data, "database_now", lambda: now)


@pytest.fixture
def banned(bob: User, administrator: User, now: datetime) -> User:
    do_action("ban", by=administrator, user=bob, reason=REASON, now=now)
    return User.objects.get(pk=bob.pk)


def about(words: str, sent: Sequence[EmailMessage]) -> EmailMessage:
    (mail,) = (mail for mail in sent if words in mail.subject)
    return mail


def data_link(mail: EmailMessage) -> str:
    found = re.search(r"https?://[^/]+(/data/\S+/)", str(mail.body))
    assert found, mail.body
    return found.group(1)


def test_both_addresses_get_the_reason(
    two_player_game: Game,
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    do_action("address", by=administrator, user=bob, email=NEW, reason=REASON, now=now)
    sent = [mail for mail in send(now) if REASON in str(mail.body)]
    assert len(sent) == 2
    new = about("The moderators have changed your address", sent)
    old = about("Your emails now go to another address", sent)
    assert (new.to, old.to) == ([NEW], ["bob@example.org"])
    assert "b•••@new.example" in str(old.body)
    for mail in sent:
        assert CONTACT in str(mail.body)
        assert "Adam" not in str(mail.body)


def test_deletion_leaves_neither_address(
    two_player_game: Game,
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
) -> None:
    do_action("address", by=administrator, user=bob, email=NEW, reason=REASON, now=now)
    send(now)
    forget_user(user=bob, now=now)
    assert not User.objects.filter(email__in=[NEW, "bob@example.org"]).exists()
    told = OutgoingMail.objects.filter(sent_to__icontains="bob")
    assert not told.exists()


def test_user_is_notified_before_the_deletion(
    two_player_game: Game,
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
) -> None:
    send(now)
    do_action("forget", by=administrator, user=bob, reason=REASON, now=now)
    mail = about("going to delete your account", send(now))
    assert mail.to == ["bob@example.org"]
    for words in REASON, CONTACT, "Monday 23 November":
        assert words in str(mail.body)
    assert Client().get(data_link(mail)).status_code == 200


def test_ban_mail_says_where_to_appeal_and_leads_to_the_data(
    two_player_game: Game, banned: User, send: Send, now: datetime
) -> None:
    mail = about("Your account has been closed", send(now))
    assert CONTACT in str(mail.body)
    _takes_home_and_goes(data_link(mail), banned)


def test_banned_user_can_always_request_a_link_to_their_data(
    two_player_game: Game, banned: User, send: Send, now: datetime
) -> None:
    send(now)
    later = now + timedelta(days=400)
    ask_to_sign_in("bob@example.org", now=later)
    mail = about("Your sign-in link", send(later))
    assert "/sign-in/" not in str(mail.body)
    assert data_link(mail)
    (row,) = OutgoingMail.objects.filter(kind=Kind.SIGN_IN)
    assert row.sent_at is not None


def _takes_home_and_goes(link: str, user: User) -> None:
    browser = Client()
    assert (
        b"The moderators have closed the account of bob@example.org"
        in browser.get(link).content
    )
    told = json.loads(browser.get(f"{link}my-data.json").content)
    assert told["account"]["email"] == "bob@example.org"
    assert browser.get(f"{link}forget/").status_code == 200
    assert b"for good?" in browser.post(f"{link}forget/").content
    assert User.objects.get(pk=user.pk).forgotten_at is None
    done = browser.post(f"{link}forget/", {"sure": "yes"})
    assert done.status_code == 303
    assert User.objects.get(pk=user.pk).email is None
    for page in "", "my-data.json", "forget/":
        assert browser.get(f"{link}{page}").status_code == 403
    assert browser.get("/account/").status_code == 302


def test_data_link_opens_nothing_else(
    two_player_game: Game, banned: User, send: Send, now: datetime
) -> None:
    mail = about("Your account has been closed", send(now))
    link, browser = data_link(mail), Client()
    browser.get(link)
    for page in "/account/", "/games/", f"/games/{two_player_game.slug}/play/":
        assert browser.get(page).status_code == 302
    for door in "sign-in", "play", "mail":
        other = link.replace("/data/", f"/{door}/")
        assert browser.get(other).status_code in {403, 404}


def test_data_link_ends_with_the_address(
    two_player_game: Game,
    bob: User,
    administrator: User,
    send: Send,
    now: datetime,
) -> None:
    do_action("forget", by=administrator, user=bob, reason=REASON, now=now)
    link = data_link(about("delete your account", send(now)))
    do_action("address", by=administrator, user=bob, email=NEW, reason=REASON, now=now)
    assert Client().get(link).status_code == 403
