"""The turn page: what it shows, what it takes, what it does once and no more."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from games import selectors, services
from games.models import Game, StoredEvent, User
from tests.games.conftest import NOW, Loaded
from tests.games.play import play_on, submit
from tests.games.views.conftest import (
    Dump,
    hidden,
    move,
    play_path,
    seat_of,
    signed_in,
    text_of,
)

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_the_link_opens_the_seat_and_says_who_plays(
    client: Client, two_player_game: Game
) -> None:
    text = text_of(page(client, play_path(two_player_game, 0)))
    assert "You play as Alice (red circle)" in text
    assert "Place your people" in text
    assert "Your turn, until" in text
    assert "You have 5 people left" in text


def test_both_doors_lead_to_the_same_page(
    client: Client, two_player_game: Game, alice: User
) -> None:
    by_link = text_of(page(client, play_path(two_player_game, 0)))
    by_name = text_of(page(signed_in(alice), f"/games/{two_player_game.slug}/play/"))
    start = "You play as"
    assert by_link[by_link.index(start) :] == by_name[by_name.index(start) :]


def test_the_deadline_is_absolute_and_in_the_readers_zone(
    client: Client, two_player_game: Game, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Seoul")
    text = text_of(page(client, play_path(two_player_game, 0)))
    assert "Mon 23 Nov 2026, 21:00 (Asia/Seoul)" in text


def test_every_placement_stands_on_the_page_with_its_odds(
    client: Client, two_player_game: Game
) -> None:
    html = page(client, play_path(two_player_game, 0))
    commands = set(re.findall(r'name="command" value="([^"]+)"', html))
    assert {"forest 1", "forest 5", "hunting grounds 3", "hut", "field"} <= commands
    assert {"tool maker", "card 4", "building 2"} <= commands
    assert "≈ 3.2" in html  # three people in the forest


def test_a_decision_is_stored_and_leads_back_to_the_page(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    response = client.post(path, move(page(client, path), "forest 3"))
    assert (response.status_code, response["Location"]) == (303, path)
    assert selectors.state_of(Game.objects.get()).players[0].unplaced == 2
    text = text_of(page(client, path))
    assert "Nothing to do for now" in text
    assert "You can close this page" in text
    assert "Bob : to place people" in text


def test_htmx_gets_the_turn_alone(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "forest 3")
    response = client.post(path, sent, headers={"HX-Request": "true"})
    html = response.content.decode()
    assert response.status_code == 200
    assert html.lstrip().startswith('<div id="turn"')
    assert "<html" not in html


def test_a_whole_visit_needs_one_page_after_another(
    client: Client, two_player_game: Game, loaded: Loaded
) -> None:
    """Roll, tools, next place: each choice appears at once."""
    for player, text in [
        (0, "tool maker"),
        (1, "hunting grounds 5"),
        (0, "clay pit 2"),
        (0, "forest 2"),
    ]:
        submit(two_player_game, player, text, now=NOW)
    path = play_path(two_player_game, 0)
    html = page(client, path)
    assert "Use your people" in html
    assert "Roll 2 dice for brick" in html
    html = follow(client, path, move(html, "use tool maker"))
    loaded.dice[:] = [3, 4]
    html = follow(client, path, move(html, "use clay pit"))
    text = text_of(html)
    assert "Add tools to your roll?" in text
    assert "Take 2 brick tools 1: (7 + 1) ÷ 4" in text
    assert "Take 1 brick no tools: 7 ÷ 4" in text
    follow(client, path, move(html, "tools 1"))
    state = selectors.state_of(Game.objects.get())
    assert state.players[0].resources.brick == 2


def follow(client: Client, path: str, sent: dict[str, object]) -> str:
    response = client.post(path, sent, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_the_same_request_twice_happens_once(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "forest 3")
    first, second = client.post(path, sent), client.post(path, sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert StoredEvent.objects.filter(type="PeoplePlaced").count() == 1


def test_the_same_request_with_another_decision_is_refused(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    html = page(client, path)
    client.post(path, move(html, "forest 3"))
    again = client.post(path, move(html, "forest 2"))
    assert again.status_code == 409
    assert "used for another decision" in text_of(again.content.decode())


def test_the_other_tab_is_told_that_the_game_moved_on(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    one, other = page(client, path), page(client, path)
    client.post(path, move(one, "forest 3"))
    late = client.post(path, move(other, "river 1"))
    text = text_of(late.content.decode())
    assert late.status_code == 409
    assert "The game has moved on since you opened that page." in text
    assert "Nothing to do for now" in text  # the board as it is now
    assert StoredEvent.objects.filter(type="PeoplePlaced").count() == 1


def test_the_back_button_brings_back_no_turn(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    before = page(client, path)
    client.post(path, move(before, "forest 3"))
    submit(two_player_game, 1, "river 2", now=NOW)
    sent = move(before, "clay pit 1") | {"request_id": str(uuid4())}
    assert client.post(path, sent).status_code == 409


def test_an_illegal_move_is_explained_and_nothing_is_lost(
    client: Client, two_player_game: Game, dump: Dump
) -> None:
    path = play_path(two_player_game, 0)
    html, before = page(client, path), dump()
    refused = client.post(path, move(html, "hut 1"))
    text = text_of(refused.content.decode())
    assert refused.status_code == 422
    assert "The hut takes exactly 2 of your people now." in text
    assert "Place your people" in text
    assert dump() == before


def test_a_refused_payment_is_still_filled_in(
    client: Client,
    two_player_game: Game,
    loaded: Loaded,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.options.payments.ALL_AS_BUTTONS", 3)
    for player, text in [
        (0, "card 3"),
        (1, "hunting grounds 5"),
        (0, "forest 2"),
        (0, "clay pit 2"),
    ]:
        submit(two_player_game, player, text, now=NOW)
    loaded.dice[:] = [6, 6, 6, 6]
    submit(two_player_game, 0, "use forest", now=NOW)
    submit(two_player_game, 0, "use clay pit", now=NOW)
    path = play_path(two_player_game, 0)
    html = page(client, path)
    refused = client.post(path, move(html, "buy 3", wood=2))
    again = refused.content.decode()
    assert refused.status_code == 422
    assert "3 resources of any kinds" in text_of(again)
    assert re.search(r'name="wood"[^>]*value="2"', again)
    assert '<details class="pay-otherwise" open>' in again
    paid = client.post(path, move(html, "buy 3", wood=3))
    assert paid.status_code == 303


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"command": "abracadabra"}, 400),
        ({"command": ""}, 400),
        ({"expected_version": "soon"}, 400),
        ({"request_id": "no uuid"}, 400),
        ({"command": "forest 3 " * 40}, 400),
    ],
)
def test_what_cannot_be_read_changes_nothing(
    client: Client,
    two_player_game: Game,
    dump: Dump,
    sent: dict[str, str],
    status: int,
) -> None:
    path = play_path(two_player_game, 0)
    form = move(page(client, path), "forest 3") | sent
    before = dump()
    response = client.post(path, form)
    assert response.status_code == status
    assert "Place your people" in text_of(response.content.decode())
    assert dump() == before


def test_nobody_plays_out_of_turn(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 1)
    html = page(client, play_path(two_player_game, 0))
    response = client.post(path, move(html, "forest 3"))
    assert response.status_code == 422
    assert "It is not your turn." in text_of(response.content.decode())


def test_somebody_elses_seat_is_closed(
    two_player_game: Game, outsider: User, client: Client
) -> None:
    address = f"/games/{two_player_game.slug}/play/"
    answer = signed_in(outsider).get(address)
    assert answer.status_code == 403
    assert "You have no seat in this game." in text_of(answer.content.decode())
    anonymous = client.get(address)
    assert anonymous.status_code == 302
    assert anonymous["Location"].startswith("/sign-in/?next=")
    assert signed_in(outsider).get("/games/nothere234/play/").status_code == 404


def test_a_finished_game_shows_its_end_and_takes_no_move(
    client: Client, finished_game: Game, dump: Dump
) -> None:
    path = play_path(finished_game, 0)
    html = page(client, path)
    assert "The game is over" in html
    assert "See the final scoring" in html
    before = dump()
    sent = {"command": "forest 3", "expected_version": 1, "request_id": str(uuid4())}
    late = client.post(path, sent)
    assert late.status_code == 409
    assert "This game is over." in text_of(late.content.decode())
    assert dump() == before


def test_before_the_start_the_page_waits(
    client: Client, invited_game: Game, dump: Dump
) -> None:
    path = play_path(invited_game, 0)
    assert "The others are still to answer" in page(client, path)
    before = dump()
    sent = {"command": "forest 3", "expected_version": 1, "request_id": str(uuid4())}
    early = client.post(path, sent)
    assert early.status_code == 409
    assert "This game has not started yet." in text_of(early.content.decode())
    assert dump() == before


def test_looking_changes_nothing(
    client: Client, started_game: Game, dump: Dump
) -> None:
    play_on(started_game, now=NOW, decisions=30)
    paths = [play_path(started_game, number) for number in range(4)]
    before = dump()
    for path in paths:
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
        assert client.get(path, headers={"HX-Request": "true"}).status_code == 200
    assert dump() == before


def test_the_recap_tells_what_the_last_decision_led_to(
    client: Client, two_player_game: Game, loaded: Loaded
) -> None:
    for player, text in [(0, "forest 5"), (1, "hunting grounds 5")]:
        submit(two_player_game, player, text, now=NOW)
    text = text_of(page(client, play_path(two_player_game, 0)))
    assert "Since your last turn" in text
    assert "Alice put 5 people on the forest." in text
    assert "Bob put 5 people on the hunting grounds." in text


def test_hunger_is_decided_by_all_at_the_same_time(
    client: Client, hungry_game: Game
) -> None:
    for player in (0, 1):
        path = play_path(hungry_game, player)
        html = page(client, path)
        assert "Feed your tribe" in html
        assert "Go hungry" in html
        response = client.post(path, move(html, "go hungry"))
        assert response.status_code == 303
    assert selectors.state_of(Game.objects.get()).phase == "placement"


def test_every_render_has_a_request_of_its_own(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    ids = {hidden(page(client, path), "request_id") for _ in range(3)}
    assert len(ids) == 3


def test_htmx_loads_anew_what_is_no_turn(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "hut 1")
    refused = client.post(path, sent, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "HX-Refresh" not in refused.headers  # it is swapped in
    services.links_revoke(seat=seat_of(two_player_game, 0), now=NOW)
    dead = client.post(path, sent, headers={"HX-Request": "true"})
    assert (dead.status_code, dead["HX-Refresh"]) == (410, "true")


def test_nobody_keeps_a_copy_of_a_turn(client: Client, two_player_game: Game) -> None:
    """So that the back button shows the board as it is, not as it was."""
    answer = client.get(play_path(two_player_game, 0))
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
