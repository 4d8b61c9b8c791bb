"""A player who gets many mails is offered fewer, once and with one press."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from config.monitoring.log_lines import redact
from games.accounts.access import end_access
from games.links.purposes import PACE_LINK
from games.models import Game, User
from notifications.mails.turn import LATELY, MANY
from notifications.models import Kind, MailStatus, OutgoingMail, Pace, Topic
from notifications.preferences.services import preferences_of, save_preferences
from tests.notifications.mails.test_contents import written
from tests.support.mails import a_mail, html_of, mails
from tests.support.pages import html_of as page_of
from tests.support.pages import values_of

PAGE = "notifications/preferences/pace.html"


@pytest.fixture
def now() -> datetime:
    """The pages use the real clock, and a link dated in the future is valid."""
    return datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def sent(user: User, count: int, at: datetime, topic: str = Topic.TURNS) -> None:
    """Let a player have got mails about turns."""
    for number in range(count):
        mail = a_mail(user, at, f"{topic} {at} {number}")
        OutgoingMail.objects.filter(pk=mail.pk).update(
            topic=topic, status=MailStatus.SENT, sent_at=at
        )


def offer_in(game: Game, user: User, now: datetime) -> str:
    """Return the page that the latest turn mail of a player offers, or ''."""
    mail = mails(Kind.YOUR_TURN, user)[-1]
    message = written(mail, now)
    url = PACE_LINK.url(user, now=now)
    assert (url in str(message.body)) == (url in html_of(message))
    return urlsplit(url).path if url in str(message.body) else ""


def test_many_turn_mails_in_two_days_bring_the_offer(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    sent(alice, MANY - 1, now - timedelta(days=1))
    sent(alice, 5, now - LATELY - timedelta(minutes=1))
    sent(alice, 5, now - timedelta(days=1), topic=Topic.REMINDERS)
    assert not offer_in(two_player_game, alice, now)
    sent(alice, 1, now - timedelta(hours=1))
    assert offer_in(two_player_game, alice, now)


def test_who_chose_a_pace_is_not_asked(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    sent(alice, MANY, now - timedelta(days=1))
    save_preferences(user=alice, now=now, text_only=True)
    assert offer_in(two_player_game, User.objects.get(pk=alice.pk), now)
    for pace in (Pace.HOURLY, Pace.AT_ONCE):
        save_preferences(user=alice, now=now, pace=pace)
        assert not offer_in(two_player_game, User.objects.get(pk=alice.pk), now)


@pytest.mark.parametrize("pace", [Pace.HOURLY, Pace.DAILY])
def test_one_press_without_signing_in_changes_the_pace(
    two_player_game: Game, alice: User, client: Client, now: datetime, pace: Pace
) -> None:
    sent(alice, MANY, now - timedelta(days=1))
    page = offer_in(two_player_game, alice, now)
    shown = client.get(page)
    assertTemplateUsed(shown, PAGE)
    assert preferences_of(alice).pace == Pace.AT_ONCE, "mail scanners open each link"
    assert set(values_of(page_of(shown), "pace")) == {Pace.HOURLY, Pace.DAILY}
    changed = client.post(page, {"pace": pace})
    assert changed.context["chosen"] == pace
    assert preferences_of(User.objects.get(pk=alice.pk)).pace == pace
    client.post(page, {"pace": Pace.AT_ONCE})
    assert preferences_of(User.objects.get(pk=alice.pk)).pace == Pace.AT_ONCE


def test_unknown_pace_changes_nothing(
    alice: User, client: Client, now: datetime
) -> None:
    page = urlsplit(PACE_LINK.url(alice, now=now)).path
    for form in ({}, {"pace": "never"}):
        assertTemplateUsed(client.post(page, form), PAGE)
        assert not preferences_of(alice).pace_is_chosen


def test_link_ends_with_all_access_of_its_player(
    alice: User, client: Client, now: datetime
) -> None:
    page = urlsplit(PACE_LINK.url(alice, now=now)).path
    assert redact(f"GET {page}") == "GET /pace/[token]/"
    end_access(user=alice)
    assert client.post(page, {"pace": Pace.DAILY}).status_code == 404
    assert preferences_of(alice).pace == Pace.AT_ONCE
