"""Taking back from the turn page: alone for a moment, later with all."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.errors import SENTENCES
from games.log import positions
from games.models import Game, User
from games.table.submit import take_back_decision
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.state import Question
from tests.games.table.table import act, arranged, asked, last_decision, offered
from tests.support.games import Loaded
from tests.support.pages import (
    Dump,
    hidden,
    html_of,
    move,
    page,
    play_path,
    question_on,
    seat_of,
    seat_path,
    seen,
    text_of,
    values_of,
)
from tests.support.play import against_automatic, event_types, submit
from tests.support.standing_time import StandingTime
from tests.support.words import alert_on, event_sentence

pytestmark = pytest.mark.django_db


def test_a_decision_is_taken_back_by_a_button(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    path = play_path(two_player_game, 0)
    client.post(path, move(page(client, path), "hut"))
    html = page(client, path)
    assert "take-back" in values_of(html, "action")
    assert 'data-until="120"' in html
    assert "12:02:00" in html
    sequence = hidden(html, "sequence")
    answer = act(client, two_player_game, 0, "take-back", sequence=sequence)
    assert (answer.status_code, answer["Location"]) == (303, path)
    assert event_types(two_player_game)[-1] == "DecisionTakenBack"
    assert asked(client, two_player_game, 0) == Question.PLACE
    assert "take-back" not in offered(client, two_player_game, 0)


def test_the_part_that_htmx_gets_can_be_taken_back_too(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    path, htmx = play_path(two_player_game, 0), {"HX-Request": "true"}
    sent = move(page(client, path), "hut")
    html = html_of(client.post(path, sent, headers=htmx))
    assert "take-back" in values_of(html, "action")
    form = {"action": "take-back", "sequence": hidden(html, "sequence")}
    form |= seen(two_player_game)
    html = html_of(client.post(path, form, headers=htmx))
    assert html.lstrip().startswith('<main id="table"')
    assert question_on(html) == Question.PLACE


def test_too_late_is_said_and_shows_the_board(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    time_stands.now += timedelta(minutes=2)
    assert "take-back" not in offered(client, two_player_game, 0)
    answer = act(
        client,
        two_player_game,
        0,
        "take-back",
        sequence=last_decision(two_player_game, 0),
    )
    assert answer.status_code == 409
    assert alert_on(answer) == SENTENCES["too_late"]
    assert question_on(html_of(answer)) == ""


def test_nobody_takes_back_what_another_decided(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    assert "take-back" not in offered(client, two_player_game, 1)
    made, before = last_decision(two_player_game, 0), dump()
    answer = act(client, two_player_game, 1, "take-back", sequence=made)
    assert answer.status_code == 409
    assert dump() == before


def test_a_form_without_its_number_does_nothing(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    before = dump()
    for action in ("take-back", "ask-back", "vote", "propose-substitute"):
        answer = act(client, two_player_game, 0, action, says="yes", sequence="x")
        assert answer.status_code == 400, action
        assert alert_on(answer) == SENTENCES["incomplete"]
    assert dump() == before


def test_decision_that_showed_dice_needs_agreement_to_go_back(
    client: Client, two_player_game: Game, loaded: Loaded, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "forest 5", now=time_stands.now)
    submit(two_player_game, 1, "quarry 5", now=time_stands.now)
    actions = offered(client, two_player_game, 1)
    assert "take-back" not in actions
    assert "ask-back" in actions


def test_table_can_be_asked_to_go_back(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    submit(two_player_game, 1, "field", now=time_stands.now)
    placed = event_sentence(PeoplePlaced(0, Place.HUT, 2), "Alice", "Bob")
    assert placed in arranged(client, two_player_game, 0)
    made = last_decision(two_player_game, 0)
    answer = act(client, two_player_game, 0, "ask-back", decision=made)
    assert answer.status_code == 303
    assert answer["Location"].endswith("/#proposals")
    html = page(client, seat_path(two_player_game, 1))
    (proposals,) = re.findall(r'<ul class="list proposals">.*</form>', html, re.DOTALL)
    assert placed in text_of(proposals)
    assert values_of(proposals, "says") == ["yes", "no"]
    assert "ask-back" not in values_of(html, "action")
    act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
    assert state.players[0].unplaced == 5
    assert asked(client, two_player_game, 0) == Question.PLACE
    assert "propose-end" in offered(client, two_player_game, 0)


def test_what_was_taken_back_is_not_offered_again(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    made = last_decision(two_player_game, 0)
    act(client, two_player_game, 0, "take-back", sequence=made)
    assert "ask-back" not in offered(client, two_player_game, 0)
    answer = act(client, two_player_game, 0, "ask-back", decision=made)
    assert answer.status_code == 409
    assert alert_on(answer)


def test_going_back_needs_other_players_to_ask(
    client: Client, alice: User, time_stands: StandingTime
) -> None:
    seat = against_automatic(alice, now=time_stands.now)
    submit(seat.game, 0, "forest 5", now=time_stands.now)
    assert "ask-back" not in offered(client, seat.game, 0)


def test_looking_takes_nothing_back(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path, made = play_path(two_player_game, 0), last_decision(two_player_game, 0)
    before = dump()
    for action in ("take-back", "return", "propose-end", "here", "back", "orders"):
        form = {"action": action, "sequence": made, "sure": "yes", "text": "feed wood"}
        assert client.get(path, form).status_code == 200
        assert client.get(f"{path}seat/", form).status_code == 200
    assert dump() == before


def test_the_history_strikes_what_was_taken_back(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    made = last_decision(two_player_game, 0)
    take_back_decision(
        seat=seat_of(two_player_game, 0), sequence=made, now=time_stands.now
    )
    submit(two_player_game, 0, "field", now=time_stands.now)
    html = page(client, f"/games/{two_player_game.slug}/history/")
    struck = re.findall(r"<s>(.*?)</s>", html)
    assert event_sentence(PeoplePlaced(0, Place.HUT, 2), "Alice") in struck
    field = event_sentence(PeoplePlaced(0, Place.FIELD, 1), "Alice")
    assert field in html
    assert field not in struck
    version = Game.objects.get(pk=two_player_game.pk).version
    for sequence in range(made - 1, version + 1):
        page(client, f"/games/{two_player_game.slug}/at/{sequence}/")
    state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
    assert [state.players[0].on(place) for place in (Place.HUT, Place.FIELD)] == [0, 1]
