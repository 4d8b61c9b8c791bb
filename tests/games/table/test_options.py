"""The page offers exactly what is legal, and says truly what it yields."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, permutations
from typing import Any

import pytest

from games.presentation.board import board_of
from games.presentation.tribes import tribes_of
from games.table.choices import (
    HEIGHTS,
    MOST_BARS,
    AskedDecision,
    Entered,
    Payment,
    odds_of,
)
from games.table.questions import (
    AddToolsDecision,
    FeedDecision,
    PickDieDecision,
    PlacementDecision,
    UseDecision,
    decision_for,
)
from stoneage_core import GameState, autopilot, decide, legal_commands, notation, replay
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.commands import Build, BuyCard, UsePlace
from stoneage_core.components.places import CARD_SLOTS, PLACES, Place
from stoneage_core.orders import Answered, Orders, next_command
from stoneage_core.payments import Payments
from stoneage_core.rules.scoring import final_score
from stoneage_core.simulation import opening, play
from tests.core.scenario import acting, tribe
from tests.support.positions import positions

NAMES = ("Alice", "Bob", "Carol", "Dave")
EVERY_KIND = {
    AddToolsDecision,
    FeedDecision,
    PickDieDecision,
    PlacementDecision,
    UseDecision,
}

#: So many orders of the uses of a position are tried.
MOST_ORDERS = 60


def payments_of(decision: AskedDecision) -> list[Payment]:
    match decision:
        case UseDecision(use_actions=use_actions):
            return [
                use_action.payment for use_action in use_actions if use_action.payment
            ]
        case FeedDecision(payment=payment):
            return [payment] if payment else []
    return []


def offered(value: object) -> Iterator[str]:
    """The text of every choice within a decision."""
    if isinstance(value, tuple):
        for item in value:
            yield from offered(item)
    elif hasattr(value, "command"):
        yield value.command
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from offered(getattr(value, name))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_offered_choices_are_the_legal_commands(players: int) -> None:
    kinds = set()
    for state, player in positions(players, seed=players):
        decision = decision_for(state, player, NAMES)
        assert decision is not None
        kinds.add(type(decision))
        legal, payable = set(), {}
        for choice in legal_commands(state, player):
            if isinstance(choice, Payments):
                texts = {notation.to_text(command) for command in choice.commands()}
                payable[len(payable)] = texts
            else:
                legal.add(notation.to_text(choice))
        every = legal.union(*payable.values())
        found = set(offered(decision))
        assert found <= every
        assert legal <= found
        for payment, texts in zip(payments_of(decision), payable.values(), strict=True):
            shown = {choice.command for choice in payment.choices}
            assert shown <= texts
            assert payment.fields or shown == texts
    assert kinds == EVERY_KIND


def test_only_awaited_players_are_asked() -> None:
    state = opening(2, LoadedChance()).state
    assert [decision_for(state, player, NAMES) is None for player in (0, 1)] == [
        False,
        True,
    ]


def test_shown_gain_of_tools_is_the_actual_gain() -> None:
    compared = 0
    for seed in range(4):
        for state, player in positions(2, seed):
            decision = decision_for(state, player, NAMES)
            if not isinstance(decision, AddToolsDecision):
                continue
            for choice in (*decision.best, *decision.others):
                promised = int(re.findall(r"\d+", choice.label)[0])
                command = notation.from_text(choice.command)
                events = decide(state, player, command, RandomChance(1)).events
                (gathered,) = [e for e in events if hasattr(e, "good")][:1]
                assert gathered.amount == promised
                compared += 1
    assert compared > 20


def test_shown_points_of_a_building_are_scored() -> None:
    compared = 0
    for state, player in positions(3, seed=5):
        decision = decision_for(state, player, NAMES)
        if not isinstance(decision, UseDecision):
            continue
        for use_action in decision.use_actions:
            if use_action.sign != "building" or use_action.payment is None:
                continue
            for choice in use_action.payment.choices:
                promised = int(choice.detail.split()[0])
                command = notation.from_text(choice.command)
                events = decide(state, player, command, RandomChance(1)).events
                assert events[0].points == promised  # type: ignore[union-attr]
                compared += 1
    assert compared > 10


def test_odds_are_shown_with_their_average() -> None:
    odds = odds_of("wood", 2)
    assert odds.average == "2.0"
    assert [(bar.amount, bar.percent) for bar in odds.bars] == [
        ("0", "3 %"),
        ("1", "25 %"),
        ("2", "44 %"),
        ("3", "25 %"),
        ("4", "3 %"),
    ]
    assert [bar.height for bar in odds.bars] == [1, 11, 20, 11, 1]


def test_odds_too_small_to_matter_are_left_out() -> None:
    odds = odds_of("food", 10)
    assert all(bar.percent != "0 %" for bar in odds.bars)
    assert 98 <= sum(int(bar.percent.split()[0]) for bar in odds.bars) <= 100


@pytest.mark.parametrize("good", ["food", "wood", "brick", "stone", "gold"])
def test_neighbouring_amounts_share_a_bar_if_there_are_many(good: str) -> None:
    for people in range(1, 11):
        bars = odds_of(good, people).bars
        assert len(bars) <= MOST_BARS, people
        assert max(bar.height for bar in bars) == HEIGHTS, people
        ends = [list(map(int, bar.amount.split("–"))) for bar in bars]
        for (*_first, last), (following, *_last) in pairwise(ends):
            assert following == last + 1, people


def test_closed_places_say_why() -> None:
    state = opening(2, LoadedChance()).state
    events = decide(state, 0, notation.from_text("forest 2"), LoadedChance()).events
    decision = decision_for(replay(events, state), 1, NAMES)
    assert isinstance(decision, PlacementDecision)
    assert [(spot.key, spot.why) for spot in decision.closed] == [
        ("forest", "The forest is closed to you in this round")
    ]


def test_what_was_entered_is_kept() -> None:
    state = opening(2, LoadedChance()).state
    decision = decision_for(state, 0, NAMES, Entered("forest 2"))
    assert isinstance(decision, PlacementDecision)
    entered = [
        choice.command
        for spot in decision.spots
        for choice in spot.choices
        if choice.is_entered
    ]
    assert entered == ["forest 2"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_board_shows_everybody(players: int) -> None:
    """The rings show as many people as stand there, and the free rings the rest."""
    for state, _player in positions(players, seed=9):
        board = board_of(state, NAMES)
        for place in PLACES:
            standing = sum(tribe.on(place) for tribe in state.players)
            shown: Any = board.places.get(str(place.value))
            if shown is None:
                continue
            assert sum(ring.count for ring in shown.rings) == standing
            assert len(shown.rings) == (place.rings or len(shown.crowds))
        on_cards = [slot.crowd is not None for slot in board.cards]
        assert on_cards == [
            any(tribe.on(place) for tribe in state.players) for place in CARD_SLOTS
        ]


def test_final_scoring_adds_up_at_any_time() -> None:
    """The sum of the lines is the score that the rules give."""
    for state, _player in positions(4, seed=2):
        for shown in tribes_of(state, NAMES):
            assert shown.final == sum(line.points for line in shown.final_lines)
            assert shown.final == final_score(state.players[shown.seat]).total
            sets = sum(group.points for group in shown.symbol_sets)
            figures = sum(figure.points for figure in shown.figures)
            cards = shown.final - shown.score - shown.final_lines[-1].points
            assert sets + figures == cards


def test_the_reader_comes_first_then_the_others_in_turn_order() -> None:
    state = play(4, 1, autopilot.choose).state
    seats = [tribe.seat for tribe in tribes_of(state, NAMES, reader=2)]
    assert seats == [2, 3, 0, 1]
    assert Place.FOREST.value in board_of(state, NAMES).places


def test_a_use_that_is_marked_is_asked_about_in_every_order() -> None:
    """Whatever the dice and the uses before it bring."""
    marked = 0
    for state, player, decision in positions_that_use():
        asks = {Place(each.key) for each in decision.use_actions if each.asks}
        marked += len(asks)
        for places in islice(permutations(map(Place, decision.order)), MOST_ORDERS):
            assert not asks & set(used_in_a_run(state, player, places))
    assert marked > 50


def test_purchase_that_dice_may_pay_is_not_marked() -> None:
    hopeless = acting(tribe(building_1=1, hut=2), tops=(1, 2))
    assert marked_in(hopeless) == {"building_1"}
    hopeful = acting(tribe(building_1=1, forest=2), tops=(1, 2))
    assert marked_in(hopeful) == set()


def test_purchase_with_several_payments_is_marked() -> None:
    assert marked_in(acting(tribe(card_1=1, hut=2, resources="wood gold"))) == {
        "card_1"
    }
    assert marked_in(acting(tribe(card_1=1, hut=2, resources="wood"))) == set()


def positions_that_use() -> Iterator[tuple[GameState, int, UseDecision]]:
    for state, player in positions(4, 3):
        decision = decision_for(state, player, NAMES, Entered())
        if isinstance(decision, UseDecision):
            yield state, player, decision


def used_in_a_run(
    state: GameState, player: int, places: Sequence[Place]
) -> Iterator[Place]:
    """Yield the places that a run uses before it asks its player."""
    chance, has_rolled = RandomChance(state.version), False
    orders: Orders = tuple((UsePlace(place),) for place in places)
    while isinstance(
        answer := next_command(orders, state, player, has_rolled=has_rolled), Answered
    ):
        use, orders = answer.command, answer.orders
        assert isinstance(use, UsePlace | BuyCard | Build)
        yield use.place
        has_rolled = has_rolled or use.place.good is not None
        state = decide(state, player, use, chance).state


def marked_in(state: GameState) -> set[str]:
    decision = decision_for(state, 0, NAMES, Entered())
    assert isinstance(decision, UseDecision)
    return {each.key for each in decision.use_actions if each.asks}
