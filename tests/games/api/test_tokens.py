"""Access tokens: shown once, stored as a hash, with scopes and limits, revocable."""

from datetime import timedelta
from hashlib import sha256

import pytest
from django.test import Client

from games.accounts.programs import (
    MOST_TOKENS,
    declare_program,
    make_token,
    revoke_token,
    use_token,
)
from games.api.problems import NO_TOKEN, USELESS_TOKEN
from games.limits import API_REQUESTS, WHOLE_GAMES, Limit
from games.lobby.new_games import create_practice_game
from games.models import AccessToken, Game, User
from games.models.tokens import Scope
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.signals import AccountSecured, GameSignal
from tests.games.api.conftest import Programs, read, refused
from tests.support.pages import signed_in
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

PAGE = "/account/programs/"


def test_page_makes_a_token_shows_it_once_and_revokes_it(alice: User) -> None:
    client = signed_in(alice)
    filled = {"name": "My board", "scopes": ["read", "play"], "days": 90}
    made = client.post(PAGE, filled)
    token = AccessToken.objects.get()
    text = made.context["made"].text
    assert made.status_code == 201
    assert text in made.content.decode()
    assert token.digest == sha256(text.encode()).hexdigest()
    assert token.scopes == ["read", "play"]
    again = client.get(PAGE).content.decode()
    assert "My board" in again
    assert text not in again
    client.post(PAGE, {"action": "revoke", "token": token.pk})
    assert use_token(text, NOW) is None


def test_page_says_what_is_missing(alice: User) -> None:
    client = signed_in(alice)
    answer = client.post(PAGE, {"name": "My board"})
    assert answer.status_code == 400
    assert "scopes" in answer.context["form"].errors
    assert not AccessToken.objects.exists()


def test_page_warns_that_another_program_revokes_tokens(alice: User) -> None:
    client = signed_in(alice)
    assert 'id="program-revokes"' not in client.get(PAGE).content.decode()
    make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW)
    assert 'id="program-revokes"' in client.get(PAGE).content.decode()


def test_only_the_owner_revokes_a_token(alice: User, bob: User) -> None:
    made = make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW)
    revoke_token(user=bob, pk=made.token.pk)
    assert use_token(made.text, NOW) == made.token


def test_invalid_tokens_cannot_be_made(alice: User) -> None:
    guest = create_practice_game(now=NOW).user
    assert guest is not None
    for user, scopes, refusal in [
        (guest, [Scope.READ], "address_needed"),
        (alice, [], "invalid"),
        (alice, [Scope.BOT], "invalid"),
    ]:
        with refuses(refusal):
            make_token(user=user, name="x", scopes=scopes, now=NOW)
    for _ in range(MOST_TOKENS):
        make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW)
    with refuses("invalid"):
        make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW)


def test_last_use_is_recorded_by_the_hour(alice: User) -> None:
    made = make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW)
    for minutes, noted in [(0, 0), (59, 0), (60, 60)]:
        use_token(made.text, NOW + timedelta(minutes=minutes))
        made.token.refresh_from_db()
        assert made.token.used_at == NOW + timedelta(minutes=noted)


def test_tokens_of_banned_and_erased_users_are_invalid(
    alice: User, bob: User, program_of: Programs
) -> None:
    banned, forgotten = program_of(alice), program_of(bob)
    alice.is_active = False
    alice.save()
    assert collect_own_data(bob, NOW)["access_tokens"][0]["name"] == "test"
    forget_user(user=bob, now=NOW)
    for program in (banned, forgotten):
        refused(program.get("/me"), 401, "no_token")
    assert not AccessToken.objects.filter(user=bob).exists()


def test_requests_without_a_token_are_refused(db: None, client: Client) -> None:
    for header in ["", "Bearer nonsense", "Basic eDp5"]:
        answer = client.get("/api/v1/me", headers={"authorization": header})
        assert refused(answer, 401, "no_token") == NO_TOKEN
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_program_learns_that_its_token_was_revoked(
    alice: User, program_of: Programs
) -> None:
    program = program_of(alice)
    declare_program(user=alice, name="nutria")
    assert refused(program.get("/me"), 401, "no_token") == USELESS_TOKEN


def test_each_scope_allows_its_operations_only(
    alice: User, program_of: Programs
) -> None:
    reader = program_of(alice, Scope.READ)
    assert read(reader.get("/me"))["scopes"] == ["read"]
    told = refused(program_of(alice, Scope.WEBHOOKS).get("/me"), 403, "forbidden")
    assert "“read”" in told


def test_rate_limit_headers_say_what_is_left(
    alice: User, program_of: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_of(alice)
    first = program.get("/me")
    most = API_REQUESTS.most
    assert first.headers["RateLimit-Policy"] == f'"api";q={most};w=600'
    assert first.headers["RateLimit"] == f'"api";r={most - 1};t=600'
    monkeypatch.setattr("games.api.caller.API_REQUESTS", Limit("api", 1, 600))
    answer = program.get("/me")
    refused(answer, 429, "too_many")
    assert answer.headers["Retry-After"] == "600"


def test_refusal_names_the_limit_that_is_used_up(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    program, path = program_of(alice), f"/games/{two_player_game.slug}/history"
    for _ in range(WHOLE_GAMES.most):
        WHOLE_GAMES.spend(alice.pk, now=NOW - timedelta(seconds=500))
    answer = program.get(path)
    refused(answer, 429, "too_many")
    assert answer.headers["RateLimit"].endswith('"whole-games";r=0;t=100')
    assert answer.headers["Retry-After"] == "100"


def test_poll_without_news_does_not_use_up_the_limit_on_whole_games(
    two_player_game: Game, alice: User, program_of: Programs
) -> None:
    program, path = program_of(alice), f"/games/{two_player_game.slug}"
    for _ in range(WHOLE_GAMES.most + 1):
        polled = program.get(f"{path}/events?after={two_player_game.version}")
        assert polled.status_code == 200
    assert "whole-games" in program.get(f"{path}/history").headers["RateLimit"]


def test_sentences_are_in_the_owners_language(
    alice: User, program_of: Programs
) -> None:
    alice.language, alice.language_known = "es", True
    alice.save()
    answer = program_of(alice).get("/games/abcdefghjk/position")
    assert answer.headers["Content-Language"] == "es"


def test_token_expires(client: Client, alice: User) -> None:
    made = make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW, days=30)
    expires_at = NOW + timedelta(days=30)
    assert made.token.expires_at == expires_at
    assert use_token(made.text, expires_at - timedelta(seconds=1)) == made.token
    assert use_token(made.text, expires_at) is None


def test_user_is_told_of_a_new_token(alice: User, published: list[GameSignal]) -> None:
    make_token(user=alice, name="x", scopes=[Scope.READ], now=NOW)
    assert published == [AccountSecured(alice, "token_made", now=NOW)]
