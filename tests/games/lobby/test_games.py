"""The pages for making a game, filling its seats, and the public board."""

import re

import pytest
from django.test import Client

from games import queries
from games.accounts.addresses import replace_address
from games.clocks import PRESETS
from games.lobby.new_games import OPEN, create_game
from games.lobby.rematch import agree_to_rematch
from games.models import Game, User
from games.seats.invitations import decline_seat, open_seat
from tests.support.pages import Dump, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def new_game(**more: str) -> dict[str, str]:
    return {
        "plays": "on",
        "emails": "bob@example.org",
        "tie_break": "sequential",
        "clock-preset": "a_move_a_day",
        "first_player": "",
        **more,
    }


def test_form_makes_a_game_and_invites(alice: User) -> None:
    client = signed_in(alice)
    assert "Start a game" in client.get("/games/new/").content.decode()
    sent = new_game(automatic="1", open="1", first_player="1")
    answer = client.post("/games/new/", sent)
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.slug}/")
    assert (game.seat_count, game.terms.first_player) == (4, 1)
    assert game.time_control == PRESETS["a_move_a_day"]
    answers = list(game.seats.order_by("number").values_list("invitation", flat=True))
    assert answers == ["accepted", "invited", "open", "accepted"]


def test_host_without_a_name_is_asked_for_one(alice: User) -> None:
    client = signed_in(alice)
    assert "host_name" not in client.get("/games/new/").content.decode()
    User.objects.update(name="")
    text = text_of(client.get("/games/new/").content.decode())
    assert "Your name" in text
    assert 'value="Alice"' in client.get("/games/new/").content.decode()
    nameless = client.post("/games/new/", new_game())
    assert nameless.status_code == 400
    assert "What should the others call you?" in text_of(nameless.content.decode())
    assert client.post("/games/new/", new_game(host_name="Ally")).status_code == 303
    alice.refresh_from_db()
    assert alice.name == "Ally"


def test_host_name_that_looks_like_a_link_is_refused(alice: User) -> None:
    User.objects.update(name="")
    answer = signed_in(alice).post("/games/new/", new_game(host_name="shop.example"))
    assert answer.status_code == 400
    assert "look like, an internet address" in text_of(answer.content.decode())
    assert not Game.objects.exists()


def test_email_is_promised_only_to_a_host_who_plays(
    invited_game: Game, alice: User
) -> None:
    emails = ["bob@example.org", "carol@example.org"]
    watched = create_game(host=alice, players=emails, now=NOW)
    client = signed_in(alice)
    text = text_of(client.get(f"/games/{watched.slug}/").content.decode())
    assert "this page shows when it does" in text
    assert "We’ll email you" not in text
    text = text_of(client.get(f"/games/{invited_game.slug}/").content.decode())
    assert "We’ll email you when it does" in text


@pytest.mark.parametrize("between", [",", ", ", ";", " ", " , "])
def test_addresses_are_entered_in_one_field(alice: User, between: str) -> None:
    sent = new_game(emails=f"bob@example.org{between}carol@example.org")
    signed_in(alice).post("/games/new/", sent)
    assert Game.objects.get().seat_count == 3


def test_seat_can_be_reserved_for_a_link(alice: User) -> None:
    client = signed_in(alice)
    answer = client.post("/games/new/", new_game(emails="", linked="1"))
    assert "/join/" in client.get(answer["Location"]).content.decode()
    assert Game.objects.get().seats.get(number=1).invitation == "linked"


def test_former_companion_is_invited_by_a_checkbox(
    started_game: Game, alice: User, carol: User, dave: User, outsider: User
) -> None:
    User.objects.filter(pk=dave.pk).update(is_active=False)
    client = signed_in(alice)
    html = client.get("/games/new/").content.decode()
    text = text_of(html)
    assert "People you’ve played with Bob Carol" in text.replace("  ", " ")
    for nobody in ("Dave", "Oscar", "carol@example.org"):
        assert nobody not in text
    sent = new_game(emails="", companions=str(carol.pk))
    assert client.post("/games/new/", sent).status_code == 303
    seats = Game.objects.latest("pk").seats.order_by("number")
    assert [seat.user for seat in seats] == [alice, carol]
    stranger = new_game(companions=str(outsider.pk))
    assert client.post("/games/new/", stranger).status_code == 400


