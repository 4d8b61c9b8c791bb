"""The preferences page linked in each mail, and one-click unsubscribing."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertTemplateUsed

from config.monitoring.log_lines import redact
from games.accounts.users import update_user
from games.clocks import PRESETS
from games.limits import Limit
from games.links.purposes import PLAY_LINK, UNSUBSCRIBE_LINK, revoke_links
from games.lobby.new_games import create_game, create_practice_game
from games.models import Game, User
from games.now import database_now
from games.privacy.forgetting import forget_user
from games.seats.invitations import accept_seat
from notifications.mails.base import KINDS
from notifications.models import (
    Kind,
    MailPreferences,
    MailStatus,
    Pace,
    Topic,
    TopicSubscription,
)
from notifications.models.preferences import ON_REQUEST
from notifications.preferences.forms import games_of
from notifications.preferences.services import (
    OF_A_GAME,
    SILENCES,
    preferences_of,
    subscriptions_of,
)
from notifications.privacy import mails_of
from notifications.sending.render import foot_of, message_for, unsubscribe_headers
from stoneage_core.terms import Terms
from tests.support.mails import Send, a_mail, ask_to_sign_in, html_of, mails, seat_of
from tests.support.pages import signed_in, values_of

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
#: What a browser sends from the form as shown to a player without preferences.
FORM = {
    **{topic.value: "on" for topic in Topic if topic not in ON_REQUEST},
    "pace": "at_once",
    "daily_at": "08:00",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "defers_while_online": "on",
}


@pytest.fixture
def now() -> datetime:
    """The pages use the real clock, and a link dated in the future is valid."""
    return datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def stranger() -> Client:
    """A client without cookies that enforces CSRF checks."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def owner(alice: User) -> Client:
    return signed_in(alice)


#: The settings, for players who are signed in.
PAGE = "/mail/"


def page_of(user: User, now: datetime, what: str, game: Game | None = None) -> str:
    """Return the page of a link that stops one kind of email."""
    seat = None if game is None else game.seats.filter(user=user).first()
    return urlsplit(UNSUBSCRIBE_LINK.url(user, what, game, seat, now=now)).path


def stop_of(message: EmailMultiAlternatives) -> str:
    """Return the URL to which a mail program posts."""
    address = message.extra_headers["List-Unsubscribe"]
    assert (address[0], address[-1]) == ("<", ">")
    return urlsplit(address[1:-1]).path


def rows() -> list[object]:
    return [
        *MailPreferences.objects.values(),
        *TopicSubscription.objects.order_by("pk").values(),
    ]


# The form


def test_every_mail_links_to_the_page(
    two_player_game: Game, alice: User, now: datetime, send: Send, stranger: Client
) -> None:
    ask_to_sign_in(str(alice.email), now=now)
    for message in send(now):
        for text in (str(message.body), html_of(message)):
            assert f"{settings.SITE_URL}{PAGE}" in text
    answer = stranger.get(PAGE)
    assert answer["Location"].startswith("/account/login/?next=/mail/")


def test_preferences_are_saved_and_shown(
    alice: User, now: datetime, owner: Client
) -> None:
    page = PAGE
    form = FORM | {
        "pace": "daily",
        "daily_at": "06:30",
        "quiet": "on",
        "text_only": "on",
        "quiet_until": "06:00",
    }
    del form["defers_while_online"], form["reminders"]
    answer = owner.post(page, form)
    assert (answer.status_code, answer["Location"]) == (303, f"{page}?saved=1")
    preferences = preferences_of(alice)
    assert (preferences.pace, preferences.daily_at) == (Pace.DAILY, 390)
    assert (
        preferences.quiet,
        preferences.text_only,
        preferences.defers_while_online,
    ) == (True, True, False)
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.quiet_until) == (22 * 60, 6 * 60)
    assert not subscriptions_of(alice).is_on(Topic.REMINDERS)
    shown = owner.get(answer["Location"])
    assert shown.context["is_saved"]
    assert SILENCES[Topic.REMINDERS] in shown.context["silences"]
    assert 'value="06:30"' in shown.text


