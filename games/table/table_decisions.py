"""Forms of decisions around the board: how each is read, and what carries it out."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from games.absences import declare_absence, end_absence
from games.clocks import PRESETS, with_site_takeback
from games.errors import Refused
from games.models import Game, Seat
from games.seats.offers import return_to_seat
from games.table.form_input import moment_in, number_in
from games.table.submit import take_back_decision
from games.table.votes import cast_vote, decide_own
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.more_time import AskForTime, GiveTime
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.seats import ReclaimSeat

#: Reads a command from a form. Raises Refused if it is incomplete.
ReadCommand = Callable[[Seat, QueryDict, datetime], MatchCommand]


class DecisionForm(NamedTuple):
    """
    A form: how its command is read, and where on the seat's page its response leads.

    ``anchor`` is '' for a form of the table. A form ``by_number`` refers to an event, a
    proposal or an offer by a number that a restore may reassign. A ``service`` does
    more than the rule of the command, and takes the command's fields as arguments.
    """

    read: ReadCommand
    anchor: str = ""
    by_number: bool = False
    service: Callable[..., Game] | None = None

    def decide(self, seat: Seat, form: QueryDict, now: datetime) -> None:
        command = self.read(seat, form, now)
        if self.service is None:
            decide_own(seat=seat, command=command, now=now)
        else:
            self.service(seat=seat, now=now, **asdict(command))


def _takeback_in(seat: Seat, form: QueryDict, now: datetime) -> TakeBack:
    return TakeBack(number_in(form, "sequence"))


def _going_back_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    before = number_in(form, "decision") - 1
    return Propose(ProposalKind.TAKE_BACK, sequence=before)


def _end_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    """Read a proposal to end the game, which needs a ticked box."""
    if "sure" not in form:
        raise Refused("invalid", _("Tick the box if you really want to end the game."))
    return Propose(ProposalKind.END)


def _clock_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    control = PRESETS.get(form.get("clock", ""))
    if control is None:
        raise Refused("invalid", _("Choose one of the paces."))
    return Propose(ProposalKind.TIME_CONTROL, control=with_site_takeback(control))


def _substitute_in(seat: Seat, form: QueryDict, now: datetime) -> Propose:
    """Read a proposal that a person who offered to plays an absent player's seat."""
    number = number_in(form, "offer")
    offer = seat.game.table_state.offer(number)
    absent = None if offer is None else offer.player
    return Propose(ProposalKind.SUBSTITUTE, seat=absent, offer=number)


def _vote_in(seat: Seat, form: QueryDict, now: datetime) -> CastVote:
    says = form.get("says")
    if says not in {"yes", "no"}:
        raise Refused("invalid", _("Say yes or no."))
    return CastVote(number_in(form, "proposal"), agrees=says == "yes")


def _absence_in(seat: Seat, form: QueryDict, now: datetime) -> DeclareAbsence:
    """Read an absence. One in the past begins now."""
    begins = moment_in(seat, first) if (first := form.get("begins")) else now
    return DeclareAbsence(max(begins, now), moment_in(seat, form.get("until", "")))


def _end_of_absence_in(seat: Seat, form: QueryDict, now: datetime) -> EndAbsence:
    return EndAbsence()


def _time_for_in(seat: Seat, form: QueryDict, now: datetime) -> GiveTime:
    return GiveTime(number_in(form, "seat"))


def _wish_for_time_in(seat: Seat, form: QueryDict, now: datetime) -> AskForTime:
    return AskForTime()


def _return_in(seat: Seat, form: QueryDict, now: datetime) -> ReclaimSeat:
    return ReclaimSeat()


#: The forms of proposals, by the ``action`` that they send.
PROPOSAL_FORMS = {
    "ask-back": DecisionForm(_going_back_in, "#proposals", by_number=True),
    "propose-end": DecisionForm(_end_in, "#proposals"),
    "propose-clock": DecisionForm(_clock_in, "#proposals"),
    "propose-substitute": DecisionForm(_substitute_in, "#proposals", by_number=True),
}

#: All forms, by the ``action`` that they send.
TABLE_DECISIONS = {
    "take-back": DecisionForm(_takeback_in, by_number=True, service=take_back_decision),
    **PROPOSAL_FORMS,
    "vote": DecisionForm(_vote_in, "#proposals", by_number=True, service=cast_vote),
    "away": DecisionForm(_absence_in, "#away", service=declare_absence),
    "back": DecisionForm(_end_of_absence_in, "#away", service=end_absence),
    "ask-time": DecisionForm(_wish_for_time_in, "#time"),
    "give-time": DecisionForm(_time_for_in),
    # The holder of the seat's link is its player.
    "return": DecisionForm(_return_in, service=partial(return_to_seat, user=None)),
}
