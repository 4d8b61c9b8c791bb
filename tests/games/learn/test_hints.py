"""Hints while practising, and the notes of a first game."""

import pytest
from django.test import Client

from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.table.hints import (
    FirstNote,
    dismiss_note,
    first_note,
    hint_for,
    is_practice,
    want_hints,
)
from stoneage_core.components.places import Place
from stoneage_core.state import Question
from tests.support.pages import html_of, play_path, text_of, values_of
from tests.support.play import against_automatic, play_on, submit
from tests.support.refusals import refuses
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(alice: User) -> Seat:
    """Alice's seat in a practice game."""
    return against_automatic(alice, now=NOW)


def seats_of(seat: Seat) -> tuple[Seat, ...]:
    return read_seats(seat.game)


def test_hints_are_only_for_players_who_want_them(seat: Seat) -> None:
    state = positions.state_of(seat.game)
    assert hint_for(seat, seats_of(seat), state) is None

    want_hints(seat=seat, wanted=True)

    hint = hint_for(seat, seats_of(seat), state)
    assert hint is not None
    assert hint.reason.endswith(".")
    assert hint.food == (
        "12 food, 5 mouths: 2 rounds are safe, if no one else is born."
    )
    assert hint.place in {str(place.value) for place in Place}
    assert User.objects.get(pk=seat.user_id).wants_hints

    want_hints(seat=seat, wanted=False)

    assert hint_for(seat, seats_of(seat), state) is None


def test_nobody_gets_hints_against_people(started_game: Game, alice: User) -> None:
    seats = read_seats(started_game)
    assert not is_practice(seats[0])
    with refuses("forbidden"):
        want_hints(seat=seats[0], wanted=True)
    # Not even if they asked for hints in a practice game.
    User.objects.update(wants_hints=True)
    seats = read_seats(started_game)
    state = positions.state_of(started_game)
    assert all(hint_for(seat, seats, state) is None for seat in seats)


def test_player_who_is_not_awaited_gets_no_hint(seat: Seat) -> None:
    want_hints(seat=seat, wanted=True)
    seat.is_on_autopilot = True
    assert hint_for(seat, seats_of(seat), positions.state_of(seat.game)) is None


def test_notes_appear_one_by_one_and_are_dismissed_for_good(seat: Seat) -> None:
    state = positions.state_of(seat.game)
    assert seat.user is not None
    note = first_note(seat, state, has_undo=False)
    assert note is not None
    assert note is FirstNote.DOCK

    dismiss_note(user=seat.user, kind="dock")
    dismiss_note(user=seat.user, kind="dock")

    assert User.objects.get(pk=seat.user.pk).notes_read == ["dock"]
    assert first_note(seat, state, has_undo=False) is None


def test_note_disappears_once_its_reader_did_what_it_says(seat: Seat) -> None:
    submit(seat.game, seat.number, "forest 1", now=NOW)
    seat = read_seats(Game.objects.get())[0]
    note = first_note(seat, positions.state_of(seat.game), has_undo=False)
    assert note is not None
    assert note is FirstNote.ODDS


def test_placing_note_is_not_shown_with_another_question(seat: Seat) -> None:
    game = seat.game
    while (state := positions.state_of(game)).question is Question.PLACE:
        game = play_on(game, now=NOW, decisions=1)
    seat = read_seats(game)[0]
    assert first_note(seat, state, has_undo=False) is None


def test_note_appears_when_it_applies(seat: Seat) -> None:
    assert seat.user is not None
    dismiss_note(user=seat.user, kind="dock")
    submit(seat.game, seat.number, "forest 1", now=NOW)
    seat = read_seats(Game.objects.get())[0]
    state = positions.state_of(seat.game)
    expected = [FirstNote.ODDS, FirstNote.UNDO]
    for kind in expected:
        note = first_note(seat, state, has_undo=True)
        assert note is not None
        assert note is kind
        assert seat.user is not None
        dismiss_note(user=seat.user, kind=kind)
    assert first_note(seat, state, has_undo=True) is None


