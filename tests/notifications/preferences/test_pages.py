"""The preferences page linked in each mail, and one-click unsubscribing."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from config.monitoring.log_lines import redact
from games.accounts.users import update_user
from games.limits import Limit
from games.links.purposes import MAIL_LINK, PLAY_LINK
from games.lobby.new_games import create_game, create_practice_game
from games.models import Game, User
from games.privacy.forgetting import forget_user
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
from notifications.outbox.rows import new_mail
from notifications.preferences.services import (
    OF_A_GAME,
    preferences_of,
    subscriptions_of,
)
from notifications.privacy import mails_of
from notifications.sending.render import message_for
from tests.support.mails import Send, a_mail, ask_to_sign_in, html_of, mails, seat_of

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


def page_of(user: User, now: datetime) -> str:
    return urlsplit(MAIL_LINK.url(user, now=now)).path


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
        url = next(line for line in str(message.body).splitlines() if "/mail/" in line)
        assert url in html_of(message)
        answer = stranger.get(urlsplit(url).path)
        assert answer.status_code == 200
        assert "Email settings" in answer.content.decode()


def test_preferences_are_saved_and_shown(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now)
    form = FORM | {
        "pace": "daily",
        "daily_at": "06:30",
        "quiet": "on",
        "text_only": "on",
        "quiet_until": "06:00",
    }
    del form["defers_while_online"], form["reminders"]
    answer = stranger.post(page, form)
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
    shown = stranger.get(answer["Location"]).content.decode()
    for words in ("Saved.", "You get no reminders.", 'value="06:30"'):
        assert words in shown


def test_unchanged_form_changes_nothing(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    asked_for = [topic for topic in Topic if topic not in ON_REQUEST]
    boxes = {f"{two_player_game.slug}:{topic}": "on" for topic in asked_for}
    stranger.post(page_of(alice, now), FORM | boxes)
    assert not TopicSubscription.objects.exists()
    preferences = MailPreferences.objects.get()
    assert (preferences.pace, preferences.quiet, preferences.defers_while_online) == (
        "at_once",
        False,
        True,
    )


def test_game_has_its_own_subscriptions(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    page, slug = page_of(alice, now), two_player_game.slug
    silent = {name: FORM[name] for name in FORM if name != Topic.TURNS}
    stranger.post(page, silent)  # off overall, and in the game with it
    assert not subscriptions_of(alice).is_on(Topic.TURNS, two_player_game.pk)
    rest = {f"{slug}:{topic}": "on" for topic in Topic}
    stranger.post(page, silent | rest)  # on again, in the game alone
    subscriptions = subscriptions_of(alice)
    assert subscriptions.is_on(Topic.TURNS, two_player_game.pk)
    assert not subscriptions.is_on(Topic.TURNS)
    assert "differs" in stranger.get(page).content.decode()


def test_unchanged_switch_of_a_game_follows_the_overall_one(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now)
    boxes = {f"{two_player_game.slug}:{topic}": "on" for topic in Topic}
    stranger.post(page, {name: FORM[name] for name in FORM if name != "turns"} | boxes)
    assert not subscriptions_of(alice).is_on(Topic.TURNS, two_player_game.pk)
    del boxes[f"{two_player_game.slug}:turns"]  # as it is shown now
    stranger.post(page, FORM | boxes)
    assert subscriptions_of(alice).is_on(Topic.TURNS, two_player_game.pk)


def test_invalid_form_loses_nothing(
    alice: User, now: datetime, stranger: Client
) -> None:
    answer = stranger.post(page_of(alice, now), FORM | {"quiet_from": "25:99"})
    assert answer.status_code == 400
    assert "A time of day, such as 08:30." in answer.content.decode()
    assert rows() == []


def test_preferences_are_saved_completely_or_not_at_all(
    alice: User, now: datetime, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError

    monkeypatch.setattr(MailPreferences, "save", fail)
    stranger.raise_request_exception = False
    form = {name: value for name, value in FORM.items() if name != Topic.REMINDERS}
    answer = stranger.post(page_of(alice, now), form | {"quiet_from": "21:00"})
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
    alice: User, now: datetime, stranger: Client
) -> None:
    update_user(user=alice, time_zone="Asia/Tokyo")
    assert "Asia/Tokyo" in stranger.get(page_of(alice, now)).content.decode()


# The link


@pytest.mark.parametrize("rest", ["", "unsubscribe/turns/"])
def test_invalid_link_is_reported(db: None, stranger: Client, rest: str) -> None:
    for do in (stranger.get, stranger.post):
        answer = do(f"/mail/1:abc:def/{rest}")
        assert answer.status_code == 404
        assert "This link doesn’t open anything" in answer.content.decode()


def test_link_survives_signing_in_but_not_a_new_address(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now)
    User.objects.filter(pk=alice.pk).update(last_login=now)
    assert stranger.get(page).status_code == 200
    User.objects.filter(pk=alice.pk).update(email="another@example.org")
    assert stranger.get(page).status_code == 404


def test_play_link_does_not_open_preferences(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    token = PLAY_LINK.token(seat_of(two_player_game, alice), now=now)
    assert stranger.get(f"/mail/{token}/").status_code == 404


def test_links_are_redacted_in_logs(alice: User, now: datetime) -> None:
    page = page_of(alice, now)
    assert redact(f"GET {page}unsubscribe/turns/") == (
        "GET /mail/[token]/unsubscribe/turns/"
    )


def test_changes_are_limited(
    alice: User, now: datetime, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "notifications.preferences.views.MAIL_PREFERENCES",
        Limit("test-mail-preferences", most=2, seconds=60),
    )
    page = f"{page_of(alice, now)}unsubscribe/{Topic.TURNS}/"
    answers = [stranger.post(page, ONE_CLICK) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert stranger.get(page).status_code == 200


# One click


@pytest.mark.parametrize("topic", Topic)
def test_one_click_turns_a_topic_off(
    alice: User, now: datetime, stranger: Client, topic: Topic
) -> None:
    page = f"{page_of(alice, now)}unsubscribe/{topic}/"
    answer = stranger.post(page, ONE_CLICK)
    assert answer.status_code == 200
    assert "Turned off" in answer.content.decode()
    off = {each for each in Topic if not subscriptions_of(alice).is_on(each)}
    assert off == {topic, *ON_REQUEST}


def test_one_click_works_as_multipart_form(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = f"{page_of(alice, now)}unsubscribe/turns/"
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
    page, slug = page_of(alice, now), two_player_game.slug
    for rest in ("", "unsubscribe/turns/", "unsubscribe/everything/"):
        assert getattr(stranger, method)(page + rest).status_code == 200
    of_game = f"{page}unsubscribe/turns/{slug}/"
    assert getattr(stranger, method)(of_game).status_code == 200
    assert rows() == []


def test_other_posts_change_nothing(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = f"{page_of(alice, now)}unsubscribe/turns/"
    answer = stranger.post(page, {"List-Unsubscribe": "Please"})
    assert subscriptions_of(alice).is_on(Topic.TURNS)
    assert answer.status_code == 200


def test_button_turns_a_topic_off_and_on_again(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = f"{page_of(alice, now)}unsubscribe/turns/"
    assert "Stop these emails" in stranger.get(page).content.decode()
    stopped = stranger.post(page, {"do": "stop"}).content.decode()
    assert "You get no email when it’s your turn." in stopped
    again = stranger.post(page, {"do": "again"}).content.decode()
    assert "You get these emails again" in again
    assert subscriptions_of(alice).is_on(Topic.TURNS)


def test_turning_all_on_restores_the_defaults(
    alice: User, now: datetime, stranger: Client
) -> None:
    page = f"{page_of(alice, now)}unsubscribe/everything/"
    for do in ("stop", "again"):
        stranger.post(page, {"do": do})
    on = {topic for topic in Topic if subscriptions_of(alice).is_on(topic)}
    assert on == set(Topic) - set(ON_REQUEST)


def test_one_click_turns_a_topic_off_in_every_game(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    """Also in a game for which the player had turned it on."""
    game = two_player_game
    page = page_of(alice, now)
    stranger.post(f"{page}unsubscribe/turns/{game.slug}/", {"do": "again"})
    stranger.post(f"{page}unsubscribe/turns/", ONE_CLICK)
    assert not subscriptions_of(alice).is_on(Topic.TURNS, game.pk)


def test_one_game_can_be_left_out(
    two_player_game: Game, alice: User, now: datetime, stranger: Client, send: Send
) -> None:
    mail = next(m for m in send(now) if m.to == [alice.email])
    path = f"unsubscribe/turns/{two_player_game.slug}/"
    assert path in str(mail.body)
    stranger.post(page_of(alice, now) + path, {"do": "stop"})
    subscriptions = subscriptions_of(alice)
    assert not subscriptions.is_on(Topic.TURNS, two_player_game.pk)
    assert subscriptions.is_on(Topic.TURNS)


@pytest.mark.parametrize(
    "rest",
    ["nonsense/", "turns/no-such-game/", "invitations/{slug}/", "everything/{slug}/"],
)
def test_required_mails_have_no_switch(
    two_player_game: Game, alice: User, now: datetime, stranger: Client, rest: str
) -> None:
    rest = rest.format(slug=two_player_game.slug)
    page = f"{page_of(alice, now)}unsubscribe/{rest}"
    assert stranger.post(page, ONE_CLICK).status_code == 404
    assert rows() == []


def test_games_of_others_are_not_found(
    two_player_game: Game, outsider: User, now: datetime, stranger: Client
) -> None:
    page = f"{page_of(outsider, now)}unsubscribe/turns/{two_player_game.slug}/"
    assert stranger.post(page, ONE_CLICK).status_code == 404


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
    assert "No more invitations to this address" in str(message.body)
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
    warning = "You get no email when it’s your turn."
    assert warning not in stranger.get(own).content.decode()
    stranger.post(f"{page_of(alice, now)}unsubscribe/turns/", ONE_CLICK)
    assert warning in stranger.get(own).content.decode()


def test_preferences_are_exported_and_deleted(
    two_player_game: Game, alice: User, now: datetime, stranger: Client
) -> None:
    page = page_of(alice, now)
    boxes = {f"{two_player_game.slug}:{topic}": "on" for topic in OF_A_GAME[:-1]}
    stranger.post(page, FORM | boxes | {"pace": "hourly"})
    stranger.post(f"{page}unsubscribe/turns/{two_player_game.slug}/", ONE_CLICK)
    data = mails_of(alice)
    assert data["mail_preferences"]["pace"] == "hourly"
    told = {"game": two_player_game.slug, "topic": "turns", "is_on": False}
    assert data["topic_subscriptions"] == [told]
    forget_user(user=alice, now=now)
    assert rows() == []


def test_unknown_game_changes_nothing(
    alice: User, now: datetime, stranger: Client
) -> None:
    new_mail(Kind.SIGN_IN, f"{alice.pk}:any", now, user_id=alice.pk).save()
    page = f"{page_of(alice, now)}unsubscribe/turns/nosuchgame/"
    assert stranger.post(page, ONE_CLICK).status_code == 404
    assert rows() == []


def test_every_kind_has_a_topic_or_is_required() -> None:
    always = {
        *(Kind.SIGN_IN, Kind.FRESH_LINK, Kind.KEEP, Kind.STAFF_ACTED),
        *(Kind.REPLY_READ, Kind.REPLY_UNREAD, Kind.DIGEST, Kind.DIGEST_READ),
        *(Kind.PUSH, Kind.WEBHOOK),  # which follow a mail
        Kind.WEBHOOK_OFF,
        *(Kind.ADDRESS_TRIED, Kind.ADDRESS_CHANGED, Kind.ACCOUNT_SECURED),
        Kind.ADDRESS_ADDITION,
    }
    assert {name for name, kind in KINDS.items() if not kind.topic} == always


def test_link_is_valid_for_years(alice: User, stranger: Client, now: datetime) -> None:
    years_ago = now - timedelta(days=3 * 365)
    assert stranger.get(page_of(alice, years_ago)).status_code == 200


def test_player_is_told_once_that_turn_emails_are_off(
    alice: User, stranger: Client, now: datetime
) -> None:
    """Whoever got a forwarded email can turn them off."""
    for topic in ("turns", "turns", "reminders"):
        page = f"{page_of(alice, now)}unsubscribe/{topic}/"
        assert stranger.post(page, ONE_CLICK).status_code == 200
    (mail,) = mails(Kind.ACCOUNT_SECURED, alice)
    assert message_for(mail, now=now).subject == "Your turn emails are turned off"
