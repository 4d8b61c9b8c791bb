"""The desk's pages of mails: what was sent, to whom, and the words, rendered again."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.links.purposes import PLAY_LINK
from games.models import Game, User
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.sending.past_mail import PastMail, render_again
from notifications.sending.render import message_for
from tests.games.talk.test_talk import say
from tests.support.mails import a_mail
from tests.support.play import submit

AtDesk = Callable[[User], Client]
pytestmark = pytest.mark.django_db


@pytest.fixture
def at_desk() -> AtDesk:
    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


def sent(mail: OutgoingMail, now: datetime) -> OutgoingMail:
    """Note that a mail was sent, as the sender does."""
    version = mail.game.version if mail.game else None
    rows = OutgoingMail.objects.filter(pk=mail.pk)
    rows.update(status=MailStatus.SENT, sent_at=now, shown_version=version)
    return rows.get()


def turn_of(user: User) -> OutgoingMail:
    return OutgoingMail.objects.filter(user=user, kind=Kind.YOUR_TURN).latest("pk")


def page_of(browser: Client, mail: OutgoingMail) -> PastMail | None:
    answer = browser.get(reverse("desk_mail", args=[mail.pk]))
    assert answer.status_code == 200
    again: PastMail | None = answer.context["again"]
    return again


def test_mail_is_rendered_for_the_position_that_it_told_of(
    two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk, now: datetime
) -> None:
    game = submit(two_player_game, 0, "forest 3", now=now).game
    mail = OutgoingMail.objects.with_related().get(pk=turn_of(bob).pk)
    as_sent = message_for(mail, now=now, text_only=True)
    mail = sent(mail, now)
    game = submit(game, 1, "clay pit 5", now=now + timedelta(hours=1)).game
    submit(game, 0, "hut", now=now + timedelta(hours=2))
    again = page_of(at_desk(moderator), mail)
    assert again is not None
    assert again.subject == as_sent.subject
    assert again.sequence == mail.shown_version
    kept = [line for line in as_sent.body.splitlines() if "//" not in line]
    assert [line for line in kept if line.strip() and line not in again.text] == []


def test_rendered_mail_has_no_links_and_no_codes(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    code = a_mail(bob, now, kind=Kind.SIGN_IN, code="314159")
    for mail in (turn_of(bob), code):
        again = render_again(mail, sees_talk=True)
        assert isinstance(again, PastMail)
        for secret in (settings.SITE_URL, "314159", PLAY_LINK.page):
            assert secret not in again.text
    assert OutgoingMail.objects.get(pk=code.pk).code == "314159"


def test_talk_is_only_for_those_who_may_read_it(
    two_player_game: Game,
    bob: User,
    moderator: User,
    auditor: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    say(two_player_game, 0, "Mind the hut.")
    submit(two_player_game, 0, "forest 3", now=now + timedelta(minutes=5))
    talk = OutgoingMail.objects.get(kind=Kind.TALK, user=bob)
    later = now + timedelta(hours=1)
    turn, talk = sent(turn_of(bob), later), sent(talk, later)
    shown = page_of(at_desk(moderator), talk)
    assert shown is not None
    assert "Mind the hut." in shown.text
    assert page_of(at_desk(auditor), talk) is None
    hidden = page_of(at_desk(auditor), turn)
    assert hidden is not None
    assert "Mind the hut." not in hidden.text


def test_mails_are_found_by_game_person_kind_and_outcome(
    two_player_game: Game,
    finished_game: Game,
    bob: User,
    auditor: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    failed = a_mail(bob, now, kind=Kind.REMINDER, status=MailStatus.FAILED)
    browser = at_desk(auditor)

    def found(**wanted: str) -> set[int]:
        answer = browser.get(reverse("desk_mails"), wanted)
        return {row["mail"].pk for row in answer.context["rows"]}

    of_game = OutgoingMail.objects.filter(game=two_player_game)
    assert found(game=two_player_game.slug) == set(of_game.values_list("pk", flat=True))
    turns = found(game=two_player_game.slug, person="bob", kind=Kind.YOUR_TURN)
    assert turns == {turn_of(bob).pk}
    assert found(outcome=MailStatus.FAILED) == {failed.pk}
    invalid = browser.get(reverse("desk_mails"), {"game": "nosuchgame"})
    assert invalid.context["form"].errors


def test_use_of_a_link_is_noted_once_at_its_mail(
    client: Client, two_player_game: Game, bob: User, now: datetime
) -> None:
    """Looking at the page is not enough, because mail scanners do that, too."""
    submit(two_player_game, 0, "forest 3", now=now)
    mail = sent(turn_of(bob), now)
    url = PLAY_LINK.url(two_player_game.seats.get(number=1), now=now)
    path = url.removeprefix(settings.SITE_URL)
    client.get(path)
    assert OutgoingMail.objects.get(pk=mail.pk).opened_at is None
    client.post(path, {"action": "here"})
    opened_at = OutgoingMail.objects.get(pk=mail.pk).opened_at
    assert opened_at is not None
    client.post(path, {"action": "here"})
    assert OutgoingMail.objects.get(pk=mail.pk).opened_at == opened_at
    assert OutgoingMail.objects.exclude(opened_at=None).count() == 1


def test_own_running_games_are_left_out(
    two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    mail = OutgoingMail.objects.filter(game=two_player_game).latest("pk")
    two_player_game.seats.filter(user=bob).update(user=moderator)
    browser = at_desk(moderator)
    assert browser.get(reverse("desk_mail", args=[mail.pk])).status_code == 404
    assert browser.get(reverse("desk_mails")).context["rows"] == []
