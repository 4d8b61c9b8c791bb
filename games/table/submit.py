"""A player decides: what forms send, and the path of every move."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, ValidationError, convert

from games import queries
from games.decisions.session import (
    GameSession,
    Provenance,
    open_own_session,
    play_automatic,
)
from games.errors import Refused
from games.log import positions
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, StoredEvent
from games.models.events import MARK_DIGITS
from games.now import zone_of_seat
from games.orders import use_up_steps
from games.table.choices import Entered
from games.table.questions import TOOLS
from games.web.numbers import read_number
from stoneage_core import GameError, GameState, notation
from stoneage_core.commands import Build, BuyCard, Command, UsePlace
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import Resource
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.state import Source
from stoneage_core.notation import LONGEST_TEXT
from stoneage_core.orders import Answered, Orders, next_command
from stoneage_core.orders.following import places_used


@dataclass(frozen=True)
class Submitted:
    """
    What a decision led to, automatic players' answers included.

    ``replayed`` says that this very request had been carried out before; ``events`` are
    then all since, and ``before``, the position that the decision was made in, is not
    known. ``first_sequence`` is the sequence of the first event. Orders that begin with
    something to be asked lead to no events.
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
    """A decision as it comes in, or orders to be followed at once."""

    seat: Seat
    command: Command | Orders
    expected_version: int
    request_id: UUID | None
    source: Provenance


def submit_command(
    *,
    seat: Seat,
    command: Command | Orders,
    expected_version: int,
    request_id: UUID | None,
    now: datetime,
    source: Provenance = Source.PAGE,
) -> Submitted:
    """
    Carry out a player's decision, made on seeing the game at ``expected_version``.

    Orders that use people are followed up to the first question that their player has
    to answer: each use is a decision of its own, and all are stored in one transaction.

    The same ``request_id`` again gives the same answer and changes nothing. Raise
    Refused (stale) where the decision had come up after that version, (request_reused)
    where the request had another command in it, and IllegalMove where the rules refuse.
    """
    submission = _Submission(seat, command, expected_version, request_id, source)
    try:
        return _submit(submission, now)
    except (Refused, GameError):
        # Outside the transaction, which is over: was this very request carried out?
        if request_id is None:
            raise
        done = queries.answer_to(seat.game, request_id)
        if done is None:
            raise
        return _same_again(submission, done)


@transaction.atomic
def _submit(submission: _Submission, now: datetime) -> Submitted:
    session, own = open_own_session(submission.seat, now)
    _require_fresh(session, own, submission.expected_version)
    first_sequence = session.game.version + 1
    if isinstance(submission.command, tuple):
        decided = _follow(session, submission, submission.command)
    else:
        _decide(session, submission, submission.command)
        decided = [submission.command]
    use_up_steps(own, decided, session.before)
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


def _decide(session: GameSession, submission: _Submission, command: Command) -> None:
    """Decide once; the request's id stands on the first decision of several."""
    is_first = not session.entries
    request_id = submission.request_id if is_first else None
    source = submission.source if is_first else Source.PAGE
    move = PlayMove(command)
    session.decide(move, submission.seat.number, source, request_id=request_id)


def _follow(
    session: GameSession, submission: _Submission, orders: Orders
) -> list[Command]:
    """Decide for as long as the orders say what to do; return the decisions."""
    decided: list[Command] = []
    player = submission.seat.number
    places = places_used(orders)
    if not any(map(session.state.players[player].on, places)):
        # It is refused, and says why.
        _decide(session, submission, UsePlace(places[0]))
    while True:
        has_rolled = any(isinstance(event, DiceRolled) for event in session.events)
        answer = next_command(orders, session.state, player, has_rolled=has_rolled)
        if not isinstance(answer, Answered):
            return decided
        _decide(session, submission, answer.command)
        decided.append(answer.command)
        orders = answer.orders


def _require_fresh(session: GameSession, own: Seat, expected_version: int) -> None:
    """
    Refuse a decision that answers an older question than the present one.

    If others moved meanwhile, as tribes are fed at the same time, the decision is still
    fresh. If its player is not awaited, the rules refuse it.
    """
    present = session.game.version
    oldest = present if own.awaited_version is None else own.awaited_version
    if not oldest <= expected_version <= present:
        raise Refused("stale")


def _same_again(submission: _Submission, done: StoredEvent) -> Submitted:
    """Answer a request that was carried out before."""
    seat = submission.seat
    if done.decided_by != seat.number or not _is_same(submission, done):
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


def _is_same(submission: _Submission, done: StoredEvent) -> bool:
    """Whether what a request led to is what is asked for again."""
    if not isinstance(submission.command, tuple):
        return done.command == notation.to_text(submission.command)
    commands = map(notation.from_text, queries.commands_of_request(done))
    uses = [one for one in commands if isinstance(one, UsePlace | BuyCard | Build)]
    ordered = iter(places_used(submission.command))
    return bool(uses) and all(use.place in ordered for use in uses)


MOST_OF_ONE_KIND = 999
Pieces = Annotated[int, Meta(ge=0, le=MOST_OF_ONE_KIND)]
Values = Annotated[tuple[Annotated[int, Meta(ge=1, le=9)], ...], Meta(max_length=12)]

