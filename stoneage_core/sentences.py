"""One readable sentence for every event, of its player or to them."""

from collections.abc import Callable
from typing import Any

from stoneage_core import events as e
from stoneage_core.board_sentences import find_board_sentences
from stoneage_core.clock_words import duration_in_words, time_control_in_words
from stoneage_core.descriptions import card_in_words, price_in_words
from stoneage_core.match_events import AutopilotSeated, MatchEvent
from stoneage_core.match_sentences import find_match_sentences
from stoneage_core.passkey_events import PasskeysSet
from stoneage_core.phrases import Many, Moment, Phrase, SeatName, Sentences, Word
from stoneage_core.places import in_words
from stoneage_core.resources import NOTHING, amount
from stoneage_core.state import Score

#: A word of more letters than that would not fit on a phone.
LONGEST_WORD = 16


def describe(event: e.Event) -> Phrase:
    """Say what happened; the key is 'event.' and the type's stable name."""
    return Phrase(_key_of(event), _find_sentences(event).third, _values(event))


def describe_to(event: e.Event, reader: int | None) -> Phrase:
    """
    Say what happened as ``describe`` does, but 'you' to ``reader``, a player's number.

    Every event that names a player has such a sentence; its key ends in '.own'.
    """
    player = getattr(event, "player", getattr(event, "start_player", None))
    second = _find_sentences(event).second
    if player is None or player != reader or second is None:
        return describe(event)
    return Phrase(f"{_key_of(event)}.own", second, _values(event))


def _key_of(event: e.Event) -> str:
    return f"event.{event.__struct_config__.tag}"


def _find_sentences(event: e.Event) -> Sentences:
    if isinstance(event, MatchEvent):
        return find_match_sentences(event)
    return find_board_sentences(event)


def _values(event: e.Event) -> dict[str, object]:
    """Return the event's fields as the templates want them."""
    values = {
        name: _SHOWN.get(name, _as_it_is)(getattr(event, name))
        for name in event.__struct_fields__
    }
    return values | _derived(event)


def _derived(event: e.Event) -> dict[str, object]:
    """Return values that no single field holds."""
    match event:
        case (
            e.PeoplePlaced(people=count)
            | e.PointsScored(points=count)
            | e.BuildingBuilt(points=count)
            | e.TribeStarved(points=count)
            | e.FoodRanShort(missing=count)
            | e.FinalScored(score=Score(total=count))
            | AutopilotSeated(misses=count)
        ):
            return {"count": count}
        case PasskeysSet(keys=keys):
            return {"count": len(keys)}
        case e.BeaconRevealed(value=value):
            return {"value": _abridged(value)}
        case e.PositionSetUp(origin=origin):
            return {"game": origin.game, "event": origin.sequence}
        case e.GoodsGathered(good=good, amount=number):
            return {"goods": amount(good, number)}
        case e.FoodGained(amount=number) | e.FoodProduced(amount=number):
            return {"goods": amount("food", number)}
        case e.ToolMade(slot=slot):
            return {"slot": slot + 1}
        case e.TribeFed(food=food, resources=resources):
            eaten = resources.words() if resources != NOTHING else amount("food", food)
            return {"eaten": eaten}
        case e.GameEnded(ranks=ranks):
            firsts = (SeatName(n) for n, rank in enumerate(ranks) if rank == 1)
            return {"winners": Many(firsts)}
    return {}


def _abridged(digits: str) -> str:
    """Show enough of a hash to tell it from others; the event holds all of it."""
    return f"{digits[:8]}…" if len(digits) > LONGEST_WORD else digits


def _as_it_is(value: object) -> object:
    return value


#: How a field is worded, by its name.
_SHOWN: dict[str, Callable[[Any], object]] = {
    "player": SeatName,
    "start_player": SeatName,
    "place": lambda place: None if place is None else in_words(place),
    "card": card_in_words,
    "building": price_in_words,
    "payment": lambda payment: payment.words(),
    "resources": lambda resources: resources.words(),
    "dice": Many,
    "commitment": _abridged,
    "seed": _abridged,
    "good": Word,
    "seat": lambda seat: None if seat is None else SeatName(seat),
    "seconds": duration_in_words,
    "control": lambda control: (
        None if control is None else time_control_in_words(control)
    ),
    "begins": Moment,
    "ends": Moment,
    "until": Moment,
    "final_from": Moment,
}
