"""What the turn page asks for beside decisions: taking back, voting, coming back.

Each function does one thing and raises Refused or GameError if it cannot be done.
"""

from collections.abc import Callable
from datetime import datetime

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import queries, services
from games.errors import InvalidChoice, TooLate
from games.models import Seat
from games.timekeeping.presets import PRESETS
from games.views import seat_actions

Act = Callable[[Seat, QueryDict, datetime], None]


def take_back(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Take the last decision back."""
    services.decision_take_back(seat=seat, sequence=_number(form, "sequence"), now=now)


def ask_back(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Ask all to go back to an earlier decision."""
    services.takeback_propose(seat=seat, decision=_number(form, "decision"), now=now)


def vote(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Say yes or no to a proposal."""
    says = form.get("says")
    if says not in {"yes", "no"}:
        raise InvalidChoice(_("Say yes or no."))
    services.vote_cast(
        seat=seat, motion=_number(form, "motion"), agrees=says == "yes", now=now
    )


def propose_end(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Propose to end the game, for who said twice that they mean it."""
    if "sure" not in form:
        raise InvalidChoice(_("Tick the box if you really want to end the game."))
    services.end_propose(seat=seat, now=now)


def propose_clock(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Propose another clock for the table."""
    clock = PRESETS.get(form.get("clock", ""))
    if clock is None:
        raise InvalidChoice(_("Choose one of the clocks."))
    services.clock_propose(seat=seat, clock=clock, now=now)


def propose_substitute(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Propose that somebody who offered to plays on for an absent player."""
    number = _number(form, "offer")
    offers = queries.standing_offers(seat.game)
    offer = next((each for each in offers if each.number == number), None)
    if offer is None:
        raise TooLate(_("That offer does not stand any more."))
    services.substitute_propose(seat=seat, offer=offer, now=now)


def take_seat_back(seat: Seat, form: QueryDict, now: datetime) -> None:
    """Send the steward away; whoever holds the seat's link is its player."""
    services.seat_return(seat=seat, user=None, now=now)


def _number(form: QueryDict, name: str) -> int:
    try:
        return int(form.get(name, ""))
    except ValueError as error:
        sentence = _("That form was incomplete, so nothing was done. Please try again.")
        raise InvalidChoice(sentence) from error


#: By the name that a form sends as its action.
ACTIONS: dict[str, Act] = {
    "take-back": take_back,
    "ask-back": ask_back,
    "vote": vote,
    "propose-end": propose_end,
    "propose-clock": propose_clock,
    "propose-substitute": propose_substitute,
    "return": take_seat_back,
    "orders": seat_actions.write_orders,
    "orders-form": seat_actions.choose_orders,
    "away": seat_actions.go_away,
    "back": seat_actions.come_back,
    "mails-again": seat_actions.try_mails,
}

#: Those whose forms stand further down: their answers lead back there.
ANCHORS = {
    "ask-back": "#proposals",
    "propose-end": "#proposals",
    "propose-clock": "#proposals",
    "propose-substitute": "#proposals",
    "vote": "#proposals",
    "orders": "#orders",
    "orders-form": "#orders",
    "away": "#away",
    "back": "#away",
}
