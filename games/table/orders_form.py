"""Forms of orders, and what else a player arranges for their seat."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Any, NamedTuple

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.command_language.parsing import LONGEST, parse_orders
from games.command_language.spelling import spell_command, spell_orders
from games.models import Seat, SeatOrders, Status, StoredEvent
from games.now import zone_of_seat
from games.orders import orders_beside, orders_of, placements_ordered
from games.presentation.dates import duration_in_words
from games.presentation.error_text import why_put_aside
from games.presentation.labels import Text, place_label
from games.table.form_input import FormError
from stoneage_core import GameState, awaited, notation, orders
from stoneage_core.commands import Command, PlacePeople
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, VILLAGE
from stoneage_core.events.seats import AutopilotSeated, SeatEntrusted
from stoneage_core.match import absences
from stoneage_core.orders import Answered, Step, next_command
from stoneage_core.orders.placing_ahead import (
    is_for_next_round,
    may_place_ahead,
    placements_ahead,
)
from stoneage_core.orders.steps import add_steps
from stoneage_core.orders.text import step_text
from stoneage_core.record import codec
from stoneage_core.rules.placement import IN_PLAY, MOST_PEOPLE, WHEN_EMPTY
from stoneage_core.state import Question

#: The placeholder of the empty field.
EXAMPLE = "hut, field, forest 3\ntools gain\nfeed wood brick"

#: Fields for a placement and its alternatives.
PLACES = ("place1", "place2", "place3")

FEEDING: tuple[tuple[str, Text], ...] = (
    ("", gettext_lazy("ask me")),
    (
        "feed wood brick stone gold",
        gettext_lazy("cheapest first: wood, brick, stone, gold"),
    ),
    ("feed wood brick", gettext_lazy("with wood and brick only")),
    ("go hungry", gettext_lazy("go hungry and lose points")),
)
TOOLS: tuple[tuple[str, Text], ...] = (
    ("", gettext_lazy("ask me")),
    ("tools gain", gettext_lazy("only when they gain something")),
    ("tools gain cards", gettext_lazy("when they gain something, one-use tools too")),
    ("no tools", gettext_lazy("never")),
)
DICE: tuple[tuple[str, Text], ...] = (
    ("", gettext_lazy("ask me")),
    ("pick 6, 5, 4, 3, 2, 1", gettext_lazy("field, tool, gold, stone, brick, wood")),
    ("pick 5, 6, 4, 3, 2, 1", gettext_lazy("tool, field, gold, stone, brick, wood")),
    ("pick 4, 3, 6, 5, 2, 1", gettext_lazy("gold, stone, field, tool, brick, wood")),
)
#: What to do about each card and building.
PURCHASES: tuple[tuple[str, Text], ...] = (
    ("", gettext_lazy("ask me")),
    ("cheapest", gettext_lazy("pay as little as possible; ask me if I can’t")),
    ("cheapest, leave", gettext_lazy("pay as little as possible; leave it if I can’t")),
    ("most", gettext_lazy("pay what scores most; ask me if I can’t")),
    ("most, leave", gettext_lazy("pay what scores most; leave it if I can’t")),
)
#: Fields whose values are steps.
_CHOICES = {"dice": DICE, "tools": TOOLS, "feeding": FEEDING}


def orders_delay() -> str:
    """Return how long orders wait at most before they decide: '10 minutes'."""
    __, longest = settings.ORDERS_DELAY
    unit = 60 if longest > 60 else 1
    return duration_in_words(ceil(longest / unit) * unit)


class Select(NamedTuple):
    """
    A select element. ``options`` are value, label, and whether it is selected.

    If it ``is_required``, the empty option cannot be sent.
    """

    name: str
    options: tuple[tuple[str, str, bool], ...]
    is_required: bool = False


def orders_in(form: QueryDict, language: str) -> str:
    """
    Return the orders in a form in the notation: the typed ones, then the chosen ones.

    ``text`` is in the words of a language. Each ``step`` and all choices are in the
    notation. '' withdraws all. Raise InvalidCommand if any cannot be read.
    """
    if "withdraw" in form:
        return ""
    typed = orders.parse(parse_orders(form.get("text", ""), language))
    placement = dict.fromkeys(filter(None, map(form.get, PLACES)))
    chosen = [
        *form.getlist("step"),
        ", ".join(placement),
        *(form.get(name, "") for name in ("purchases", *_CHOICES)),
    ]
    return orders.to_text(add_steps(typed, orders.parse("\n".join(chosen))))


def order_selects(seats: int, chosen: Mapping[str, str]) -> dict[str, Any]:
    known = [place for place in IN_PLAY[seats] if place not in VILLAGE]
    placements = [
        each
        for place in (*VILLAGE, *known)
        for each in WHEN_EMPTY[place.number][MOST_PEOPLE]
    ]
    for_sale = [*CARD_SLOTS, *BUILDING_STACKS[:seats]]
    purchases = [
        ("; ".join(f"buy {place.label} {how}" for place in for_sale if how), label)
        for how, label in PURCHASES
    ]
    return {
        "places": [_placement_select(name, "–", placements, chosen) for name in PLACES],
        "purchases": _select("purchases", purchases, chosen),
        **{name: _select(name, options, chosen) for name, options in _CHOICES.items()},
    }


def _placement_select(
    name: str,
    nothing: str,
    placements: Iterable[PlacePeople],
    chosen: Mapping[str, str],
    *,
    is_required: bool = False,
) -> Select:
    options = [
        (notation.to_text(each), _placement_in_words(each)) for each in placements
    ]
    return _select(name, [("", nothing), *options], chosen, is_required=is_required)


def _select(
    name: str,
    options: Iterable[tuple[str, Text]],
    chosen: Mapping[str, str],
    *,
    is_required: bool = False,
) -> Select:
    value = chosen.get(name, "")
    rows = tuple((key, str(label), key == value) for key, label in options)
    return Select(name, rows, is_required)


#: The format of an <input type="datetime-local">.
LOCAL_FORM = "%Y-%m-%dT%H:%M"


def orders_settings(
    seat: Seat, seats: Sequence[Seat], state: GameState, error: FormError
) -> dict[str, Any]:
    """
    Return the orders of a seat, for its player only.

    ``put_aside`` says why they are not followed, or is ''.
    """
    written = SeatOrders.objects.filter(seat=seat).first()
    typed = error.typed_into("orders")
    text = _text(written, state)
    return {
        "text": typed.get("text", text),
        "at_deadline": "at_deadline" in typed
        if typed
        else written is not None and written.at_deadline,
        "delay": orders_delay(),
        "is_armed": bool(text and written and written.disarmed_at is None),
        "put_aside": why_put_aside(written) if written and written.disarmed_at else "",
        "error": error.sentence_for("orders"),
        "longest": LONGEST,
        "example": EXAMPLE,
        "opens_choices": any(
            typed.get(name) for name in ("purchases", *PLACES, *_CHOICES)
        ),
        **order_selects(len(seats), typed),
    }


def absence_settings(seat: Seat, now: datetime, error: FormError) -> dict[str, Any]:
    """Return what a player can know and do about absences."""
    zone, typed = zone_of_seat(seat), error.typed_into("away")
    away = seat.game.table_state.seats[seat.number].away
    control = seat.game.time_control
    present = absences.next_absence(away, now)
    return {
        "is_possible": control.vacation > 0,
        "impossible": _(absences.NO_VACATION),
        "days_left": absences.days_left(control, away, now),
        "present": present,
        "is_away": present is not None and present.begins <= now,
        "begins": typed.get("begins", ""),
        "until": typed.get("until", ""),
        "earliest": now.astimezone(zone).strftime(LOCAL_FORM),
        "zone": zone.key.replace("_", " "),
        "error": error.sentence_for("away") or error.sentence_for("back"),
    }


def missed_before_autopilot(seat: Seat) -> int:
    """Return how many misses seated autopilot. 0 if the staff did."""
    types = [AutopilotSeated.type_name(), SeatEntrusted.type_name()]
    seated = StoredEvent.objects.filter(game=seat.game, type__in=types)
    rows = seated.order_by("-sequence").values_list("type", "schema_version", "data")
    for event in (codec.decode(*row) for row in rows):
        if getattr(event, "player", None) == seat.number:
            return event.misses if isinstance(event, AutopilotSeated) else 0
    return 0


def has_settings(seat: Seat) -> bool:
    """Return whether a player can arrange anything. Guests have no clock."""
    is_guest = seat.user is None or seat.user.is_guest
    return seat.game.status == Status.ACTIVE and not (is_guest or seat.is_on_autopilot)


def _text(written: SeatOrders | None, state: GameState) -> str:
    """Return the orders that still apply, or all of them if they were put aside."""
    if written is None:
        return ""
    is_put_aside = written.disarmed_at is not None
    left = written.text if is_put_aside else orders.to_text(orders_of(written, state))
    return spell_orders(left)


#: How many placements are offered, to save bytes. Different places come first.
MOST_OFFERED = 8
#: The order that is offered for each question, and its words.
_PREFERENCES = {Question.DIE: DICE[1], Question.FEED: FEEDING[1]}


class OrderInWords(NamedTuple):
    text: str
    words: str


def next_order(seat: Seat, state: GameState) -> dict[str, Any] | None:
    if not (has_settings(seat) and may_place_ahead(state, seat.number)):
        return None
    written = SeatOrders.objects.filter(seat=seat).first()
    if orders_beside(written, state, Question.PLACE) is None:
        return None
    return placement_offer(state, seat.number, placements_ordered(written, state))


class DueOrder(NamedTuple):
    """What orders will decide, and at which time of day in the player's zone."""

    words: str
    at: str


