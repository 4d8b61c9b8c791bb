"""The page of a rematch, by emailed link and signed in."""

import pytest
from django.test import Client

from games.limits import NEW_GAMES
from games.lobby.rematch import agree_to_rematch, find_rematch
from games.log.positions import state_of
from games.models import Game, User
from games.seats.invitations import decline_seat
from tests.support.pages import Dump, html_of, play_path, seat_of, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def path(game: Game) -> str:
    return f"/games/{game.slug}/play/rematch/"


def test_one_press_on_the_result_asks_for_a_rematch(
    finished_game: Game, alice: User, client: Client
) -> None:
    owner, result = signed_in(alice), f"/games/{finished_game.slug}/result/"
    assert f'action="{path(finished_game)}"' in owner.get(result).content.decode()
    assert path(finished_game) not in client.get(result).content.decode()
    answer = owner.post(path(finished_game))
    rematch = Game.objects.get(rematch_of=finished_game)
    assert (answer.status_code, answer["Location"]) == (
        *(303, f"/games/{rematch.slug}/"),
    )
    again = owner.post(path(finished_game))
    assert again["Location"] == answer["Location"]


def test_other_player_agrees_by_the_link_in_the_email(
    finished_game: Game, alice: User, client: Client
) -> None:
    signed_in(alice).post(path(finished_game))
    door = f"{play_path(finished_game, 1)}rematch/"
    shown = client.get(door).context
    assert shown["rematch"].host == alice
    assert (shown["has_begun"], shown["own"]["answer_key"]) == (False, "invited")
    answer = client.post(door)
    assert answer.status_code == 303
    assert answer["Location"].startswith("/play/")
    rematch = Game.objects.get(rematch_of=finished_game)
    assert rematch.status == "active"
    assert rematch.slug in client.get(answer["Location"]).content.decode()
    assert client.get(door).context["has_begun"]
    assert client.post(door).status_code == 303


def test_viewing_the_page_invites_nobody(
    finished_game: Game, alice: User, client: Client, dump: Dump
) -> None:
    owner, before = signed_in(alice), dump()
    shown = owner.get(path(finished_game))
    assert shown.context["rematch"] is None
    assert shown.context["starts"] in text_of(html_of(shown))
    assert client.get(f"{play_path(finished_game, 1)}rematch/").status_code == 200
    assert dump() == before


def test_player_who_declined_is_told_so(finished_game: Game, bob: User) -> None:
    own = agree_to_rematch(seat=seat_of(finished_game, 0), now=NOW)
    decline_seat(seat=seat_of(own.game, 1), now=NOW)
    client = signed_in(bob)
    assert client.get(path(finished_game)).context["own"]["answer_key"] == "declined"
    assert client.post(path(finished_game)).status_code == 409


def test_player_without_a_name_has_to_enter_one(
    finished_game: Game, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(name="")
    client = signed_in(alice)
    asked = client.post(path(finished_game))
    assert asked.status_code == 400
    assert "name" in asked.context["form"].errors
    assert not Game.objects.filter(rematch_of=finished_game).exists()
    assert client.post(path(finished_game), {"name": "Ally"}).status_code == 303


def test_strangers_get_no_rematch(
    finished_game: Game, outsider: User, client: Client, two_player_game: Game
) -> None:
    assert client.post(path(finished_game)).status_code == 302
    assert signed_in(outsider).get(path(finished_game)).status_code == 403
    assert signed_in(outsider).post(path(finished_game)).status_code == 403
    assert client.get("/play/nonsense/rematch/").status_code == 403


def test_running_game_redirects_to_the_game(two_player_game: Game, alice: User) -> None:
    client = signed_in(alice)
    assert client.get(path(two_player_game)).status_code == 303
    refused = client.post(path(two_player_game))
    assert refused.status_code == 409
    assert not Game.objects.filter(rematch_of=two_player_game).exists()


def test_rematches_are_limited(finished_game: Game, bob: User) -> None:
    for _ in range(NEW_GAMES.most):
        NEW_GAMES.spend(bob.pk, now=NOW)
    assert signed_in(bob).post(path(finished_game)).status_code == 429
    # Agreeing to somebody else's rematch makes no game.
    agree_to_rematch(seat=seat_of(finished_game, 0), now=NOW)
    for _ in ("once", "again"):
        assert signed_in(bob).post(path(finished_game)).status_code == 303


def test_result_says_who_won_and_who_wants_a_rematch(
    finished_game: Game, alice: User, bob: User
) -> None:
    page = f"/games/{finished_game.slug}/result/"
    won = {
        user.name: 'class="result-won"' in signed_in(user).get(page).content.decode()
        for user in (alice, bob)
    }
    (winner,) = state_of(finished_game).winners
    assert won == {"Alice": winner == 0, "Bob": winner == 1}
    assert 'class="result-won"' not in Client().get(page).content.decode()

    asked = signed_in(bob).get(page).content.decode()
    assert "result-answers" not in asked
    signed_in(alice).post(f"/games/{finished_game.slug}/play/rematch/")
    text = text_of(signed_in(bob).get(page).content.decode())
    assert "Alice wants a rematch" in text
    assert "has accepted" in text
    signed_in(bob).post(f"/games/{finished_game.slug}/play/rematch/")
    rematch = find_rematch(finished_game)
    assert rematch is not None
    assert f'href="/games/{rematch.slug}/"' in signed_in(bob).get(page).content.decode()


def test_table_that_is_over_says_so_too(
    finished_game: Game, alice: User, bob: User
) -> None:
    table = f"/games/{finished_game.slug}/play/"
    (winner,) = state_of(finished_game).winners
    for number, user in enumerate((alice, bob)):
        text = text_of(signed_in(user).get(table).content.decode())
        assert ("You win!" in text) == (winner == number)
    signed_in(alice).post(f"{table}rematch/")
    for user, is_told in ((alice, False), (bob, True)):
        text = text_of(signed_in(user).get(table).content.decode())
        assert ("Alice wants a rematch" in text) == is_told
