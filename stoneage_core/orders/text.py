"""Orders as text, one step a line or parted by semicolons, and back again.

hut, field, forest 3          the next placement: the first of these that is possible
hunting grounds 2             the placement after that
use tool maker                what to do first in the turn,
buy 2 wood brick, buy 2 most  then the first of these that can be paid,
use forest                    and so on, in this order
use card 3                    buy it if there is one way to pay; else its player decides
build 1 cheapest, leave       leaving waits until all other people are back
pick 6, pick 5                which of the dice for all
tools gain                    the least tools that gain most, never one-use tools
tools gain cards              the same with one-use tools
no tools                      no tools, ever
feed wood brick               cover missing food with these in turn, with no others
go hungry                     keep the resources and lose points instead

Every alternative is a command in the notation (``stoneage_core.notation``) or one of
the forms above: a budget instead of the payment, ``tools gain``, and ``feed`` with
kinds but no numbers. A verb also counts for the alternatives behind it, and ``leave``
alone leaves the place of the one before. Of steps for tools, dice and food there is one
each, and it stands. Lines that begin with # say nothing.
"""

import re
from collections.abc import Iterator
from typing import NoReturn

from stoneage_core import notation
from stoneage_core.commands import Build, BuyCard, Command, Leave, PickDie, PlacePeople
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.places import PlaceKind, place_in_words
from stoneage_core.components.resources import NOTHING, Resource
from stoneage_core.errors import Code, InvalidCommand
from stoneage_core.orders.steps import (
    KEPT,
    Budget,
    BuyWithin,
    FeedInTurn,
    Order,
    Orders,
    Step,
    ToolsThatGain,
    about,
    questions_of,
)
from stoneage_core.payments import PLACE_ASKS, price_of
from stoneage_core.phrases import Spelling
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.placement import MOST_PEOPLE, WHEN_EMPTY
from stoneage_core.rules.purchases import CARD_PRICES

LONGEST_TEXT = 2000
MOST_STEPS = 40
MOST_ALTERNATIVES = 12
ELSE = ", "

_SEPARATOR = re.compile(r"[,|]|\belse\b")
_RESOURCES = frozenset(Resource)
_BUDGETS = frozenset(Budget)


def to_text(orders: Orders) -> str:
    """Return ``orders`` as text, '' if there are none."""
    return "\n".join(map(step_text, orders))


def step_text(step: Step) -> str:
    return ELSE.join(map(order_text, step))


def order_text(order: Order) -> str:
    match order:
        case BuyWithin(place, budget):
            verb = "buy" if place.kind is PlaceKind.CARD else "build"
            return f"{verb} {place.index + 1} {budget}"
        case ToolsThatGain(one_use):
            return "tools gain cards" if one_use else "tools gain"
        case FeedInTurn(kinds):
            return f"feed {' '.join(kinds)}"
        case _:
            return notation.to_text(order)


def parse(text: str) -> Orders:
    """
    Read orders; letter case and spaces do not matter.

    Raise InvalidCommand with a sentence that names the line if they cannot be
    understood, or if there are too many of them.

    >>> orders = parse("# while I am away\\nHUT else forest 2; feed wood brick")
    >>> print(to_text(orders))
    hut, forest 2
    feed wood brick
    """
    _require_short(text)
    lines = list(_lines_in(text))
    if len(lines) > MOST_STEPS:
        english = _("there may be {most} orders at most, not {number}")
        _refuse(english, most=MOST_STEPS, number=len(lines))
    orders: Orders = ()
    for number, line in lines:
        orders = (*orders, _read_line(number, line, orders))
    # This form is stored and read again, and it may be longer than the given text.
    _require_short(to_text(orders))
    return orders


