"""The coach of practice games: a press asks, a worker answers, a sheet tells it."""

import pytest
from django.test import Client

from games import queries, tasks
from games.errors import Forbidden
from games.models import Game, Seat, User
from games.models.seats import CoachedDecision
from games.play.coaching import ask_coach, coaching_of, due_coachings, may_coach
from games.store import positions
from tests.games.views.table import act
from tests.support.pages import page, play_path, text_of
from tests.support.play import against_automatic, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

SHEET = "?sheet=coach"


@pytest.fixture(autouse=True)
def playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts, and no compiler: what is tried here is not how well it plays."""
    monkeypatch.setattr("games.play.coaching.FEW_PLAYOUTS", 2)
    monkeypatch.setattr("games.play.coaching.PLAYOUTS", 2)
    monkeypatch.setattr("games.tasks.quicken_thinking", lambda: None)


@pytest.fixture
def seat(alice: User) -> Seat:
    """Alice's seat in a practice game."""
    return against_automatic(alice, now=NOW)


def ask(seat: Seat) -> None:
    ask_coach(seat=seat, seats=queries.seats_of(seat.game), now=NOW)


def test_the_coach_is_asked_answers_and_says_why(client: Client, seat: Seat) -> None:
    path = play_path(seat.game, 0) + SHEET
    assert "Ask the coach" in page(client, path)
    assert not CoachedDecision.objects.exists()

    answer = client.post(path, {"action": "coach"})

    assert (answer.status_code, answer["Location"]) == (303, path)
    assert "It takes some seconds." in text_of(page(client, path))
    tasks.coach_players()
    shown = text_of(page(client, path))
    assert "of 100 games" in shown
    assert "played on to the end 2 times" in shown
    coaching = coaching_of(seat, positions.state_of(seat.game), ("Alice", "Thatch"))
    assert 1 < len(coaching.moves) <= 5
    for move in coaching.moves:
        assert move.words in shown
        assert move.reason in shown
    chances = [move.percent for move in coaching.moves]
    assert chances == sorted(chances, reverse=True)
    assert due_coachings(NOW) == []


def test_asking_again_keeps_what_was_answered(seat: Seat) -> None:
    ask(seat)
    tasks.coach_players()
    answered = CoachedDecision.objects.get().moves
    ask(seat)
    assert CoachedDecision.objects.get().moves == answered


def test_every_question_of_a_game_can_be_asked_about(seat: Seat) -> None:
    """And all that the coach says can be played as it is."""
    asked, game = set(), seat.game
    while len(asked) < 4:
        own = Seat.objects.select_related("game").get(pk=seat.pk)
        state = positions.state_of(own.game)
        assert may_coach(own, queries.seats_of(own.game), state)
        ask(own)
        tasks.coach_players()
        asked.add(state.question)
        texts = [one["command"] for one in CoachedDecision.objects.get().moves]
        game = submit(game, 0, texts[0], now=NOW).game


def test_what_was_said_of_another_position_is_not_shown(
    client: Client, seat: Seat
) -> None:
    ask(seat)
    tasks.coach_players()
    submit(seat.game, 0, "hut", now=NOW)
    shown = page(client, play_path(seat.game, 0) + SHEET)
    assert "Ask the coach" in shown
    assert "of 100 games" not in shown


def test_a_question_about_a_game_that_went_on_is_dropped(seat: Seat) -> None:
    ask(seat)
    submit(seat.game, 0, "hut", now=NOW)
    tasks.coach_players()
    assert not CoachedDecision.objects.exists()


def test_a_question_that_cannot_be_answered_stops_no_other(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ask(seat)
    monkeypatch.setattr("games.play.coaching.judge", lambda *_, **__: 1 / 0)
    tasks.coach_players()
    assert not CoachedDecision.objects.exists()
    assert "coaching of seat" in caplog.text


def test_nobody_is_coached_against_others(
    client: Client, two_player_game: Game
) -> None:
    seats = queries.seats_of(two_player_game)
    with pytest.raises(Forbidden):
        ask_coach(seat=seats[0], seats=seats, now=NOW)
    path = play_path(two_player_game, 0)
    assert "sheet=coach" not in page(client, path)
    assert "Ask the coach" not in page(client, path + SHEET)
    answer = act(client, two_player_game, 0, "coach")
    assert answer.status_code == 403
    assert "The coach helps while you practise" in text_of(answer.content.decode())
    assert not CoachedDecision.objects.exists()
