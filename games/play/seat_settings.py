"""Settings of a seat: standing orders, absences, coming back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _

from games.command_language.orders import LONGEST
from games.command_language.spelling import spell_orders
from games.match.standing_orders import orders_of
from games.models import Seat, SeatOrders, Status, StoredEvent
from games.now import zone_of_seat
from games.play.order_form import place_rows, standing_select
from games.presentation.choices.decision import Entered
from games.presentation.error_text import why_put_aside
from stoneage_core import GameState, standing
from stoneage_core.events.seats import AutopilotSeated, SeatEntrusted
from stoneage_core.match import absences
from stoneage_core.serialization import codec

#: What the field of the standing orders shows while it is empty.
EXAMPLE = "place hut, field, forest 3\ntools gain\nfeed wood brick"
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
