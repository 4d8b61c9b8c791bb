"""Standing orders as text, one order a line, and back again.

place hut, field, forest 3    the next placement: the first of these that is legal
place card 1 else hunt 2      the placement after that
use tool maker, hut, forest   which place to use next; others are asked for
buy card 2 wood brick         what to pay for it, once all other people are back
buy card 1 cheapest, building 3 most, nothing
                              the first that can be paid; else leave them all
pick 6 5                      which of the dice for all; other faces after these
tools gain                    the least tools that gain most, never one-use tools
tools gain cards              the same with one-use tools
tools none                    no tools, ever
feed wood brick               cover missing food with these in turn, with no others
go hungry                     keep the resources and lose points instead

``place`` and ``buy`` may come several times, and each is used up when it has been done.
Where ``use`` names a card or building, that is when to buy it, if it can be paid then.
Of every other kind there is one at most, and it stands. Empty lines and those that
begin with # say nothing.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from stoneage_core import notation
from stoneage_core.commands import PlacePeople, UsePlace
from stoneage_core.components.places import Place, place_in_words
from stoneage_core.components.resources import Resource
from stoneage_core.errors import InvalidCommand
from stoneage_core.phrases import Many, Spelling, Word
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.placement import MOST_PEOPLE, WHEN_EMPTY
from stoneage_core.standing.alternatives import (
    read_alternatives,
    refuse,
    split_alternatives,
    split_words,
)
from stoneage_core.standing.orders import NO_ORDERS, StandingOrders, ToolsOrder
from stoneage_core.standing.purchase_text import (
    purchase_order_text,
    read_purchase_order,
)

LONGEST_TEXT = 2000
MOST_ORDERS = 24

_FACES = {str(face): face for face in range(1, 7)}

#: How the notation spells two of the orders, and how those are read here.
_SPELLINGS = {"no tools": "tools none", "go hungry": "feed nothing"}


def to_text(orders: StandingOrders) -> str:
    """Return the one spelling of ``orders``, empty if they say nothing."""
    return "\n".join(_lines(orders))


def parse(text: str) -> StandingOrders:
    """
    Read orders; letter case and spaces do not matter.

    Raise InvalidCommand with a sentence that names the line if they cannot be
    understood, or if there are too many of them.

    >>> orders = parse("# while I am away\\nplace HUT else forest 2\\nfeed wood brick")
    >>> print(to_text(orders))
    place hut, forest 2
    feed wood brick
    """
    _require_short(text)
    lines = list(_orders_in(text))
    if len(lines) > MOST_ORDERS:
        english = _("there may be {most} orders at most, not {number}")
        refuse(english, most=MOST_ORDERS, number=len(lines))
    orders = NO_ORDERS
    for number, line in lines:
        orders = _with_line(orders, number, line)
    # What is kept is the one spelling: it may be longer, and will be read again.
    _require_short(to_text(orders))
    return orders


def _lines(orders: StandingOrders) -> Iterator[str]:
    for placements in orders.placements:
        yield f"place {', '.join(map(notation.to_text, placements))}"
    if orders.uses:
        yield f"use {', '.join(place.label for place in orders.uses)}"
    for order in orders.purchases:
        yield f"buy {purchase_order_text(order)}"
    if orders.faces:
        yield f"pick {' '.join(map(str, orders.faces))}"
    if orders.tools is not None:
        yield f"tools {orders.tools}"
    if orders.meal is not None:
        yield f"feed {' '.join(orders.meal)}" if orders.meal else "go hungry"


def _orders_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that says something with its number, plainly spelt."""
    for number, line in enumerate(text.lower().splitlines(), start=1):
        words = " ".join(line.split())
        if words and not words.startswith("#"):
            yield number, _SPELLINGS.get(words, words)


def _with_line(orders: StandingOrders, number: int, line: str) -> StandingOrders:
    """Add one line; what is wrong in it is told with its number."""
    try:
        return _with_order(orders, line)
    except InvalidCommand as error:
        mistake = error.phrase
    refuse(_("line {line}: {mistake}"), line=number, mistake=mistake)


def _with_order(orders: StandingOrders, line: str) -> StandingOrders:
    verb, __, rest = line.partition(" ")
    if verb == "place":
        return replace(orders, placements=(*orders.placements, _placements(rest)))
    if verb in ("buy", "build"):
        order = read_purchase_order(verb, rest)
        return replace(orders, purchases=(*orders.purchases, order))
    if verb not in _STANDING:
        english = _("“{text}” isn’t an order; one is, for example, “{example}”")
        example = Spelling("place hut, field, forest 3")
        refuse(english, text=Spelling(line), example=example)
    field, read = _STANDING[verb]
    if getattr(orders, field) != getattr(NO_ORDERS, field):
        english = _(
            "an earlier line says what to do then;"
            " only “place” and “buy” may be repeated"
        )
        refuse(english)
    return replace(orders, **{field: read(rest)})


def _placements(rest: str) -> tuple[PlacePeople, ...]:
    return read_alternatives(split_alternatives(rest), _placement)


def _uses(rest: str) -> tuple[Place, ...]:
    return read_alternatives(split_alternatives(rest), _used_place)


def _faces(rest: str) -> tuple[int, ...]:
    return read_alternatives(split_words(rest), _face)


def _meal(rest: str) -> tuple[Resource, ...]:
    return () if rest == "nothing" else read_alternatives(split_words(rest), _resource)


def _tools(rest: str) -> ToolsOrder:
    try:
        return ToolsOrder(rest)
    except ValueError:
        refuse(_("for tools, write “tools gain”, “tools gain cards” or “tools none”"))


#: By its first word: what an order that stands fills in, and how it is read.
_STANDING: dict[str, tuple[str, Callable[[str], object]]] = {
    "use": ("uses", _uses),
    "pick": ("faces", _faces),
    "feed": ("meal", _meal),
    "tools": ("tools", _tools),
}


def _placement(text: str) -> PlacePeople:
    command = notation.from_text(text)
    if not isinstance(command, PlacePeople):
        refuse(_("“{text}” doesn’t place people"), text=Spelling(text))
    place, people = command.place, command.people
    if command not in WHEN_EMPTY[place.number][MOST_PEOPLE]:
        english = _("{place} never takes {number} of your people")
        refuse(english, place=place_in_words(place), number=people)
    return command


def _used_place(text: str) -> Place:
    try:
        command = notation.from_text(f"use {text}")
    except InvalidCommand:
        english = _("“{text}” isn’t a place; put a comma between two places")
        refuse(english, text=Spelling(text))
    assert isinstance(command, UsePlace), "that is what “use” reads as"
    return command.place


def _face(text: str) -> int:
    if text not in _FACES:
        english = _("“{text}” isn’t a face of a die; those are 1 to 6")
        refuse(english, text=Spelling(text))
    return _FACES[text]


def _resource(text: str) -> Resource:
    try:
        return Resource(text)
    except ValueError:
        known = Many(map(Word, Resource))
        english = _("“{text}” isn’t a resource; those are {known}")
        refuse(english, text=Spelling(text), known=known)


def _require_short(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        english = _(
            "orders, names in full, may have {most} characters at most, not {number}"
        )
        refuse(english, most=LONGEST_TEXT, number=len(text))
