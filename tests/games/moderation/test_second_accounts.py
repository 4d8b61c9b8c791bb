"""Hints of second accounts: what is stored about browsers, how long, and for whom."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import tasks
from games.links.purposes import DATA_LINK, PLAY_LINK
from games.lobby.new_games import create_game
from games.models import Game, ModerationAction, Seat, Status, User
from games.models.tallies import SeenBrowser
from games.moderation import second_accounts
from games.moderation.second_accounts import second_account_hints
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.seats.invitations import accept_seat
from games.web.reader import BACKEND
from stoneage_core.state import EndReason
from stoneage_core.terms import Terms
from tests.games.moderation.doing import do_action, seat
from tests.support.play import submit
from tests.support.standing_time import NOW, StandingTime

AtDesk = Callable[[User], Client]


def path_of(seat: Seat, page: str = "talk") -> str:
    return "/" + PLAY_LINK.url(seat, now=NOW).split("/", 3)[3] + f"{page}/"


def do_something(client: Client, game: Game, number: int) -> Any:
    own = seat(game, number)
    return client.post(path_of(own), {"text": f"Hello from {number}", "back": "game"})


def reasons(user: User) -> dict[str, list[str]]:
    hints = second_account_hints(User.objects.get(pk=user.pk), NOW)
    return {other.name: found for other, _url, found in hints}


def test_shared_browser_is_a_hint(
    client: Client, two_player_game: Game, bob: User, moderator: User, at_desk: AtDesk
) -> None:
    for number in (0, 1, 0):
        assert do_something(client, two_player_game, number).status_code == 303
    assert SeenBrowser.objects.count() == 2
    assert reasons(bob) == {"Alice": ["played in the same browser today"]}
    page = at_desk(moderator).get(f"/admin/games/desk/person/{bob.pk}/")
    assert 'id="hints-heading"' in page.content.decode()
    # A hint has no consequences.
    assert not ModerationAction.objects.exists()
    assert User.objects.get(pk=bob.pk).is_active


def test_browser_is_not_recorded_without_an_action(
    client: Client, two_player_game: Game, settings: Any
) -> None:
    """Not by viewing, not by refused forms, and not if the operator turned it off."""
    own = seat(two_player_game, 0)
    client.get(path_of(own))
    client.post(path_of(own), {"text": ""})
    settings.BROWSER_DAYS = 0
    do_something(client, two_player_game, 0)
    assert not SeenBrowser.objects.exists()
    assert "browser" not in client.cookies


def test_browser_is_recorded_once_a_day_under_a_keyed_hash(
    client: Client,
    two_player_game: Game,
    time_stands: StandingTime,
    settings: Any,
) -> None:
    do_something(client, two_player_game, 0)
    number = client.cookies["browser"].value.partition(".")[0]
    seen = SeenBrowser.objects.get()
    assert number not in seen.browser
    assert client.cookies["browser"]["httponly"]
    first = seen.seen_at
    time_stands.now += timedelta(hours=1)
    do_something(client, two_player_game, 0)
    assert SeenBrowser.objects.get().seen_at == first
    time_stands.now += timedelta(days=1)
    do_something(client, two_player_game, 0)
    assert SeenBrowser.objects.get().seen_at == time_stands.now
    client.cookies["browser"] = "nonsense"
    assert do_something(client, two_player_game, 0).status_code == 303


def test_browsers_are_kept_for_weeks_exported_and_erased(
    client: Client,
    two_player_game: Game,
    bob: User,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in (0, 1):
        do_something(client, two_player_game, number)
    assert len(collect_own_data(bob, NOW)["seen_browsers"]) == 1
    later = NOW + timedelta(days=42)
    assert not second_account_hints(bob, later + timedelta(seconds=1))
    monkeypatch.setattr(tasks, "database_now", lambda: later)
    tasks.keep_house()
    assert SeenBrowser.objects.count() == 2
    forget_user(user=User.objects.get(pk=bob.pk), now=NOW)
    assert SeenBrowser.objects.get().user == alice
    later += timedelta(seconds=1)
    tasks.keep_house()
    assert not SeenBrowser.objects.exists()


def test_erased_user_leaves_no_browser(two_player_game: Game, alice: User) -> None:
    client = Client()
    client.force_login(alice, backend=BACKEND)
    data = "/" + DATA_LINK.url(alice, now=NOW).split("/", 3)[3]
    for path in ("/account/forget/", f"{data}forget/"):
        assert client.post(path).status_code in (200, 302, 403)
    assert not SeenBrowser.objects.exists()
    assert client.post(f"{data}forget/", {"sure": "yes"}).status_code == 303
    assert not SeenBrowser.objects.exists()


def two_games(alice: User, bob: User) -> list[Game]:
    games = []
    for _number in range(2):
        game = create_game(
            host=alice, players=[alice, bob], terms=Terms(2, first_player=0), now=NOW
        )
        games.append(accept_seat(seat=game.seats.get(number=1), now=NOW))
    return games


def test_shared_rare_domain_and_rhythm_is_a_hint(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_accounts, "FEWEST_DECISIONS", 2)
    for minutes, game in enumerate(two_games(alice, bob)):
        at = NOW + timedelta(minutes=minutes)
        submit(game, 0, "forest 3", now=at)
        submit(game, 1, "clay pit 5", now=at + timedelta(minutes=4))
    (reason,) = reasons(alice)["Bob"]
    assert "an address at example.org as well, and of 2 decisions" in reason
    for name in "vwxyz":
        User.objects.create_user(f"{name}@example.org")
    assert reasons(alice) == {}


def test_answers_hours_apart_are_no_common_rhythm(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_accounts, "FEWEST_DECISIONS", 2)
    for game in two_games(alice, bob):
        submit(game, 0, "forest 3", now=NOW)
        submit(game, 1, "clay pit 5", now=NOW + timedelta(hours=3))
    assert reasons(alice) == {}


def test_winning_every_shared_game_is_a_hint(
    alice: User, bob: User, carol: User, administrator: User
) -> None:
    for _number in range(3):
        game = create_game(
            host=alice,
            players=[alice, bob, carol],
            terms=Terms(3, first_player=0),
            now=NOW,
        )
        for own in game.seats.order_by("number")[1:]:
            game = accept_seat(seat=own, now=NOW)
        assert reasons(alice) == {}
        decided = EndReason.DECIDED
        do_action("end", by=administrator, game=game, how=decided, now=NOW)
    assert Game.objects.filter(status=Status.FINISHED).count() == 3
    assert "one of the two won each of the 3 games with others" in reasons(alice)["Bob"]
