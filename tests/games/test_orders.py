"""Orders: followed after a while, put aside with a reason, seen by nobody."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override
from msgspec.structs import replace

from games import tasks
from games.deadlines import expire_turn
from games.history.stream_check import check_stream
from games.log import positions
from games.models import Game, Seat, SeatOrders, StoredEvent, User
from games.orders import follow_orders, orders_of, write_orders
from games.presentation.error_text import why_put_aside
from games.signals import GameSignal, OrdersDisarmed
from games.table.submit import submit_command, take_back_decision
from stoneage_core import InvalidCommand, orders
from stoneage_core.commands import UsePlace
from stoneage_core.components.places import Place
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.match.state import Source
from stoneage_core.record import codec
from tests.support.play import against_automatic, people_on, submit
from tests.support.refusals import refuses

TEN_MINUTES = timedelta(minutes=10)
THREE_DAYS = timedelta(days=3)


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def write(game: Game, player: int, text: str, now: datetime, **more: bool) -> None:
    write_orders(seat=seat_of(game, player), text=text, now=now, **more)


def follow(game: Game, player: int, now: datetime) -> bool:
    return follow_orders(seat_id=seat_of(game, player).pk, now=now)


def test_orders_wait_for_their_time_and_then_a_while(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 1, "hut, field", now)
    assert seat_of(two_player_game, 1).orders_at is None
    submit(two_player_game, 0, "hut", now=now)
    due = seat_of(two_player_game, 1).orders_at
    assert due is not None
    assert now + timedelta(minutes=1) <= due <= now + TEN_MINUTES
    assert not follow(two_player_game, 1, due - timedelta(seconds=1))
    assert follow(two_player_game, 1, due)
    assert people_on(two_player_game, 1, Place.FIELD) == 1


def test_log_stores_that_orders_decided(two_player_game: Game, now: datetime) -> None:
    write(two_player_game, 0, "forest 3", now)
    follow(two_player_game, 0, now + TEN_MINUTES)
    row = StoredEvent.objects.get(game=two_player_game, type="PeoplePlaced")
    assert (row.source, row.decided_by) == (Source.ORDERS, 0)
    assert row.command == "forest 3"
    assert check_stream(two_player_game.pk)[1] == []


def test_each_placement_is_for_one_decision(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "hut\nfield\nno tools", now)
    follow(two_player_game, 0, now + TEN_MINUTES)
    assert SeatOrders.objects.get().text == "field\nno tools"
    submit(two_player_game, 1, "forest 1", now=now + TEN_MINUTES)
    follow(two_player_game, 0, now + 3 * TEN_MINUTES)
    assert SeatOrders.objects.get().text == "no tools"
    assert people_on(two_player_game, 0, Place.FIELD) == 1


def test_question_without_orders_is_asked(two_player_game: Game, now: datetime) -> None:
    write(two_player_game, 0, "pick 6", now)
    assert not follow(two_player_game, 0, now + TEN_MINUTES)
    assert seat_of(two_player_game, 0).orders_at is None
    assert seat_of(two_player_game, 0).has_orders


def test_impossible_orders_are_put_aside_with_a_reason(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    write(two_player_game, 1, "hut", now)
    submit(two_player_game, 0, "hut", now=now)
    assert not follow(two_player_game, 1, now + TEN_MINUTES)
    written = SeatOrders.objects.get()
    assert written.disarmed_at == now + TEN_MINUTES
    assert why_put_aside(written) == "your order “hut” isn’t possible now"
    (told,) = [news for news in published if isinstance(news, OrdersDisarmed)]
    assert told.seat.number == 1
    assert not seat_of(two_player_game, 1).has_orders
    write(two_player_game, 1, "field", now)
    assert SeatOrders.objects.get().disarmed_at is None


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "none of forest 3 and card 1 is possible now"),
        ("es", "ahora no se puede cumplir ninguna de tus órdenes (bosque 3 y carta 1)"),
        ("ko", "지금은 “숲 3, 카드 1” 명령을 실행할 수 없어요"),
    ],
)
def test_reason_is_in_the_readers_language(language: str, why: str) -> None:
    facts = {"type": "none_possible", "orders": ["forest 3", "card 1"]}
    written = SeatOrders(disarmed_for=facts)
    with override(language):
        assert why in why_put_aside(written)


def test_an_own_decision_goes_first(two_player_game: Game, now: datetime) -> None:
    write(two_player_game, 0, "hut", now)
    submit(two_player_game, 0, "field", now=now)
    assert not follow(two_player_game, 0, now + TEN_MINUTES)
    assert people_on(two_player_game, 0, Place.HUT) == 0


def test_own_placement_uses_up_the_first_placement_ordered(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    write(two_player_game, 0, "field, tool maker\nforest 2\nno tools", now)
    submit(two_player_game, 0, "field", now=now)
    assert SeatOrders.objects.get().text == "forest 2\nno tools"
    submit(two_player_game, 1, "river 1", now=now)
    assert follow(two_player_game, 0, now + TEN_MINUTES)
    assert people_on(two_player_game, 0, Place.FOREST) == 2
    assert people_on(two_player_game, 0, Place.TOOL_MAKER) == 0
    assert not [news for news in published if isinstance(news, OrdersDisarmed)]


def test_own_placement_elsewhere_uses_up_a_step_too(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "field", now)
    submit(two_player_game, 0, "hut", now=now)
    submit(two_player_game, 1, "forest 1", now=now)
    assert not follow(two_player_game, 0, now + TEN_MINUTES)
    assert people_on(two_player_game, 0, Place.FIELD) == 0


def test_placements_of_others_use_up_nothing(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 1, "field", now)
    submit(two_player_game, 0, "hut", now=now)
    assert SeatOrders.objects.get().text == "field"


def test_placements_lapse_when_an_own_placement_is_taken_back(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "field\nforest 2\nno tools", now)
    submit(two_player_game, 0, "hut", now=now)
    made = StoredEvent.objects.filter(type="PeoplePlaced").latest("sequence")
    soon = now + timedelta(seconds=30)
    take_back_decision(
        seat=seat_of(two_player_game, 0), sequence=made.sequence, now=soon
    )
    assert not follow(two_player_game, 0, soon + TEN_MINUTES)
    assert people_on(two_player_game, 0, Place.FIELD) == 0
    assert SeatOrders.objects.get().text == "no tools"


def test_own_use_of_a_place_uses_up_the_step_about_it(
    buying_game: Game, now: datetime
) -> None:
    write(buying_game, 0, "buy 1 cheapest\nuse forest\nno tools", now)
    submit(buying_game, 0, "use forest", now=now)
    assert SeatOrders.objects.get().text == "buy 1 cheapest\nno tools"


def test_uses_sent_as_a_list_use_up_their_steps(
    buying_game: Game, now: datetime
) -> None:
    write(buying_game, 0, "buy 1 cheapest\nuse forest\nno tools", now)
    submit_command(
        seat=seat_of(buying_game, 0),
        command=((UsePlace(Place.FOREST),),),
        expected_version=buying_game.version,
        request_id=None,
        now=now,
    )
    assert SeatOrders.objects.get().text == "buy 1 cheapest\nno tools"


def test_orders_for_the_deadline_are_not_used_up_before_it(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "field", now, at_deadline=True)
    submit(two_player_game, 0, "hut", now=now)
    assert SeatOrders.objects.get().text == "field"


@pytest.mark.parametrize("ordered", ["", "field"])
def test_move_costs_a_query_for_orders_only_if_there_are_any(
    two_player_game: Game, now: datetime, ordered: str
) -> None:
    write(two_player_game, 0, ordered, now)
    with CaptureQueriesContext(connection) as queries:
        submit(two_player_game, 0, "hut", now=now)
    table = SeatOrders._meta.db_table
    asked = [query for query in queries if f'FROM "{table}"' in query["sql"]]
    assert bool(asked) == bool(ordered)


def test_placements_are_for_their_round(hungry_game: Game, now: datetime) -> None:
    write(hungry_game, 0, "hut\ngo hungry", now)
    assert SeatOrders.objects.get().places_in_round == 4
    SeatOrders.objects.update(places_in_round=2)
    assert follow(hungry_game, 0, now + TEN_MINUTES)
    assert SeatOrders.objects.get().text == "go hungry"


def test_a_card_is_bought_as_ordered(
    buying_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    write(buying_game, 0, "use forest\nno tools\nbuy 1 cheapest", now)
    assert follow(buying_game, 0, now + TEN_MINUTES)
    state = positions.state_of(Game.objects.get(pk=buying_game.pk))
    assert len(state.players[0].cards) == 1
    assert SeatOrders.objects.get().text == "no tools"
    assert not [news for news in published if isinstance(news, OrdersDisarmed)]
    assert check_stream(buying_game.pk)[1] == []


def test_a_purchase_that_cannot_be_paid_is_put_aside_with_a_reason(
    buying_game: Game, now: datetime
) -> None:
    write(buying_game, 0, "use forest\nno tools\nbuy 1 gold", now)
    assert follow(buying_game, 0, now + TEN_MINUTES)
    state = positions.state_of(Game.objects.get(pk=buying_game.pk))
    assert state.players[0].cards == ()
    written = SeatOrders.objects.get()
    assert why_put_aside(written) == "your order “buy 1 gold” isn’t possible now"
    assert written.text == "no tools\nbuy 1 gold"


def test_purchases_are_for_the_cards_of_their_round(
    buying_game: Game, now: datetime
) -> None:
    """Who has yet to act means the cards of this round, and places in the next."""
    write(buying_game, 0, "hut\nbuy 1 cheapest\nuse forest", now)
    written = SeatOrders.objects.get()
    state = positions.state_of(buying_game)
    rounds = (written.places_in_round, written.uses_in_round)
    assert rounds == (state.round + 1, state.round)
    later = replace(state, round=state.round + 1)
    assert orders.to_text(orders_of(written, later)) == "hut"


def test_a_tribe_is_fed_as_ordered(hungry_game: Game, now: datetime) -> None:
    before = positions.state_of(hungry_game).players[0]
    write(hungry_game, 0, "feed wood brick", now)
    assert follow(hungry_game, 0, now + TEN_MINUTES)
    after = positions.state_of(Game.objects.get(pk=hungry_game.pk)).players[0]
    assert after.resources.total < before.resources.total
    assert after.score == before.score


def test_orders_for_the_last_moment_wait_for_it(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "field", now, at_deadline=True)
    assert seat_of(two_player_game, 0).orders_at is None
    expire_turn(seat_id=seat_of(two_player_game, 0).pk, now=now + THREE_DAYS)
    first, second = StoredEvent.objects.filter(
        game=two_player_game, source=Source.ORDERS
    ).order_by("sequence")[:2]
    assert (first.type, second.type) == ("TurnTimedOut", "PeoplePlaced")
    event = codec.decode(first.type, first.schema_version, first.data)
    assert event == TurnTimedOut(0, by_orders=True)
    assert people_on(two_player_game, 0, Place.FIELD) == 1
    assert Game.objects.get(pk=two_player_game.pk).table_state.seats[0].misses == 0
    assert check_stream(two_player_game.pk)[1] == []


def test_autopilot_decides_what_the_orders_do_not(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "pick 6", now, at_deadline=True)
    expire_turn(seat_id=seat_of(two_player_game, 0).pk, now=now + THREE_DAYS)
    assert Game.objects.get(pk=two_player_game.pk).table_state.seats[0].misses == 1


def test_empty_text_withdraws_orders(two_player_game: Game, now: datetime) -> None:
    write(two_player_game, 0, "hut", now)
    write(two_player_game, 0, " \n# nothing\n", now)
    assert not SeatOrders.objects.exists()
    own = seat_of(two_player_game, 0)
    assert (own.has_orders, own.orders_at) == (False, None)


def test_unreadable_text_leaves_old_orders(
    two_player_game: Game, now: datetime
) -> None:
    write(two_player_game, 0, "hut", now)
    with pytest.raises(InvalidCommand, match="ine 2"):
        write(two_player_game, 0, "field\nfly away", now)
    assert SeatOrders.objects.get().text == "hut"


def test_orders_are_no_events(two_player_game: Game, now: datetime) -> None:
    version = two_player_game.version
    write(two_player_game, 0, "hut", now)
    assert Game.objects.get(pk=two_player_game.pk).version == version


def test_automatic_players_take_no_orders(alice: User, now: datetime) -> None:
    own = against_automatic(alice, now=now)
    with refuses("forbidden"):
        write(own.game, 1, "hut", now)


def test_there_is_nothing_to_order_at_the_end(
    finished_game: Game, now: datetime
) -> None:
    with refuses("game_over"):
        write(finished_game, 0, "hut", now)


def test_the_sweep_follows_orders(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(two_player_game, 0, "hut", now)
    monkeypatch.setattr(tasks, "database_now", lambda: now + TEN_MINUTES)
    tasks.sweep_due()
    assert people_on(two_player_game, 0, Place.HUT) == 2


def test_orders_that_fail_three_times_are_put_aside(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    write(two_player_game, 0, "hut", now)
    monkeypatch.setattr("games.orders.next_command", fail)
    for number in range(3):
        assert why_put_aside(SeatOrders.objects.get()) == ""
        moment = now + (number + 1) * TEN_MINUTES
        monkeypatch.setattr(tasks, "database_now", lambda at=moment: at)
        tasks.sweep_due()
    written = SeatOrders.objects.get()
    assert why_put_aside(written) == "they weren’t possible"
    assert seat_of(two_player_game, 0).orders_at is None
