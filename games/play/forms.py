"""Forms of decisions, checked for shape alone."""

from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, ValidationError, convert

from games.errors import IncompleteForm, InvalidChoice
from games.models import Seat
from games.models.events import MARK_DIGITS
from games.now import zone_of_seat
from games.presentation.choices.decision import Entered
from games.presentation.choices.rolls import TOOLS
from games.web.numbers import read_number
from stoneage_core import notation
from stoneage_core.commands import Command
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import Resource
from stoneage_core.notation import LONGEST_TEXT
from stoneage_core.use_order import UseOrder

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
    hash that the log had there (``games.store.heads``).

    A ``whole`` command needs none of the fields beside it: a button that says all. The
    tools to add are the values of ``tile`` and ``once``; a form in which nothing was
    chosen beforehand is ``undecided``. With ``use`` it is the order of several
    decisions.

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
    def asked(self) -> Command | UseOrder:
        """The decision asked for. Raise InvalidCommand if it cannot be understood."""
        if self.use and not (self.command or self.whole):
            return UseOrder(tuple(dict.fromkeys(self.use)))
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
    """Return the decision that a form brings; raise IncompleteForm for none."""
    texts = {name: form.get(name, "").strip() for name in form}
    filled: dict[str, object] = {name: text for name, text in texts.items() if text}
    filled |= {name: form.getlist(name) for name in _LISTS}
    try:
        move = convert(filled, Move, strict=False)
    except ValidationError as error:
        raise IncompleteForm from error
    if not (move.command or move.whole or move.use):
        raise IncompleteForm
    if move.text == NO_TOOLS and move.undecided and not move.whole:
        raise InvalidChoice(_("Choose first what to take."))
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
    """Return a whole number that a form brings; raise IncompleteForm for none."""
    number = read_number(form.get(name))
    if number is None:
        raise IncompleteForm
    return number


def moment_in(seat: Seat, text: str) -> datetime:
    """Read a date and time of the player's own zone; raise InvalidChoice."""
    try:
        local = datetime.fromisoformat(text).replace(tzinfo=zone_of_seat(seat))
        return local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidChoice(_("Say until when: a date and a time.")) from error
