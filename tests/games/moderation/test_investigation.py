"""One press opens all that is stored about how a person plays, and with whom."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.lobby.new_games import create_game
from games.models import Game, StaffTrace, User
from games.models.tallies import SeenBrowser
from games.moderation import investigation
from games.moderation.investigation import Companion
from games.seats.invitations import accept_seat
from games.talk.reports import make_report
from tests.games.moderation.doing import seat
from tests.games.talk.test_talk import say
from tests.support.play import play_on

AtDesk = Callable[[User], Client]


def url_of(user: User) -> str:
    return reverse("moderation:investigate", args=[user.pk])


def companions(browser: Client, user: User) -> dict[str, Companion]:
    found = browser.get(url_of(user)).context["companions"]
    return {each.user.name: each for each in found}


def test_companions_have_games_wins_and_reports(
    finished_game: Game,
    two_player_game: Game,
    alice: User,
    bob: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    play_on(two_player_game, now=now, decisions=2)
    make_report(
        reporter=alice,
        seat=seat(two_player_game, 1),
        kind="collusion",
        reason="Hm",
        now=now,
    )
    browser = at_desk(moderator)
    with_bob = companions(browser, alice)["Bob"]
    with_alice = companions(browser, bob)["Alice"]
    assert (with_bob.games, with_bob.running, with_bob.reports) == (2, 1, 1)
    assert (with_bob.won, with_bob.lost) == (with_alice.lost, with_alice.won)
    assert with_bob.won + with_bob.lost >= 1
    assert 0 < with_bob.close <= with_bob.decisions


def test_games_are_listed_page_by_page_with_what_was_said(
    two_player_game: Game,
    alice: User,
    bob: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(investigation, "GAMES", 1)
    say(two_player_game, 1, "Hello")
    newer = create_game(host=alice, players=[alice, bob], now=now)
    accept_seat(seat=newer.seats.get(number=1), now=now)
    browser, found = at_desk(moderator), []
    for number in (1, 2):
        context = browser.get(url_of(bob), {"page": number}).context
        found += [(row.game.slug, row.lines) for row in context["games"]]
    assert found == [(newer.slug, 0), (two_player_game.slug, 1)]


def test_shared_browsers_rare_domains_and_hours_are_shown(
    two_player_game: Game,
    alice: User,
    bob: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    for user in (alice, bob):
        SeenBrowser.objects.create(user=user, browser="same", seen_at=now)
    User.objects.filter(pk=alice.pk).update(email="alice@rare.example")
    User.objects.filter(pk=bob.pk).update(email="bob@rare.example")
    play_on(two_player_game, now=now, decisions=4)
    context = at_desk(moderator).get(url_of(bob)).context
    assert [other for other, _url, _reasons in context["hints"]] == [alice]
    assert [other for other, _url in context["neighbours"]] == [alice]
    assert sum(count for _hour, count in context["hours"]) == 2


def test_investigation_is_one_press_from_a_case_and_leaves_a_trace(
    two_player_game: Game,
    alice: User,
    bob: User,
    moderator: User,
    at_desk: AtDesk,
    now: datetime,
) -> None:
    case = make_report(
        reporter=alice, seat=seat(two_player_game, 1), reason="Hm", now=now
    ).case
    browser = at_desk(moderator)
    page = browser.get(f"/admin/games/desk/case/{case.pk}/").text
    assert f'href="{url_of(bob)}"' in page
    assert not StaffTrace.objects.filter(user=bob).exists()
    browser.get(url_of(bob))
    trace = StaffTrace.objects.get(user=bob)
    assert (trace.by, trace.what) == (moderator, StaffTrace.What.PERSON)


def test_only_people_who_see_reports_investigate(
    bob: User, auditor: User, at_desk: AtDesk
) -> None:
    assert at_desk(auditor).get(url_of(bob)).status_code == 403
