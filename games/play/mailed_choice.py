"""One choice out of a mail, to be confirmed: what it is, whether it is still open."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import Seat
from games.play.turn_page import turn_of
from games.presentation.board import board_of
from games.presentation.choices.flat import flat_choices
from games.presentation.choices.numbered import ChoiceGroup, NumberedChoice
from games.presentation.error_text import refusals
from games.presentation.text import names_of
from games.presentation.tribes import tribes_of
from games.store import positions
from games.store.heads import require_seen
from games.store.table_rows import read_seats
from games.web.numbers import read_number
from stoneage_core import GameState, awaited
from stoneage_core.match import decide as rules
from stoneage_core.match.state import Match

MOVED_ON = _("The game has moved on since that email was written.")
NO_SUCH_CHOICE = _("That isn’t among your choices now.")


def confirmation_of(
    seat: Seat, *, version: int, head: str, choice: str, action: str
) -> dict[str, Any]:
    """
    Return the context of the page for a choice of a mail that showed ``version``.

    ``head`` marks the hash that the log had there.
    ``choice`` is its number in that mail, or its words with hyphens. Raise a refusal
    where it is not open (any more).
    """
    seats, state = read_seats(seat.game), positions.state_of(seat.game)
    own = seats[seat.number]
    require_seen(seat.game, version, head)
    _require_open(own, state, version)
    text = _text_of(own, state, version, choice)
    names = names_of(seats)
    group, found = _found(own, state, text)
    return {
        "turn": turn_of(own, seats, state, action=action),
        "group": group,
        "choice": found,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number)[:1],
    }


def _require_open(seat: Seat, state: GameState, version: int) -> None:
    """Refuse as a decision would be refused, and what is from another decision."""
    match = Match(state, seat.game.table_state)
    with refusals():
        rules.require_running(match)
        rules.require_not_frozen(match)
        rules.require_seated(match, seat.number)
    since = seat.awaited_version
    if since is None or not since <= version <= state.version:
        raise Refused("stale", MOVED_ON)


def _text_of(seat: Seat, state: GameState, version: int, choice: str) -> str:
    """Return a choice's command; a number counts in the position that was shown."""
    number = read_number(choice)
    if number is None:
        return choice.replace("-", " ")
    if version != state.version:
        state = positions.state_at(seat.game, version)
    choices = (one for each in flat_choices(state, seat.number) for one in each.choices)
    found = next((one for one in choices if one.number == number), None)
    if found is None:
        raise Refused("stale", NO_SUCH_CHOICE)
    return found.text


def _found(
    seat: Seat, state: GameState, text: str
) -> tuple[ChoiceGroup, NumberedChoice]:
    for group in flat_choices(state, seat.number):
        for choice in group.choices:
            if choice.text == text:
                return group, choice
    raise Refused("stale", NO_SUCH_CHOICE)
