"""Following games and players: the buttons, the list, and refusals."""

import pytest
from django.test import Client

from games.accounts.profiles import hide_profile, show_profile
from games.lobby.new_games import create_practice_game
from games.models import Audience, Follow, Game, User
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from games.watching import following
from games.watching.following import follow_game, follow_player
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from tests.games.watching.test_watching import watched_game
from tests.support.pages import page, signed_in
from tests.support.play import play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_game_is_followed_and_unfollowed_by_one_press_each(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK)
    here, reader = f"/games/{game.slug}/", signed_in(outsider)
    assert "Follow by email" in page(reader, here)
    answer = reader.post(f"{here}follow/", {"do": "follow"})
    assert (answer.status_code, answer["Location"]) == (303, here)
    reader.post(f"{here}follow/", {"do": "follow"})  # idempotent
    assert Follow.objects.get().game == game
    assert "Stop following" in page(reader, here)
    listed = page(reader, "/following/")
    assert here in listed
    assert "Round " in listed
    answer = reader.post(f"{here}follow/", {"do": "stop", "list": ""})
    assert answer["Location"] == "/following/"
    assert not Follow.objects.exists()
    assert "You follow nothing yet." in page(reader, "/following/")


def test_viewing_follows_nothing_and_players_get_no_button(
    alice: User, bob: User, outsider: User
) -> None:
    game = watched_game(alice, bob, Audience.LINK)
    here = f"/games/{game.slug}/"
    assert "Follow by email" not in page(signed_in(bob), f"{here}?at=forest")
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
    assert "Follow by email" in page(reader, here)
    assert reader.post(f"{here}follow/", {"do": "follow"})["Location"] == here
    assert "Stop following" in page(reader, here)
    assert "Alice" in page(reader, "/following/")
    assert "Follow by email" not in page(signed_in(alice), here)
    data = collect_own_data(outsider, NOW)["follows"]
    assert [each["profile__slug"] for each in data] == [profile.slug]
    hide_profile(user=alice)
    assert not Follow.objects.exists()
    assert reader.post(f"{here}follow/").status_code == 404
    # A profile that shows no games cannot be followed.
    profile = show_profile(user=alice, now=NOW, shows_pace=True)
    assert "Follow by email" not in page(reader, f"/players/{profile.slug}/")


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
    assert "You already follow as much as we can tell you of." in answer.text
    over = play_to_the_end(game, now=NOW)
    with refuses("invalid", match="isn’t being played"):
        follow_game(user=outsider, game=over, now=NOW)
    guest = create_practice_game(opponents=[DEFAULT_OPPONENT], now=NOW).user
    assert guest is not None
    with refuses("address_needed"):
        follow_player(user=guest, profile=bob.profile, now=NOW)
    assert Follow.objects.count() == 1
