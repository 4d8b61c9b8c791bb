"""The viewer of a game: stepping, jumping, and its sheets."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.accounts.users import update_user
from games.deadlines import expire_turn
from games.models import Game, SeatOrders, User
from games.orders import follow_orders, write_orders
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.match.state import Source
from tests.support.pages import markup_of, offences_of, page, signed_in, text_of
from tests.support.play import move_after_taking_back, submit
from tests.support.standing_time import NOW
from tests.support.words import event_sentence

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def at(game: Game, sequence: int) -> str:
    return f"/games/{game.slug}/at/{sequence}/"


def how(game: Game, sequence: int) -> str:
    """The path of the position with the sheet that says how it came about."""
    return f"{at(game, sequence)}?sheet=how"


def step(html: str, name: str) -> str | None:
    found = re.search(rf'data-step="{name}"[^>]*? href="([^"]*)"', html)
    return found and found[1]


@pytest.fixture
def taken_back(two_player_game: Game) -> Game:
    """Alice sent two people to the forest, took that back, and made a tool."""
    move_after_taking_back(two_player_game, "forest 2", "tool maker", now=NOW + MINUTE)
    return Game.objects.get(pk=two_player_game.pk)


def last_command(game: Game) -> int:
    return game.events.moves().latest("sequence").sequence


def test_sheet_says_who_decided_how_and_how_long_it_took(
    client: Client, two_player_game: Game
) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW + MINUTE * 72)
    path = how(two_player_game, last_command(two_player_game))
    text = text_of(page(client, path))
    assert "Decided by Alice, on the page forest 2" in text
    assert "Asked Fri 20 Nov 2026, 12:00 (UTC)" in text
    assert "Decided Fri 20 Nov 2026, 13:12 (UTC) , 1 hour 12 minutes later" in text


def test_viewer_of_a_finished_game_leads_to_its_result(
    client: Client, finished_game: Game, two_player_game: Game
) -> None:
    paths = (at(finished_game, 3), f"{at(finished_game, 3)}?sheet=go")
    for path in (*paths, f"/games/{finished_game.slug}/history/"):
        html = markup_of(page(client, path))
        assert f'href="/games/{finished_game.slug}/result/"' in html, path
        assert "data-table-of" not in html, path
    html = markup_of(page(client, at(two_player_game, 3)))
    assert "/result/" not in html
    assert f'data-table-of="{two_player_game.slug}"' in html


def test_commands_are_in_the_readers_words(two_player_game: Game, alice: User) -> None:
    update_user(user=alice, language="es")
    submit(two_player_game, 0, "forest 2", now=NOW)
    path = how(two_player_game, last_command(two_player_game))
    assert "bosque 2" in text_of(page(signed_in(alice), path))


def test_times_are_in_the_readers_zone(two_player_game: Game, alice: User) -> None:
    update_user(user=alice, time_zone="Europe/Madrid")
    text = text_of(page(signed_in(alice), how(two_player_game, 1)))
    assert "13:00 (Europe/Madrid)" in text


def test_page_links_to_neighbouring_steps(client: Client, taken_back: Game) -> None:
    taken = taken_back.events.get(command="forest 2").sequence
    made = taken_back.events.get(command="tool maker").sequence
    html = page(client, at(taken_back, taken - 1))
    # Steps skip what was taken back, and include the start of the next turn.
    assert step(html, "next") == at(taken_back, made + 1)
    assert step(page(client, at(taken_back, 1)), "previous") is None
    last = page(client, at(taken_back, taken_back.version))
    assert step(last, "next") is None
    assert step(last, "previous") == at(taken_back, taken - 1)


def test_sheet_links_to_neighbouring_events(client: Client, taken_back: Game) -> None:
    html = page(client, how(taken_back, 3))
    assert f'rel="prev" href="{how(taken_back, 2)}"' in html
    assert f'rel="next" href="{how(taken_back, 4)}"' in html
    assert 'rel="prev"' not in page(client, how(taken_back, 1))
    assert 'rel="next"' not in page(client, how(taken_back, taken_back.version))


def test_taken_back_events_are_struck_out_and_can_be_skipped(
    client: Client, taken_back: Game
) -> None:
    taken = taken_back.events.get(command="forest 2").sequence
    back = taken_back.events.get(type="DecisionTakenBack").sequence
    html = page(client, how(taken_back, taken))
    placed = event_sentence(PeoplePlaced(0, Place.FOREST, 2), "Alice")
    assert f"<s>{placed}</s>" in html
    assert f'href="{at(taken_back, back)}"' in html
    assert "taken back later" not in text_of(page(client, at(taken_back, back)))


def test_page_explains_keys_and_loads_only_our_scripts(
    client: Client, two_player_game: Game
) -> None:
    html = page(client, f"{at(two_player_game, 1)}?sheet=go")
    assert "<kbd>Home</kbd>" in html
    assert "games/replay.js" in html
    assert offences_of(html) == []


def test_steps_of_the_round_are_pictures_and_links(
    client: Client, two_player_game: Game
) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW)
    two_player_game.refresh_from_db()
    html = page(client, at(two_player_game, two_player_game.version))
    chips = re.findall(r'<a class="step-chip[^>]*>', html)
    assert 'aria-current="step"' in chips[-1]
    assert at(two_player_game, two_player_game.version) in chips[-1]
    assert "2 → Forest" in text_of(html)


# The history beside the table


def test_list_shows_the_round_of_the_position(
    client: Client, finished_game: Game
) -> None:
    third = started(finished_game, 3)
    html = page(client, f"{at(finished_game, third + 5)}?sheet=history")
    listed = re.findall(r"/at/(\d+)/\?sheet=history&", html)
    assert f"{third}" in listed
    assert f"{third - 1}" not in listed
    assert f"{started(finished_game, 4)}" not in listed


def test_list_keeps_its_filter(client: Client, finished_game: Game) -> None:
    html = page(client, f"{at(finished_game, 300)}?sheet=history&who=1&kind=placing")
    lines = re.findall(r"/at/(\d+)/\?sheet=history&amp;who=1&amp;kind=placing", html)
    placed = finished_game.events.filter(type="PeoplePlaced", decided_by=1)
    assert set(map(int, lines)) <= set(placed.values_list("sequence", flat=True))
    assert any(int(number) < 300 for number in lines)
    assert "Alice sent" not in text_of(sheet_in(html))


def test_tribe_opens_beside_an_old_position(
    client: Client, finished_game: Game
) -> None:
    html = page(client, f"{at(finished_game, 60)}?sheet=tribe-1")
    assert '<h2 id="sheet-heading" tabindex="-1">Bob</h2>' in html
    assert "tribe-edge-1" in sheet_in(html)


def sheet_in(html: str) -> str:
    """The content of the sheet beside the table."""
    return html.partition('id="sheet"')[2].partition("</aside>")[0]


def started(game: Game, number: int) -> int:
    """The event with which a round began."""
    begun = game.events.filter(type="RoundStarted").order_by("sequence")
    return begun[number - 1].sequence


# Orders are shown when the game is over, and to their owner


@pytest.fixture
def ordered(two_player_game: Game) -> Game:
    """Bob's orders made a decision."""
    bob = two_player_game.seats.select_related("game", "user").get(number=1)
    write_orders(seat=bob, text="hut", now=NOW)
    submit(two_player_game, 0, "forest 2", now=NOW + MINUTE)
    follow_orders(seat_id=bob.pk, now=NOW + MINUTE * 20)
    assert SeatOrders.objects.count() == 1
    assert two_player_game.events.filter(source=Source.ORDERS).exists()
    return Game.objects.get(pk=two_player_game.pk)


