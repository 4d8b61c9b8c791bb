"""What players arrange for their own seats, from the turn page."""

from datetime import UTC, datetime

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import services
from games.clocks import zone_of_seat
from games.errors import GameNotStarted, InvalidChoice
from games.models import Seat, Status
from games.pages.order_choices import text_of
from games.views.people import try_address
from games.words.lexicon import current_language
from games.words.orders import parse_orders


def write_orders(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Keep the orders that were typed, or none."""
    typed = "" if "withdraw" in form else form.get("text", "")
    _write(seat, parse_orders(typed, current_language()), form, now)


def choose_orders(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Keep the orders that were put together from choices."""
    text = text_of(form)
    if not text:
        raise InvalidChoice(_("Choose something first: this leaves all to you."))
    _write(seat, text, form, now)


def _write(seat: Seat, text: str, form: QueryDict, now: datetime) -> None:
    if seat.game.status == Status.INVITING:
        raise GameNotStarted
    services.orders_write(
        seat=seat, text=text, at_deadline="at_deadline" in form, now=now
    )


def go_away(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Stop the seat's clock for a while."""
    begins = _moment(seat, first) if (first := form.get("begins")) else None
    ends = _moment(seat, form.get("until", ""))
    services.absence_declare(seat=seat, begins=begins, ends=ends, now=now)


def come_back(seat: Seat, form: QueryDict, now: datetime) -> None:
    """End an absence early, or call it off."""
    services.absence_end(seat=seat, now=now)


def try_mails(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Write to the seat's player again, whose mails had come back."""
    try_address(seat.user, now)


def _moment(seat: Seat, text: str) -> datetime:
    """Read a date and time of the player's own zone."""
    try:
        local = datetime.fromisoformat(text).replace(tzinfo=zone_of_seat(seat))
        return local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidChoice(_("Say until when: a date and a time.")) from error
