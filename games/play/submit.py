"""A player decides: the path of every move."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games import queries
from games.errors import (
    Refused,
    RequestReused,
    StaleVersion,
)
from games.models import DecidedHow, Game, Seat, StoredEvent
from games.opening import open_own_session
from games.session import GameSession
from games.store import positions
from stoneage_core import GameError, GameState, notation
from stoneage_core.commands import Command
from stoneage_core.events import Event
from stoneage_core.match.commands import PlayMove


@dataclass(frozen=True)
class Submitted:
    """
    What a decision led to, automatic players' answers included.

    ``replayed`` says that this very request had been carried out before; ``events`` are
    then all since. ``first_sequence`` is the sequence of the first of them.
    """

    game: Game
    seat: Seat
    seats: tuple[Seat, ...]
    state: GameState
    events: tuple[Event, ...]
    first_sequence: int
    replayed: bool = False


class _Submission(NamedTuple):
    """A decision as it comes in."""

    seat: Seat
    command: Command
    expected_version: int
    request_id: UUID | None
    how: DecidedHow


def submit_command(
    *,
    seat: Seat,
    command: Command,
    expected_version: int,
    request_id: UUID | None,
    now: datetime,
    how: DecidedHow = DecidedHow.PAGE,
) -> Submitted:
    """
    Carry out a player's decision, made on seeing the game at ``expected_version``.

    The same ``request_id`` again gives the same answer and changes nothing. Raise
    StaleVersion where the decision had come up after that version, RequestReused where
    the request had another command in it, and IllegalMove where the rules refuse.
    """
    submission = _Submission(seat, command, expected_version, request_id, how)
    try:
        return _submit(submission, now)
    except (Refused, GameError):
        # Outside the transaction, which is over: was this very request carried out?
        if request_id is None:
            raise
        done = queries.answer_to(seat.game, request_id)
        if done is None:
            raise
        return _same_again(seat, command, done)


@transaction.atomic
def _submit(asked: _Submission, now: datetime) -> Submitted:
    session, own = open_own_session(asked.seat, now)
    _require_fresh(session, own, asked.expected_version)
    first_sequence = session.game.version + 1
    move = PlayMove(asked.command)
    session.decide(move, own.number, asked.how, request_id=asked.request_id)
    session.play_automatic()
    session.save()
    return Submitted(
        session.game, own, session.seats, session.state, session.events, first_sequence
    )


def _require_fresh(session: GameSession, own: Seat, expected_version: int) -> None:
    """
    Refuse what was decided on an older question than the present one.

    Others may have moved meanwhile (tribes are fed at the same time): that alone makes
    nobody's decision stale. Who is not awaited at all and knew it is left to the rules.
    """
    present = session.game.version
    oldest = present if own.awaited_version is None else own.awaited_version
    if not oldest <= expected_version <= present:
        raise StaleVersion


def _same_again(seat: Seat, command: Command, done: StoredEvent) -> Submitted:
    """Answer a request that was carried out before."""
    if (done.decided_by, done.command) != (seat.number, notation.to_text(command)):
        raise RequestReused
    game = Game.objects.get(pk=seat.game_id)
    seats = queries.seats_of(game)
    first = done.sequence
    events = positions.events_of(game, after=first - 1, upto=game.version)
    return Submitted(
        game=game,
        seat=seats[seat.number],
        seats=seats,
        state=positions.state_of(game),
        events=tuple(events),
        first_sequence=first,
        replayed=True,
    )
