"""Settings of a seat: standing orders, second wishes, absences, coming back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.command_language.orders import LONGEST
from games.command_language.spelling import spell_orders
from games.match.dock_orders import may_prefer, other_orders, second_wishes
from games.match.standing_orders import orders_of
from games.models import Seat, SeatOrders, Status, StoredEvent
from games.now import zone_of_seat
from games.presentation.error_text import why_put_aside
from games.presentation.labels import Text, place_label
from games.table.choices import Entered
from stoneage_core import GameState, awaited, notation, standing
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    PLACES,
    VILLAGE,
    Place,
    PlaceKind,
)
from stoneage_core.events.seats import AutopilotSeated, SeatEntrusted
from stoneage_core.match import absences
from stoneage_core.serialization import codec
from stoneage_core.standing.second_wishes import (
    Wish,
    is_for_next_round,
    may_wish,
    possible_wishes,
)
from stoneage_core.state import Question

#: What the field of the standing orders shows while it is empty.
EXAMPLE = "place hut, field, forest 3\ntools gain\nfeed wood brick"

#: What has to be paid for.
FOR_SALE = CARD_SLOTS + BUILDING_STACKS

#: How many placements to try in turn can be chosen without writing.
ALTERNATIVES = (1, 2, 3)

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
    ("tools none", gettext_lazy("never")),
)
DICE: tuple[tuple[str, Text], ...] = (
    ("", gettext_lazy("ask me")),
    ("pick 6 5 4 3 2 1", gettext_lazy("field, tool, gold, stone, brick, wood")),
    ("pick 5 6 4 3 2 1", gettext_lazy("tool, field, gold, stone, brick, wood")),
    ("pick 4 3 6 5 2 1", gettext_lazy("gold, stone, field, tool, brick, wood")),
)
#: What to do about each card and building; what is chosen stands behind its name.
PURCHASES: tuple[tuple[str, Text], ...] = (
    ("", gettext_lazy("ask me")),
    ("cheapest", gettext_lazy("pay as little as possible; ask me if I can’t")),
    (
        "cheapest, nothing",
        gettext_lazy("pay as little as possible; leave it if I can’t"),
    ),
    ("most", gettext_lazy("pay what scores most; ask me if I can’t")),
    ("most, nothing", gettext_lazy("pay what scores most; leave it if I can’t")),
)
_STANDING = {"feeding": FEEDING, "tools": TOOLS, "dice": DICE}
_SELECTS = {**_STANDING, "purchases": PURCHASES}

#: What the field of the standing orders shows while it is empty.
EXAMPLE = "place hut, field, forest 3\ntools gain\nfeed wood brick"


class Select(NamedTuple):
    """
    A choice as the page shows it; ``options`` are value, label, whether chosen.

    One of them that is not '' has to be chosen if it ``is_required``.
    """

    name: str
    options: tuple[tuple[str, str, bool], ...]
    is_required: bool = False


def orders_text(chosen: Mapping[str, str], stacks: int) -> str:
    """
    Return the orders that a form's choices make, '' if it leaves all to ask.

    They are for a table with so many stacks of buildings.
    """
    wishes = [wish for number in ALTERNATIVES if (wish := _wish(chosen, number))]
    lines = [f"place {', '.join(wishes)}"] if wishes else []
    lines += _purchase_lines(chosen, stacks)
    lines += (chosen.get(name, "") for name in _STANDING)
    return "\n".join(filter(None, lines))


def _purchase_lines(chosen: Mapping[str, str], stacks: int) -> list[str]:
    """Return an order for each thing for sale that was chosen, or for all there are."""
    how = chosen.get("purchases", "")
    if not how:
        return []
    labels = {chosen.get(f"place{number}") for number in ALTERNATIVES}
    for_sale = [place for place in FOR_SALE if _is_on_board(place, stacks)]
    named = [place for place in for_sale if place.label in labels]
    return [f"buy {place.label} {how}" for place in named or for_sale]


def _wish(chosen: Mapping[str, str], number: int) -> str:
    """Return 'hut', 'forest 3' or ''."""
    label = chosen.get(f"place{number}", "")
    counted = label in {
        place.label for place in PLACES if place.kind is PlaceKind.GATHERING
    }
    return f"{label} {chosen.get(f'people{number}') or 1}" if counted else label


def standing_select(name: str, chosen: Mapping[str, str]) -> Select:
    """Return one of the choices that stand."""
    value = chosen.get(name, "")
    return Select(
        name,
        tuple((key, str(label), key == value) for key, label in _SELECTS[name]),
    )


def place_rows(
    chosen: Mapping[str, str], stacks: int
) -> list[tuple[int, Select, Select]]:
    """
    Return the placements to try in turn: where, and with how many people.

    They are for a table with so many stacks of buildings.
    """
    return [
        (
            number,
            _place_select(f"place{number}", chosen, stacks),
            _people_select(f"people{number}", chosen),
        )
        for number in ALTERNATIVES
    ]


def _place_select(name: str, chosen: Mapping[str, str], stacks: int) -> Select:
    value = chosen.get(name, "")
    places = [*VILLAGE, *(place for place in PLACES if place not in VILLAGE)]
    known = [place for place in places if _is_on_board(place, stacks)]
    options = (
        (place.label, place_label(place), place.label == value) for place in known
    )
    return Select(name, (("", "–", not value), *options))


def _is_on_board(place: Place, stacks: int) -> bool:
    return place.kind is not PlaceKind.BUILDING or place.index < stacks


def _people_select(name: str, chosen: Mapping[str, str]) -> Select:
    value = chosen.get(name, "1")
    counts = map(str, range(1, 11))
    return Select(name, tuple((count, count, count == value) for count in counts))


#: The shape of an <input type="datetime-local">.
LOCAL_FORM = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True)
class FormError:
    """
    Why a form of the turn page was refused, and what it contained: nothing gets lost.

    ``action`` says which form; '' is a decision, and ``entered`` what it contained.
    """

    sentence: str = ""
    status: int = HTTPStatus.OK
    action: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    entered: Entered = field(default_factory=Entered)

    def sentence_for(self, action: str) -> str:
        """Return the sentence if it is said of this form, else ''."""
        return self.sentence if self.action == action else ""

    def typed_into(self, action: str) -> Mapping[str, str]:
        """Return what was typed into this form."""
        return self.typed if self.action == action else {}


NO_FORM_ERROR = FormError()


def orders_settings(
    seat: Seat, seats: Sequence[Seat], state: GameState, error: FormError
) -> dict[str, Any]:
    """
    Return the standing orders of a seat, as only its player sees them.

    ``put_aside`` is the reason why they rest; ``error`` is about the text and
    ``choice_error`` about the form without notation.
    """
    written = SeatOrders.objects.filter(seat=seat).first()
    typed, chosen = error.typed_into("orders"), error.typed_into("orders-form")
    return {
        "text": typed["text"] if "text" in typed else _text(written, state),
        "at_deadline": _at_deadline(written, typed or chosen),
        "is_armed": written is not None and written.disarmed_at is None,
        "put_aside": why_put_aside(written) if written and written.disarmed_at else "",
        "error": error.sentence_for("orders"),
        "choice_error": error.sentence_for("orders-form"),
        "places": place_rows(chosen, stacks=len(seats)),
        "purchases": standing_select("purchases", chosen),
        "feeding": standing_select("feeding", chosen),
        "tools": standing_select("tools", chosen),
        "dice": standing_select("dice", chosen),
        "longest": LONGEST,
        "example": EXAMPLE,
    }


def absence_settings(seat: Seat, now: datetime, error: FormError) -> dict[str, Any]:
    """Return what a seat's player may know and do about being away."""
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
    """Return after how many missed decisions autopilot took a seat; 0: by staff."""
    types = [AutopilotSeated.type_name(), SeatEntrusted.type_name()]
    seated = StoredEvent.objects.filter(game=seat.game, type__in=types)
    rows = seated.order_by("-sequence").values_list("type", "schema_version", "data")
    for event in (codec.decode(*row) for row in rows):
        if getattr(event, "player", None) == seat.number:
            return event.misses if isinstance(event, AutopilotSeated) else 0
    return 0


