"""Users: found by address, changed by themselves, and guests."""

from datetime import datetime

import pytest
from django.db import IntegrityError, transaction

from games.accounts.users import clean_name, suggest_name, update_user, user_for_email
from games.lobby.new_games import create_practice_game
from games.log.table_rows import read_seats
from games.models import Game, Status, User
from games.presentation.text import KIN, names_of
from stoneage_core.fields import MOST_SEATS
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_spellings_of_an_address_are_one_user() -> None:
    first = user_for_email(email="Ann@Example.org", now=NOW)
    second = user_for_email(email=" ann@example.ORG", now=NOW)
    assert first == second
    assert first.email == "ann@example.org"


def test_players_have_no_password() -> None:
    user = user_for_email(email="ann@example.org", now=NOW)
    assert not User.objects.get(pk=user.pk).has_usable_password()


def test_nobody_has_a_password() -> None:
    staff = User.objects.create_superuser("staff@example.org", "long secret")
    assert (staff.is_staff, staff.is_superuser) == (True, True)
    assert not staff.has_usable_password()


@pytest.mark.parametrize("email", ["Ann@example.org", ""], ids=["capitals", "empty"])
def test_database_refuses_an_address_that_is_not_normalized(email: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(email=email)


def test_several_guests_have_no_address() -> None:
    User.objects.create_user(None)
    User.objects.create_user(None)
    assert User.objects.filter(email=None).count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "ann",
        "ann@",
        "a b@example.org",
        "@example.org",
        f"ann@{'a' * 63}.{'b' * 63}.{'c' * 63}.{'d' * 63}.org",
    ],
)
def test_invalid_address_makes_no_user(wrong: str) -> None:
    with refuses("invalid"):
        user_for_email(email=wrong, now=NOW)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        (("ko", "Asia/Seoul"), ("ko", "Asia/Seoul")),
        (("xx", "Mars/Base"), ("en", "UTC")),
    ],
    ids=["known", "unknown"],
)
def test_new_user_gets_language_and_zone_if_they_are_known(
    asked: tuple[str, str], kept: tuple[str, str]
) -> None:
    language, zone = asked
    user = user_for_email(
        email="ann@example.org", now=NOW, language=language, time_zone=zone
    )
    assert (user.language, user.time_zone) == kept


def test_users_change_their_settings(alice: User) -> None:
    update_user(user=alice, name=" Ally ", time_zone="Europe/Rome", language="it")
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language) == (
        "Ally",
        "Europe/Rome",
        "it",
    )


def test_change_keeps_concurrent_changes(alice: User) -> None:
    elsewhere = User.objects.get(pk=alice.pk)
    update_user(user=elsewhere, time_zone="Europe/Rome")
    update_user(user=alice, name="Ally")
    elsewhere.refresh_from_db()
    assert (elsewhere.name, elsewhere.time_zone) == ("Ally", "Europe/Rome")


def test_name_is_cleaned_to_one_line(alice: User) -> None:
    name = "Al\u202eice\r\nBcc:\x00 x"
    assert update_user(user=alice, name=name).name == "Alice Bcc: x"


def test_names_in_all_scripts_are_accepted(alice: User) -> None:
    for name in ("José", "이소나", "عائشة", "👩\u200d🚀 Ann", "O’Neil"):
        assert update_user(user=alice, name=name).name == name


@pytest.mark.parametrize(
    "name", ["J.R.R. Tolkien", "Dr. No", "St. John", "v2.0", "A..."]
)
def test_name_with_a_dot_is_not_an_address(alice: User, name: str) -> None:
    assert update_user(user=alice, name=name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "https://x",
        "WWW.shop",
        "see shop.example now",
        "shop.ex\u202eample/buy",
        "shop。example",
        "me@shop.example",
    ],
)
def test_name_that_looks_like_a_link_is_refused(alice: User, name: str) -> None:
    with refuses("invalid", match="internet address"):
        update_user(user=alice, name=name)


@pytest.mark.parametrize(
    ("email", "name"),
    [
        ("anna@example.org", "Anna"),
        ("ben.o-neil+play9@example.org", "Ben O Neil"),
        ("mei_ling88@example.org", "Mei Ling"),
        ("1234@example.org", ""),
    ],
)
def test_name_is_suggested_to_a_user_without_one(
    db: None, email: str, name: str
) -> None:
    assert suggest_name(user_for_email(email=email, now=NOW)) == name


def test_existing_name_is_suggested_again(alice: User) -> None:
    assert suggest_name(alice) == "Alice"


@pytest.mark.parametrize(
    "wrong", [{"time_zone": "Mars/Olympus"}, {"language": "xx"}, {"name": "x" * 41}]
)
def test_invalid_settings_are_refused(alice: User, wrong: dict[str, str]) -> None:
    with refuses("invalid"):
        update_user(user=alice, **wrong)
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language) == ("Alice", "UTC", "en")


# Names


@pytest.mark.parametrize(
    "name",
    [
        *("The moderators", "M\u043ederator", "M0derat0r", "Moderátor", "moderadores"),
        *(
            "Stone Age by Mail",
            "Stone-Age by \u041c\u0430il",
            "admin",
            "\u0391DMIN",
            "운영진",
            "Staff",
        ),
        "A\u200blice",
    ],
)
def test_name_of_the_staff_and_invisible_characters_are_refused(name: str) -> None:
    with refuses("invalid"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Adam", "José", "Мария", "민준", "Stafford", "O’Neil"]
)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert clean_name(name) == name


def test_players_whose_names_look_alike_are_told_apart(
    two_player_game: Game, alice: User, bob: User
) -> None:
    User.objects.filter(pk=alice.pk).update(name="Anna")
    User.objects.filter(pk=bob.pk).update(name="\u0410nna")  # with a Cyrillic letter
    seats = list(two_player_game.seats.select_related("user"))
    assert names_of(seats) == ("Anna (Red)", "\u0410nna (Blue)")


# Guests


def test_visitor_can_play_at_once(now: datetime) -> None:
    seat = create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * 3, name="Zoe")
    assert seat.user is not None
    assert seat.user.is_guest
    assert seat.game.status == Status.ACTIVE
    assert seat.awaited_version == seat.game.version
    names = names_of(read_seats(seat.game))
    assert names[:2] == ("Zoe", DEFAULT_OPPONENT.name)
    assert names[2:] == KIN[DEFAULT_OPPONENT.name][:2]


def test_bots_at_one_table_have_names_of_their_own() -> None:
    """Also if they are of one kind; no bot has the name of another kind."""
    assert list(KIN) == list(OPPONENTS)
    names = [name for kind, kin in KIN.items() for name in (kind, *kin)]
    assert len(set(names)) == len(names)
    assert all(len(kin) == MOST_SEATS - 1 for kin in KIN.values())


@pytest.mark.parametrize("opponents", [0, 4])
def test_practice_game_has_two_to_four_players(now: datetime, opponents: int) -> None:
    with refuses("invalid"):
        create_practice_game(now=now, opponents=[DEFAULT_OPPONENT] * opponents)
