"""Hints while practising, and the notes of a first game."""

import pytest
from django.test import Client

from games.models import Game, Seat, User
from games.store import positions
from games.store.table_rows import read_seats
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
from tests.support.pages import html_of, play_path, text_of
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


def test_hints_are_for_who_wants_them(seat: Seat) -> None:
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


def test_nobody_is_helped_against_others(started_game: Game, alice: User) -> None:
    seats = read_seats(started_game)
    assert not is_practice(seats[0])
    with refuses("forbidden", match="unrated games against bots"):
        want_hints(seat=seats[0], wanted=True)
    # Not even by what was wished for while practising.
    User.objects.update(wants_hints=True)
    seats = read_seats(started_game)
    state = positions.state_of(started_game)
    assert all(hint_for(seat, seats, state) is None for seat in seats)


def test_who_is_not_awaited_gets_no_hint(seat: Seat) -> None:
    want_hints(seat=seat, wanted=True)
    seat.is_on_autopilot = True
    assert hint_for(seat, seats_of(seat), positions.state_of(seat.game)) is None


def test_notes_come_one_by_one_and_go_for_good(seat: Seat) -> None:
    state = positions.state_of(seat.game)
    assert seat.user is not None
    note = first_note(seat, state, has_undo=False)
    assert note is not None
    assert note is FirstNote.DOCK

    dismiss_note(user=seat.user, kind="dock")
    dismiss_note(user=seat.user, kind="dock")

    assert User.objects.get(pk=seat.user.pk).notes_read == ["dock"]
    assert first_note(seat, state, has_undo=False) is None


def test_a_note_goes_by_itself_once_its_reader_did_what_it_says(seat: Seat) -> None:
    submit(seat.game, seat.number, "forest 1", now=NOW)
    seat = read_seats(Game.objects.get())[0]
    note = first_note(seat, positions.state_of(seat.game), has_undo=False)
    assert note is not None
    assert note is FirstNote.ODDS


def test_no_note_about_placing_stands_beside_another_question(seat: Seat) -> None:
    game = seat.game
    while (state := positions.state_of(game)).question is Question.PLACE:
        game = play_on(game, now=NOW, decisions=1)
    seat = read_seats(game)[0]
    assert first_note(seat, state, has_undo=False) is None


def test_a_note_comes_when_there_is_something_to_note(seat: Seat) -> None:
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


def test_the_history_is_noted_in_the_second_round(seat: Seat) -> None:
    assert seat.user is not None
    for kind in ("dock", "odds", "undo"):
        dismiss_note(user=seat.user, kind=kind)
    game = play_on(seat.game, now=NOW, decisions=40)
    seat = read_seats(game)[0]
    state = positions.state_of(game)
    assert state.round > 1
    note = first_note(seat, state, has_undo=False)
    assert note is not None
    assert note is FirstNote.HISTORY


def test_who_has_finished_a_game_needs_no_notes(
    finished_game: Game, alice: User
) -> None:
    seat = against_automatic(alice, now=NOW)
    assert first_note(seat, positions.state_of(seat.game), has_undo=True) is None


def test_there_is_no_other_note(alice: User) -> None:
    with refuses("invalid"):
        dismiss_note(user=alice, kind="nonsense")
    assert len(FirstNote) == 4


def test_practice_from_the_tutorial_has_hints(client: Client) -> None:
    client.post("/practice/", {"opponents": "1", "hints": "on"})
    guest = User.objects.get()
    assert guest.wants_hints
    assert guest.notes_read == ["dock"]


def test_other_practice_has_none(client: Client) -> None:
    client.post("/practice/", {"opponents": "1"})
    assert not User.objects.get().wants_hints


def test_hints_and_notes_on_the_table(client: Client) -> None:
    page = client.post("/practice/", {"opponents": "1"}, follow=True)
    address = page.redirect_chain[-1][0]
    html = html_of(page)
    assert "Tap a place on the board" in text_of(html)
    assert 'class="beginner hint"' not in html
    menu = html_of(client.get(f"{address}?sheet=menu"))
    assert "Give me hints" in text_of(menu)

    client.post(address, {"action": "hints", "hints": "on"})
    client.post(address, {"action": "note-read", "note": "dock"})

    html = html_of(client.get(address))
    assert "12 food, 5 mouths: 2 rounds are safe" in text_of(html)
    assert "Tap a place on the board to see" not in text_of(html)
    menu = html_of(client.get(f"{address}?sheet=menu"))
    assert "No hints" in text_of(menu)

    client.post(address, {"action": "hints", "hints": "off"})

    assert "mouths" not in text_of(html_of(client.get(address)))


def test_what_a_learner_cannot_ask_for(client: Client) -> None:
    page = client.post("/practice/", {"opponents": "1"}, follow=True)
    address = page.redirect_chain[-1][0]
    refused = client.post(address, {"action": "note-read", "note": "nonsense"})
    assert refused.status_code == 400
    assert User.objects.get().notes_read == []


def test_against_others_no_hints_are_offered(started_game: Game) -> None:
    client, address = Client(), play_path(started_game, 0)
    menu = html_of(client.get(f"{address}?sheet=menu"))
    assert "Give me hints" not in text_of(menu)
    refused = client.post(address, {"action": "hints", "hints": "on"})
    assert refused.status_code == 403
    assert not User.objects.filter(wants_hints=True).exists()


def test_who_hunts_already_is_not_told_of_hunger(seat: Seat) -> None:
    want_hints(seat=seat, wanted=True)
    submit(seat.game, seat.number, "hunt 2", now=NOW)
    seats = read_seats(Game.objects.get())
    hint = hint_for(seats[0], seats, positions.state_of(seats[0].game))
    assert hint is not None
    assert hint.food == ""
