"""Open pages notice that somebody moved, at little cost."""

import gzip
import json
from collections.abc import Callable

import brotli
import pytest
from django.test import Client

from games.clocks import PRESETS
from games.deadlines import expire_turn
from games.live.live_page import OFTEN, SELDOM, live_page
from games.live.news import MOST_SENTENCES, news_of
from games.lobby.new_games import create_game
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from stoneage_core.components.places import Place
from stoneage_core.events.actions import DiceRolled, GoodsGathered
from stoneage_core.terms import Terms
from tests.support.pages import markup_of, move, page, play_path, signed_in
from tests.support.play import against_automatic, freeze, play_on, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def since(game: Game, version: int) -> str:
    return f"/games/{game.slug}/since/{version}/"


def said_since(
    client: Client, game: Game, version: int, seat: int | str = "", language: str = "en"
) -> str:
    asked = {"Accept-Language": language}
    answer = client.get(since(game, version), {"seat": seat}, headers=asked)
    return str(answer.json()["said"])


def live_of(game: Game, number: int | None = None):
    game.refresh_from_db()
    seats = read_seats(game)
    reader = None if number is None else seats[number]
    return live_page(game, game.version, reader)


def test_nothing_is_announced_if_nothing_happened(
    client: Client, two_player_game: Game
) -> None:
    answer = client.get(since(two_player_game, two_player_game.version))
    assert (answer.status_code, answer.content) == (204, b"")
    assert "no-store" in answer["Cache-Control"]