def test_unchanged_form_changes_nothing(
    two_player_game: Game, alice: User, now: datetime, owner: Client
) -> None:
    asked_for = [topic for topic in Topic if topic not in ON_REQUEST]
    boxes = {f"{two_player_game.slug}:{topic}": "on" for topic in asked_for}
    owner.post(PAGE, FORM | boxes)
    assert not TopicSubscription.objects.exists()
    preferences = MailPreferences.objects.get()
    assert (preferences.pace, preferences.quiet, preferences.defers_while_online) == (
        "at_once",
        False,
        True,
    )


def test_game_has_its_own_subscriptions(
    two_player_game: Game, alice: User, now: datetime, owner: Client
) -> None:
    page, slug = PAGE, two_player_game.slug
    silent = {name: FORM[name] for name in FORM if name != Topic.TURNS}
    owner.post(page, silent)  # off overall, and in the game with it
    assert not subscriptions_of(alice).is_on(Topic.TURNS, two_player_game.pk)
    rest = {f"{slug}:{topic}": "on" for topic in Topic}
    owner.post(page, silent | rest)  # on again, in the game alone
    subscriptions = subscriptions_of(alice)
    assert subscriptions.is_on(Topic.TURNS, two_player_game.pk)
    assert not subscriptions.is_on(Topic.TURNS)
    assert "differs" in owner.get(page).content.decode()


def test_unchanged_switch_of_a_game_follows_the_overall_one(
    two_player_game: Game, alice: User, now: datetime, owner: Client
) -> None:
    page = PAGE
    boxes = {f"{two_player_game.slug}:{topic}": "on" for topic in Topic}
    owner.post(page, {name: FORM[name] for name in FORM if name != "turns"} | boxes)
    assert not subscriptions_of(alice).is_on(Topic.TURNS, two_player_game.pk)
    del boxes[f"{two_player_game.slug}:turns"]  # as it is shown now
    owner.post(page, FORM | boxes)
    assert subscriptions_of(alice).is_on(Topic.TURNS, two_player_game.pk)


def test_invalid_form_loses_nothing(alice: User, now: datetime, owner: Client) -> None:
    answer = owner.post(PAGE, FORM | {"quiet_from": "25:99"})
    assert answer.status_code == 400
    assert "quiet_from" in answer.context["form"].errors
    assert rows() == []


