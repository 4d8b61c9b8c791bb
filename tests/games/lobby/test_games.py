"""The pages for making a game, filling its seats, and the public board."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games import queries
from games.accounts.addresses import replace_address
from games.clocks import PRESETS
from games.errors import SENTENCES
from games.housekeeping import drop_drafts
from games.lobby.forms import SeatAction
from games.lobby.new_games import OPEN, create_game
from games.lobby.rematch import agree_to_rematch
from games.models import Game, GameDraft, User
from games.seats.invitations import decline_seat, open_seat
from games.web.pages import first_error
from notifications.models import Kind, OutgoingMail
from stoneage_core.terms import OPTION_OF, UNKNOWN_TO_BOTS
from tests.support.pages import Dump, page, seat_of, signed_in, text_of, values_of
from tests.support.standing_time import NOW
from tests.support.words import alert_on

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
    assert values_of(page(client, "/games/new/"), "host_name") == []
    User.objects.update(name="")
    assert values_of(page(client, "/games/new/"), "host_name") == ["Alice"]
    nameless = client.post("/games/new/", new_game())
    assert nameless.status_code == 400
    assert list(nameless.context["form"].errors) == ["host_name"]
    assert client.post("/games/new/", new_game(host_name="Ally")).status_code == 303
    alice.refresh_from_db()
    assert alice.name == "Ally"


def test_host_name_that_looks_like_a_link_is_refused(alice: User) -> None:
    User.objects.update(name="")
    answer = signed_in(alice).post("/games/new/", new_game(host_name="shop.example"))
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["host_name"]
    assert not Game.objects.exists()


def test_email_is_promised_only_to_a_host_who_plays(
    invited_game: Game, alice: User
) -> None:
    emails = ["bob@example.org", "carol@example.org"]
    watched = create_game(host=alice, players=emails, now=NOW)
    client = signed_in(alice)
    promise = "data-email-promised"
    assert promise not in page(client, f"/games/{watched.slug}/")
    assert promise in page(client, f"/games/{invited_game.slug}/")


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
    started_game: Game,
    alice: User,
    bob: User,
    carol: User,
    dave: User,
    outsider: User,
) -> None:
    User.objects.filter(pk=dave.pk).update(is_active=False)
    client = signed_in(alice)
    html = page(client, "/games/new/")
    assert values_of(html, "companions") == [str(bob.pk), str(carol.pk)]
    for nobody in ("Dave", "Oscar", "carol@example.org"):
        assert nobody not in text_of(html)
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
    ("more", "field", "named"),
    [
        ({"emails": "nowhere"}, "emails", "“nowhere”"),
        ({"emails": "bob@example.org, no@where"}, "emails", "“no@where”"),
        ({"emails": ""}, NON_FIELD_ERRORS, ""),
        ({"emails": "bob@example.org, bob@example.org"}, NON_FIELD_ERRORS, ""),
        ({"emails": "alice@example.org"}, NON_FIELD_ERRORS, ""),
        ({"first_player": "3"}, NON_FIELD_ERRORS, ""),
        ({"automatic": "2", "open": "1"}, NON_FIELD_ERRORS, ""),
        ({"automatic": "9"}, "automatic", ""),
        (
            {"dice_at_own_turn": "on", "automatic": "1"},
            NON_FIELD_ERRORS,
            UNKNOWN_TO_BOTS,
        ),
        (
            {"dice_at_own_turn": "on", "coached": "on"},
            NON_FIELD_ERRORS,
            OPTION_OF["dice_at_own_turn"].excludes["coached"],
        ),
    ],
    ids=lambda value: ",".join(value.values()) if isinstance(value, dict) else "",
)
def test_invalid_values_are_explained_and_kept(
    alice: User, more: dict[str, str], field: str, named: str
) -> None:
    answer = signed_in(alice).post("/games/new/", new_game(tie_break="sum", **more))
    (error,) = answer.context["form"].errors[field]
    html = answer.content.decode()
    assert answer.status_code == 400
    assert named in error
    assert error in html
    assert '<option value="sum" selected>' in html
    assert not Game.objects.exists()


def test_refused_terms_are_explained_in_the_readers_language(alice: User) -> None:
    client = signed_in(alice)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    answer = client.post("/games/new/", new_game(rated="on", coached="on"))
    with translation.override("es"):
        sentence = gettext(OPTION_OF["rated"].excludes["coached"])
    assert sentence != OPTION_OF["rated"].excludes["coached"]
    assert answer.context["form"].non_field_errors() == [sentence]


def test_unknown_pace_is_refused(alice: User) -> None:
    answer = signed_in(alice).post("/games/new/", new_game(**{"clock-preset": "1"}))
    assert answer.status_code == 400
    assert "preset" in answer.context["form"].clock_form.errors
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


def test_visitor_fills_in_a_game_and_signs_in_at_the_end(client: Client) -> None:
    client.post("/practice/")  # so that a guest is in this browser
    html = client.get("/games/new/").content.decode()
    assert 'name="host_email"' in html
    sent = new_game(greeting="Shall we?", host_name="Ally", host_email="a@example.org")
    answer = client.post("/games/new/", sent)
    assert answer.status_code == 302
    asks_for_code = urlsplit(answer["Location"])
    assert asks_for_code.path == reverse("account_confirm_login_code")
    (back,) = parse_qs(asks_for_code.query)["next"]
    asked = client.get(answer["Location"]).content.decode()
    assert 'class="note-good"' in asked
    assert Game.objects.filter(host__email="a@example.org").count() == 0

    host = signed_in(User.objects.get(email="a@example.org"))
    html = host.get(back).content.decode()
    assert 'value="Shall we?"' in html
    assert 'value="bob@example.org"' in html
    del sent["host_email"]
    assert host.post(back, sent).status_code == 303
    assert Game.objects.latest("pk").greeting == "Shall we?"
    assert not GameDraft.objects.exists()
    assert 'value="Shall we?"' not in host.get(back).content.decode()


def test_visitor_who_forgets_their_address_loses_nothing(client: Client) -> None:
    answer = client.post("/games/new/", new_game(host_name="Ally", host_email=""))
    assert answer.status_code == 400
    assert 'value="bob@example.org"' in answer.content.decode()
    twice = new_game(host_name="Ally", host_email="Bob@example.org")
    assert client.post("/games/new/", twice).status_code == 400
    assert not GameDraft.objects.exists()


def test_drafts_are_deleted_after_two_days(client: Client) -> None:
    client.post("/games/new/", new_game(host_name="Al", host_email="al@example.org"))
    made_at = GameDraft.objects.get().made_at
    assert drop_drafts(made_at + timedelta(days=1)) == 0
    assert drop_drafts(made_at + timedelta(days=3)) == 1


@pytest.mark.parametrize("line", ["see shop.example", "x" * 201])
def test_line_to_friends_is_short_and_has_no_address(alice: User, line: str) -> None:
    answer = signed_in(alice).post("/games/new/", new_game(greeting=line))
    assert answer.status_code == 400
    assert not Game.objects.exists()


def test_host_reminds_once_a_day_of_an_unanswered_invitation(
    invited_game: Game, alice: User, outsider: User
) -> None:
    page = f"/games/{invited_game.slug}/"
    reminder = {"number": "1", "do": "remind"}
    client = signed_in(alice)
    assert 'value="remind"' not in client.get(page).content.decode()
    OutgoingMail.objects.update(created_at=NOW - timedelta(days=2))
    assert 'value="remind"' in client.get(page).content.decode()
    assert signed_in(outsider).post(f"{page}seats/", reminder).status_code == 403
    assert client.post(f"{page}seats/", reminder).status_code == 303
    mail = OutgoingMail.objects.get(kind=Kind.INVITATION_REMINDER)
    assert mail.user == seat_of(invited_game, 1).user
    assert 'value="remind"' not in client.get(page).content.decode()
    assert client.post(f"{page}seats/", reminder).status_code == 429
    answered = seat_of(invited_game, 1)
    decline_seat(seat=answered, now=NOW)
    assert client.post(f"{page}seats/", reminder).status_code == 409


def test_host_does_not_see_addresses_of_named_players(
    invited_game: Game, alice: User, bob: User
) -> None:
    """The player may have come by an open seat, a rematch or an additional address."""
    shown = text_of(page(signed_in(alice), f"/games/{invited_game.slug}/"))
    assert "Bob" in shown
    assert "@" not in shown.replace("name@example.org", "")


def test_host_of_a_rematch_sees_no_address(
    two_player_game: Game, alice: User, bob: User
) -> None:
    Game.objects.filter(pk=two_player_game.pk).update(status="finished")
    agree_to_rematch(seat=two_player_game.seats.get(number=1), now=NOW)
    User.objects.filter(pk=alice.pk).update(name="")
    rematch = Game.objects.get(rematch_of=two_player_game)
    assert "alice@" not in page(signed_in(bob), f"/games/{rematch.slug}/")


def test_host_does_not_see_a_changed_address(
    invited_game: Game, alice: User, bob: User
) -> None:
    """The host did not enter the address that the staff set later."""
    User.objects.filter(pk=bob.pk).update(name="")
    bob.refresh_from_db()
    replace_address(user=bob, email="robert@example.org")
    assert "robert@" not in page(signed_in(alice), f"/games/{invited_game.slug}/")


def test_game_that_starts_at_once_opens_its_table(alice: User) -> None:
    """Games that wait for answers have another page until they start."""
    client = signed_in(alice)
    for emails, opened in [("", "play/"), ("bob@example.org", "")]:
        answer = client.post("/games/new/", new_game(emails=emails, automatic="1"))
        game = Game.objects.latest("pk")
        assert answer["Location"] == f"/games/{game.slug}/{opened}"


def test_host_sees_who_has_answered(
    invited_game: Game, alice: User, bob: User, client: Client
) -> None:
    User.objects.filter(pk=bob.pk).update(name="")
    path = f"/games/{invited_game.slug}/"
    own, others = page(signed_in(alice), path), page(client, path)
    assert "bob@example.org" in own
    assert "invite" in values_of(own, "do")
    assert "bob@example.org" not in others
    assert values_of(others, "do") == []


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
    "sent",
    [
        {"number": "1", "do": "invite", "email": "nowhere"},
        {"number": "9", "do": "open"},
        {"number": "1", "do": "sell"},
    ],
    ids=["address", "seat", "action"],
)
def test_host_sees_the_error_of_an_invalid_form(
    invited_game: Game, alice: User, sent: dict[str, str]
) -> None:
    address = f"/games/{invited_game.slug}/seats/"
    answer = signed_in(alice).post(address, sent)
    assert answer.status_code == 400
    assert alert_on(answer) == first_error(SeatAction(sent))


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
    invited_game.refresh_from_db()
    assert invited_game.is_cancelled
    assert client.get(address).status_code == 200


def test_started_game_cannot_be_cancelled(two_player_game: Game, alice: User) -> None:
    answer = signed_in(alice).post(f"/games/{two_player_game.slug}/cancel/")
    assert answer.status_code == 409
    two_player_game.refresh_from_db()
    assert two_player_game.is_active


def test_member_takes_an_open_seat(
    invited_game: Game, alice: User, outsider: User, client: Client
) -> None:
    seat = invited_game.seats.get(number=1)
    open_seat(seat=seat, by=alice, now=NOW)
    address = f"/games/{invited_game.slug}/"
    assert address in client.get("/open-seats/").content.decode()
    assert "/account/login/?next=" in client.get(address).content.decode()
    assert client.post(address + "take/").status_code == 302
    taker = signed_in(outsider)
    taken = taker.post(address + "take/")
    assert (taken.status_code, taken["Location"]) == (303, f"{address}play/")
    assert invited_game.seats.get(number=1).user == outsider
    late = taker.post(address + "take/")
    assert late.status_code == 409
    assert invited_game.seats.get(number=1).user == outsider


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
    assert not game.seats.filter(user=dave).exists()


def test_player_enters_a_name_when_taking_a_seat(
    invited_game: Game, alice: User, outsider: User
) -> None:
    open_seat(seat=invited_game.seats.get(number=1), by=alice, now=NOW)
    User.objects.filter(pk=outsider.pk).update(name="")
    client, address = signed_in(outsider), f"/games/{invited_game.slug}/"
    assert values_of(page(client, address), "name") == ["Oscar"]
    nameless = client.post(f"{address}take/", {"name": " "})
    assert nameless.status_code == 400
    assert "name" in nameless.context["join_form"].errors
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
    assert alert_on(answer) == SENTENCES["address_needed"]


def test_board_is_public(started_game: Game, client: Client) -> None:
    html = page(client, f"/games/{started_game.slug}/")
    assert re.findall(r'id="tribe-(\d)"', html) == ["0", "1", "2", "3"]
    assert 'id="board"' in html
    assert client.get("/games/nothere234/").status_code == 404
