"""Following games and players: the buttons, the list, and refusals."""

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.accounts.profiles import hide_profile, show_profile
from games.lobby.new_games import create_practice_game
from games.models import Audience, Follow, Game, User
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.watching import following
from games.watching.following import follow_game, follow_player
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from tests.games.watching.test_watching import watched_game
from tests.support.pages import page, signed_in, values_of
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_game_is_followed_and_unfollowed_by_one_press_each(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK)
    here, reader = f"/games/{game.slug}/", signed_in(outsider)
    assert values_of(page(reader, here), "do") == ["follow"]
    answer = reader.post(f"{here}follow/", {"do": "follow"})
    assert (answer.status_code, answer["Location"]) == (303, here)
    reader.post(f"{here}follow/", {"do": "follow"})  # idempotent
    assert Follow.objects.get().game == game
    assert values_of(page(reader, here), "do") == ["stop"]
    listed = page(reader, "/following/")
    assert here in listed
    assert "Round " in listed
    answer = reader.post(f"{here}follow/", {"do": "stop", "list": ""})
    assert answer["Location"] == "/following/"
    assert not Follow.objects.exists()
    assert here not in page(reader, "/following/")


def test_viewing_follows_nothing_and_players_get_no_button(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK)
    here = f"/games/{game.slug}/"
    assert values_of(page(signed_in(bob), f"{here}?at=forest"), "do") == []
    stranger = Client()
    assert f'href="{here}follow/"' in page(stranger, here)
    assert "/account/login/" in stranger.get(f"{here}follow/")["Location"]
    assert stranger.post(f"{here}follow/").status_code == 302
    assert signed_in(outsider).get(f"{here}follow/")["Location"] == here
    assert not Follow.objects.exists()


def test_player_is_followed_while_they_show_a_page(
    alice: User, bob: User, outsider: User
) -> None:
    profile = show_profile(user=alice, now=NOW, shows_games=True)
    here, reader = f"/players/{profile.slug}/", signed_in(outsider)
    assert values_of(page(reader, here), "do") == ["follow"]
    assert reader.post(f"{here}follow/", {"do": "follow"})["Location"] == here
    assert values_of(page(reader, here), "do") == ["stop"]
    assert "Alice" in page(reader, "/following/")
    assert values_of(page(signed_in(alice), here), "do") == []
    data = collect_own_data(outsider, NOW)["follows"]
    assert [each["profile__slug"] for each in data] == [profile.slug]
    hide_profile(user=alice)
    assert not Follow.objects.exists()
    assert reader.post(f"{here}follow/").status_code == 404
    # A profile that shows no games cannot be followed.
    profile = show_profile(user=alice, now=NOW, shows_pace=True)
    assert values_of(page(reader, f"/players/{profile.slug}/"), "do") == []


def test_erased_user_follows_nothing(alice: User, bob: User, outsider: User) -> None:
    follow_game(user=outsider, game=watched_game(alice, bob, Audience.LINK), now=NOW)
    forget_user(user=outsider, now=NOW)
    assert not Follow.objects.exists()


def test_invalid_follow_is_refused_in_a_sentence(
    alice: User, bob: User, outsider: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = watched_game(alice, bob, Audience.NOBODY)
    reader = signed_in(outsider)
    assert reader.post(f"/games/{game.slug}/follow/").status_code == 403
    with refuses("forbidden"):
        follow_game(user=outsider, game=game, now=NOW)
    Game.objects.update(audience=Audience.LINK)
    game.refresh_from_db()
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    follow_player(user=outsider, profile=show_profile(user=bob, now=NOW), now=NOW)
    answer = reader.post(f"/games/{game.slug}/follow/")
    assert answer.status_code == 400
    assertTemplateUsed(answer, "games/refused.html")
    over = play_to_the_end(game, now=NOW)
    with refuses("invalid"):
        follow_game(user=outsider, game=over, now=NOW)
    guest = create_practice_game(opponents=[DEFAULT_OPPONENT], now=NOW).user
    assert guest is not None
    with refuses("address_needed"):
        follow_player(user=guest, profile=bob.profile, now=NOW)
    assert Follow.objects.count() == 1
