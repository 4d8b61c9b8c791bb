"""Forms of decisions around the board: the command of each, and what carries it out."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from games import queries
from games.decisions.session import How
from games.errors import InvalidChoice, TooLate
from games.match.absences import declare_absence, end_absence
from games.match.proposals import decide_together
from games.match.returning import return_to_seat
from games.match.takebacks import take_back_decision
from games.models import Seat
from games.play.forms import moment_in, number_in
from games.timekeeping.presets import PRESETS
from games.timekeeping.seat_times import with_site_takeback
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.commands import (
    CastVote,
    DeclareAbsence,
    EndAbsence,
    MatchCommand,
    Propose,
    ReclaimSeat,
    TakeBack,
)


class TableDecision(NamedTuple):
    """
    A kind of decision: ``read`` finds its command in a form, ``carry_out`` decides it.

    Both raise Refused or GameError for what cannot be done.
    """

    read: Callable[[Seat, QueryDict, datetime], MatchCommand]
    carry_out: Callable[[Seat, Any, How, datetime], object]


def _takeback_in(seat: Seat, form: QueryDict, now: datetime) -> TakeBack:
    return TakeBack(number_in(form, "sequence"))


def _take_back(seat: Seat, command: TakeBack, how: How, now: datetime) -> None:
    take_back_decision(seat=seat, sequence=command.sequence, now=now, source=how)


def _going_back_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    before = number_in(form, "decision") - 1
    return Propose(ProposalKind.TAKE_BACK, sequence=before)


def _end_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    """Read the proposal to end the game, of whoever said twice that they mean it."""
    if "sure" not in form:
        raise InvalidChoice(_("Tick the box if you really want to end the game."))
    return Propose(ProposalKind.END)


def _clock_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    control = PRESETS.get(form.get("clock", ""))
    if control is None:
        raise InvalidChoice(_("Choose one of the paces."))
    return Propose(ProposalKind.TIME_CONTROL, control=with_site_takeback(control))


def _substitute_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    """Read the proposal that somebody who offered to plays for an absent player."""
    number = number_in(form, "offer")
    offers = queries.standing_offers(seat.game)
    offer = next((each for each in offers if each.number == number), None)
    if offer is None:
        raise TooLate(_("That offer is no longer open."))
    absent = offer.seat.number
    return Propose(ProposalKind.SUBSTITUTE, seat=absent, offer=offer.number)


def _vote_in(seat: Seat, form: QueryDict, now: datetime) -> CastVote:
    says = form.get("says")
    if says not in {"yes", "no"}:
        raise InvalidChoice(_("Say yes or no."))
    return CastVote(number_in(form, "proposal"), agrees=says == "yes")


def _decide_together(
    seat: Seat, command: Propose | CastVote, how: How, now: datetime
) -> None:
    decide_together(seat=seat, command=command, now=now, source=how)


def _absence_in(seat: Seat, form: QueryDict, now: datetime) -> DeclareAbsence:
    """Read an absence; one that is to have begun by now begins now."""
    begins = moment_in(seat, first) if (first := form.get("begins")) else now
    return DeclareAbsence(max(begins, now), moment_in(seat, form.get("until", "")))


def _go_away(seat: Seat, command: DeclareAbsence, how: How, now: datetime) -> None:
    begins = command.begins if command.begins > now else None
    declare_absence(seat=seat, begins=begins, ends=command.ends, now=now, source=how)


def _come_back(seat: Seat, command: EndAbsence, how: How, now: datetime) -> None:
    end_absence(seat=seat, now=now, source=how)


def _take_seat_back(seat: Seat, command: ReclaimSeat, how: How, now: datetime) -> None:
    """Send autopilot away; whoever holds the seat's link is its player."""
    return_to_seat(seat=seat, user=None, now=now, source=how)


_GOING_BACK = TableDecision(_going_back_in, _decide_together)
_SUBSTITUTE = TableDecision(_substitute_in, _decide_together)
_VOTE = TableDecision(_vote_in, _decide_together)
_TAKE_BACK = TableDecision(_takeback_in, _take_back)

#: By the action that a form sends.
TABLE_DECISIONS: dict[str, TableDecision] = {
    "take-back": _TAKE_BACK,
    "ask-back": _GOING_BACK,
    "vote": _VOTE,
    "propose-end": TableDecision(_end_in, _decide_together),
    "propose-clock": TableDecision(_clock_in, _decide_together),
    "propose-substitute": _SUBSTITUTE,
    "away": TableDecision(_absence_in, _go_away),
    "back": TableDecision(lambda *_asked: EndAbsence(), _come_back),
    "return": TableDecision(lambda *_asked: ReclaimSeat(), _take_seat_back),
}
