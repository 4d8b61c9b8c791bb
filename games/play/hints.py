"""A hint in a practice game: what autopilot would decide in one's place, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.errors import Forbidden
from games.models import Seat, User
from games.presentation.text import names_of, say
from stoneage_core import awaited
from stoneage_core.advice import advise, food_in_words
from stoneage_core.components.places import Place
from stoneage_core.state import GameState, Question


@dataclass(frozen=True)
class Hint:
    """The ``reason`` for a decision, ``food`` for how long; the ``place`` it is at."""

    reason: str
    food: str
    place: str


def hint_for(seat: Seat, seats: Sequence[Seat], state: GameState) -> Hint | None:
    """Return the hint for a seat whose player wants hints; None while not awaited."""
    user = seat.user
    if user is None or not user.wants_hints or not is_practice(seat):
        return None
    if seat.is_on_autopilot or seat.number not in awaited(state):
        return None
    return hint_in(state, seat.number, names_of(seats))


def hint_in(state: GameState, player: int, names: Sequence[str]) -> Hint:
    """Return the hint for an awaited player of a position."""
    advice = advise(state, player)
    place = getattr(advice.command, "place", None)
    # Who hunts already has done something about it; how much, the dice will tell.
    is_hunting = state.players[player].on(Place.HUNTING_GROUNDS)
    asks_for_food = state.question is Question.PLACE and not is_hunting
    return Hint(
        reason=say(advice.reason, names),
        food=say(food_in_words(state, player), names) if asks_for_food else "",
        place="" if place is None else str(place.value),
    )


def is_practice(seat: Seat) -> bool:
    """Whether a seat's player practises, and so may have hints and a coach."""
    return seat.game.table_state.is_practice


def want_hints(*, seat: Seat, wanted: bool) -> None:
    """Turn a player's hints on or off; raise Forbidden outside practice."""
    if seat.user is None or not is_practice(seat):
        raise Forbidden(_("Hints are only for unrated games against bots."))
    User.objects.filter(pk=seat.user.pk).update(wants_hints=wanted)
    seat.user.wants_hints = wanted