def has_settings(seat: Seat) -> bool:
    """Whether there is anything to arrange: guests practise, and have no clock."""
    is_guest = seat.user is None or seat.user.is_guest
    return seat.game.status == Status.ACTIVE and not (is_guest or seat.is_on_autopilot)


def _text(written: SeatOrders | None, state: GameState) -> str:
    """Return what is still meant; what was put aside is shown as it was written."""
    if written is None:
        return ""
    is_put_aside = written.disarmed_at is not None
    left = written.text if is_put_aside else standing.to_text(orders_of(written, state))
    return spell_orders(left)


def _at_deadline(written: SeatOrders | None, typed: Mapping[str, str]) -> bool:
    if typed:
        return "at_deadline" in typed
    return written is not None and written.at_deadline


#: How many placements are offered, of different places first, to save bytes.
MOST_OFFERED = 8
#: What can be preferred about a question: the first order there is, and its words.
_PREFERENCES = {Question.DIE: DICE[1], Question.FEED: FEEDING[1]}


class OrderInWords(NamedTuple):
    """An order: its ``text`` in the language of orders, and its words."""

    text: str
    words: str


def next_wish(seat: Seat, state: GameState) -> dict[str, Any] | None:
    """Return what a seat's player can wish for next; None where they cannot."""
    if not (has_settings(seat) and may_wish(state, seat.number)):
        return None
    written = SeatOrders.objects.filter(seat=seat).first()
    if other_orders(written, state) is None:
        return None
    return wish_offer(state, seat.number, second_wishes(written, state))


