"""Orders, absences, clocks and presence, on the pages."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import Settings

from games.clocks import PRESETS
from games.command_language import parsing
from games.deadlines import expire_turn
from games.errors import SENTENCES
from games.lobby.new_games import create_game
from games.models import Game, Seat, SeatOrders, User
from games.orders import follow_orders
from games.presentation.error_text import why_put_aside
from games.seats.invitations import accept_seat
from games.table import orders_form
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.terms import Terms
from tests.games.table.table import act, arranged, offered
from tests.support.pages import (
    Dump,
    hidden,
    html_of,
    markup_of,
    page,
    play_path,
    seat_of,
    seat_path,
    signed_in,
    text_of,
    values_of,
)
from tests.support.play import play_to_the_end, submit
from tests.support.standing_time import NOW, StandingTime
from tests.support.words import alert_on, event_sentence

pytestmark = pytest.mark.django_db

ORDERS = "hut, forest 3\nfeed wood brick"


def orders_badge(html: str) -> str:
    """Whether orders are armed (badge-good) or put aside (badge-bad), or ''."""
    summary = re.search(r'id="orders".*?</summary>', html, re.DOTALL)
    assert summary
    found = re.search(r"badge-\w+", summary[0])
    return found[0] if found else ""


def days_left(client: Client, game: Game) -> int:
    """How many days of vacation Alice has left, as her seat's page says."""
    return int(client.get(seat_path(game, 0)).context["absence"]["days_left"])


def test_orders_are_saved_and_shown(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    answer = act(client, two_player_game, 1, "orders", text=ORDERS)
    assert answer.status_code == 303
    assert answer["Location"].endswith("#orders")
    html = page(client, seat_path(two_player_game, 1))
    assert ">hut, forest 3\nfeed wood brick</textarea>" in html
    assert orders_badge(html) == "badge-good"
    assert values_of(html, "withdraw") == ["yes"]
    assert orders_form.orders_delay() in text_of(html)


def test_orders_are_not_armed_once_nothing_is_left_of_them(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "orders", text="hut")
    submit(two_player_game, 0, "field", now=time_stands.now)
    html = page(client, seat_path(two_player_game, 0))
    assert orders_badge(html) == ""
    assert values_of(html, "withdraw") == []


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((150, 600), "10 minutes"),
        ((1, 2), "2 seconds"),
        ((30, 61), "2 minutes"),
        ((60, 7200), "2 hours"),
    ],
)
def test_longest_wait_of_orders_is_shown_in_words(
    settings: Settings, bounds: tuple[int, int], words: str
) -> None:
    settings.ORDERS_DELAY = bounds
    assert orders_form.orders_delay() == words