def test_orders_are_shown_only_to_their_owner(
    client: Client, ordered: Game, alice: User, bob: User
) -> None:
    path = how(ordered, last_command(ordered))
    for reader in (client, signed_in(alice)):
        assert "Bob, on the page" in text_of(page(reader, path))
    assert "Bob, by orders" in text_of(page(signed_in(bob), path))


def test_the_others_learn_that_orders_decided_when_time_ran_out(
    two_player_game: Game, alice: User, bob: User
) -> None:
    own = two_player_game.seats.get(number=0)
    write_orders(seat=own, text="field", now=NOW, at_deadline=True)
    expire_turn(seat_id=own.pk, now=own.deadline_at)
    timed_out = two_player_game.events.get(type="TurnTimedOut").sequence
    path = how(two_player_game, timed_out)
    for reader in (signed_in(alice), signed_in(bob)):
        assert "Alice, by orders" in text_of(page(reader, path))


def test_orders_are_shown_when_the_game_is_over(client: Client, ordered: Game) -> None:
    Game.objects.filter(pk=ordered.pk).update(status="finished")
    path = how(ordered, last_command(ordered))
    assert "Bob, by orders" in text_of(page(client, path))


# Jumping


def test_reader_can_jump_to_an_event_and_a_round(
    client: Client, finished_game: Game
) -> None:
    jump = f"/games/{finished_game.slug}/at/"
    assert client.get(jump, {"event": "17"})["Location"] == at(finished_game, 17)
    started = finished_game.events.filter(type="RoundStarted").order_by("sequence")
    third = started[2].sequence
    assert client.get(jump, {"round": "3"})["Location"] == at(finished_game, third)


