"""A player decides: the path of every move, and of several in one go."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games import queries
from games.decisions.autoplay import play_automatic
from games.decisions.opening import open_own_session
from games.decisions.session import GameSession, Provenance
from games.errors import Refused
from games.models import Game, Seat, StoredEvent
from games.store import positions
from games.store.stream import load_stream
from games.store.table_rows import read_seats
from stoneage_core import GameError, GameState, notation
from stoneage_core.commands import Build, BuyCard, Command, UsePlace
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.use_order import UseOrder


@dataclass(frozen=True)
class Submitted:
    """
    What a decision led to, automatic players' answers included.

    ``replayed`` says that this very request had been carried out before; ``events`` are
    then all since, and ``before``, the position that the decision was made in, is not
    known. ``first_sequence`` is the sequence of the first event. An order of uses that
    begins with something to be asked leads to no events.
    """

    game: Game
    seat: Seat
    seats: tuple[Seat, ...]
    state: GameState
    events: tuple[Event, ...]
    first_sequence: int
    replayed: bool = False
    before: GameState | None = None


class _Submission(NamedTuple):
    """A decision as it comes in, or the order of several."""

    seat: Seat
    asked: Command | UseOrder
    expected_version: int
    request_id: UUID | None
    source: Provenance


def submit_command(
    *,
    seat: Seat,
    command: Command | UseOrder,
    expected_version: int,
    request_id: UUID | None,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Submitted:
    """
    Carry out a player's decision, made on seeing the game at ``expected_version``.

    An order of uses is followed up to the first question that its player has to answer:
    each use is a decision of its own; all are stored in one transaction, or none.

    The same ``request_id`` again gives the same answer and changes nothing. Raise
    Refused (stale) where the decision had come up after that version, (request_reused)
    where the request had another command in it, and IllegalMove where the rules refuse.
    """
    asked = _Submission(seat, command, expected_version, request_id, source)
    try:
        return _submit(asked, now)
    except (Refused, GameError):
        # Outside the transaction, which is over: was this very request carried out?
        if request_id is None:
            raise
        done = queries.answer_to(seat.game, request_id)
        if done is None:
            raise
        return _same_again(asked, done)


@transaction.atomic
def _submit(asked: _Submission, now: datetime) -> Submitted:
    session, own = open_own_session(asked.seat, now)
    _require_fresh(session, own, asked.expected_version)
    first_sequence = session.game.version + 1
    if isinstance(asked.asked, UseOrder):
        _use_in_order(session, asked, asked.asked)
    else:
        _decide(session, asked, asked.asked)
    if session.entries:
        play_automatic(session)
        session.save()
    return Submitted(
        game=session.game,
        seat=own,
        seats=session.seats,
        state=session.state,
        events=session.events,
        first_sequence=first_sequence,
        before=session.before,
    )


def _decide(session: GameSession, asked: _Submission, command: Command) -> None:
    """Decide once; the first decision bears the request's mark, and the signature."""
    is_first = not session.entries
    request_id = asked.request_id if is_first else None
    source = asked.source if is_first else Source.PAGE
    move = PlayMove(command)
    session.decide(move, asked.seat.number, source, request_id=request_id)


def _use_in_order(session: GameSession, asked: _Submission, order: UseOrder) -> None:
    """Decide for as long as there is one thing to do at the next place."""
    player = asked.seat.number
    if order.next_place(session.state, player) is None:
        _decide(session, asked, UsePlace(order.places[0]))  # refused, and it says why
    while True:
        has_rolled = any(isinstance(event, DiceRolled) for event in session.events)
        use = order.next_use(session.state, player, has_rolled=has_rolled)
        if use is None:
            return
        _decide(session, asked, use)


def _require_fresh(session: GameSession, own: Seat, expected_version: int) -> None:
    """
    Refuse what was decided on an older question than the present one.

    Others may have moved meanwhile (tribes are fed at the same time): that alone makes
    nobody's decision stale. Who is not awaited at all and knew it is left to the rules.
    """
    present = session.game.version
    oldest = present if own.awaited_version is None else own.awaited_version
    if not oldest <= expected_version <= present:
        raise Refused("stale")


def _same_again(asked: _Submission, done: StoredEvent) -> Submitted:
    """Answer a request that was carried out before."""
    seat = asked.seat
    if done.decided_by != seat.number or not _is_same(asked, done):
        raise Refused("request_reused")
    game = Game.objects.get(pk=seat.game_id)
    seats = read_seats(game)
    first = done.sequence
    events = load_stream(game, after=first - 1, upto=game.version)
    return Submitted(
        game=game,
        seat=seats[seat.number],
        seats=seats,
        state=positions.state_of(game),
        events=tuple(events),
        first_sequence=first,
        replayed=True,
    )


def _is_same(asked: _Submission, done: StoredEvent) -> bool:
    """Whether what a request led to is what is asked for again."""
    if not isinstance(asked.asked, UseOrder):
        return done.command == notation.to_text(asked.asked)
    commands = map(notation.from_text, queries.commands_of_request(done))
    uses = [one for one in commands if isinstance(one, UsePlace | BuyCard | Build)]
    return bool(uses) and asked.asked.led_to(use.place for use in uses)
