"""A player decides: a move, or to take the last one back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games import queries
from games.decisions.session import (
    GameSession,
    Provenance,
    open_own_session,
    open_session,
    play_automatic,
    require_running,
)
from games.errors import Refused
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, StoredEvent
from games.orders import use_up_steps
from stoneage_core import GameError, GameState, notation
from stoneage_core.commands import Build, BuyCard, Command, UsePlace
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.moves import TakeBack, open_move
from stoneage_core.match.state import Source
from stoneage_core.orders import Answered, Orders, next_command
from stoneage_core.orders.following import places_used
from stoneage_core.time_control import LONGEST_TAKEBACK


@dataclass(frozen=True)
class Submitted:
    """
    What a decision led to, including the answers of automatic players.

    ``before`` is the position in which it was made. If this request had been carried
    out earlier, it is ``replayed``: then ``before`` is None, and ``events`` are all
    events from that decision on. There are no events if orders begin with a question
    to their player. ``first_sequence`` is the sequence of the first event.
    """

    game: Game
    seat: Seat
    seats: tuple[Seat, ...]
    state: GameState
    events: tuple[Event, ...]
    first_sequence: int
    replayed: bool = False
    before: GameState | None = None


def submit_command(
    *,
    seat: Seat,
    command: Command | Orders,
    expected_version: int,
    request_id: UUID | None,
    now: datetime,
    source: Provenance = Source.PAGE,
    only_if_open: bool = False,
) -> Submitted:
    """
    Carry out a player's decision, which is based on version ``expected_version``.

    Orders to use people are followed up to the first question to their player. Each
    use is a decision of its own, and one transaction stores them all.

    Idempotent: the same ``request_id`` gets the same answer and changes nothing. Raise
    Refused (stale) if the question came up after that version, Refused (request_reused)
    if the request had a different command, and IllegalMove if the rules forbid it.
    With ``only_if_open`` raise Refused (not_open) if a reply to an email could not take
    the decision back during the next ten minutes.
    """
    try:
        return _submit(
            seat=seat,
            command=command,
            expected_version=expected_version,
            request_id=request_id,
            now=now,
            source=source,
            only_if_open=only_if_open,
        )
    except (Refused, GameError):
        # Looked up after the transaction has ended: was this request carried out
        # before?
        done = request_id and queries.answer_to(seat.game, request_id)
        if not done:
            raise
        return _repeated_answer(seat, command, done)


@transaction.atomic
def _submit(
    *,
    seat: Seat,
    command: Command | Orders,
    expected_version: int,
    request_id: UUID | None,
    now: datetime,
    source: Provenance,
    only_if_open: bool,
) -> Submitted:
    session, own = open_own_session(seat, now)
    # A decision is fresh if it answers the present question, even if others have moved
    # since, as when all feed at the same time. The rules refuse players who are not
    # asked anything.
    present = session.game.version
    asked_at = present if own.awaited_version is None else own.awaited_version
    if not asked_at <= expected_version <= present:
        raise Refused("stale")
    decided: list[Command] = []

    def decide(each: Command) -> None:
        # Of several decisions, the first has the source and the id of the request.
        by = (Source.PAGE, None) if session.entries else (source, request_id)
        session.decide(PlayMove(each), seat.number, by[0], request_id=by[1])
        decided.append(each)

    if isinstance(command, tuple):
        _follow(session, seat.number, command, decide)
    else:
        decide(command)
    use_up_steps(own, decided, session.before)
    if session.entries:
        play_automatic(session)
        if only_if_open and not _stays_open(session, seat.number):
            raise Refused("not_open")
        session.save()
    return Submitted(
        game=session.game,
        seat=own,
        seats=session.seats,
        state=session.state,
        events=session.events,
        first_sequence=present + 1,
        before=session.before,
    )


def _stays_open(session: GameSession, player: int) -> bool:
    control = session.table.control
    last = open_move(session.table, player, session.now, source=Source.REPLY)
    return last is not None and control.takeback_window_by_reply >= LONGEST_TAKEBACK


def _follow(
    session: GameSession,
    player: int,
    orders: Orders,
    decide: Callable[[Command], None],
) -> None:
    """Decide for as long as the orders say what to do."""
    places = places_used(orders)
    if not any(map(session.state.players[player].on, places)):
        decide(UsePlace(places[0]))  # the rules refuse it, and say why
    while True:
        has_rolled = any(isinstance(event, DiceRolled) for event in session.events)
        answer = next_command(orders, session.state, player, has_rolled=has_rolled)
        if not isinstance(answer, Answered):
            return
        decide(answer.command)
        orders = answer.orders


def _repeated_answer(
    seat: Seat, command: Command | Orders, done: StoredEvent
) -> Submitted:
    """Answer a request that event ``done`` shows to have been carried out before."""
    if isinstance(command, tuple):
        commands = map(notation.from_text, queries.commands_of_request(done))
        uses = [one for one in commands if isinstance(one, UsePlace | BuyCard | Build)]
        ordered = iter(places_used(command))
        is_same = bool(uses) and all(use.place in ordered for use in uses)
    else:
        is_same = done.command == notation.to_text(command)
    if done.decided_by != seat.number or not is_same:
        raise Refused("request_reused")
    game = Game.objects.get(pk=seat.game_id)
    seats = read_seats(game)
    events = load_stream(game, after=done.sequence - 1, upto=game.version)
    return Submitted(
        game=game,
        seat=seats[seat.number],
        seats=seats,
        state=positions.state_of(game),
        events=tuple(events),
        first_sequence=done.sequence,
        replayed=True,
    )


@transaction.atomic
def take_back_decision(
    *,
    seat: Seat,
    sequence: int,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Take back the decision that began with the event ``sequence``.

    Raise Refused (too_late) if it is not the last decision, if it revealed something,
    if it is too old, or if the player's time has run out since.
    """
    session = open_session(seat.game_id, now=now)
    require_running(session)
    session.decide(TakeBack(sequence), seat.number, source)
    session.save()
    return session.game