def test_preferences_are_saved_completely_or_not_at_all(
    alice: User, now: datetime, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError

    monkeypatch.setattr(MailPreferences, "save", fail)
    owner.raise_request_exception = False
    form = {name: value for name, value in FORM.items() if name != Topic.REMINDERS}
    answer = owner.post(PAGE, form | {"quiet_from": "21:00"})
    assert answer.status_code == 503
    alice.refresh_from_db()
    assert (alice.quiet_from, subscriptions_of(alice).overall) == (22 * 60, {})


def test_signed_in_user_needs_no_link(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    page = reverse("mail_preferences")
    assert page in client.get(reverse("games:account")).content.decode()
    assert client.post(page, FORM | {"pace": "hourly"}).status_code == 303
    assert preferences_of(alice).pace == Pace.HOURLY


def test_anonymous_user_is_asked_to_sign_in(db: None, stranger: Client) -> None:
    assert stranger.get(reverse("mail_preferences")).status_code == 302


def test_csrf_token_is_required(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(reverse("mail_preferences"), FORM).status_code == 403
    assert rows() == []


def test_guest_reads_how_to_get_mails(db: None, now: datetime) -> None:
    seat = create_practice_game(now=now)
    assert seat.user is not None
    client = Client()
    client.force_login(seat.user)
    assert client.get(reverse("mail_preferences"))["Location"] == reverse(
        "games:account"
    )


def test_quiet_hours_use_the_readers_time_zone(
    alice: User, now: datetime, owner: Client
) -> None:
    update_user(user=alice, time_zone="Asia/Tokyo")
    assert "Asia/Tokyo" in owner.get(PAGE).content.decode()


# The link


def test_invalid_link_is_reported(db: None, stranger: Client) -> None:
    for do in (stranger.get, stranger.post):
        answer = do("/mail/1:abc:def/")
        assert answer.status_code == 404
        assertTemplateUsed(answer, "notifications/preferences/no_link.html")


def test_link_survives_signing_in_but_not_a_new_address(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now, "turns")
    User.objects.filter(pk=alice.pk).update(last_login=now)
    assert stranger.get(page).status_code == 200
    User.objects.filter(pk=alice.pk).update(email="another@example.org")
    assert stranger.get(page).status_code == 404


def test_link_is_valid_for_a_year(
    two_player_game: Game, alice: User, stranger: Client
) -> None:
    now = database_now()
    for days, status in ((364, 200), (366, 404)):
        page = page_of(alice, now - timedelta(days=days), "turns", two_player_game)
        assert stranger.get(page).status_code == status


def test_new_links_to_the_seat_end_the_link(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now, "turns", two_player_game)
    assert stranger.get(page).status_code == 200
    revoke_links(seat=seat_of(two_player_game, alice), now=now)
    answer = stranger.post(page, ONE_CLICK)
    assert answer.status_code == 404
    assertTemplateUsed(answer, "notifications/preferences/no_link.html")
    assert rows() == []


def test_play_link_opens_no_preferences(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    token = PLAY_LINK.token(seat_of(two_player_game, alice), now=now)
    assert stranger.get(f"/mail/{token}/").status_code == 404


def test_links_are_redacted_in_logs(alice: User, now: datetime) -> None:
    assert redact(f"GET {page_of(alice, now, 'turns')}") == "GET /mail/[token]/"


def test_changes_are_limited(
    alice: User, now: datetime, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "notifications.preferences.views.MAIL_PREFERENCES",
        Limit("test-mail-preferences", most=2, seconds=60),
    )
    page = page_of(alice, now, Topic.LEAGUES)
    answers = [stranger.post(page, ONE_CLICK) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert stranger.get(page).status_code == 200


def test_reader_of_a_forwarded_email_can_only_stop_its_kind_for_its_game(
    two_player_game: Game, alice: User, now: datetime, send: Send, stranger: Client
) -> None:
    mine = next(message for message in send(now) if message.to == [alice.email])
    page = stop_of(mine)
    for rest in ("unsubscribe/turns/", "unsubscribe/everything/", "push/"):
        assert stranger.post(page + rest, ONE_CLICK).status_code == 404
    silent = FORM | {"pace": "daily", "text_only": "on", "quiet": "on"}
    del silent["turns"]
    assert stranger.post(page, silent).status_code == 200
    for closed in (PAGE, "/mail/push/", "/mail/webhooks/", "/mail/calendar/"):
        assert stranger.get(closed)["Location"].startswith("/account/login/")
        assert stranger.post(closed, silent).status_code in {302, 403}
    assert "/calendar/" not in stranger.get(page).text
    assert rows() == []
    assert stranger.post(page, ONE_CLICK).status_code == 200
    subscriptions = subscriptions_of(alice)
    assert subscriptions.overall == {}
    assert subscriptions.games == {(two_player_game.pk, Topic.TURNS): False}


def test_one_click_in_a_digest_turns_off_the_digest_alone(
    alice: User, now: datetime, stranger: Client
) -> None:
    MailPreferences.objects.create(user=alice, pace=Pace.DAILY)
    digest = a_mail(alice, now, "digest", kind=Kind.DIGEST)
    address = unsubscribe_headers(digest, now=now)["List-Unsubscribe"]
    page = urlsplit(address[1:-1]).path
    assert foot_of(digest, now=now)["stop_url"] == address[1:-1]
    assert not stranger.get(page).context["is_off"]
    assert stranger.post(page, ONE_CLICK).context["is_off"]
    assert preferences_of(alice).pace == Pace.AT_ONCE
    assert not TopicSubscription.objects.exists()
    stranger.post(page, {"do": "again"})
    assert preferences_of(alice).pace == Pace.DAILY


def test_owner_is_told_when_turn_emails_of_a_game_are_turned_off(
    two_player_game: Game, alice: User, stranger: Client, now: datetime
) -> None:
    """A person to whom the email was forwarded can do it."""
    for topic in ("turns", "turns", "reminders"):
        page = page_of(alice, now, topic, two_player_game)
        assert stranger.post(page, ONE_CLICK).status_code == 200
    (mail,) = mails(Kind.ACCOUNT_SECURED, alice)
    message = message_for(mail, now=now)
    assert f"/games/{two_player_game.slug}/" in str(message.body)


def test_owner_is_told_once_that_all_turn_emails_are_off(
    alice: User, owner: Client, now: datetime
) -> None:
    silent = {name: FORM[name] for name in FORM if name != Topic.TURNS}
    for _ in range(2):
        owner.post(PAGE, silent)
    (mail,) = mails(Kind.ACCOUNT_SECURED, alice)
    assert mail.game is None


# One click


@pytest.mark.parametrize("topic", Topic)
def test_one_click_turns_a_topic_off(
    alice: User, now: datetime, stranger: Client, topic: Topic
) -> None:
    page = page_of(alice, now, topic)
    answer = stranger.post(page, ONE_CLICK)
    assert answer.status_code == 200
    assert answer.context["is_off"]
    off = {each for each in Topic if not subscriptions_of(alice).is_on(each)}
    assert off == {topic, *ON_REQUEST}


def test_one_click_works_as_multipart_form(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now, "turns")
    body = "List-Unsubscribe=One-Click"
    encoded = "application/x-www-form-urlencoded"
    assert stranger.post(page, body, content_type=encoded).status_code == 200
    assert not subscriptions_of(alice).is_on(Topic.TURNS)


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_link_changes_nothing(
    two_player_game: Game,
    alice: User,
    now: datetime,
    stranger: Client,
    method: str,
    send: Send,
) -> None:
    for page in (
        page_of(alice, now, "turns"),
        page_of(alice, now, "turns", two_player_game),
        page_of(alice, now, Pace.DAILY),
    ):
        assert getattr(stranger, method)(page).status_code == 200
    assert rows() == []


def test_other_posts_change_nothing(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now, "turns")
    answer = stranger.post(page, {"List-Unsubscribe": "Please"})
    assert subscriptions_of(alice).is_on(Topic.TURNS)
    assert answer.status_code == 200


def test_button_turns_a_topic_off_and_on_again(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now, "turns")
    assert values_of(stranger.get(page).text, "do") == ["stop"]
    stopped = stranger.post(page, {"do": "stop"})
    assert str(SILENCES[Topic.TURNS]) in stopped.text
    assert values_of(stopped.text, "do") == ["again"]
    again = stranger.post(page, {"do": "again"})
    assert (again.context["is_off"], again.context["is_done"]) == (False, True)
    assert subscriptions_of(alice).is_on(Topic.TURNS)


# Headers


def test_unsubscribe_headers_follow_the_rfc(
    two_player_game: Game, alice: User, now: datetime, send: Send, stranger: Client
) -> None:
    for message in send(now):
        raw = message.message()
        assert raw.get_all("List-Unsubscribe-Post") == ["List-Unsubscribe=One-Click"]
        (address,) = raw.get_all("List-Unsubscribe") or []
        assert str(address) == message.extra_headers["List-Unsubscribe"]
        assert "@" not in str(address), "no address of anybody"
    mine = next(message for message in send(now) if message.to == [alice.email])
    assert stranger.post(stop_of(mine), ONE_CLICK).status_code == 200
    subscriptions = subscriptions_of(alice)
    assert not subscriptions.is_on(Topic.TURNS, two_player_game.pk)
    assert subscriptions.is_on(Topic.TURNS), "other games go on"


def test_unsubscribe_header_is_not_folded(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    """The long URL stays in one piece and is not encoded."""
    from email import message_from_bytes, policy

    for message in send(now):
        sent = message.message().as_bytes()
        received = message_from_bytes(sent, policy=policy.default)
        told = received["List-Unsubscribe"].strip()
        assert told == message.extra_headers["List-Unsubscribe"]


def test_required_mails_have_no_unsubscribe_header(
    alice: User, now: datetime, send: Send
) -> None:
    a_mail(alice, now, f"address_changed:{alice.pk}", kind=Kind.ADDRESS_CHANGED)
    (message,) = send(now)
    assert "List-Unsubscribe" not in message.extra_headers
    assert "List-Unsubscribe-Post" not in message.extra_headers


def test_stranger_can_stop_all_invitations(
    alice: User, now: datetime, send: Send, stranger: Client
) -> None:
    address = "zoe@example.org"
    people = [str(alice.email), address]
    create_game(host=alice, players=people, now=now)
    (message,) = send(now)
    stranger.post(stop_of(message), ONE_CLICK)
    create_game(host=alice, players=people, now=now)
    assert len(send(now)) == 1
    *_, second = mails(Kind.INVITATION)
    assert second.status == MailStatus.SKIPPED


# Elsewhere


def test_seat_page_warns_of_missing_turn_mails(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    play = urlsplit(PLAY_LINK.url(seat_of(two_player_game, alice), now=now)).path
    own = f"{play}seat/"
    warning = str(SILENCES[Topic.TURNS])
    assert warning not in stranger.get(own).content.decode()
    stranger.post(page_of(alice, now, "turns"), ONE_CLICK)
    assert warning in stranger.get(own).content.decode()


def test_preferences_are_exported_and_deleted(
    two_player_game: Game, alice: User, now: datetime, stranger: Client, owner: Client
) -> None:
    boxes = {f"{two_player_game.slug}:{topic}": "on" for topic in OF_A_GAME[:-1]}
    owner.post(PAGE, FORM | boxes | {"pace": "hourly"})
    stranger.post(page_of(alice, now, "turns", two_player_game), ONE_CLICK)
    data = mails_of(alice)
    assert data["mail_preferences"]["pace"] == "hourly"
    told = {"game": two_player_game.slug, "topic": "turns", "is_on": False}
    assert data["topic_subscriptions"] == [told]
    forget_user(user=alice, now=now)
    assert rows() == []


def test_every_kind_has_a_topic_or_is_required() -> None:
    always = {
        *(Kind.SIGN_IN, Kind.FRESH_LINK, Kind.KEEP, Kind.STAFF_ACTED),
        *(Kind.CASE_QUESTION, Kind.CASE_TAKEN),
        *(Kind.REPLY_READ, Kind.REPLY_UNREAD, Kind.DIGEST, Kind.DIGEST_READ),
        *(Kind.PUSH, Kind.WEBHOOK),  # which follow a mail
        Kind.WEBHOOK_OFF,
        *(Kind.ADDRESS_TRIED, Kind.ADDRESS_CHANGED, Kind.ACCOUNT_SECURED),
        Kind.ADDRESS_ADDITION,
    }
    assert {name for name, kind in KINDS.items() if not kind.topic} == always


def test_games_with_the_same_people_are_told_apart(
    alice: User, bob: User, now: datetime
) -> None:
    for _game in range(2):
        create_game(host=alice, players=[alice, bob], now=now)
    titles = {title for _game, title in games_of(alice)}
    assert titles == {"Bob", "Bob, game 2"}


def test_change_of_quiet_hours_moves_reminders(
    alice: User, bob: User, owner: Client
) -> None:
    moment = database_now()
    terms = Terms(2, PRESETS["unhurried"], first_player=0)
    game = create_game(host=alice, players=[alice, bob], terms=terms, now=moment)
    accept_seat(seat=game.seats.get(number=1), now=moment)
    update_user(user=alice, time_zone="UTC")
    for asleep, awake in ((0, 12), (12, 0)):
        hours = {"quiet_from": f"{asleep:02}:00", "quiet_until": f"{awake:02}:00"}
        owner.post(PAGE, FORM | hours)
        remind_at = game.seats.get(number=0).remind_at
        assert remind_at is not None
        assert remind_at.hour in range(awake, awake + 12)


def test_calendar_has_a_link_that_opens_a_calendar_program(owner: Client) -> None:
    answer = owner.get(PAGE)
    address = answer.context["calendar_url"]
    assert address.startswith(settings.SITE_URL)
    html = answer.content.decode()
    assert f'href="webcal:{address.partition(":")[2]}"' in html
    assert 'data-copies="calendar-url"' in html
    assert owner.get(urlsplit(address).path)["Content-Type"].startswith("text/calendar")
