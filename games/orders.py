"""
Orders of a seat: stored for their player only, and followed when the player is asked.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from typing import NamedTuple

import msgspec
from django.db import transaction

from games.decisions.session import (
    GameSession,
    attempt_on_game,
    open_session,
    open_session_of,
    play_automatic,
)
from games.errors import Refused
from games.log.read_model import orders_due
from games.models import Seat, SeatOrders, Status, StoredEvent
from games.signals import OrdersDisarmed, publish
from stoneage_core import GameState, Phase, autopilot, awaited, orders
from stoneage_core.commands import Command
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.orders import (
    NO_ORDERS,
    Answered,
    Disarmed,
    Failed,
    NonePossible,
    Orders,
    Reason,
    Step,
    TooFew,
    about,
    after_own_decision,
    next_command,
    without,
)
from stoneage_core.orders.placing_ahead import may_place_ahead
from stoneage_core.orders.steps import questions_of
from stoneage_core.orders.text import read_step
from stoneage_core.record import codec
from stoneage_core.state import Question

#: How long to wait before checking again whether a frozen game continues.
WHILE_HELD = timedelta(minutes=30)

_GOES_BACK = [kind.type_name() for kind in (DecisionTakenBack, GameRolledBack)]


@transaction.atomic
def write_orders(
    *, seat: Seat, text: str, now: datetime, at_deadline: bool = False
) -> SeatOrders | None:
    """
    Store what to do when a seat is asked. An empty text withdraws all orders.

    With ``at_deadline`` they are followed only when the player's time runs out. Raise
    InvalidCommand if the text cannot be read, and Refused: (forbidden) for a bot,
    (not_started), (game_over).
    """
    steps = orders.parse(text)
    session = open_session(seat.game_id, now=now)
    return _write(session, seat.number, steps, at_deadline=at_deadline)


class Moment(NamedTuple):
    """When placements were ordered: the round, and how many people were unplaced."""

    round: int
    unplaced: int


@transaction.atomic
def order_beside(
    *,
    seat: Seat,
    question: Question,
    text: str,
    now: datetime,
    seen: Moment | None = None,
) -> None:
    """
    Replace the orders about one question and keep all others.

    An empty text withdraws them. Does nothing if the game is over. Raise Refused
    (too_late) if other orders were put aside and their player has to correct them
    first, or if the game is no longer at the moment ``seen``; Refused (invalid) if the
    text is about another question.
    """
    steps = orders.parse(text)
    if without(steps, question):
        raise Refused("invalid")
    session = open_session(seat.game_id, now=now)
    if session.is_over:
        return
    state = session.state
    written = SeatOrders.objects.filter(seat=seat).first()
    others = orders_beside(written, state, question)
    if others is None:
        raise Refused("too_late")
    if seen is not None:
        unplaced = state.players[seat.number].unplaced
        is_still_ahead = not steps or may_place_ahead(state, seat.number)
        if seen != (state.round, unplaced) or not is_still_ahead:
            raise Refused("too_late")
    _write(session, seat.number, others + steps)


def orders_beside(
    written: SeatOrders | None, state: GameState, question: Question
) -> Orders | None:
    """
    Return the orders about all other questions.

    None if the player has to change them first, because they are for the deadline only,
    or were put aside because of another question.
    """
    if written is None:
        return NO_ORDERS
    reason = written.disarmed_reason
    if written.at_deadline or (reason and question not in _questions_of(reason)):
        return None
    return without(orders_of(written, state), question)


def _questions_of(reason: Reason) -> set[Question]:
    """Return the question about which orders failed."""
    match reason:
        case NonePossible(texts):
            return questions_of(read_step(", ".join(texts)))
        case TooFew():
            return {Question.FEED}
    return set()


def placements_ordered(
    written: SeatOrders | None, state: GameState
) -> tuple[Step, ...]:
    if written is None or written.disarmed_at is not None:
        return ()
    return about(orders_of(written, state), Question.PLACE)


def _write(
    session: GameSession, player: int, steps: Orders, *, at_deadline: bool = False
) -> SeatOrders | None:
    own = session.seat(player)
    if own.is_automatic:
        raise Refused("forbidden")
    if session.game.status == Status.INVITING:
        raise Refused("not_started")
    if session.state.phase is Phase.ENDED:
        raise Refused("game_over")
    SeatOrders.objects.filter(seat=own).delete()
    written = None
    state = session.state
    next_placement = state.round + (state.phase is not Phase.PLACEMENT)
    # Cards and buildings change every round.
    uses_later = state.phase is Phase.ACTIONS and any(state.players[player].placed)
    if steps:
        written = SeatOrders.objects.create(
            seat=own,
            text=orders.to_text(steps),
            at_deadline=at_deadline,
            places_in_round=next_placement,
            uses_in_round=state.round if uses_later else next_placement,
            written_at=session.now,
        )
    own.has_orders = written is not None and not at_deadline
    own.orders_at = orders_due(own, session.now)
    own.save(update_fields=["has_orders", "orders_at"])
    return written


@attempt_on_game
def follow_orders(*, seat_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """Let a seat's orders answer the present question. Return whether they did."""
    session, seat = open_session_of(seat_id, now=now, skip_locked=skip_locked)
    if seat.orders_at is None or seat.orders_at > now:
        return False
    if session.is_frozen:
        _look_again(seat, now + WHILE_HELD)
        return False
    _look_again(seat, None)
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is None or seat.number not in session.present & awaited(session.state):
        return False
    return _carry_out(session, seat, written)