def preference(seat: Seat, state: GameState) -> OrderInWords | None:
    """Return how a question can be answered from now on without being asked."""
    offered = _PREFERENCES.get(state.question) if state.question else None
    is_asked = seat.number in awaited(state)
    if offered is None or not (is_asked and has_settings(seat)):
        return None
    if not may_prefer(SeatOrders.objects.filter(seat=seat).first()):
        return None
    text, words = offered
    return OrderInWords(text, str(words))


def wish_offer(
    state: GameState, player: int, wished: Sequence[Wish]
) -> dict[str, Any] | None:
    """
    Return the offer to a player who ``wished``, or did not; None without any place.

    It is made for the moment of ``round`` and ``unplaced``; ``otherwise`` is what to
    try if the placement of ``select`` is not possible any more.

    Nothing is chosen beforehand; what autopilot likes least is left to the orders on
    the page of the seat.
    """
    liked = possible_wishes(state, player, wished)[:MOST_OFFERED]
    if not (liked or wished):
        return None
    return {
        "select": _select("wish", _("choose"), liked) if liked else None,
        "otherwise": _select("otherwise", _("ask me"), liked) if liked[1:] else None,
        "written": [
            OrderInWords(", ".join(map(notation.to_text, wish)), wish_in_words(wish))
            for wish in wished
        ],
        "round": state.round,
        "unplaced": state.players[player].unplaced,
        "is_for_next_round": is_for_next_round(state),
    }


def wish_in_words(wish: Wish) -> str:
    """Return 'Field' or 'Field, else Forest 3'."""
    words = _placement_in_words(wish[0])
    for other in wish[1:]:
        values = {"wish": words, "other": _placement_in_words(other)}
        words = _("%(wish)s, else %(other)s") % values
    return words


def _select(name: str, nothing: str, liked: Sequence[PlacePeople]) -> Select:
    """Return placements in board order to choose from, with ``nothing`` chosen."""
    in_order = sorted(liked, key=lambda each: (each.place.number, each.people))
    options = [
        (notation.to_text(each), _placement_in_words(each), False) for each in in_order
    ]
    return Select(name, (("", nothing, True), *options), is_required=name == "wish")


def _placement_in_words(placement: PlacePeople) -> str:
    """Return 'Forest 3'; 'Field' where no other number can go."""
    where = place_label(placement.place)
    return where if placement.place.good is None else f"{where} {placement.people}"