#: What a form asks for in which no tool is chosen.
NO_TOOLS = "no tools"

#: Fields of which a form may bring several.
_LISTS = ("use", "tile", "once")


class Move(Struct, frozen=True):
    """
    A decision: the command's text, with what is to be paid in fields of its own.

    It was made on seeing the game at ``expected_version``; ``expected_head`` marks the
    hash that the log had there (``games.log.lookups``).

    A ``whole`` command needs none of the fields beside it: a button that says all. The
    tools to add are the values of ``tile`` and ``once``; a form in which nothing was
    chosen beforehand is ``undecided``. With ``use`` it is orders to use these
    places, one after the other.

    It is no form of Django's, which would take as long as a statement of the database:
    nothing renders it, and whatever is wrong with it is told in one sentence.
    """

    expected_version: Annotated[int, Meta(ge=0)]
    expected_head: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{MARK_DIGITS}}}\Z")]
    request_id: UUID
    command: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    whole: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    wood: Pieces = 0
    brick: Pieces = 0
    stone: Pieces = 0
    gold: Pieces = 0
    use: Annotated[tuple[Place, ...], Meta(max_length=len(PLACES))] = ()
    tile: Values = ()
    once: Values = ()
    undecided: Annotated[str, Meta(max_length=9)] = ""

    @property
    def asked(self) -> Command | Orders:
        """What was decided. Raise InvalidCommand if it cannot be understood."""
        if self.use and not (self.command or self.whole):
            return tuple((UsePlace(place),) for place in dict.fromkeys(self.use))
        return notation.from_text(self.text)

    @property
    def text(self) -> str:
        """The whole command: 'buy 2' and two fields make 'buy 2 wood 1 gold 1'."""
        if self.whole:
            return self.whole
        if self.command == TOOLS:
            return self._tools_text
        counts = [(kind, getattr(self, kind)) for kind in Resource]
        return " ".join([self.command, *(f"{kind} {n}" for kind, n in counts if n)])

    @property
    def _tools_text(self) -> str:
        words = [
            *map(str, self.tile),
            *(["once", *map(str, self.once)] * bool(self.once)),
        ]
        return " ".join([TOOLS, *words]) if words else NO_TOOLS


def move_in(form: QueryDict) -> Move:
    """Return the decision that a form brings; raise Refused (incomplete) for none."""
    texts = {name: form.get(name, "").strip() for name in form}
    filled: dict[str, object] = {name: text for name, text in texts.items() if text}
    filled |= {name: form.getlist(name) for name in _LISTS}
    try:
        move = convert(filled, Move, strict=False)
    except ValidationError as error:
        raise Refused("incomplete") from error
    if not (move.command or move.whole or move.use):
        raise Refused("incomplete")
    if move.text == NO_TOOLS and move.undecided and not move.whole:
        raise Refused("invalid", _("Choose first what to take."))
    return move


def entered_in(form: QueryDict) -> Entered:
    """Return what can be shown again when a decision is refused."""
    texts = {str(kind): form.get(kind, "").strip() for kind in Resource}
    counts = {kind: read_number(text) or 0 for kind, text in texts.items()}
    return Entered(
        command=form.get("whole", "") or form.get("command", ""),
        resources=tuple(
            (kind, n) for kind, n in counts.items() if 0 < n <= MOST_OF_ONE_KIND
        ),
        tiles=_numbers(form, "tile"),
        once=_numbers(form, "once"),
        at=form.get("at", ""),
        order=order_in(form),
    )


def looked_at(address: QueryDict) -> Entered:
    """Return what an address says of a page to which nothing was sent yet."""
    return Entered(at=address.get("at", ""), order=order_in(address))


def order_in(form: QueryDict) -> tuple[str, ...]:
    """Return the order of uses that a form or an address names, if it does."""
    named = form.getlist("use") or form.get("order", "").split(",")
    return tuple(key for key in named if key)


def resume_query(entered: Entered, done: int) -> str:
    """
    Return the end of an address that goes on where somebody was.

    It tells what came of the decision that began with the event ``done``, if not 0.
    """
    order = ",".join(entered.order)
    kept = {"at": entered.at, "order": order, "done": str(done or "")}
    filled = {name: text for name, text in kept.items() if text}
    return f"?{urlencode(filled, safe=',')}" if filled else ""


def _numbers(form: QueryDict, name: str) -> tuple[int, ...]:
    numbers = map(read_number, form.getlist(name))
    return tuple(number for number in numbers if number is not None)


def number_in(form: QueryDict, name: str) -> int:
    """Return a whole number that a form brings; raise Refused (incomplete) for none."""
    number = read_number(form.get(name))
    if number is None:
        raise Refused("incomplete")
    return number


def moment_in(seat: Seat, text: str) -> datetime:
    """Read a date and time of the player's own zone; raise Refused (invalid)."""
    try:
        local = datetime.fromisoformat(text).replace(tzinfo=zone_of_seat(seat))
        return local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused("invalid", _("Say until when: a date and a time.")) from error
