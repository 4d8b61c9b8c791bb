"""What the forms of a table send, and what is shown again if they are refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Meta, Struct, ValidationError, convert

from games.errors import Refused
from games.models import Seat
from games.models.events import MARK_DIGITS
from games.now import zone_of_seat
from games.table.choices import Entered
from games.table.questions import TOOLS
from games.web.numbers import read_number
from stoneage_core import notation
from stoneage_core.commands import Command, UsePlace
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import Resource
from stoneage_core.notation import LONGEST_TEXT
from stoneage_core.orders import Orders

MOST_OF_ONE_KIND = 999
Pieces = Annotated[int, Meta(ge=0, le=MOST_OF_ONE_KIND)]
Values = Annotated[tuple[Annotated[int, Meta(ge=1, le=9)], ...], Meta(max_length=12)]

#: The command of a form in which no tool is chosen.
NO_TOOLS = "no tools"

#: Fields that a form may contain several times.
_LISTS = ("use", "tile", "once")


class Move(Struct, frozen=True):
    """
    A decision in a form: the text of the command, and what to pay in separate fields.

    It is based on version ``expected_version``, with ``expected_head`` as the mark of
    that version's hash (``games.log.lookups``).

    A button may send a ``whole`` command, which needs no other fields. ``tile`` and
    ``once`` are the values of the tools to add. ``undecided`` is set by a form in which
    nothing is chosen beforehand. ``use`` are places to use, one after the other.

    This is not a Django form, because one would take as long as a database statement.
    No template renders it, and all its faults have the same sentence.
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
        """The command or orders. Raises InvalidCommand if they cannot be read."""
        if self.use and not (self.command or self.whole):
            return tuple((UsePlace(place),) for place in dict.fromkeys(self.use))
        return notation.from_text(self.text)

    @property
    def text(self) -> str:
        """The whole command: 'buy 2' and two fields make 'buy 2 wood 1 gold 1'."""
        if self.whole:
            return self.whole
        if self.command == TOOLS:
            once = ["once", *map(str, self.once)] if self.once else []
            values = [*map(str, self.tile), *once]
            return " ".join([TOOLS, *values]) if values else NO_TOOLS
        counts = [(kind, getattr(self, kind)) for kind in Resource]
        return " ".join([self.command, *(f"{kind} {n}" for kind, n in counts if n)])


def move_in(form: QueryDict) -> Move:
    """Return the decision in a form. Raise Refused (incomplete, invalid)."""
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
    """Return what to show again if the decision in a form is refused."""
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
    """Return the place to look at and the order of uses in a query string."""
    return Entered(at=address.get("at", ""), order=order_in(address))


def order_in(form: QueryDict) -> tuple[str, ...]:
    """Return the keys of places to use, in order, from a form or a query string."""
    named = form.getlist("use") or form.get("order", "").split(",")
    return tuple(key for key in named if key)


def resume_query(entered: Entered, done: int) -> str:
    """
    Return the query string of a page that shows what the reader was looking at.

    The page also says what came of the decision whose first event is ``done``, unless
    that is 0.
    """
    order = ",".join(entered.order)
    kept = {"at": entered.at, "order": order, "done": str(done or "")}
    filled = {name: text for name, text in kept.items() if text}
    return f"?{urlencode(filled, safe=',')}" if filled else ""


def _numbers(form: QueryDict, name: str) -> tuple[int, ...]:
    numbers = map(read_number, form.getlist(name))
    return tuple(number for number in numbers if number is not None)


def number_in(form: QueryDict, name: str) -> int:
    """Return a whole number in a form. Raise Refused (incomplete) without one."""
    number = read_number(form.get(name))
    if number is None:
        raise Refused("incomplete")
    return number


def moment_in(seat: Seat, text: str) -> datetime:
    """Return a date and time in the player's time zone. Raise Refused (invalid)."""
    try:
        local = datetime.fromisoformat(text).replace(tzinfo=zone_of_seat(seat))
        return local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused("invalid", _("Say until when: a date and a time.")) from error


@dataclass(frozen=True)
class FormError:
    """
    Why a form on a page of a seat was refused, and its contents, so that nothing is
    lost.

    ``action`` identifies the form. It is '' for a decision, whose contents are
    ``entered``. The fields of other forms are ``typed``.
    """

    sentence: str = ""
    status: int = HTTPStatus.OK
    action: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    entered: Entered = field(default_factory=Entered)

    def sentence_for(self, action: str) -> str:
        """Return the sentence if it is about this form, or ''."""
        return self.sentence if self.action == action else ""

    def typed_into(self, action: str) -> Mapping[str, str]:
        return self.typed if self.action == action else {}


NO_FORM_ERROR = FormError()