def test_answer_says_the_version_and_what_happened(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    moved = submit(two_player_game, 0, "forest 3", now=NOW).game
    answer = client.get(since(two_player_game, before))
    said = "Alice sent 3 people to the forest."
    assert answer.json() == {"version": moved.version, "said": said}


def test_each_of_several_moves_has_its_sentence(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=NOW)
    submit(two_player_game, 1, "clay pit 2", now=NOW)
    assert said_since(client, two_player_game, before) == (
        "Alice sent 3 people to the forest. Bob sent 2 people to the clay pit."
    )


def test_readers_own_moves_are_left_out_and_their_turn_is_announced(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=NOW)
    assert said_since(client, two_player_game, before, seat=0) == ""
    submit(two_player_game, 1, "clay pit 2", now=NOW)
    assert said_since(client, two_player_game, before, seat=0) == (
        "Bob sent 2 people to the clay pit. You’re next."
    )


def test_decision_of_autopilot_for_the_reader_is_announced(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    asked = two_player_game.seats.get(number=0)
    assert asked.deadline_at is not None
    expire_turn(seat_id=asked.pk, now=asked.deadline_at)
    assert "You sent" in said_since(client, two_player_game, before, seat=0)


def test_long_absence_is_summed_up_by_its_latest_sentences(
    client: Client, started_game: Game
) -> None:
    before = started_game.version
    game = play_on(started_game, now=NOW, decisions=60)
    said = said_since(client, game, before)
    assert said.startswith("The game has moved on. ")
    assert 1 < said.count(". ") <= MOST_SENTENCES
    assert said_since(client, game, game.version + 99) == ""


def test_sentences_are_in_the_language_of_the_script(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=NOW)
    said = said_since(client, two_player_game, before, language="es")
    assert "bosque" in said


def test_roll_is_announced_by_its_result(client: Client, started_game: Game) -> None:
    """The sentence about the dice is left out if there is one about the goods."""
    names = ("Anna", "Ben")
    rolled = DiceRolled(player=1, place=Place.FOREST, good="wood", dice=(3, 4))
    gathered = GoodsGathered(player=1, place=Place.FOREST, good="wood", amount=2)
    assert news_of([rolled, gathered], names, 0) == "Ben got 2 wood."
    assert news_of([rolled], names, 0) == "Ben rolled 3 and 4 for wood (the forest)."


def test_events_without_a_player_are_announced(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    freeze(two_player_game, NOW)
    assert said_since(client, two_player_game, before)


def test_unknown_game_answers_404(client: Client, db: None) -> None:
    assert client.get("/games/nosuchgame/since/3/").status_code == 404


def test_polling_is_read_only(client: Client, two_player_game: Game) -> None:
    path = since(two_player_game, two_player_game.version)
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 204


def test_live_table_is_polled_often(two_player_game: Game, finished_game: Game) -> None:
    assert live_of(two_player_game).every == SELDOM
    assert live_of(finished_game).every == SELDOM  # people still talk
    fast = create_game(
        host=two_player_game.host,
        players=[two_player_game.host.email, "ben@example.org"],
        terms=Terms(2, PRESETS["live"]),
        now=NOW,
    )
    assert live_of(fast).every == OFTEN


def test_page_knows_whether_its_seat_is_awaited(two_player_game: Game) -> None:
    assert live_of(two_player_game, 0).is_awaited
    assert not live_of(two_player_game, 1).is_awaited
    assert not live_of(two_player_game).is_awaited
    freeze(two_player_game, NOW)
    assert not live_of(two_player_game, 0).is_awaited


def test_seat_on_autopilot_is_not_awaited(two_player_game: Game) -> None:
    Seat.objects.filter(game=two_player_game, number=0).update(is_on_autopilot=True)
    assert not live_of(two_player_game, 0).is_awaited


def test_title_and_icon_say_whose_turn_it_is(
    client: Client, two_player_game: Game, alice: User
) -> None:
    own, other = play_path(two_player_game, 0), play_path(two_player_game, 1)
    board = f"/games/{two_player_game.slug}/"
    for awaited in (page(client, own), page(signed_in(alice), f"{board}play/")):
        assert "<title>● Your turn – " in markup_of(awaited)
        assert 'rel="icon" href="/static/games/favicon-turn.svg' in awaited
    for waiting in (page(client, other), page(client, board)):
        assert "●" not in waiting.partition("</title>")[0]
        assert 'rel="icon" href="/static/games/favicon.svg' in waiting


def test_every_page_of_a_game_says_where_to_poll(
    client: Client, two_player_game: Game, invited_game: Game
) -> None:
    game = two_player_game
    for path in (play_path(game, 1), f"/games/{game.slug}/"):
        html = page(client, path)
        assert f'data-since="/games/{game.slug}/since/"' in html
        assert f'data-version="{game.version}"' in html
        assert '<a class="button" href="">Show</a>' in html
    assert "data-since" not in page(client, "/")


def test_waiting_page_polls_too(client: Client, alice: User) -> None:
    players = [alice, "ben@example.org"]
    game = create_game(host=alice, players=players, now=NOW)
    for path in (play_path(game, 0), f"/games/{game.slug}/"):
        assert f"/games/{game.slug}/since/" in page(client, path)


def test_answer_to_a_move_says_what_the_page_shows(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "forest 3")
    answer = client.post(path, sent, headers={"HX-Request": "true"})
    two_player_game.refresh_from_db()
    shown = {"version": two_player_game.version, "awaited": False, "said": ""}
    assert json.loads(answer["HX-Trigger-After-Settle"]) == {"live": shown}


def test_answer_to_a_move_says_what_bots_did(client: Client, alice: User) -> None:
    """The move's own outcome is in the dock, and is not repeated."""
    game = against_automatic(alice, now=NOW).game
    assert "Alice" not in press(client, game, "forest 3")
    assert "Thatch sent" in press(client, game, "clay pit 1")


def test_answer_to_a_move_says_what_others_did_since_the_page_was_made(
    client: Client, hungry_game: Game
) -> None:
    """Feeding is simultaneous: the page did not show that Bob had fed his tribe."""
    path = play_path(hungry_game, 0)
    sent = move(page(client, path), "go hungry")
    submit(hungry_game, 1, "go hungry", now=NOW)
    assert "Bob’s tribe went hungry" in said_to(client, path, sent)


def press(client: Client, game: Game, text: str) -> str:
    """Move on the page of the first seat. Return what it announces about the others."""
    path = play_path(game, 0)
    return said_to(client, path, move(page(client, path), text))


def said_to(client: Client, path: str, sent: dict[str, object]) -> str:
    answer = client.post(path, sent, headers={"HX-Request": "true"})
    return str(json.loads(answer["HX-Trigger-After-Settle"])["live"]["said"])


@pytest.mark.parametrize(
    ("accepted", "encoding", "unpack"),
    [
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
    ],
)
def test_page_is_compressed_and_padded(
    client: Client,
    two_player_game: Game,
    accepted: str,
    encoding: str,
    unpack: Callable[[bytes], bytes],
) -> None:
    """The padding hides how well a page with a secret and a guess of it compresses."""
    path = play_path(two_player_game, 1)
    asked = {"Accept-Encoding": accepted}
    answers = [client.get(path, headers=asked) for _ in range(12)]
    assert {answer["Content-Encoding"] for answer in answers} == {encoding}
    assert {"Accept-Encoding" in answer["Vary"] for answer in answers} == {True}
    lengths = {
        len(answer.content) + len(answer.get("X-Padding", "")) for answer in answers
    }
    assert len(lengths) > 2
    whole = unpack(answers[0].content)
    assert b"<html" in whole
    assert len(answers[0].content) < len(whole) / 3
