"""Standing orders: written privately, checked when their time comes, then followed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from msgspec.structs import replace

from games.decisions.autoplay import play_automatic
from games.decisions.opening import attempt_on_game, open_session, open_session_of
from games.decisions.session import GameSession
from games.errors import Refused
from games.models import Seat, SeatOrders, StoredEvent
from games.signals.bus import publish
from games.signals.games import OrdersDisarmed
from games.store.read_model import orders_due
from stoneage_core import GameState, Phase, autopilot, awaited, standing
from stoneage_core.commands import Command
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.serialization import codec
from stoneage_core.standing import Answered, Disarmed, Failed, Reason

#: How long to wait before looking again whether a game goes on that was frozen.
WHILE_HELD = timedelta(minutes=30)

_GOES_BACK = [kind.type_name() for kind in (DecisionTakenBack, GameRolledBack)]


@transaction.atomic
def write_orders(
    *, seat: Seat, text: str, now: datetime, at_deadline: bool = False
) -> SeatOrders | None:
    """
    Write down what is to be done when a seat is asked; an empty text withdraws it.

    With ``at_deadline`` only when its time runs out. Raise InvalidCommand where the
    text cannot be read. Nobody but the seat's player ever learns of it.
    """
    orders = standing.parse(text)
    session = open_session(seat.game_id, now=now)
    return replace_orders(session, seat.number, orders, at_deadline=at_deadline)


def replace_orders(
    session: GameSession,
    player: int,
    orders: standing.StandingOrders,
    *,
    at_deadline: bool = False,
) -> SeatOrders | None:
    """Store a player's orders in place of all there were; empty ones are not kept."""
    own = session.seat(player)
    if own.is_automatic:
        raise Refused("forbidden")
    if session.state.phase is Phase.ENDED:
        raise Refused("game_over")
    SeatOrders.objects.filter(seat=own).delete()
    written = None
    if not orders.is_empty:
        written = SeatOrders.objects.create(
            seat=own,
            text=standing.to_text(orders),
            at_deadline=at_deadline,
            for_round=_round_to_place(session.state),
            buys_in_round=_round_to_buy(session.state, player),
            written_at=session.now,
        )
    _arm(own, written is not None and not at_deadline, session.now)
    return written


def _round_to_place(state: GameState) -> int:
    """Return the round whose placements can be meant: once it is over they lapse."""
    return state.round if state.phase is Phase.PLACEMENT else state.round + 1


def _round_to_buy(state: GameState, player: int) -> int:
    """Return the round whose cards and buildings can be meant: the next has others."""
    buys_later = state.phase is Phase.ACTIONS and any(state.players[player].placed)
    return state.round if buys_later else _round_to_place(state)


def _arm(seat: Seat, is_armed: bool, now: datetime) -> None:
    seat.has_orders = is_armed
    seat.orders_at = orders_due(seat, now)
    seat.save(update_fields=["has_orders", "orders_at"])


@attempt_on_game
def follow_orders(*, seat_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """Do what a seat's orders say about what it is asked; return whether they did."""
    session, seat = open_session_of(seat_id, now=now, skip_locked=skip_locked)
    if seat.orders_at is None or seat.orders_at > now:
        return False
    if session.is_frozen:
        _look_again(seat, now + WHILE_HELD)
        return False
    _look_no_more(seat)
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is None or seat.number not in session.present & awaited(session.state):
        return False
    return _carry_out(session, seat, written)


@transaction.atomic
def drop_orders(*, seat_id: int, now: datetime) -> None:
    """Put orders aside because :func:`follow_orders` failed for them."""
    seat = Seat.objects.select_for_update(of=("self",)).filter(pk=seat_id).first()
    if seat is None:
        return
    _look_no_more(seat)
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is not None:
        _disarm(written, seat, Failed(), now)


def _carry_out(session: GameSession, seat: Seat, written: SeatOrders) -> bool:
    """Decide for as long as the orders say what, as in one visit."""
    orders, decided = orders_of(written, session.state), False
    while seat.number in awaited(session.state):
        answer = standing.answer(orders, session.state, seat.number)
        if not isinstance(answer, Answered):
            break
        session.decide(PlayMove(answer.command), seat.number, Source.ORDERS)
        orders, decided = answer.orders, True
    else:
        answer = None
    _keep(written, orders)
    if isinstance(answer, Disarmed):
        _put_aside(written, seat, answer.reason, session.now)
    if decided:
        play_automatic(session)
        session.save()
    if isinstance(answer, Disarmed):
        # Only now the seat tells which decision its player has to make themselves.
        publish(OrdersDisarmed(seat, now=session.now))
    return decided


def orders_of(written: SeatOrders, state: GameState) -> standing.StandingOrders:
    """
    Return what is still meant: placements and purchases are for one round.

    Placements are meant for what follows the player's last one. Once that was gone back
    to they would come too early, and lapse.
    """
    orders = standing.parse(written.text)
    if state.round > written.for_round or (
        orders.placements and _went_back_since(written)
    ):
        orders = replace(orders, placements=())
    if state.round > written.buys_in_round:
        orders = replace(orders, purchases=())
    return orders


def _went_back_since(written: SeatOrders) -> bool:
    """Whether the player, or all, went back after the orders were written."""
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


def _keep(written: SeatOrders, orders: standing.StandingOrders) -> None:
    written.text = standing.to_text(orders)
    written.save(update_fields=["text"])


def _disarm(written: SeatOrders, seat: Seat, why: Reason, now: datetime) -> None:
    """Put orders aside, and tell their player why."""
    _put_aside(written, seat, why, now)
    publish(OrdersDisarmed(seat, now=now))


def _put_aside(written: SeatOrders, seat: Seat, why: Reason, now: datetime) -> None:
    written.disarmed_at = now
    written.disarmed_for = msgspec.to_builtins(why)
    written.save(update_fields=["disarmed_at", "disarmed_for"])
    Seat.objects.filter(pk=seat.pk).update(has_orders=False)
    seat.has_orders = False


def _look_no_more(seat: Seat) -> None:
    _look_again(seat, None)


def _look_again(seat: Seat, orders_at: datetime | None) -> None:
    seat.orders_at = orders_at
    seat.save(update_fields=["orders_at"])


@dataclass
class LastOrders:
    """Orders that decide when time runs out; autopilot, where they say nothing."""

    written: SeatOrders
    orders: standing.StandingOrders

    def __call__(self, state: GameState, player: int) -> Command:
        answer = standing.answer(self.orders, state, player)
        if not isinstance(answer, Answered):
            return autopilot.choose(state, player, cautious=True)
        self.orders = answer.orders
        return answer.command

    def keep_rest(self, now: datetime) -> None:
        """Store what remains to be done another time."""
        _keep(self.written, self.orders)


def at_deadline(session: GameSession, seat: Seat) -> LastOrders | None:
    """Return what to do when a seat's time runs out, if its orders speak of that."""
    if not SeatOrders.objects.filter(seat=seat, disarmed_at=None).exists():
        return None
    written = SeatOrders.objects.get(seat=seat)
    orders = orders_of(written, session.state)
    answer = standing.answer(orders, session.state, seat.number)
    if isinstance(answer, Disarmed):
        _disarm(written, seat, answer.reason, session.now)
    return LastOrders(written, orders) if isinstance(answer, Answered) else None