def read_step(text: str) -> Step:
    """Return the step in a text; raise InvalidCommand if its alternatives are wrong."""
    texts = [part for part in _SEPARATOR.split(text.lower()) if part.strip()]
    if not texts:
        _refuse(_("it names nothing to choose from"))
    if len(texts) > MOST_ALTERNATIVES:
        english = _("it may name {most} alternatives at most, not {number}")
        _refuse(english, most=MOST_ALTERNATIVES, number=len(texts))
    step: Step = ()
    verb: list[str] = []
    for part in texts:
        words = part.split()
        place = getattr(step[-1], "place", None) if step else None
        if words[0] in notation.VERBS:
            verb = words[:1]
        else:
            words = [*verb, *words]
        order = Leave(place) if place and words == ["leave"] else _read_order(words)
        if order in step:
            _refuse(_("it names “{text}” twice"), text=Spelling(order_text(order)))
        step = (*step, order)
    if len(questions_of(step)) > 1:
        _refuse(_("its alternatives don’t answer the same question"))
    return step


def _lines_in(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that has an order."""
    parts = [
        part
        for line in text.splitlines()
        for part in ([""] if line.lstrip().startswith("#") else line.split(";"))
    ]
    for number, part in enumerate(parts, start=1):
        if part.strip():
            yield number, part


def _read_line(number: int, line: str, before: Orders) -> Step:
    try:
        step = read_step(line)
        if any(q in KEPT and about(before, q) for q in questions_of(step)):
            _refuse(_("an earlier line says what to do then"))
    except InvalidCommand as error:
        mistake = error.phrase
    else:
        return step
    _refuse(_("line {line}: {mistake}"), line=number, mistake=mistake)


def _read_order(words: list[str]) -> Order:
    text = " ".join(words)
    match words:
        case ["tools", "gain"]:
            return ToolsThatGain()
        case ["tools", "gain", "cards"]:
            return ToolsThatGain(one_use=True)
        case ["feed", *kinds] if kinds and _RESOURCES.issuperset(kinds):
            return FeedInTurn(_different(kinds))
    budget = Budget(words[-1]) if words[-1] in _BUDGETS else None
    command = notation.from_text(
        text if budget is None else text.removesuffix(f" {budget}")
    )
    if isinstance(command, BuyCard | Build) and command.payment == NOTHING:
        return BuyWithin(command.place, budget or Budget.CHEAPEST)
    if budget is not None:
        notation.from_text(
            text
        )  # raises InvalidCommand, because commands have no budgets
    _require_possible(command)
    return command


def _different(kinds: list[str]) -> tuple[Resource, ...]:
    for kind in kinds:
        if kinds.count(kind) > 1:
            _refuse(_("it names “{text}” twice"), text=Spelling(kind))
    return tuple(map(Resource, kinds))


def _require_possible(command: Command) -> None:
    """Raise InvalidCommand for a command that is legal in no position."""
    match command:
        case PlacePeople(place, people):
            if command not in WHEN_EMPTY[place.number][MOST_PEOPLE]:
                english = _("{place} never takes {number} of your people")
                _refuse(english, place=place_in_words(place), number=people)
        case PickDie(face) if face not in range(1, 7):
            english = _("“{text}” isn’t a face of a die; those are 1 to 6")
            _refuse(english, text=Spelling(str(face)))
        case BuyCard(place, payment):
            demand = CARD_PRICES[place.index]
            if not demand.accepts(payment):
                _refuse(PLACE_ASKS, place=place_in_words(place), demand=demand.phrase())
        case Build(payment=payment):
            # Nobody knows yet which building will be there.
            if not any(price_of(tile).accepts(payment) for tile in BUILDINGS.values()):
                _refuse(_("no building asks for {payment}"), payment=payment.words())


def _require_short(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        english = _(
            "orders, names in full, may have {most} characters at most, not {number}"
        )
        _refuse(english, most=LONGEST_TEXT, number=len(text))


def _refuse(english: str, **values: object) -> NoReturn:
    raise InvalidCommand(Code.NOT_UNDERSTOOD, english, **values) from None
