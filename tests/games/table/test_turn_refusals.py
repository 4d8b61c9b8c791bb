"""The turn page refuses: twice, too late, against the rules, somebody else's seat."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.errors import SENTENCES
from games.links.purposes import revoke_links
from games.models import Game, StoredEvent, User
from games.presentation.text import say
from games.table.submit import take_back_decision
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.state import Question
from stoneage_core.wording.sentences import describe_event
from tests.games.table.table import last_decision
from tests.support.games import Loaded
from tests.support.pages import (
    Dump,
    html_of,
    markup_of,
    move,
    page,
    play_path,
    question_on,
    seat_of,
    seen,
    signed_in,
)
from tests.support.play import submit
from tests.support.standing_time import NOW, StandingTime
from tests.support.words import alert_on, why_illegal

pytestmark = pytest.mark.django_db


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
    assert alert_on(again) == SENTENCES["request_reused"]


def test_other_tab_shows_that_the_game_moved_on(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    one, other = page(client, path), page(client, path)
    client.post(path, move(one, "forest 3"))
    late = client.post(path, move(other, "river 1"))
    assert late.status_code == 409
    assert alert_on(late) == SENTENCES["stale"]
    assert question_on(html_of(late)) == ""  # the board as it is now
    assert StoredEvent.objects.filter(type="PeoplePlaced").count() == 1


def test_stale_press_says_what_others_did_and_opens_nothing(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    """Alice takes her move back while Bob chooses on a page that shows it."""
    submit(two_player_game, 0, "forest 3", now=time_stands.now)
    path = play_path(two_player_game, 1)
    chosen = move(page(client, path), "river 1", at="river")
    made = last_decision(two_player_game, 0)
    alice = seat_of(two_player_game, 0)
    take_back_decision(seat=alice, sequence=made, now=time_stands.now)
    late = client.post(path, chosen)
    refusal = re.search(r'id="refusal".*?</p>', html_of(late), re.DOTALL)
    assert late.status_code == 409
    assert refusal is not None
    undone = DecisionTakenBack(0, made - 1, agreed=False)
    assert say(describe_event(undone), ("Alice", "Bob")) in refusal[0]
    assert '<aside id="sheet" class="sheet" hidden>' in markup_of(html_of(late))


def test_back_button_does_not_repeat_a_turn(
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
    assert refused.status_code == 422
    assert alert_on(refused) == why_illegal(two_player_game, 0, "hut 1")
    assert question_on(html_of(refused)) == Question.PLACE
    assert dump() == before


def test_a_refused_payment_is_still_filled_in(
    client: Client,
    two_player_game: Game,
    loaded: Loaded,
) -> None:
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
    refused = client.post(path, move(html, "buy 3", wood=2, at="card_3"))
    again = html_of(refused)
    assert refused.status_code == 422
    paid_too_little = "buy 3 wood wood"
    assert alert_on(refused) == why_illegal(two_player_game, 0, paid_too_little)
    assert re.search(r'name="wood"[^>]*value="2"', again)
    assert 'data-at="card_3"' in again
    paid = client.post(path, move(html, "buy 3", wood=3))
    assert paid.status_code == 303


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"command": "abracadabra"}, 400),
        ({"command": ""}, 400),
        ({"expected_version": "soon"}, 400),
        ({"expected_version": "9" * 25}, 409),
        ({"expected_version": "9" * 25, "action": "vote", "proposal": "1"}, 409),
        ({"expected_head": "0" * 11}, 400),
        ({"request_id": "no uuid"}, 400),
        ({"command": "forest 3 " * 40}, 400),
    ],
)
def test_unreadable_command_changes_nothing(
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
    assert question_on(html_of(response)) == Question.PLACE
    assert dump() == before


def test_form_of_a_position_lost_by_a_restore_is_refused(
    client: Client, two_player_game: Game, dump: Dump
) -> None:
    """The number may have been given anew: the board it was filled in on is another."""
    path = play_path(two_player_game, 0)
    form = move(page(client, path), "forest 3") | {"expected_head": "0123456789ab"}
    take_back = {**form, "action": "take-back", "sequence": 3}
    before = dump()
    for sent in (form, take_back):
        answer = client.post(path, sent)
        assert answer.status_code == 409
        assert alert_on(answer) == SENTENCES["position_lost"]
    assert dump() == before
    del take_back["expected_head"]
    assert client.post(path, take_back).status_code == 400


def test_nobody_plays_out_of_turn(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 1)
    html = page(client, play_path(two_player_game, 0))
    response = client.post(path, move(html, "forest 3"))
    assert response.status_code == 422
    assert alert_on(response) == why_illegal(two_player_game, 1, "forest 3")


def test_somebody_elses_seat_is_closed(
    two_player_game: Game, outsider: User, client: Client
) -> None:
    address = f"/games/{two_player_game.slug}/play/"
    answer = signed_in(outsider).get(address)
    assert answer.status_code == 403
    assertTemplateUsed(answer, "games/refused.html")
    anonymous = client.get(address)
    assert anonymous.status_code == 302
    assert anonymous["Location"].startswith("/account/login/?next=")
    assert signed_in(outsider).get("/games/nothere234/play/").status_code == 404


def test_a_finished_game_shows_its_end_and_takes_no_move(
    client: Client, finished_game: Game, dump: Dump
) -> None:
    path = play_path(finished_game, 0)
    html = page(client, path)
    assert question_on(html) == ""
    assert f"/games/{finished_game.slug}/result/" in html
    before = dump()
    sent = {"command": "forest 3", "request_id": str(uuid4()), **seen(finished_game)}
    late = client.post(path, sent)
    assert late.status_code == 409
    assert alert_on(late) == SENTENCES["game_over"]
    assert dump() == before


def test_before_the_start_the_page_waits(
    client: Client, invited_game: Game, dump: Dump
) -> None:
    path = play_path(invited_game, 0)
    assertTemplateUsed(client.get(path), "games/before_start.html")
    before = dump()
    sent = {"command": "forest 3", "request_id": str(uuid4()), **seen(invited_game)}
    early = client.post(path, sent)
    assert early.status_code == 409
    assert alert_on(early) == SENTENCES["not_started"]
    assert dump() == before


def test_htmx_gets_refusals_as_part_and_dead_links_as_page(
    client: Client, two_player_game: Game
) -> None:
    """The script swaps a part in, and loads what is a whole page."""
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "hut 1")
    refused = client.post(path, sent, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "<!doctype" not in html_of(refused).lower()
    revoke_links(seat=seat_of(two_player_game, 0), now=NOW)
    dead = client.post(path, sent, headers={"HX-Request": "true"})
    assert dead.status_code == 410
    assert dead.content.startswith(b"<!DOCTYPE html>")