def due_order(seat: Seat, state: GameState) -> DueOrder | None:
    """
    Return what a seat's orders will answer if its player does not decide first.

    None if they do not answer the present question. Takes no query if no orders are
    due.
    """
    if seat.orders_at is None:
        return None
    written = SeatOrders.objects.filter(seat=seat, disarmed_at=None).first()
    if written is None:
        return None
    answer = next_command(orders_of(written, state), state, seat.number)
    if not isinstance(answer, Answered):
        return None
    at = seat.orders_at.astimezone(zone_of_seat(seat))
    return DueOrder(_command_in_words(answer.command), at.strftime("%H:%M"))


def preference(seat: Seat, state: GameState) -> OrderInWords | None:
    """Return an order that would answer the present question in future, or None."""
    question = state.question
    is_asked = seat.number in awaited(state) and has_settings(seat)
    if question not in _PREFERENCES or not is_asked:
        return None
    written = SeatOrders.objects.filter(seat=seat).first()
    if orders_beside(written, state, question) is None:
        return None
    text, words = _PREFERENCES[question]
    return OrderInWords(text, str(words))


def placement_offer(
    state: GameState, player: int, ordered: Sequence[Step]
) -> dict[str, Any] | None:
    """
    Return the offer to place people ahead, or None if there is no place.

    ``ordered`` are the placements so far. ``round`` and ``unplaced`` identify the
    moment. ``otherwise`` is the alternative if the placement in ``select`` becomes
    impossible.

    Nothing is selected beforehand. The page of the seat offers more placements.
    """
    liked = placements_ahead(state, player, ordered)[:MOST_OFFERED]
    if not (liked or ordered):
        return None
    in_order = sorted(liked, key=lambda each: (each.place.number, each.people))
    first, second, __ = PLACES
    return {
        "select": liked
        and _placement_select(first, _("choose"), in_order, {}, is_required=True),
        "otherwise": liked[1:] and _placement_select(second, _("ask me"), in_order, {}),
        "written": [
            OrderInWords(step_text(step), step_in_words(step)) for step in ordered
        ],
        "delay": orders_delay(),
        "round": state.round,
        "unplaced": state.players[player].unplaced,
        "is_for_next_round": is_for_next_round(state),
    }


def step_in_words(step: Step) -> str:
    first, *others = (
        _placement_in_words(p) for p in step if isinstance(p, PlacePeople)
    )
    words = first
    for other in others:
        values = {"first": words, "other": other}
        words = _("%(first)s, else %(other)s") % values
    return words


def _command_in_words(command: Command) -> str:
    """Return 'Forest 3' for a placement, or else what people would type."""
    if isinstance(command, PlacePeople):
        return _placement_in_words(command)
    return spell_command(notation.to_text(command))


def _placement_in_words(placement: PlacePeople) -> str:
    """Return 'Forest 3', or 'Field' if only one number is possible."""
    where = place_label(placement.place)
    return where if placement.place.good is None else f"{where} {placement.people}"
