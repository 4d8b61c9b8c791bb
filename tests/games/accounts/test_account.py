"""The account page: time zone, absences in all games."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from games.absences import away_rows
from games.accounts.users import update_user
from games.clocks import PRESETS
from games.deadlines import expire_turn
from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.now import database_now
from games.outages import refresh_deadlines
from games.seats.invitations import accept_seat
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, PerMove, TimeControl, Window
from tests.support.pages import (
    Dump,
    html_of,
    invitation_path,
    page,
    seat_of,
    signed_in,
    text_of,
    values_of,
)

pytestmark = pytest.mark.django_db

YOU = {"name": "Al", "time_zone": "Europe/Madrid", "language": "en"}
ONE_DAY = timedelta(days=1)


def running(host: User, other: User, control: TimeControl) -> Game:
    """A game of two that has just begun. The host has to decide."""
    now = database_now()
    game = create_game(
        host=host,
        players=[host, other],
        terms=Terms(2, control, first_player=0),
        now=now,
    )
    return accept_seat(seat=game.seats.get(number=1), now=now)


def days_on(count: int) -> str:
    return (database_now() + count * ONE_DAY).date().isoformat()


def offered(client: Client) -> list[str]:
    """Return the actions of the forms on the account page."""
    return values_of(page(client, "/account/"), "action")


def away(client: Client, back: str, begins: str = "") -> Any:
    """Send the form of an absence; return the account page that follows."""
    sent = {"action": "away", "back": back, "begins": begins}
    answer = client.post("/account/", sent, follow=True)
    assert answer.redirect_chain == [("/account/", 303)]
    return answer


def said(answer: Any) -> list[tuple[str, str]]:
    """Return level and text of the messages on a page."""
    return [(one.level_tag, str(one)) for one in get_messages(answer.wsgi_request)]


# Time zone


def test_quiet_hours_are_in_the_email_settings_alone(alice: User) -> None:
    client = signed_in(alice)
    assert "quiet_from" not in html_of(client.get("/account/"))
    client.post("/account/", {**YOU, "quiet_from": "23:30"})
    alice.refresh_from_db()
    assert alice.quiet_from == 22 * 60
    assert 'name="quiet_from"' in html_of(client.get("/mail/"))


def test_change_of_zone_moves_deadlines(alice: User, bob: User) -> None:
    control = TimeControl(PerMove(2 * DAY), window=Window(9 * 60, 12 * 60))
    game = running(alice, bob, control)
    before = seat_of(game, 0).deadline_at
    sent = {**YOU, "time_zone": "Pacific/Auckland"}
    signed_in(alice).post("/account/", sent)
    assert seat_of(game, 0).deadline_at != before


def test_zone_from_the_browser_moves_deadlines(
    client: Client, alice: User, bob: User
) -> None:
    now = database_now()
    control = TimeControl(PerMove(2 * DAY), window=Window(9 * 60, 12 * 60))
    game = create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(2, control, first_player=1),
        now=now,
    )
    path = invitation_path(game, 1)
    client.post(path, {"answer": "accept", "time_zone": "Pacific/Auckland"})
    seat = seat_of(game, 1)
    deadline = seat.deadline_at
    refresh_deadlines(game_id=game.pk, now=database_now())
    assert deadline is not None
    assert seat_of(game, 1).deadline_at == deadline


# Absences


def test_absence_is_declared_in_all_games_at_once(alice: User, bob: User) -> None:
    slow = running(alice, bob, PRESETS["unhurried"])
    live = running(alice, bob, PRESETS["live"])
    client = signed_in(alice)
    rows = client.get("/account/").context["away"]
    assert {row["days_left"] for row in rows} == {21, None}
    answer = away(client, days_on(3))
    (done, refused) = said(answer)
    assert (done[0], refused[0]) == ("success", "warning")
    assert "Bob" in refused[1]
    assert [row["is_away"] for row in answer.context["away"]].count(True) == 1
    (span,) = Game.objects.get(pk=slow.pk).table_state.seats[0].away
    assert span.ends == datetime.fromisoformat(days_on(3)).replace(tzinfo=UTC)
    assert Game.objects.get(pk=live.pk).table_state.seats[0].away == ()


def test_absence_days_begin_in_the_users_zone(alice: User, bob: User) -> None:
    update_user(user=alice, time_zone="Asia/Tokyo")
    game = running(alice, bob, PRESETS["unhurried"])
    away(signed_in(alice), days_on(6), begins=days_on(4))
    (span,) = Game.objects.get(pk=game.pk).table_state.seats[0].away
    assert (span.begins.hour, span.ends.hour) == (15, 15)
    assert span.length == 2 * ONE_DAY


def test_coming_back_ends_the_absence_in_all_games(alice: User, bob: User) -> None:
    games = [running(alice, bob, PRESETS[key]) for key in ("unhurried", "relaxed")]
    client = signed_in(alice)
    assert "back" not in offered(client)
    assert [level for level, _text in said(away(client, days_on(3)))] == ["success"]
    assert "back" in offered(client)
    assert client.post("/account/", {"action": "back"}).status_code == 303
    assert "back" not in offered(client)
    for game in games:
        chair = Game.objects.get(pk=game.pk).table_state.seats[0]
        assert chair.away_at(database_now()) is None


@pytest.mark.parametrize(
    ("back", "begins"),
    [("", ""), ("soon", ""), ("2020-01-01", ""), ("9999-12-31", "9999-12-31")],
    ids=["missing", "unreadable", "past", "back before leaving"],
)
def test_impossible_absence_days_are_refused(
    alice: User, bob: User, dump: Dump, back: str, begins: str
) -> None:
    running(alice, bob, PRESETS["unhurried"])
    client, before = signed_in(alice), dump()
    sent = {"action": "away", "back": back, "begins": begins}
    answer = client.post("/account/", sent)
    assert answer.status_code == 400
    assert "back" in answer.context["away_form"].errors
    assert values_of(html_of(answer), "back") == [back]
    assert dump() == before


def test_absence_beyond_the_budget_is_refused_and_kept_in_the_form(
    alice: User, bob: User, dump: Dump
) -> None:
    update_user(user=alice, time_zone="America/New_York")
    running(alice, bob, PRESETS["unhurried"])
    client, before = signed_in(alice), dump()
    for back in (days_on(40), "9999-12-30"):
        answer = client.post("/account/", {"action": "away", "back": back})
        assert answer.status_code == 409
        (reason,) = answer.context["reasons"]
        assert "Bob" in reason
        assert "21" in reason
        assert reason in text_of(html_of(answer))
        assert values_of(html_of(answer), "back") == [back]
    late = client.post("/account/", {"action": "away", "back": "9999-12-31"})
    assert late.status_code in {400, 409}
    assert dump() == before


def test_absence_form_names_seats_on_autopilot(alice: User, bob: User) -> None:
    game = running(alice, bob, TimeControl(PerMove(DAY), vacation=9, misses=1))
    other = running(alice, bob, PRESETS["unhurried"])
    seat = seat_of(game, 0)
    assert seat.deadline_at
    expire_turn(seat_id=seat.pk, now=seat.deadline_at)
    client = signed_in(alice)
    rows = client.get("/account/").context["away"]
    assert {row["is_on_autopilot"] for row in rows} == {True, False}
    levels = [level for level, _text in said(away(client, days_on(3)))]
    assert levels == ["success", "warning"]
    assert Game.objects.get(pk=other.pk).table_state.seats[0].away
    answer = client.post("/account/", {"action": "back"}, follow=True)
    assert [level for level, _text in said(answer)] == ["warning"]


def test_guests_get_no_absence_form(client: Client) -> None:
    client.post("/practice/")
    assert Seat.objects.filter(user__email=None).exists()
    assert "away" not in offered(client)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Pacific/Auckland", "Pacific/Auckland"),
        ("auckland", "Pacific/Auckland"),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
    ],
)
def test_time_zone_is_found_by_its_city(alice: User, typed: str, zone: str) -> None:
    client = signed_in(alice)
    assert client.post("/account/", {**YOU, "time_zone": typed}).status_code == 303
    alice.refresh_from_db()
    assert alice.time_zone == zone


def test_saving_is_confirmed(alice: User) -> None:
    sent = signed_in(alice).post("/account/", YOU)
    assert [each.level_tag for each in get_messages(sent.wsgi_request)] == ["success"]


@pytest.mark.long
def test_games_with_the_same_people_are_told_apart(alice: User, bob: User) -> None:
    for _game in range(2):
        running(alice, bob, PRESETS["unhurried"])
    rows = away_rows(alice, database_now())
    assert {row["others"] for row in rows} == {"Bob", "Bob, game 2"}


@pytest.mark.parametrize("typed", ["", "Atlantis", "new"])
def test_unknown_time_zone_is_refused(alice: User, typed: str) -> None:
    answer = signed_in(alice).post("/account/", {**YOU, "time_zone": typed})
    assert answer.status_code == 400
    assert 'id="id_time_zone_error"' in answer.content.decode()


def test_new_user_is_asked_for_a_name_on_the_list_of_games(alice: User) -> None:
    User.objects.update(name="")
    client = signed_in(alice)
    assert 'name="name"' in client.get("/games/").content.decode()
    client.post("/account/", {"action": "name", "name": "Ally"})
    alice.refresh_from_db()
    assert alice.name == "Ally"
    assert 'name="name"' not in client.get("/games/").content.decode()


def test_staff_find_their_desk_in_the_header(alice: User) -> None:
    desk = reverse("moderation:dashboard")
    assert desk not in signed_in(alice).get("/games/").content.decode()
    User.objects.update(is_staff=True)
    assert desk in signed_in(alice).get("/games/").content.decode()
