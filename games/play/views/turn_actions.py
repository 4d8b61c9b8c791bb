"""Actions of the turn page besides decisions: take back, vote, be away.

Each function does one thing and raises Refused or GameError if it cannot be done.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.command_language.orders import parse_orders
from games.errors import Refused
from games.match import standing_orders
from games.match.dock_orders import write_preference, write_second_wishes
from games.models import Seat, Status
from games.people.reachability import try_address
from games.play.coaching import ask_coach
from games.play.first_notes import dismiss_note
from games.play.forms import number_in
from games.play.hints import want_hints
from games.play.order_form import orders_text
from games.play.seat_settings import FormError
from games.play.table_decisions import TABLE_DECISIONS
from games.presentation.error_text import error_sentence
from games.store.heads import require_seen
from games.store.table_rows import read_seats
from games.web.pages import http_status_of
from stoneage_core import GameError

Act = Callable[[Seat, QueryDict, datetime], None]


def decide_around(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Decide something around the board."""
    TABLE_DECISIONS[form.get("action", "")].decide(seat, form, now)


def _require_seen(seat: Seat, form: QueryDict) -> None:
    """Refuse numbers from the page of a position that a restore has lost."""
    version, mark = number_in(form, "expected_version"), form.get("expected_head", "")
    if not mark:
        raise Refused("incomplete")
    require_seen(seat.game, version, mark)


def write_orders(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Keep the orders that were typed, or none."""
    typed = "" if "withdraw" in form else form.get("text", "")
    _write(seat, parse_orders(typed, current_language()), form, now)


def choose_orders(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Keep the orders that were put together from choices."""
    text = orders_text(form, stacks=seat.game.seat_count)
    if not text:
        raise Refused(
            "invalid", _("Choose something first: as it is, all of it is left to you.")
        )
    _write(seat, text, form, now)


def _write(seat: Seat, text: str, form: QueryDict, now: datetime) -> None:
    if seat.game.status == Status.INVITING:
        raise Refused("not_started")
    standing_orders.write_orders(
        seat=seat, text=text, at_deadline="at_deadline" in form, now=now
    )


def wish(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Order the next placements beforehand, or withdraw them."""
    chosen = dict.fromkeys(filter(None, (form.get("wish"), form.get("otherwise"))))
    added = [", ".join(chosen)] if chosen else []
    write_second_wishes(
        seat=seat,
        wishes=[] if "withdraw" in form else [*form.getlist("wished"), *added],
        round_number=number_in(form, "round"),
        unplaced=number_in(form, "unplaced"),
        now=now,
    )


def prefer(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Answer a question from now on as it was just answered, without being asked."""
    write_preference(seat=seat, text=form.get("from_now_on", ""), now=now)


def try_mails(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Write to the seat's player again, whose mails had come back."""
    try_address(user=seat.user, now=now)


def turn_hints(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Turn the hints of a practice game on or off."""
    want_hints(seat=seat, wanted=form.get("hints") == "on")


def coach(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Ask the coach about the decision of a practice game."""
    ask_coach(seat=seat, now=now)


def dismiss(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Never show one of the notes of a first game again."""
    if seat.user is not None:
        dismiss_note(user=seat.user, kind=form.get("note", ""))


def refuse(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Refuse a form that asks for nothing there is."""
    raise Refused("incomplete")


#: What the forms of a table ask for, by the name that they send as their action.
TABLE_ACTIONS: dict[str, Act] = {
    **{
        name: decide_around for name, form in TABLE_DECISIONS.items() if not form.anchor
    },
    "wish": wish,
    "hints": turn_hints,
    "coach": coach,
    "note-read": dismiss,
}

#: What the forms of a seat's page ask for, and where on it their answers lead back to.
SEAT_ACTIONS: dict[str, tuple[Act, str]] = {
    **{
        name: (decide_around, form.anchor)
        for name, form in TABLE_DECISIONS.items()
        if form.anchor
    },
    "orders": (write_orders, "#orders"),
    "orders-form": (choose_orders, "#orders"),
    "mails-again": (try_mails, ""),
}

#: What goes by numbers, which are given anew where something is lost.
_NUMBERED = {
    "wish",
    *(name for name, form in TABLE_DECISIONS.items() if form.by_number),
}


def refusal_of(
    act: Act, seat: Seat, form: QueryDict, now: datetime
) -> FormError | None:
    """Do what a form asks for; return why it could not be done, None if it was."""
    try:
        if form.get("action") in _NUMBERED:
            _require_seen(seat, form)
        act(seat, form, now)
    except (Refused, GameError) as refusal:
        typed = {key: str(value) for key, value in form.items()}
        return form_error(refusal, seat, action=form.get("action", ""), typed=typed)
    return None


def form_error(refusal: Refused | GameError, seat: Seat, **form: Any) -> FormError:
    """Return why a form was refused, with what is known of the form. One query."""
    sentence = error_sentence(refusal, read_seats(seat.game))
    return FormError(sentence, http_status_of(refusal), **form)
