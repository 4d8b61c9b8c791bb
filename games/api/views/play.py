"""Operations at a table: a program decides for its user, and talks."""

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest
from ninja import Body, Router
from pydantic import Field

from games.api.caller import PLAY, READ, Caller, caller_of, own_seat_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.api.resources import PositionResource, position_resource
from games.api.views.games import LARGEST, Slug
from games.log import positions
from games.log.lookups import mark_of, require_seen
from games.log.table_rows import read_seats
from games.models import Seat, SeatOrders
from games.models.seats import LONGEST_ORDERS
from games.models.talk import LONGEST_MESSAGE
from games.orders import orders_of, write_orders
from games.presentation.error_text import why_put_aside
from games.presentation.text import names_of
from games.seats.leaving import give_up_seat
from games.table.hints import Coaching, ask_coach, coaching_of
from games.table.submit import submit_command, take_back_decision
from games.table.votes import decide_own
from stoneage_core import notation
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.more_time import AskForTime, GiveTime
from stoneage_core.match.state import Source
from stoneage_core.orders import to_text

router = Router(auth=PLAY, tags=["play"])

Version = Annotated[int, Field(ge=0, le=LARGEST)]


@with_example(
    command="hunting grounds 5",
    expected_version=14,
    request_id="5f0c3c6e-6f1b-4a55-9d6e-2f1f2f7f6a10",
)
@dataclass(frozen=True)
class DecisionRequest:
    """
    A decision: a ``command`` in the notation, based on version ``expected_version``.

    A request with the same ``request_id`` gets the same answer again, and has no
    further effect. With ``expected_head``, the hash of that position, the decision is
    refused if a restored backup has replaced the position.
    """

    command: Annotated[str, Field(max_length=notation.LONGEST_TEXT)]
    expected_version: Version
    request_id: UUID
    expected_head: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None = None


@dataclass(frozen=True)
class DecisionResource:
    """
    The result of a decision: its first event, and the position now. ``is_repeated`` is
    set if this request had been carried out before.
    """

    first_sequence: int
    is_repeated: bool
    position: PositionResource


@with_example(first_sequence=15)
@dataclass(frozen=True)
class TakeBackRequest:
    """The decision to take back, by its ``first_sequence``."""

    first_sequence: Annotated[int, Field(ge=1, le=LARGEST)]


@with_example(seat=1)
@dataclass(frozen=True)
class GiveTimeRequest:
    """The player who gets more time, by their ``seat``."""

    seat: Annotated[int, Field(ge=0, le=3)]


@with_example(orders="forest 3, river 2; tool maker")
@dataclass(frozen=True)
class OrdersRequest:
    """
    What is to be done later: ``orders``, a step a line or parted by semicolons.

    Each step names commands in the notation to be tried in turn, parted by commas. ''
    withdraws all. With ``at_deadline`` they are followed only when time runs out.
    """

    orders: Annotated[str, Field(max_length=LONGEST_ORDERS)]
    at_deadline: bool = False


@dataclass(frozen=True)
class OrdersResource:
    """
    The orders that are still meant, a step a line; '' if there are none.

    ``put_aside`` says why they rest, '' while they are followed.
    """

    orders: str
    at_deadline: bool
    put_aside: str


@with_example(word="Sorry, I have no time any more.")
@dataclass(frozen=True)
class LeaveRequest:
    """Leaving one's seat, with a ``word`` to the others, if any."""

    word: Annotated[str, Field(max_length=LONGEST_MESSAGE)] = ""


