"""The coach: a press asks, a worker answers, a sheet shows the answer."""

from datetime import timedelta
from itertools import count

import pytest
from django.test import Client
from pytest_django import Settings

from games.background.attempts import LONGEST_PAUSE
from games.lobby.new_games import create_game
from games.lobby.rematch import agree_to_rematch
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.models.seats import CoachedDecision
from games.presentation.option_text import sentence_of
from games.seats.invitations import accept_seat
from games.table.hints import (
    Coaching,
    ask_coach,
    coaching_of,
    due_coachings,
    may_coach,
)
from games.thinking import _coach_meanwhile, think_once
from stoneage_core.events.setup import GameCreated
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.searching import FEWEST_PLAYOUTS
from stoneage_core.terms import OPTION_OF, Terms
from tests.games.table.table import act
from tests.support.pages import (
    invitation_path,
    page,
    play_path,
    text_of,
    values_of,
)
from tests.support.play import against_automatic, play_to_the_end, submit
from tests.support.refusals import refuses
from tests.support.standing_time import NOW
from tests.support.words import alert_on

pytestmark = pytest.mark.django_db

SHEET = "?sheet=coach"


@pytest.fixture(autouse=True)
def playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few playouts. These tests are not about the quality of the advice."""
    monkeypatch.setattr("games.table.hints.PLAYOUTS", 2)


@pytest.fixture
def seat(alice: User) -> Seat:
    """Alice's seat in a practice game."""
    return against_automatic(alice, now=NOW)


def may_ask(client: Client, path: str) -> bool:
    return "coach" in values_of(page(client, path), "action")


def answer_on(client: Client, path: str) -> Coaching:
    answer = client.get(path).context["coaching"]
    assert isinstance(answer, Coaching)
    return answer


def ask(seat: Seat) -> None:
    ask_coach(seat=seat, now=NOW)


def test_coach_answers_with_reasons(client: Client, seat: Seat) -> None:
    path = play_path(seat.game, 0) + SHEET
    assert may_ask(client, path)
    assert not CoachedDecision.objects.exists()

    answer = client.post(path, {"action": "coach"})

    assert (answer.status_code, answer["Location"]) == (303, path)
    assert answer_on(client, path) == Coaching(is_asked=True)
    think_once(NOW)
    shown = text_of(page(client, path))
    coaching = coaching_of(seat, positions.state_of(seat.game), ("Alice", "Thatch"))
    assert coaching.playouts == 2
    assert 1 < len(coaching.moves) <= 5
    for move in coaching.moves:
        assert move["words"] in shown
        assert move["reason"] in shown
    equal = [move["is_best"] for move in coaching.moves]
    assert equal == sorted(equal, reverse=True)
    assert coaching.equal == sum(equal)
    assert due_coachings(NOW) == []


def test_asking_again_keeps_the_answer(seat: Seat) -> None:
    ask(seat)
    think_once(NOW)
    answered = CoachedDecision.objects.get().moves
    ask(seat)
    assert CoachedDecision.objects.get().moves == answered