def test_field_of_orders_accepts_what_the_parser_reads(
    client: Client, two_player_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert orders_form.LONGEST == parsing.LONGEST
    monkeypatch.setattr(orders_form, "LONGEST", 1234)
    html = markup_of(page(client, seat_path(two_player_game, 1)))
    assert 'maxlength="1234" class="code"' in html


def test_orders_for_the_end_of_the_time(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 1, "orders", text="go hungry", at_deadline="yes")
    assert SeatOrders.objects.get().at_deadline
    html = markup_of(page(client, seat_path(two_player_game, 1)))
    assert 'name="at_deadline" value="yes" checked' in html


def test_orders_are_withdrawn(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 1, "orders", text=ORDERS)
    act(client, two_player_game, 1, "orders", text=ORDERS, withdraw="yes")
    assert not SeatOrders.objects.exists()
    assert orders_badge(page(client, seat_path(two_player_game, 1))) == ""


def test_unreadable_orders_are_kept_and_explained(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    before = dump()
    answer = act(client, two_player_game, 1, "orders", text="hut\ndance <b>")
    html = html_of(answer)
    assert answer.status_code == 400
    assert html.count("“dance &lt;b&gt;”") == 1
    assert alert_on(answer)
    assert "hut\ndance &lt;b&gt;</textarea>" in html
    assert 'id="orders" open' in html
    assert dump() == before


def test_orders_by_choices(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    chosen = {"place1": "hut", "place2": "forest 3", "place3": "forest 3"}
    chosen |= {"feeding": "feed wood brick", "tools": "tools gain", "dice": ""}
    assert act(client, two_player_game, 1, "orders", **chosen).status_code == 303
    expected = "hut, forest 3\ntools gain\nfeed wood brick"
    assert SeatOrders.objects.get().text == expected


def test_chosen_orders_are_added_to_typed_ones(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    """A choice about tools, dice or food replaces what was written about it."""
    chosen = {"place1": "field", "tools": "tools gain"}
    typed = "no tools\nhut\npick 6"
    act(client, two_player_game, 1, "orders", text=typed, **chosen)
    assert SeatOrders.objects.get().text == "hut\npick 6\nfield\ntools gain"


def test_purchases_by_choices(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    chosen = {"place1": "card 2", "place2": "hut", "place3": "building 1"}
    html = page(client, seat_path(two_player_game, 1))
    (cheap,) = re.findall(r'value="(buy card 1 cheapest, leave;[^"]*)"', html)
    chosen |= {"purchases": cheap}
    assert act(client, two_player_game, 1, "orders", **chosen).status_code == 303
    lines = [f"buy {n} cheapest, leave card {n}" for n in range(1, 5)]
    lines += [f"build {n} cheapest, leave building {n}" for n in (1, 2)]
    expected = ["card 2, hut, building 1", *lines]
    assert SeatOrders.objects.get().text.splitlines() == expected


def test_choices_are_kept_if_typed_orders_are_refused(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    chosen = {"place1": "hut", "tools": "no tools"}
    answer = act(client, two_player_game, 1, "orders", text="dance", **chosen)
    html = html_of(answer)
    assert answer.status_code == 400
    assert '<option value="no tools" selected>' in html
    assert '<option value="hut" selected>' in html


def test_orders_that_were_put_aside_show_the_reason(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 1, "orders", text="hut")
    submit(two_player_game, 0, "hut", now=time_stands.now)
    bob = seat_of(two_player_game, 1)
    assert bob.orders_at
    follow_orders(seat_id=bob.pk, now=bob.orders_at)
    html = page(client, seat_path(two_player_game, 1))
    why = why_put_aside(SeatOrders.objects.get())
    assert orders_badge(html) == "badge-bad"
    assert "hut" in why
    assert why in text_of(html)


def test_nobody_else_learns_of_orders_while_the_game_runs(
    two_player_game: Game, time_stands: StandingTime, alice: User
) -> None:
    client = Client()
    act(client, two_player_game, 1, "orders", text="forest 5")
    submit(two_player_game, 0, "hut", now=time_stands.now)
    bob = seat_of(two_player_game, 1)
    assert bob.orders_at
    assert follow_orders(seat_id=bob.pk, now=bob.orders_at)
    act(client, two_player_game, 1, "orders", text="feed gold")
    slug = two_player_game.slug
    last = Game.objects.get(pk=two_player_game.pk).version
    steps = f"/games/{slug}/steps.json"
    seen = [f"/games/{slug}/", f"/games/{slug}/history/", f"/games/{slug}/log.jsonl"]
    seen += [f"/games/{slug}/at/{number}/" for number in range(1, last + 1)]
    seen += [f"/games/{slug}/at/{last}/?sheet=history", f"{steps}?from=1&to={last}"]
    for browser in (client, signed_in(alice)):
        for address in seen:
            html = html_of(browser.get(address))
            html = re.sub("your orders decide, if you left any", "", html)
            assert "orders" not in html, address
            assert "feed gold" not in html
    theirs = page(client, play_path(two_player_game, 0))
    recap = re.search(r'class="replay-recap".*?</ol>', theirs, re.DOTALL)
    assert recap
    placed = PeoplePlaced(1, Place.FOREST, 5)
    assert event_sentence(placed, "Alice", "Bob") in recap[0]
    assert "orders" not in recap[0]
    assert "feed gold" not in theirs
    assert orders_badge(page(client, seat_path(two_player_game, 0))) == ""
    assert "orders" in page(client, play_path(two_player_game, 1))


def test_log_says_that_orders_decided_at_a_deadline(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "orders", text="hut", at_deadline="yes")
    alice = seat_of(two_player_game, 0)
    assert alice.deadline_at
    expire_turn(seat_id=alice.pk, now=alice.deadline_at)
    log = page(client, f"/games/{two_player_game.slug}/log.jsonl").splitlines()
    (timeout,) = [
        line for line in map(json.loads, log) if line["event"]["type"] == "TurnTimedOut"
    ]
    assert timeout["source"] == "orders"
    assert timeout["event"]["by_orders"]


def test_orders_are_revealed_when_the_game_is_over(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 1, "orders", text="forest 3")
    submit(two_player_game, 0, "hut", now=NOW)
    bob = seat_of(two_player_game, 1)
    assert bob.orders_at
    follow_orders(seat_id=bob.pk, now=bob.orders_at)
    play_to_the_end(two_player_game, now=NOW)
    text = text_of(page(client, f"/games/{two_player_game.slug}/history/?round=1"))
    placed = PeoplePlaced(1, Place.FOREST, 3)
    assert f"{event_sentence(placed, 'Alice', 'Bob')} orders" in text
    assert '"orders"' in page(client, f"/games/{two_player_game.slug}/log.jsonl")


# Away


def test_an_absence_is_declared_in_the_players_zone(
    client: Client, two_player_game: Game, alice: User, time_stands: StandingTime
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Seoul")
    assert days_left(client, two_player_game) == 21
    answer = act(client, two_player_game, 0, "away", until="2026-11-25T09:00")
    assert answer["Location"].endswith("#away")
    (span,) = Game.objects.get(pk=two_player_game.pk).table_state.seats[0].away
    assert span.ends == datetime(2026, 11, 25, 0, 0, tzinfo=UTC)
    assert days_left(client, two_player_game) == 16
    text = arranged(client, two_player_game, 0)
    assert "Wed 25 Nov 2026, 09:00 (Asia/Seoul)" in text
    others = arranged(client, two_player_game, 1)
    assert "Wed 25 Nov 2026, 00:00 (UTC)" in others
    history = page(client, f"/games/{two_player_game.slug}/history/")
    assert "Fri 20 Nov 2026, 12:00 (UTC)" in history
    assert "back" in offered(client, two_player_game, 0)
    act(client, two_player_game, 0, "back")
    assert "back" not in offered(client, two_player_game, 0)


def test_future_absence_is_shown(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    begins, until = "2026-11-25T09:00", "2026-11-27T09:00"
    act(client, two_player_game, 0, "away", begins=begins, until=until)
    assert "Wed 25 Nov 2026" in arranged(client, two_player_game, 1)
    assert "back" in offered(client, two_player_game, 0)


@pytest.mark.parametrize(
    "until",
    ["", "tomorrow", "0001-01-01T00:00", "2027-03-01T09:00"],
    ids=["missing", "unreadable", "past", "longer than the vacation"],
)
def test_impossible_absence_is_refused(
    client: Client,
    two_player_game: Game,
    time_stands: StandingTime,
    dump: Dump,
    until: str,
) -> None:
    before = dump()
    answer = act(client, two_player_game, 0, "away", until=until)
    html = html_of(answer)
    assert answer.status_code == 400
    assert html.count(escape(alert_on(answer))) == 1
    assert 'id="away" open' in html
    assert f'value="{until}" required' in markup_of(html)
    assert dump() == before


# Clocks and presence


def with_clock(alice: User, bob: User, preset: str, now: datetime) -> Game:
    game = create_game(
        host=alice,
        players=[alice, bob],
        terms=Terms(2, PRESETS[preset], first_player=0),
        now=now,
    )
    return accept_seat(seat=game.seats.get(number=1), now=now)


def test_banks_are_shown_in_words(
    client: Client, alice: User, bob: User, time_stands: StandingTime
) -> None:
    game = with_clock(alice, bob, "saver", NOW)
    text = text_of(page(client, f"/games/{game.slug}/?sheet=about"))
    assert re.findall("Bank: 4 days", text) == ["Bank: 4 days"] * 2
    submit(game, 0, "hut", now=NOW + timedelta(hours=29, minutes=5))
    text = arranged(client, game, 1)
    assert "Alice Bank: 4 days 2 hours" in text


def test_stopped_clock_shows_when_it_runs_again(
    client: Client, alice: User, bob: User, time_stands: StandingTime
) -> None:
    time_stands.now = NOW + timedelta(days=1)  # a Saturday
    game = with_clock(alice, bob, "relaxed", NOW)
    address = f"/games/{game.slug}/?sheet=about"
    (clock, _) = client.get(address).context["clocks"]
    assert clock.rests == datetime(2026, 11, 23, tzinfo=UTC)
    assert "Mon 23 Nov 2026, 00:00 (UTC)" in arranged(client, game, 0)
    time_stands.now = NOW + timedelta(days=4)
    (clock, _) = client.get(address).context["clocks"]
    assert clock.rests is None


def test_missed_decisions_are_counted(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    alice = seat_of(two_player_game, 0)
    assert alice.deadline_at
    expire_turn(seat_id=alice.pk, now=alice.deadline_at)
    assert "missed 1 of 2 turns in a row" in arranged(client, two_player_game, 1)


def test_open_page_records_presence(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    html = page(client, play_path(two_player_game, 0))
    assert 'data-here="240"' in html
    assert seat_of(two_player_game, 0).looked_at is None
    answer = act(client, two_player_game, 0, "here")
    assert (answer.status_code, answer.content) == (204, b"")
    assert seat_of(two_player_game, 0).looked_at == NOW
    assert seat_of(two_player_game, 1).looked_at is None


def test_signed_in_forms_are_guarded(
    two_player_game: Game, alice: User, outsider: User, dump: Dump
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    path, before = f"/games/{two_player_game.slug}/play/", dump()
    html = page(client, path)
    for action in ("orders", "away", "propose-end"):
        seat_page = f"/games/{two_player_game.slug}/seat/"
        assert client.post(seat_page, {"action": action}).status_code == 403
    assert client.post(path, {"action": "here"}).status_code == 403
    assert signed_in(outsider).post(path, {"action": "here"}).status_code == 403
    assert dump()["Seat"] == before["Seat"]
    token = hidden(html, "csrfmiddlewaretoken")
    sent = {"action": "here", "csrfmiddlewaretoken": token}
    assert client.post(path, sent).status_code == 204


def test_before_the_start_there_is_nothing_to_arrange(
    client: Client, invited_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    before = dump()
    for action in ("orders", "propose-end", "return", "away"):
        form = {"text": "feed wood", "sure": "yes", "until": "2026-12-01T00:00"}
        answer = act(client, invited_game, 0, action, **form)
        assert answer.status_code == 409, action
    assert dump() == before


def test_after_the_end_there_is_nothing_to_arrange(
    client: Client, finished_game: Game
) -> None:
    html = page(client, seat_path(finished_game, 0))
    for part in ("orders", "away", "clocks-heading", "propose-clock", "ask-back"):
        assert f'id="{part}"' not in html
    answer = act(client, finished_game, 0, "orders", text="feed wood")
    assert answer.status_code == 409
    assert alert_on(answer) == SENTENCES["game_over"]
    assert Seat.objects.filter(game=finished_game, has_orders=True).count() == 0