def test_host_need_not_play(alice: User) -> None:
    sent = new_game(emails="bob@example.org, carol@example.org")
    del sent["plays"]
    signed_in(alice).post("/games/new/", sent)
    assert not Game.objects.get().seats.filter(user=alice).exists()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"emails": "nowhere"}, "“nowhere” isn’t an email address"),
        ({"emails": "bob@example.org, no@where"}, "“no@where” isn’t an email"),
        ({"emails": ""}, "two to four players"),
        ({"emails": "bob@example.org, bob@example.org"}, "an address of their own"),
        ({"emails": "alice@example.org"}, "an address of their own"),
        ({"first_player": "3"}, "one of the players"),
        ({"clock-preset": "1"}, "look at the fields"),
        ({"automatic": "2", "open": "1"}, "two to four players"),
        ({"automatic": "9"}, "look at the fields"),
        (
            {"dice_at_own_turn": "on", "automatic": "1"},
            "Bots don’t know the rules of this table yet",
        ),
        (
            {"dice_at_own_turn": "on", "coached": "on"},
            "The coach doesn’t know dice for all at one’s own turn yet",
        ),
    ],
)
def test_invalid_values_are_explained_and_kept(
    alice: User, more: dict[str, str], sentence: str
) -> None:
    answer = signed_in(alice).post("/games/new/", new_game(tie_break="sum", **more))
    html = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in text_of(html)
    assert '<option value="sum" selected>' in html
    assert not Game.objects.exists()


def test_refused_game_does_not_change_the_hosts_name(alice: User) -> None:
    """The entered name stays in the form, and is not stored."""
    User.objects.update(name="")
    answer = signed_in(alice).post("/games/new/", new_game(emails="", host_name="Ally"))
    assert answer.status_code == 400
    assert 'value="Ally"' in answer.content.decode()
    alice.refresh_from_db()
    assert alice.name == ""


def test_help_and_errors_are_associated_with_their_fields(alice: User) -> None:
    answer = signed_in(alice).post("/games/new/", new_game(emails="nowhere"))
    html = answer.content.decode()
    described = " ".join(re.findall(r'aria-describedby="([^"]*)"', html)).split()
    for name in ("first_player", "rated", "coached"):
        assert f"id_{name}_helptext" in described
    assert "id_emails_error" in described
    for one in described:
        assert f'id="{one}"' in html


def test_guest_needs_an_address_to_make_a_game(client: Client) -> None:
    assert client.get("/games/new/").status_code == 302
    client.post("/practice/")
    assert client.get("/games/new/").status_code == 403


def test_host_does_not_see_addresses_of_named_players(
    invited_game: Game, alice: User, bob: User
) -> None:
    """The player may have come by an open seat, a rematch or an additional address."""
    page = f"/games/{invited_game.slug}/"
    shown = text_of(signed_in(alice).get(page).content.decode())
    assert "Bob" in shown
    assert "@" not in shown.replace("name@example.org", "")


def test_host_of_a_rematch_sees_no_address(
    two_player_game: Game, alice: User, bob: User
) -> None:
    Game.objects.filter(pk=two_player_game.pk).update(status="finished")
    agree_to_rematch(seat=two_player_game.seats.get(number=1), now=NOW)
    User.objects.filter(pk=alice.pk).update(name="")
    rematch = Game.objects.get(rematch_of=two_player_game)
    shown = text_of(signed_in(bob).get(f"/games/{rematch.slug}/").content.decode())
    assert "hasn’t answered yet" in shown
    assert "alice@" not in shown


def test_host_does_not_see_a_changed_address(
    invited_game: Game, alice: User, bob: User
) -> None:
    """The host did not enter the address that the staff set later."""
    User.objects.filter(pk=bob.pk).update(name="")
    bob.refresh_from_db()
    replace_address(user=bob, email="robert@example.org")
    page = f"/games/{invited_game.slug}/"
    assert "robert@" not in text_of(signed_in(alice).get(page).content.decode())


def test_game_that_starts_at_once_opens_its_table(alice: User) -> None:
    """Games that wait for answers have another page until they start."""
    client = signed_in(alice)
    for emails, page in [("", "play/"), ("bob@example.org", "")]:
        answer = client.post("/games/new/", new_game(emails=emails, automatic="1"))
        game = Game.objects.latest("pk")
        assert answer["Location"] == f"/games/{game.slug}/{page}"


def test_host_sees_who_has_answered(
    invited_game: Game, alice: User, bob: User, client: Client
) -> None:
    User.objects.filter(pk=bob.pk).update(name="")
    page = f"/games/{invited_game.slug}/"
    own = text_of(signed_in(alice).get(page).content.decode())
    assert "bob@example.org" in own
    assert "hasn’t answered yet" in own
    others = text_of(client.get(page).content.decode())
    assert "bob@example.org" not in others
    assert "Find someone else for this seat" not in others


def test_host_replaces_a_player_who_declined(invited_game: Game, alice: User) -> None:
    decline_seat(seat=invited_game.seats.get(number=1), now=NOW)
    client, address = signed_in(alice), f"/games/{invited_game.slug}/seats/"
    for sent, state in [
        ({"do": "invite", "email": "carol@example.org"}, "invited"),
        ({"do": "open"}, "open"),
        ({"do": "automate"}, "accepted"),
    ]:
        assert client.post(address, {"number": "1", **sent}).status_code == 303
        assert invited_game.seats.get(number=1).invitation == state
    assert Game.objects.get().status == "active"
    assert client.post(address, {"number": "1", "do": "open"}).status_code == 409


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"number": "1", "do": "invite", "email": "nowhere"}, "valid email address"),
        ({"number": "9", "do": "open"}, "less than or equal to 3"),
        ({"number": "1", "do": "sell"}, "sell is not one of the available choices"),
    ],
)
def test_host_sees_the_error_of_an_invalid_form(
    invited_game: Game, alice: User, sent: dict[str, str], sentence: str
) -> None:
    address = f"/games/{invited_game.slug}/seats/"
    answer = signed_in(alice).post(address, sent)
    assert answer.status_code == 400
    assert sentence in text_of(answer.content.decode())