def test_history_begins_at_the_last_step(client: Client, two_player_game: Game) -> None:
    """The event after it only says whose turn it is."""
    submit(two_player_game, 0, "forest 3", now=NOW)
    answer = client.get(f"/games/{two_player_game.slug}/at/", follow=True)
    assert "sent 3 people to the forest" in text_of(answer.content.decode())


@pytest.mark.parametrize(
    "query", ["event=0", "event=99999", "event=x", "event=", "event=-3", "event=²"]
)
def test_invalid_numbers_are_refused_in_a_sentence(
    client: Client, two_player_game: Game, query: str
) -> None:
    answer = client.get(f"/games/{two_player_game.slug}/at/?{query}")
    assert answer.status_code == 404
    wanted = f"they go from 1 to {two_player_game.version}."
    assert wanted in text_of(answer.content.decode())


def test_unknown_round_is_refused(client: Client, two_player_game: Game) -> None:
    answer = client.get(f"/games/{two_player_game.slug}/at/?round=7")
    assert answer.status_code == 404
    assertTemplateUsed(answer, "games/refused.html")


# Statistics


def test_statistics_page_of_a_finished_game_has_all_parts(
    client: Client, finished_game: Game
) -> None:
    html = page(client, f"/games/{finished_game.slug}/report/")
    text = text_of(html)
    assert 'class="chart"' in html
    assert 'role="img" aria-label="Scores over' in markup_of(html)
    assert 'id="turns-heading"' in html
    for words in ("Dice rolled", "Turns in person"):
        assert words in text
    for seat in finished_game.seats.select_related("user"):
        assert seat.user is not None
        assert seat.user.name in text


def test_finished_game_links_to_its_replay(client: Client, finished_game: Game) -> None:
    for path in ("", "report/"):
        html = page(client, f"/games/{finished_game.slug}/{path}")
        assert re.search(rf'href="{at(finished_game, 1)}">\s*Replay', html), path


def test_statistics_of_a_running_game_redirect_to_the_game(
    client: Client, two_player_game: Game
) -> None:
    answer = client.get(f"/games/{two_player_game.slug}/report/")
    assert answer["Location"] == f"/games/{two_player_game.slug}/"


def test_history_pages_refuse_post(client: Client, two_player_game: Game) -> None:
    for path in ("at/1/", "at/", "report/", "record.jsonl"):
        assert client.post(f"/games/{two_player_game.slug}/{path}").status_code == 405