@router.post("/games/{slug}/commands", response={200: DecisionResource} | PROBLEMS)
def submit(
    request: HttpRequest, slug: Slug, decision: Body[DecisionRequest]
) -> DecisionResource:
    """Decide for the caller's seat, as its page does."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    if decision.expected_head is not None:
        mark = mark_of(decision.expected_head)
        require_seen(seat.game, decision.expected_version, mark)
    done = submit_command(
        seat=seat,
        command=notation.from_text(decision.command),
        expected_version=decision.expected_version,
        request_id=decision.request_id,
        now=caller.now,
        source=Source.API,
    )
    return DecisionResource(
        first_sequence=done.first_sequence,
        is_repeated=done.replayed,
        position=position_resource(done.game, caller),
    )


@router.post("/games/{slug}/take-back", response={200: PositionResource} | PROBLEMS)
def take_back(
    request: HttpRequest, slug: Slug, decision: Body[TakeBackRequest]
) -> PositionResource:
    """Take back the caller's last decision, if it is recent and revealed nothing."""
    caller = caller_of(request)
    game = take_back_decision(
        seat=own_seat_of(caller, slug),
        sequence=decision.first_sequence,
        now=caller.now,
        source=Source.API,
    )
    return position_resource(game, caller)


@router.post("/games/{slug}/leave", response={200: PositionResource} | PROBLEMS)
def leave_game(
    request: HttpRequest, slug: Slug, leaving: Body[LeaveRequest]
) -> PositionResource:
    """Leave the caller's seat: to autopilot, or before the start to somebody else."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    game = give_up_seat(seat=seat, word=leaving.word, now=caller.now, source=Source.API)
    return position_resource(game, caller)


@router.post("/games/{slug}/ask-time", response={200: PositionResource} | PROBLEMS)
def ask_for_time(request: HttpRequest, slug: Slug) -> PositionResource:
    """Ask the others for more time for the caller's current decision."""
    return _decide(slug, AskForTime(), caller_of(request))


@router.post("/games/{slug}/give-time", response={200: PositionResource} | PROBLEMS)
def give_time(
    request: HttpRequest, slug: Slug, given: Body[GiveTimeRequest]
) -> PositionResource:
    """Give another player more time for their current decision."""
    return _decide(slug, GiveTime(given.seat), caller_of(request))


@router.get(
    "/games/{slug}/orders", auth=READ, response={200: OrdersResource} | PROBLEMS
)
def read_orders(request: HttpRequest, slug: Slug) -> OrdersResource:
    """Return what the caller ordered for later; nobody else may read it."""
    return _orders_resource(own_seat_of(caller_of(request), slug))


@router.put("/games/{slug}/orders", response={200: OrdersResource} | PROBLEMS)
def replace_orders(
    request: HttpRequest, slug: Slug, ordered: Body[OrdersRequest]
) -> OrdersResource:
    """Order what is to be done later, in place of all orders there were."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    write_orders(
        seat=seat,
        text=ordered.orders,
        at_deadline=ordered.at_deadline,
        now=caller.now,
    )
    return _orders_resource(seat)


@router.get("/games/{slug}/coach", auth=READ, response={200: Coaching} | PROBLEMS)
def read_coaching(request: HttpRequest, slug: Slug) -> Coaching:
    """Return the coach's answer about the caller's present decision, if they asked."""
    return _coaching(own_seat_of(caller_of(request), slug))


@router.post("/games/{slug}/coach", response={200: Coaching} | PROBLEMS)
def ask_for_coaching(request: HttpRequest, slug: Slug) -> Coaching:
    """Have the moves of the caller's present decision compared. Idempotent."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    ask_coach(seat=seat, now=caller.now)
    return _coaching(seat)


def _coaching(seat: Seat) -> Coaching:
    names = names_of(read_seats(seat.game))
    return coaching_of(seat, positions.state_of(seat.game), names)


def _decide(slug: str, command: MatchCommand, caller: Caller) -> PositionResource:
    seat = own_seat_of(caller, slug)
    game = decide_own(seat=seat, command=command, now=caller.now, source=Source.API)
    return position_resource(game, caller)


def _orders_resource(seat: Seat) -> OrdersResource:
    written = SeatOrders.objects.filter(seat=seat).first()
    if written is None:
        return OrdersResource("", at_deadline=False, put_aside="")
    left = to_text(orders_of(written, positions.state_of(seat.game)))
    return OrdersResource(left, written.at_deadline, why_put_aside(written))
