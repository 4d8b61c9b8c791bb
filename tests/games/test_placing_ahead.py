"""Placements ordered ahead: exactly these are played, or their player is asked."""

from datetime import datetime, timedelta

import pytest

from games.log import positions
from games.models import Game, Seat, SeatOrders, StoredEvent
from games.orders import Moment, follow_orders, order_beside, write_orders
from games.signals import GameSignal, OrdersDisarmed
from games.table.submit import take_back_decision
from stoneage_core import InvalidCommand
from stoneage_core.components.places import Place
from stoneage_core.match.state import Source
from stoneage_core.state import Question
from tests.support.play import people_on, submit
from tests.support.refusals import refuses

pytestmark = pytest.mark.django_db

LATER = timedelta(minutes=10)

#: All of both tribes hunt but for one person; Ann's are home again without a choice.
HUNTING = [(0, "hunting grounds 5"), (1, "tool maker"), (1, "hunting grounds 4")]


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def order(game: Game, *steps: str, now: datetime, unplaced: int = 3) -> None:
    """Let Ann, who has sent two to the hut, order what she places next."""
    order_beside(
        seat=seat_of(game, 0),
        question=Question.PLACE,
        text="\n".join(steps),
        seen=Moment(1, unplaced),
        now=now,
    )


def follow(game: Game, now: datetime) -> bool:
    return follow_orders(seat_id=seat_of(game, 0).pk, now=now)


def test_placement_is_made_as_ordered(two_player_game: Game, now: datetime) -> None:
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "forest 2", now=now)
    submit(two_player_game, 1, "field", now=now)
    assert follow(two_player_game, now + LATER)
    assert people_on(two_player_game, 0, Place.FOREST) == 2
    last = StoredEvent.objects.filter(type="PeoplePlaced").latest("sequence")
    assert (last.source, last.decided_by) == (Source.ORDERS, 0)
    assert SeatOrders.objects.get().text == ""


def test_player_is_asked_if_the_ordered_placement_is_impossible(
    two_player_game: Game, now: datetime, published: list[GameSignal]
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "field", now=now)
    submit(two_player_game, 1, "field", now=now)
    assert not follow(two_player_game, now + LATER)
    assert seat_of(two_player_game, 0).awaited_version is not None
    assert any(isinstance(news, OrdersDisarmed) for news in published)


def test_other_orders_stay_and_come_back_with_the_next_placement(
    two_player_game: Game, now: datetime
) -> None:
    write_orders(seat=seat_of(two_player_game, 0), text="pick 6, 5", now=now)
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "field", now=now)
    assert SeatOrders.objects.get().text == "pick 6, pick 5\nfield"
    submit(two_player_game, 1, "field", now=now)
    follow(two_player_game, now + LATER)
    submit(two_player_game, 0, "forest 1", now=now + LATER)
    order(two_player_game, "river 2", now=now + LATER, unplaced=2)
    assert SeatOrders.objects.get().text == "pick 6, pick 5\nriver 2"
    assert SeatOrders.objects.get().disarmed_at is None


def test_placement_is_withdrawn_without_the_other_orders(
    two_player_game: Game, now: datetime
) -> None:
    write_orders(seat=seat_of(two_player_game, 0), text="pick 6", now=now)
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "field", now=now)
    order(two_player_game, now=now)
    assert SeatOrders.objects.get().text == "pick 6"


def test_ordered_placement_lapses_if_the_one_before_is_taken_back(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "forest 2", now=now)
    soon = now + timedelta(seconds=30)
    made = StoredEvent.objects.filter(type="PeoplePlaced").latest("sequence")
    take_back_decision(
        seat=seat_of(two_player_game, 0), sequence=made.sequence, now=soon
    )
    assert not follow(two_player_game, soon + LATER)
    assert people_on(two_player_game, 0, Place.FOREST) == 0


def test_ordered_placement_stays_if_another_goes_back(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "forest 2", now=now)
    submit(two_player_game, 1, "field", now=now)
    soon = now + timedelta(seconds=30)
    made = StoredEvent.objects.filter(decided_by=1).moves().latest("sequence")
    take_back_decision(
        seat=seat_of(two_player_game, 1), sequence=made.sequence, now=soon
    )
    submit(two_player_game, 1, "tool maker", now=soon)
    assert follow(two_player_game, soon + LATER)
    assert people_on(two_player_game, 0, Place.FOREST) == 2


def test_orders_for_the_deadline_are_not_followed_earlier(
    two_player_game: Game, now: datetime
) -> None:
    ann = seat_of(two_player_game, 0)
    write_orders(seat=ann, text="feed wood", now=now, at_deadline=True)
    submit(two_player_game, 0, "hut", now=now)
    with refuses("too_late"):
        order(two_player_game, "forest 2", now=now)
    assert SeatOrders.objects.get().text == "feed wood"


def test_awaited_player_cannot_place_ahead(
    two_player_game: Game, now: datetime
) -> None:
    with refuses("too_late"):
        order(two_player_game, "forest 2", now=now, unplaced=5)


def test_only_placements_go_ahead(two_player_game: Game, now: datetime) -> None:
    submit(two_player_game, 0, "hut", now=now)
    with pytest.raises(InvalidCommand):
        order(two_player_game, "dance", now=now)
    with refuses("invalid"):
        order(two_player_game, "pick 6", now=now)
    assert not SeatOrders.objects.exists()


def test_the_next_alternative_is_played_if_the_first_is_taken(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "hut", now=now)
    order(two_player_game, "field, forest 2", "river 1", now=now)
    submit(two_player_game, 1, "field", now=now)
    assert follow(two_player_game, now + LATER)
    assert people_on(two_player_game, 0, Place.FOREST) == 2
    assert SeatOrders.objects.get().text == "river 1"


def test_a_placement_is_ordered_at_the_end_of_a_round_for_the_next(
    two_player_game: Game, now: datetime
) -> None:
    """It is played as their first placement of that round."""
    for player, text in HUNTING:
        submit(two_player_game, player, text, now=now)
    order(two_player_game, "tool maker", now=now, unplaced=5)
    submit(two_player_game, 1, "use tool maker", now=now)
    assert positions.state_of(Game.objects.get(pk=two_player_game.pk)).round == 2
    submit(two_player_game, 1, "forest 1", now=now)
    assert follow(two_player_game, now + LATER)
    assert people_on(two_player_game, 0, Place.TOOL_MAKER) == 1