def test_question_that_had_to_wait_is_answered_with_few_playouts(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.table.hints.PLAYOUTS", 5 * FEWEST_PLAYOUTS)
    ask(seat)
    think_once(NOW + timedelta(seconds=20))
    assert CoachedDecision.objects.get().playouts == FEWEST_PLAYOUTS


def test_coach_answers_before_bots_think(seat: Seat) -> None:
    bots = Seat.objects.filter(game=seat.game, number=1)
    bots.update(thinks_at=NOW - timedelta(minutes=1))
    ask(seat)
    assert think_once(NOW)
    assert CoachedDecision.objects.get().moves
    assert bots.get().thinks_at == NOW - timedelta(minutes=1)


def test_coach_answers_in_the_middle_of_a_search(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count(start=100.0, step=2.0)
    monkeypatch.setattr("games.thinking.time.monotonic", lambda: next(clock))
    pause = _coach_meanwhile()
    pause()
    ask(seat)
    pause()
    assert CoachedDecision.objects.get().moves


def test_coach_answers_every_kind_of_question(seat: Seat) -> None:
    """The advice can be played as it is."""
    asked, game = set(), seat.game
    while len(asked) < 4:
        own = Seat.objects.select_related("game").get(pk=seat.pk)
        state = positions.state_of(own.game)
        assert may_coach(own, state)
        ask(own)
        think_once(NOW)
        asked.add(state.question)
        texts = [one["command"] for one in CoachedDecision.objects.get().moves]
        game = submit(game, 0, texts[0], now=NOW).game


def test_answer_about_another_position_is_not_shown(client: Client, seat: Seat) -> None:
    ask(seat)
    think_once(NOW)
    submit(seat.game, 0, "hut", now=NOW)
    path = play_path(seat.game, 0) + SHEET
    assert may_ask(client, path)
    assert answer_on(client, path) == Coaching(is_asked=False)


def test_question_about_a_game_that_went_on_is_dropped(seat: Seat) -> None:
    ask(seat)
    submit(seat.game, 0, "hut", now=NOW)
    think_once(NOW)
    assert not CoachedDecision.objects.exists()


def test_failing_question_is_given_up_and_can_be_asked_again(
    client: Client,
    seat: Seat,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = play_path(seat.game, 0) + SHEET
    ask(seat)
    moment = NOW
    with monkeypatch.context() as broken:
        broken.setattr("games.table.hints.judge_moves", lambda *_, **__: 1 / 0)
        for _ in range(3):
            assert answer_on(client, path) == Coaching(is_asked=True)
            assert think_once(moment)
            moment += LONGEST_PAUSE
    assert "3 attempts: ZeroDivisionError" in caplog.text
    assert answer_on(client, path).has_failed
    assert may_ask(client, path)
    assert not think_once(moment)

    assert client.post(path, {"action": "coach"}).status_code == 303
    assert think_once(moment)
    assert answer_on(client, path).moves


def test_coach_is_not_offered_if_thinking_is_switched_off(
    client: Client, seat: Seat, settings: Settings
) -> None:
    settings.THINKING = False
    path = play_path(seat.game, 0)
    assert "sheet=coach" not in page(client, path)
    answer = act(client, seat.game, 0, "coach")
    assert answer.status_code == 403
    assert not CoachedDecision.objects.exists()
    client.force_login(seat.user)
    assert "coached" not in page(client, "/games/new/")


def test_nobody_is_coached_against_others_who_did_not_agree(
    client: Client, two_player_game: Game
) -> None:
    seats = read_seats(two_player_game)
    with refuses("forbidden"):
        ask_coach(seat=seats[0], now=NOW)
    path = play_path(two_player_game, 0)
    assert "sheet=coach" not in page(client, path)
    assert not may_ask(client, path + SHEET)
    answer = act(client, two_player_game, 0, "coach")
    assert answer.status_code == 403
    assert not CoachedDecision.objects.exists()


def test_rated_game_says_that_it_has_no_coach(client: Client, alice: User) -> None:
    """Not even alone against bots, whose ratings are fixed points."""
    rated = Terms(2, first_player=0, rated=True)
    players = [alice, OPPONENTS["Pebble"]]
    game = create_game(host=alice, players=players, terms=rated, now=NOW)
    path = play_path(game, 0)
    assert sentence_of("rated", True) in text_of(page(client, f"{path}?sheet=about"))
    assert "sheet=coach" not in page(client, path)
    answer = act(client, game, 0, "coach")
    assert answer.status_code == 403
    assert alert_on(answer) == OPTION_OF["rated"].excludes["coached"]


def coached_game(alice: User, bob: User) -> Game:
    """A game with the coach that waits for Bob to accept it."""
    return create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(2, first_player=0, coached=True),
        now=NOW,
    )


def test_coached_table_gets_answers(client: Client, alice: User, bob: User) -> None:
    """Players know before accepting, the log records it, and everybody gets answers."""
    game = coached_game(alice, bob)
    invited = game.seats.get(number=1)
    invitation = text_of(page(client, invitation_path(game, 1)))
    assert sentence_of("coached", True) in invitation
    game = accept_seat(seat=invited, now=NOW)

    created = load_stream(game)[0]
    assert isinstance(created, GameCreated)
    assert created.terms.coached
    path = play_path(game, 0) + SHEET
    assert may_ask(client, path)
    assert client.post(path, {"action": "coach"}).status_code == 303
    think_once(NOW)
    assert answer_on(client, path).moves
    assert "sheet=coach" not in page(
        client, play_path(game, 1)
    )  # she has not asked yet


def test_rematch_keeps_the_coach_option(alice: User, bob: User) -> None:
    game = accept_seat(seat=coached_game(alice, bob).seats.get(number=1), now=NOW)
    game = play_to_the_end(game, now=NOW)
    seat = agree_to_rematch(seat=game.seats.get(number=1), now=NOW)
    assert positions.state_of(seat.game).terms.coached