def test_history_note_appears_in_the_second_round(seat: Seat) -> None:
    assert seat.user is not None
    for kind in ("dock", "odds", "undo"):
        dismiss_note(user=seat.user, kind=kind)
    game = seat.game
    while (state := positions.state_of(game)).round < 2:
        game = play_on(game, now=NOW, decisions=1)
    seat = read_seats(game)[0]
    note = first_note(seat, state, has_undo=False)
    assert note is not None
    assert note is FirstNote.HISTORY


def test_no_note_stays_for_long(seat: Seat) -> None:
    """Also if its reader never says that they have got it."""
    game = seat.game
    while (state := positions.state_of(game)).round < 4:
        game = play_on(game, now=NOW, decisions=1)
    assert first_note(read_seats(game)[0], state, has_undo=True) is None


def test_player_who_finished_a_game_gets_no_notes(
    finished_game: Game, alice: User
) -> None:
    seat = against_automatic(alice, now=NOW)
    assert first_note(seat, positions.state_of(seat.game), has_undo=True) is None


def test_unknown_note_cannot_be_dismissed(alice: User) -> None:
    with refuses("invalid"):
        dismiss_note(user=alice, kind="nonsense")
    assert len(FirstNote) == 4


def test_practice_from_the_tutorial_has_hints(client: Client) -> None:
    client.post("/practice/", {"opponents": "1", "hints": "on"})
    guest = User.objects.get()
    assert guest.wants_hints
    assert guest.notes_read == ["dock"]


def test_practice_without_the_tutorial_has_no_hints(client: Client) -> None:
    client.post("/practice/", {"opponents": "1"})
    assert not User.objects.get().wants_hints


def test_table_shows_hints_and_notes(client: Client) -> None:
    page = client.post("/practice/", {"opponents": "1"}, follow=True)
    address = page.redirect_chain[-1][0]
    html = html_of(page)
    assert "note-read" in values_of(html, "action")
    assert 'class="beginner hint"' not in html
    menu = html_of(client.get(f"{address}?sheet=menu"))
    assert values_of(menu, "hints") == ["on"]

    client.post(address, {"action": "hints", "hints": "on"})
    client.post(address, {"action": "note-read", "note": "dock"})

    shown = client.get(address)
    hint = shown.context["hint"]
    assert hint.food in text_of(html_of(shown))
    assert "note-read" not in values_of(html_of(shown), "action")
    menu = html_of(client.get(f"{address}?sheet=menu"))
    assert "on" not in values_of(menu, "hints")

    client.post(address, {"action": "hints", "hints": "off"})

    assert hint.food not in text_of(html_of(client.get(address)))


def test_page_refuses_unknown_notes(client: Client) -> None:
    page = client.post("/practice/", {"opponents": "1"}, follow=True)
    address = page.redirect_chain[-1][0]
    refused = client.post(address, {"action": "note-read", "note": "nonsense"})
    assert refused.status_code == 400
    assert User.objects.get().notes_read == []


def test_hints_are_not_offered_against_people(started_game: Game) -> None:
    client, address = Client(), play_path(started_game, 0)
    menu = html_of(client.get(f"{address}?sheet=menu"))
    assert values_of(menu, "hints") == []
    refused = client.post(address, {"action": "hints", "hints": "on"})
    assert refused.status_code == 403
    assert not User.objects.filter(wants_hints=True).exists()


def test_player_who_hunts_gets_no_note_about_hunger(seat: Seat) -> None:
    want_hints(seat=seat, wanted=True)
    submit(seat.game, seat.number, "hunt 2", now=NOW)
    seats = read_seats(Game.objects.get())
    hint = hint_for(seats[0], seats, positions.state_of(seats[0].game))
    assert hint is not None
    assert hint.food == ""
