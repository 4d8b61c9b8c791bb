"""Expensive or guessable requests are limited."""

from datetime import timedelta

import pytest
from django.test import Client

from games import limits
from games.models import Game, User
from games.now import database_now
from tests.support.pages import html_of
from tests.support.play import submit
from tests.support.standing_time import NOW

LOGIN = "/admin/login/"


def sign_in(
    client: Client, name: str, password: str, address: str = "192.0.2.1"
) -> int:
    fields = {"username": name, "password": password}
    return client.post(LOGIN, fields, REMOTE_ADDR=address).status_code


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root@example.org", "secret")


def test_staff_passwords_cannot_be_guessed_from_one_address(
    client: Client, root: User
) -> None:
    most = limits.STAFF_SIGN_INS_FROM_ONE.most
    for number in range(most):
        assert sign_in(client, f"{number}@example.org", "guess") == 200
    assert sign_in(client, "root@example.org", "secret") == 429
    assert sign_in(client, "root@example.org", "secret", "192.0.2.2") == 302


def test_staff_passwords_for_one_account_cannot_be_guessed(
    client: Client, root: User
) -> None:
    most = limits.STAFF_SIGN_INS_TO_ONE.most
    for number in range(most):
        name = "Root@example.org" if number % 2 else "root@example.org"
        assert sign_in(client, name, "guess", f"192.0.2.{number}") == 200
    refused = client.post(
        LOGIN,
        {"username": "root@example.org", "password": "secret"},
        REMOTE_ADDR="192.0.2.99",
    )
    assert refused.status_code == 429
    assert "Please wait a bit, then try again" in html_of(refused)
    assert client.get(LOGIN).status_code == 200


def test_many_visitors_do_not_lift_the_limit(
    client: Client, root: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache of limited size would evict the count when there are many others."""
    for number in range(limits.STAFF_SIGN_INS_TO_ONE.most):
        sign_in(client, "root@example.org", "guess", f"192.0.2.{number}")
    for number in range(300):
        limits.WHOLE_GAMES.spend(f"198.51.100.{number}", now=database_now())
    assert sign_in(client, "root@example.org", "secret", "192.0.2.99") == 429
    later = database_now() + timedelta(seconds=limits.STAFF_SIGN_INS_TO_ONE.seconds)
    monkeypatch.setattr("games.moderation.views.desk.database_now", lambda: later)
    assert sign_in(client, "root@example.org", "secret", "192.0.2.99") == 302


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("history/", "WHOLE_GAMES"),
        ("at/1/", "POSITIONS"),
        ("at/?round=1", "WHOLE_GAMES"),
        ("steps.json?from=1&to=2", "POSITIONS"),
        ("log.jsonl", "WHOLE_GAMES"),
        ("record.jsonl", "WHOLE_GAMES"),
        ("report/", "WHOLE_GAMES"),
    ],
)
def test_reading_whole_games_is_limited(
    client: Client,
    two_player_game: Game,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    limit: str,
) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW)
    few = limits.Limit("few", most=2, seconds=600)
    for module in ("history", "proofs"):
        monkeypatch.setattr(f"games.history.views.{module}.{limit}", few, raising=False)
    address = f"/games/{two_player_game.slug}/{path}"
    for _ in range(2):
        assert client.get(address).status_code in (200, 302, 403)
    assert client.get(address).status_code == 429
    assert client.get(address, REMOTE_ADDR="192.0.2.7").status_code != 429