def test_only_the_host_changes_seats(invited_game: Game, bob: User, dump: Dump) -> None:
    client, before = signed_in(bob), dump()
    address = f"/games/{invited_game.slug}/"
    sent = {"number": "1", "do": "open"}
    assert client.post(address + "seats/", sent).status_code == 403
    assert client.post(address + "cancel/").status_code == 403
    assert client.post(address + "seats/", {"number": "9"}).status_code == 400
    assert client.get(address + "cancel/").status_code == 303
    assert dump() == before


def test_host_cancels_the_game(invited_game: Game, alice: User) -> None:
    client, address = signed_in(alice), f"/games/{invited_game.slug}/"
    assert client.post(address + "cancel/").status_code == 303
    assert "This game was cancelled" in client.get(address).content.decode()


def test_started_game_cannot_be_cancelled(two_player_game: Game, alice: User) -> None:
    answer = signed_in(alice).post(f"/games/{two_player_game.slug}/cancel/")
    assert answer.status_code == 409
    assert "has started already" in text_of(answer.content.decode())


def test_member_takes_an_open_seat(
    invited_game: Game, alice: User, outsider: User, client: Client
) -> None:
    seat = invited_game.seats.get(number=1)
    open_seat(seat=seat, by=alice, now=NOW)
    address = f"/games/{invited_game.slug}/"
    assert address in client.get("/open-seats/").content.decode()
    assert "Sign in to take it" in client.get(address).content.decode()
    assert client.post(address + "take/").status_code == 302
    taker = signed_in(outsider)
    taken = taker.post(address + "take/")
    assert (taken.status_code, taken["Location"]) == (303, f"{address}play/")
    assert invited_game.seats.get(number=1).user == outsider
    late = taker.post(address + "take/")
    assert late.status_code == 409
    assert "no open seat any longer" in text_of(late.content.decode())


def test_next_open_seat_is_taken_if_the_first_was_just_taken(
    alice: User, bob: User, outsider: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = ["alice@example.org", OPEN, OPEN, "carol@example.org"]
    game = create_game(host=alice, players=players, now=NOW)
    both = queries.open_seats(game)
    monkeypatch.setattr(queries, "open_seats", lambda game: both)
    address = f"/games/{game.slug}/take/"
    assert signed_in(bob).post(address).status_code == 303
    assert signed_in(outsider).post(address).status_code == 303
    taken = game.seats.filter(number__in=[1, 2]).order_by("number")
    assert [seat.user for seat in taken] == [bob, outsider]
    dave = User.objects.create_user("dave@example.org")
    late = signed_in(dave).post(address, {"name": "Dave"})
    assert late.status_code == 409
    assert "no open seat any longer" in text_of(late.content.decode())


def test_player_enters_a_name_when_taking_a_seat(
    invited_game: Game, alice: User, outsider: User
) -> None:
    open_seat(seat=invited_game.seats.get(number=1), by=alice, now=NOW)
    User.objects.filter(pk=outsider.pk).update(name="")
    client, address = signed_in(outsider), f"/games/{invited_game.slug}/"
    assert 'value="Oscar"' in client.get(address).content.decode()
    nameless = client.post(f"{address}take/", {"name": " "})
    assert nameless.status_code == 400
    assert "What should the others call you?" in text_of(nameless.content.decode())
    assert invited_game.seats.get(number=1).user is None
    assert client.post(f"{address}take/", {"name": "Ozzy"}).status_code == 303
    seat = invited_game.seats.select_related("user").get(number=1)
    assert seat.user is not None
    assert seat.user.name == "Ozzy"


def test_guest_cannot_take_an_open_seat(
    invited_game: Game, alice: User, client: Client
) -> None:
    open_seat(seat=invited_game.seats.get(number=1), by=alice, now=NOW)
    client.post("/practice/")
    answer = client.post(f"/games/{invited_game.slug}/take/")
    assert answer.status_code == 403
    assert "your email address first" in text_of(answer.content.decode())


def test_board_is_public(started_game: Game, client: Client) -> None:
    text = text_of(client.get(f"/games/{started_game.slug}/").content.decode())
    assert "Alice, Bob, Carol and Dave" in text
    assert "To play now" in text
    assert "Forest: no one." in text
    assert client.get("/games/nothere234/").status_code == 404
