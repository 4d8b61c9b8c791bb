"""One choice out of a mail, to be confirmed: what it is, whether it is still open."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games import errors, queries
from games.models import Game, Seat, Status
from games.presentation.board import board_of
from games.presentation.choices.flat import Heading, Option, flat_choices
from games.presentation.text import names_of
from games.presentation.tribes import tribes_of
from games.store import positions
from games.store.heads import mark_of, require_seen
from stoneage_core import GameState, awaited


class MovedOn(errors.StaleVersion):
    """The mail that the choice is from is not about the present decision."""

    message = _("The game has moved on since that email was written.")


class NoSuchChoice(errors.Refused):
    """Nothing that could be decided there."""

    message = _("That isn’t among your choices now.")


@dataclass(frozen=True)
class Confirmation:
    """What would be done; ``action`` is where the form goes, the turn page itself."""

    action: str
    version: int
    head: str
    request_id: str
    seat: int
    name: str
    heading: Heading
    option: Option
    round: int
    zone: str
    deadline: datetime | None


def confirmation_of(
    seat: Seat, *, version: int, head: str, choice: str, action: str
) -> dict[str, Any]:
    """
    Return the context of the page for a choice of a mail that showed ``version``.

    ``head`` marks the hash that the log had there.
    ``choice`` is its number in that mail, or its words with hyphens. Raise a refusal
    where it is not open (any more).
    """
    seats, state = queries.seats_of(seat.game), positions.state_of(seat.game)
    own = seats[seat.number]
    require_seen(seat.game, version, head)
    _require_open(own, state, version)
    text = _text_of(own, state, version, choice)
    names = names_of(seats)
    return {
        "turn": _confirmation(own, state, text, names[own.number], action),
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number)[:1],
    }


def _confirmation(
    seat: Seat, state: GameState, text: str, name: str, action: str
) -> Confirmation:
    heading, option = _found(seat, state, text)
    return Confirmation(
        action=action,
        version=state.version,
        head=mark_of(seat.game.head),
        request_id=str(uuid.uuid4()),
        seat=seat.number,
        name=name,
        heading=heading,
        option=option,
        round=state.round,
        zone=seat.user.time_zone if seat.user else "UTC",
        deadline=seat.deadline_at,
    )


def _require_open(seat: Seat, state: GameState, version: int) -> None:
    """Refuse as a decision would be refused, and what is from another decision."""
    _require_running(seat.game)
    if seat.is_on_autopilot:
        raise errors.SeatOnAutopilot
    since = seat.awaited_version
    if since is None or not since <= version <= state.version:
        raise MovedOn


def _require_running(game: Game) -> None:
    if game.status == Status.CANCELLED:
        raise errors.GameIsCancelled
    if game.status == Status.INVITING:
        raise errors.GameNotStarted
    if game.status == Status.FINISHED:
        raise errors.GameOver
    if game.frozen_at is not None:
        raise errors.GameIsFrozen


def _text_of(seat: Seat, state: GameState, version: int, choice: str) -> str:
    """Return a choice's command; a number counts in the position that was shown."""
    if not choice.isdecimal():
        return choice.replace("-", " ")
    if version != state.version:
        state = positions.state_at(seat.game, version)
    options = [one for each in flat_choices(state, seat.number) for one in each.options]
    if not 0 < int(choice) <= len(options):
        raise NoSuchChoice
    return options[int(choice) - 1].command


def _found(seat: Seat, state: GameState, text: str) -> tuple[Heading, Option]:
    for heading in flat_choices(state, seat.number):
        for option in heading.options:
            if option.command == text:
                return heading, option
    raise NoSuchChoice
