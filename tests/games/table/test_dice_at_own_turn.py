"""A table at which the dice for all wait for one's own turn: pages, clocks, votes."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.deadlines import expire_turn
from games.history.export import record_lines
from games.log import positions
from games.log.stream import load_stream
from games.models import Game, Seat, StoredEvent, User
from games.presentation.cards import when_picked
from games.table.hints import ask_coach
from games.table.questions import PickDieDecision, decision_for
from games.table.votes import cast_vote
from stoneage_core import audit, awaited
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked
from stoneage_core.rules.dice_for_all import PickTime, pick_time
from stoneage_core.state import OpenRoll, Question
from stoneage_core.terms import UNKNOWN_TO_BOTS
from tests.support.games import Loaded
from tests.support.open_dice import let_dice_wait, picking_before_the_end, table_of
from tests.support.pages import html_of, page, play_path, text_of, values_of
from tests.support.play import event_types, submit
from tests.support.proposals import propose_end, propose_takeback
from tests.support.refusals import refuses
from tests.support.words import event_sentence

WAITING = OpenRoll(0, (2, 4, 5), (1, 2, 3))


@pytest.fixture
def waiting(
    loaded: Loaded, alice: User, bob: User, carol: User, dave: User, now: datetime
) -> Game:
    """Bob is to pick 2, 4 or 5 before his turn; then Carol and Dave."""
    return let_dice_wait(alice, bob, carol, dave, loaded=loaded, now=now)


def state_of(game: Game) -> Any:
    return positions.state_of(Game.objects.get(pk=game.pk))


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def is_in_order(game: Game) -> bool:
    verdict = audit.verify("".join(record_lines(Game.objects.get(pk=game.pk))))
    assert verdict.finding is None, str(verdict.finding)
    return True


# What the table shows


def test_dock_says_that_the_turn_begins_with_a_pick(
    client: Client, waiting: Game
) -> None:
    decision = client.get(play_path(waiting, 1)).context["decision"]
    assert decision.waiting_after == ("Carol", "Dave")
    assert pick_time(state_of(waiting)) is PickTime.BEFORE_TURN
    assert decision.when == when_picked(state_of(waiting))


def test_everybody_sees_which_dice_wait_for_which_player(
    client: Client, waiting: Game
) -> None:
    html = page(client, play_path(waiting, 2))
    rows = re.findall(r'id="tribe-(\d)"(.*?)</a>', html, re.DOTALL)
    shown = {int(seat): re.findall(r"#die-(\d)", row) for seat, row in rows}
    assert shown == {0: [], 1: ["2", "4", "5"], 2: ["2", "4", "5"], 3: ["2", "4", "5"]}
    dice = "2 (1 brick), 4 (1 gold) and 5 (a tool)"
    assert text_of(html).count(f"a die to pick: {dice}") == 3
    panel = html_of(client.get(f"{play_path(waiting, 2)}?sheet=tribe-3"))
    assert f"A die to pick: {dice}" in text_of(panel)


def test_the_dock_of_the_taker_says_that_the_others_pick_later(
    client: Client,
    loaded: Loaded,
    alice: User,
    bob: User,
    carol: User,
    now: datetime,
) -> None:
    game = table_of(alice, bob, carol, now=now)
    for player, text in (
        *((0, "forest 4"), (1, "hunting grounds 4"), (2, "clay pit 4")),
        *((0, "card 1"), (1, "field"), (2, "river 1")),
    ):
        submit(game, player, text, now=now)
    loaded.dice[:] = [3, 3, 3, 3, 1, 2, 3]
    for text in ("use forest", "buy 1 wood"):
        submit(game, 0, text, now=now)
    shown = client.get(play_path(game, 0))
    decision = shown.context["decision"]
    assert decision.waiting_after == ("Bob", "Carol")
    assert pick_time(state_of(game)) is PickTime.WITH_ROLL
    assert decision.when == when_picked(state_of(game)) != ""
    assert decision.when in text_of(html_of(shown))


def test_the_dock_says_that_all_dice_are_picked_before_the_last_feeding() -> None:
    state = picking_before_the_end()
    decision = decision_for(state, 0, ("Alice", "Bob", "Carol"))
    assert isinstance(decision, PickDieDecision)
    assert pick_time(state) is PickTime.BEFORE_END
    assert decision.when == when_picked(state)
    assert decision.waiting_after == ("Bob",)


def test_the_pick_and_then_the_turn_are_played(waiting: Game, now: datetime) -> None:
    submit(waiting, 1, "pick 4", now=now)
    state = state_of(waiting)
    assert (state.turn, state.question, awaited(state)) == (1, Question.USE, {1})
    submit(waiting, 1, "use field", now=now)
    assert state_of(waiting).question is Question.DIE
    assert awaited(state_of(waiting)) == {2}
    # Carol takes the 2, so Dave gets the 5 at once.
    submit(waiting, 2, "pick 2", now=now)
    assert state_of(waiting).open_rolls == ()
    assert is_in_order(waiting)


def test_history_and_replay_show_waiting_dice(
    client: Client, waiting: Game, now: datetime
) -> None:
    submit(waiting, 1, "pick 4", now=now)
    told = text_of(page(client, f"/games/{waiting.slug}/history/?round=1"))
    names = ("Alice", "Bob", "Carol", "Dave")
    events = load_stream(Game.objects.get(pk=waiting.pk))
    (rolled,) = (each for each in events if isinstance(each, DiceForAllRolled))
    picked = event_sentence(DiePicked(1, 4), *names)
    assert told.index(event_sentence(rolled, *names)) < told.index(picked)
    steps = f"/games/{waiting.slug}/steps.json?from=1&to={state_of(waiting).version}"
    assert picked in client.get(steps).content.decode()


# Clocks and going back


def test_a_pick_and_the_turn_that_it_begins_are_one_time_out(waiting: Game) -> None:
    seat = seat_of(waiting, 1)
    assert seat.deadline_at is not None
    before = event_types(waiting).count("TurnTimedOut")
    expire_turn(seat_id=seat.pk, now=seat.deadline_at)
    assert event_types(waiting).count("TurnTimedOut") == before + 1
    game = Game.objects.get(pk=waiting.pk)
    assert game.table_state.seats[1].misses == 1
    (command,) = StoredEvent.objects.filter(game=game, type="TurnTimedOut").values_list(
        "command", flat=True
    )
    assert '"pick ' in command
    assert '"use ' in command
    assert awaited(state_of(game)) == {2}
    assert is_in_order(game)


def test_going_back_restores_the_open_rolls(waiting: Game, now: datetime) -> None:
    assert state_of(waiting).open_rolls == (WAITING,)
    first = waiting.version + 1
    submit(waiting, 1, "pick 4", now=now)
    submit(waiting, 1, "use field", now=now)
    submit(waiting, 2, "pick 2", now=now)
    assert state_of(waiting).open_rolls == ()
    propose_takeback(seat=seat_of(waiting, 1), decision=first, now=now)
    proposal = Game.objects.get(pk=waiting.pk).table_state.proposals[0].number
    for voter in (0, 2, 3):
        cast_vote(seat=seat_of(waiting, voter), proposal=proposal, agrees=True, now=now)
    state = state_of(waiting)
    assert (state.open_rolls, awaited(state)) == ((WAITING,), {1})
    assert state.question is Question.DIE
    assert is_in_order(waiting)


def test_game_ended_by_vote_drops_its_open_dice(waiting: Game, now: datetime) -> None:
    propose_end(seat=seat_of(waiting, 0), now=now)
    proposal = Game.objects.get(pk=waiting.pk).table_state.proposals[0].number
    picked = event_types(waiting).count("DiePicked")
    for voter in (1, 2, 3):
        cast_vote(seat=seat_of(waiting, voter), proposal=proposal, agrees=True, now=now)
    state = state_of(waiting)
    assert (state.open_rolls, state.decision, state.end_reason) == ((), None, "agreed")
    assert event_types(waiting).count("DiePicked") == picked
    assert is_in_order(waiting)


def test_coach_is_not_available_with_waiting_dice(waiting: Game, now: datetime) -> None:
    with refuses("invalid", UNKNOWN_TO_BOTS):
        ask_coach(seat=seat_of(waiting, 1), now=now + timedelta(minutes=1))


def test_what_if_is_not_available_with_waiting_dice(
    client: Client, waiting: Game, now: datetime
) -> None:
    propose_end(seat=seat_of(waiting, 0), now=now)
    proposal = Game.objects.get(pk=waiting.pk).table_state.proposals[0].number
    for voter in (1, 2, 3):
        cast_vote(seat=seat_of(waiting, voter), proposal=proposal, agrees=True, now=now)
    games = Game.objects.count()
    address = f"/games/{waiting.slug}/at/{waiting.version}/"
    sheet = html_of(client.get(f"{address}?sheet=what-if"))
    assert UNKNOWN_TO_BOTS in text_of(sheet)
    assert values_of(sheet, "seat") == []
    answer = client.post(f"{address}what-if/", {"seat": "1"})
    assert answer.status_code == 400
    assert UNKNOWN_TO_BOTS in text_of(html_of(answer))
    assert Game.objects.count() == games
