"""Taking back from the turn page: alone for a moment, later with all."""

from datetime import timedelta

import pytest
from django.test import Client

from games.log import positions
from games.models import Game, User
from games.table.submit import take_back_decision
from tests.games.table.table import act, arranged, last_decision, shown
from tests.support.games import Loaded
from tests.support.pages import (
    Dump,
    hidden,
    html_of,
    move,
    page,
    play_path,
    seat_of,
    seat_path,
    seen,
)
from tests.support.play import against_automatic, event_types, submit
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db


def test_a_decision_is_taken_back_by_a_button(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    path = play_path(two_player_game, 0)
    client.post(path, move(page(client, path), "hut"))
    html = page(client, path)
    assert "Take it back" in html
    assert 'data-until="120"' in html
    assert "12:02:00" in html
    sequence = hidden(html, "sequence")
    answer = act(client, two_player_game, 0, "take-back", sequence=sequence)
    assert (answer.status_code, answer["Location"]) == (303, path)
    assert event_types(two_player_game)[-1] == "DecisionTakenBack"
    text = shown(client, two_player_game, 0)
    assert "Place your people" in text
    assert "Take it back" not in text


def test_the_part_that_htmx_gets_can_be_taken_back_too(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    path, htmx = play_path(two_player_game, 0), {"HX-Request": "true"}
    sent = move(page(client, path), "hut")
    html = html_of(client.post(path, sent, headers=htmx))
    assert "Take it back" in html
    form = {"action": "take-back", "sequence": hidden(html, "sequence")}
    form |= seen(two_player_game)
    html = html_of(client.post(path, form, headers=htmx))
    assert html.lstrip().startswith('<main id="table"')
    assert "Place your people" in html


def test_too_late_is_said_and_shows_the_board(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    time_stands.now += timedelta(minutes=2)
    assert "Take it back" not in shown(client, two_player_game, 0)
    answer = act(
        client,
        two_player_game,
        0,
        "take-back",
        sequence=last_decision(two_player_game, 0),
    )
    assert answer.status_code == 409
    html = html_of(answer)
    assert "It’s too late for that." in html
    assert "dock-waiting" in html


def test_nobody_takes_back_what_another_decided(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    assert "Take it back" not in shown(client, two_player_game, 1)
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
        assert "Something was missing in that form" in html_of(answer)
    assert dump() == before


def test_decision_that_showed_dice_needs_agreement_to_go_back(
    client: Client, two_player_game: Game, loaded: Loaded, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "forest 5", now=time_stands.now)
    submit(two_player_game, 1, "quarry 5", now=time_stands.now)
    assert "Take it back" not in shown(client, two_player_game, 1)
    assert "Ask the others to go back to here" in arranged(client, two_player_game, 1)


def test_table_can_be_asked_to_go_back(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    submit(two_player_game, 1, "field", now=time_stands.now)
    text = arranged(client, two_player_game, 0)
    assert "Alice sent 2 people to the hut." in text
    made = last_decision(two_player_game, 0)
    answer = act(client, two_player_game, 0, "ask-back", decision=made)
    assert answer.status_code == 303
    assert answer["Location"].endswith("/#proposals")
    text = arranged(client, two_player_game, 1)
    assert "Alice proposed to go back" in text
    assert "To be decided anew: Alice sent 2 people to the hut." in text
    assert "Everyone who is asked has to agree." in text
    assert "Ask the others" not in text
    act(client, two_player_game, 1, "vote", proposal=1, says="yes")
    state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
    assert state.players[0].unplaced == 5
    assert "Place your people" in shown(client, two_player_game, 0)
    assert "Make a proposal" in arranged(client, two_player_game, 0)


def test_what_was_taken_back_is_not_offered_again(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    made = last_decision(two_player_game, 0)
    act(client, two_player_game, 0, "take-back", sequence=made)
    html = page(client, seat_path(two_player_game, 0))
    assert "Ask the others" not in html
    answer = act(client, two_player_game, 0, "ask-back", decision=made)
    assert answer.status_code == 409
    assert "undone already" in html_of(answer)


def test_going_back_needs_other_players_to_ask(
    client: Client, alice: User, time_stands: StandingTime
) -> None:
    seat = against_automatic(alice, now=time_stands.now)
    submit(seat.game, 0, "forest 5", now=time_stands.now)
    assert "Ask the others" not in arranged(client, seat.game, 0)


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
    assert "<s>Alice sent 2 people to the hut.</s>" in html
    assert "<s>Alice sent one person to the field.</s>" not in html
    assert "Alice took their last move back" in html
    version = Game.objects.get(pk=two_player_game.pk).version
    for sequence in range(made - 1, version + 1):
        page(client, f"/games/{two_player_game.slug}/at/{sequence}/")
    text = page(client, f"/games/{two_player_game.slug}/at/{version}/")
    assert "Hut: no one" in " ".join(text.split())
