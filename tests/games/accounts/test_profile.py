"""Profiles: they show as much as their users allow."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.accounts.profiles import SHOWN, profile_of, show_profile
from games.accounts.reliability import (
    Attendance,
    Reliability,
    attendance_of,
    head_to_head,
    reliability_of,
    shown_reliability,
)
from games.deadlines import expire_turn
from games.limits import PROFILES
from games.lobby.new_games import create_practice_game
from games.models import Game, Seat, User
from games.models.users import Profile
from games.privacy.forgetting import forget_user
from games.privacy.own_data import collect_own_data
from tests.notifications.absence import leave
from tests.support.pages import Dump, html_of, page, seat_of, signed_in, text_of
from tests.support.play import play_on, play_to_the_end
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

ALL = dict.fromkeys(SHOWN, "on")


def path(user: User) -> str:
    return f"/players/{Profile.objects.get(user=user).slug}/"


def test_there_is_no_profile_by_default(
    finished_game: Game, alice: User, client: Client
) -> None:
    assert profile_of(alice) is None
    assert "/players/" not in page(signed_in(alice), "/account/")
    answer = client.get("/players/abcdefgh23/")
    assert answer.status_code == 404
    assertTemplateUsed(answer, "games/refused.html")


def test_profile_shows_only_what_is_ticked(
    finished_game: Game, alice: User, client: Client
) -> None:
    owner = signed_in(alice)
    sent = {"action": "profile", "is_shown": "on"}
    assert owner.post("/account/", sent).status_code == 303
    bare = page(client, path(alice))
    assert "Alice" in bare
    for more in ('id="finished-heading"', 'id="running-heading"', "facts", "Bob"):
        assert more not in bare
    address = path(alice)
    owner.post("/account/", sent | ALL)
    assert path(alice) == address
    shown = client.get(address)
    profile, html = shown.context["profile"], html_of(shown)
    assert "100 %" in profile.record
    for words in (profile.record, profile.pace):
        assert words in text_of(html)
    for heading in ("finished-heading", "running-heading"):
        assert f'id="{heading}"' in html
    assert (len(profile.finished), len(profile.running)) == (1, 0)
    assert profile.attendance == Attendance(finished=1, stayed=1, begun=1, lost=0)
    assert profile.together is None
    assert "Bob" not in html
    assert "alice@example.org" not in html


def test_readers_see_their_results_against_the_user(
    finished_game: Game, alice: User, bob: User, carol: User
) -> None:
    show_profile(user=alice, now=NOW)
    own, theirs = head_to_head(bob, alice), head_to_head(alice, bob)
    assert own is not None
    assert theirs is not None
    assert (own.ahead, own.behind) == (theirs.behind, theirs.ahead)
    assert own.games == 1
    assert signed_in(bob).get(path(alice)).context["profile"].together == own
    for stranger in (carol, alice):
        shown = signed_in(stranger).get(path(alice)).context["profile"]
        assert shown.together is None


def test_lost_seats_show_in_the_attendance(
    two_player_game: Game, alice: User, bob: User
) -> None:
    left_at = leave(two_player_game, 1, NOW)
    assert attendance_of(bob.pk) == Attendance(finished=0, stayed=0, begun=1, lost=1)
    assert not attendance_of(bob.pk).is_steady
    play_to_the_end(two_player_game, now=left_at)
    assert attendance_of(bob.pk) == Attendance(finished=1, stayed=0, begun=1, lost=1)
    assert attendance_of(alice.pk) == Attendance(finished=1, stayed=1, begun=1, lost=0)
    assert attendance_of(alice.pk).is_steady
    show_profile(user=bob, now=NOW, shows_record=True)
    html = page(Client(), path(bob))
    (facts,) = re.findall(r'<dl class="facts panel">.*?</dl>', html, re.DOTALL)
    figures = re.findall(r"<strong>(\d+)</strong>", facts)
    assert figures[-2:] == ["0", "1"]  # stayed to the end, lost to the clock
    # Four of five seats kept are enough, and three of four are not.
    assert not Attendance(finished=4, stayed=3, begun=4, lost=1).is_steady
    assert Attendance(finished=5, stayed=4, begun=5, lost=1).is_steady


def test_players_without_a_profile_are_not_named_or_linked(
    finished_game: Game, alice: User, bob: User, client: Client
) -> None:
    show_profile(user=alice, shows_results=True, now=NOW)
    html = page(client, path(alice))
    assert "Bob" not in text_of(html)
    assert finished_game.slug not in html
    show_profile(user=bob, shows_games=True, now=NOW)
    html = page(client, path(alice))
    assert "With Bob" in text_of(html)
    assert f'href="/games/{finished_game.slug}/"' in html


def test_profile_is_taken_down(alice: User, client: Client) -> None:
    show_profile(user=alice, now=NOW)
    address, owner = path(alice), signed_in(alice)
    assert address in page(owner, "/account/")
    assert owner.post("/account/", {"action": "profile"}).status_code == 303
    assert client.get(address).status_code == 404
    show_profile(user=alice, now=NOW)
    assert path(alice) != address


def test_user_without_name_or_address_has_no_profile(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(name="")
    with refuses("invalid"):
        show_profile(user=alice, now=NOW)
    guest = create_practice_game(now=NOW, name="Gast").user
    assert guest is not None
    with refuses("address_needed"):
        show_profile(user=guest, now=NOW)
    assert not Profile.objects.exists()


@pytest.mark.parametrize("change", [{"is_active": False}, {"name": ""}])
def test_profile_of_a_banned_or_nameless_user_is_hidden(
    alice: User, client: Client, change: dict[str, object]
) -> None:
    show_profile(user=alice, now=NOW)
    User.objects.filter(pk=alice.pk).update(**change)
    assert client.get(path(alice)).status_code == 404


def test_erasing_a_user_deletes_the_profile(alice: User, client: Client) -> None:
    show_profile(user=alice, shows_games=True, now=NOW)
    address = path(alice)
    forget_user(user=alice, now=NOW)
    assert client.get(address).status_code == 404
    assert not Profile.objects.exists()


def test_profile_is_in_the_data_export(alice: User) -> None:
    assert collect_own_data(alice, NOW)["profile"] is None
    show_profile(user=alice, shows_pace=True, now=NOW)
    taken = collect_own_data(alice, NOW)["profile"]
    assert (taken["shows_pace"], taken["shows_games"]) == (True, False)


def test_viewing_changes_nothing_and_is_limited(
    alice: User, client: Client, dump: Dump
) -> None:
    show_profile(user=alice, shows_games=True, now=NOW)
    before = dump()
    page(client, path(alice))
    assert dump() == before
    for _ in range(PROFILES.most - 1):
        PROFILES.spend("127.0.0.1", now=NOW)
    assert client.get(path(alice)).status_code == 429


def test_reliability_counts_missed_decisions(
    two_player_game: Game, alice: User
) -> None:
    assert reliability_of(alice.pk) == Reliability(0, 0)
    assert reliability_of(alice.pk).in_words == ""
    play_on(two_player_game, now=NOW, decisions=1)
    assert reliability_of(alice.pk) == Reliability(1, 0)
    bobs = seat_of(two_player_game, 1)
    assert bobs.deadline_at is not None
    expire_turn(seat_id=bobs.pk, now=bobs.deadline_at)
    assert bobs.user_id is not None
    assert reliability_of(bobs.user_id) == Reliability(0, 1)
    assert reliability_of(bobs.user_id).in_words == "0 % in time"
    assert reliability_of(alice.pk) == Reliability(1, 0)


def test_only_own_decisions_at_tables_with_others_count(
    two_player_game: Game, alice: User, bob: User, carol: User
) -> None:
    game = play_on(two_player_game, now=NOW, decisions=2)
    Seat.objects.filter(game=game, user=bob).update(user=carol, absent_user=bob)
    assert reliability_of(carol.pk) == Reliability(0, 0)
    practice = create_practice_game(now=NOW, guest=bob)
    play_on(practice.game, now=NOW, decisions=1)
    assert reliability_of(bob.pk) == Reliability(0, 0)


@pytest.mark.parametrize(
    ("record", "is_reliable"),
    [
        (Reliability(19, 0), False),
        (Reliability(20, 0), True),
        (Reliability(95, 5), True),
        (Reliability(94, 6), False),
    ],
)
def test_reliability_needs_enough_decisions_in_time(
    record: Reliability, is_reliable: bool
) -> None:
    assert record.is_reliable == is_reliable


def test_reliability_is_shown_only_for_users_who_show_it(
    two_player_game: Game,
    alice: User,
    bob: User,
) -> None:
    play_on(two_player_game, now=NOW, decisions=2)
    show_profile(user=alice, shows_record=True, now=NOW)
    show_profile(user=bob, shows_pace=True, now=NOW)
    assert shown_reliability([alice.pk, bob.pk]).keys() == {alice.pk}


def test_table_links_to_profiles(
    invited_game: Game, alice: User, bob: User, client: Client
) -> None:
    address = f"/games/{invited_game.slug}/"
    assert "/players/" not in page(client, address)
    show_profile(user=alice, now=NOW)
    html = page(client, address)
    assert f'<a href="{path(alice)}">Alice</a>' in html
    assert html.count("/players/") == 1
