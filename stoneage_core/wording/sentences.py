"""A sentence for every event, about its player or to them."""

from collections.abc import Callable
from typing import Any

from stoneage_core.components.places import place_in_words
from stoneage_core.events.base import Event
from stoneage_core.phrases import Many, Moment, Phrase, SeatName, Word, abridge
from stoneage_core.wording.descriptions import (
    card_in_words,
    duration_phrase,
    price_in_words,
    time_control_in_words,
)


def describe_event(event: Event) -> Phrase:
    """Return a sentence about an event; its key is the stored type's name."""
    return Phrase(_key_of(event), event.choose_sentences().third, _values(event))


def describe_to(event: Event, reader: int | None) -> Phrase:
    """Return a sentence about an event that calls ``reader`` 'you'."""
    player = getattr(event, "player", getattr(event, "start_player", None))
    second = event.choose_sentences().second
    if player is None or player != reader or second is None:
        return describe_event(event)
    return Phrase(f"{_key_of(event)}.own", second, _values(event))


def _key_of(event: Event) -> str:
    return f"event.{event.type_name()}"


def _values(event: Event) -> dict[str, object]:
    """Return the values of an event's sentences: fields in words, and derived ones."""
    fields = {
        name: _SHOWN.get(name, _as_it_is)(getattr(event, name))
        for name in event.__struct_fields__
    }
    return fields | event.derive_values()


def _as_it_is(value: object) -> object:
    return value


#: How a field is worded, by its name.
_SHOWN: dict[str, Callable[[Any], object]] = {
    "player": SeatName,
    "start_player": SeatName,
    "place": lambda place: None if place is None else place_in_words(place),
    "card": card_in_words,
    "building": price_in_words,
    "payment": lambda payment: payment.words(),
    "resources": lambda resources: resources.words(),
    "dice": Many,
    "commitment": abridge,
    "seed": abridge,
    "good": Word,
    "seat": lambda seat: None if seat is None else SeatName(seat),
    "seconds": duration_phrase,
    "control": lambda control: (
        None if control is None else time_control_in_words(control)
    ),
    "begins": Moment,
    "ends": Moment,
    "until": Moment,
    "final_from": Moment,
}