@transaction.atomic
def drop_orders(*, seat_id: int, now: datetime) -> None:
    seat = Seat.objects.select_for_update(of=("self",)).filter(pk=seat_id).first()
    if seat is None:
        return
    _look_again(seat, None)
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is not None:
        _put_aside(written, seat, Failed(), now)
        publish(OrdersDisarmed(seat, now=now))


def _carry_out(session: GameSession, seat: Seat, written: SeatOrders) -> bool:
    """Decide for as long as the orders say what, as in one visit."""
    left, decided = orders_of(written, session.state), False
    while True:
        answer = next_command(left, session.state, seat.number)
        if not isinstance(answer, Answered):
            break
        session.decide(PlayMove(answer.command), seat.number, Source.ORDERS)
        left, decided = answer.orders, True
    _keep(written, left)
    if isinstance(answer, Disarmed):
        _put_aside(written, seat, answer.reason, session.now)
    if decided:
        play_automatic(session)
        session.save()
    if isinstance(answer, Disarmed):
        # Published after saving, so that the email knows the question that is left.
        publish(OrdersDisarmed(seat, now=session.now))
    return decided


def use_up_steps(seat: Seat, decided: Iterable[Command], before: GameState) -> None:
    """
    Remove the steps of a seat's orders that its player has decided by hand.

    ``before`` is the state before the first of these decisions. Orders for the deadline
    stay. Takes no query for a seat without orders.
    """
    if not seat.has_orders:
        return
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is not None:
        _keep(written, reduce(after_own_decision, decided, orders_of(written, before)))


def orders_of(written: SeatOrders, state: GameState) -> Orders:
    """
    Return the orders that still apply.

    People are placed and used in one round. If the game went back, placements are
    dropped, because they were meant for a later turn.
    """
    left = orders.parse(written.text)
    has_placements = bool(about(left, Question.PLACE))
    is_late = state.round > written.places_in_round
    if is_late or (has_placements and _went_back_since(written)):
        left = without(left, Question.PLACE)
    if state.round > written.uses_in_round:
        left = without(left, Question.USE)
    return left


def _went_back_since(written: SeatOrders) -> bool:
    """Return whether the player, or the table, went back after writing the orders."""
    seat = written.seat
    later = StoredEvent.objects.filter(
        game=seat.game_id, recorded_at__gt=written.written_at
    )
    back = later.filter(type__in=_GOES_BACK).values_list(
        "type", "schema_version", "data"
    )
    events = (codec.decode(*row) for row in back)
    return any(
        not isinstance(event, DecisionTakenBack)
        or event.agreed
        or event.player == seat.number
        for event in events
    )


def _keep(written: SeatOrders, left: Orders) -> None:
    written.text = orders.to_text(left)
    written.save(update_fields=["text"])


def _put_aside(written: SeatOrders, seat: Seat, why: Reason, now: datetime) -> None:
    written.disarmed_at = now
    written.disarmed_for = msgspec.to_builtins(why)
    written.save(update_fields=["disarmed_at", "disarmed_for"])
    Seat.objects.filter(pk=seat.pk).update(has_orders=False)
    seat.has_orders = False


def _look_again(seat: Seat, orders_at: datetime | None) -> None:
    seat.orders_at = orders_at
    seat.save(update_fields=["orders_at"])


@dataclass
class LastOrders:
    """Decides by orders when time runs out, or by autopilot if they have no answer."""

    written: SeatOrders
    left: Orders

    def __call__(self, state: GameState, player: int) -> Command:
        answer = next_command(self.left, state, player)
        if not isinstance(answer, Answered):
            return autopilot.choose(state, player, cautious=True)
        self.left = answer.orders
        return answer.command

    def keep_rest(self, now: datetime) -> None:
        _keep(self.written, self.left)


def at_deadline(session: GameSession, seat: Seat) -> LastOrders | None:
    """Return how orders decide when a seat's time runs out, or None if they do not."""
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is None:
        return None
    left = orders_of(written, session.state)
    answer = next_command(left, session.state, seat.number)
    if isinstance(answer, Disarmed):
        _put_aside(written, seat, answer.reason, session.now)
        publish(OrdersDisarmed(seat, now=session.now))
    return LastOrders(written, left) if isinstance(answer, Answered) else None
