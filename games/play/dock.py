"""The dock of a seat's page: what is asked, and the place that is looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Seat
from games.presentation.choices.decide import decision_for
from games.presentation.choices.decision import AskedDecision, Entered, Pane
from games.presentation.choices.use_actions import UseDecision
from stoneage_core.state import GameState


@dataclass(frozen=True)
class Dock:
    """
    What a seat's player is asked; no ``decision`` where they are not awaited.

    ``question`` is its stable name, '' for none.

    ``pane`` shows one place, None the question itself. ``order`` is that of the uses,
    joined by commas. A number of people is sent by the tap on it, or by one more press.
    """

    template: str
    question: str
    decision: AskedDecision | None
    pane: Pane | None
    order: str
    sends_at_once: bool

    @property
    def panes(self) -> tuple[Pane, ...]:
        """All that can be looked at."""
        return () if self.decision is None else self.decision.panes

    @property
    def at(self) -> str:
        """The key of the place that is looked at, '' for none."""
        return "" if self.pane is None else self.pane.key


def dock_of(
    seat: Seat,
    state: GameState,
    names: tuple[str, ...],
    entered: Entered,
) -> Dock:
    """
    Return the dock with what was ``entered``, and the place that is looked at.

    While autopilot plays a seat its player is asked nothing.
    """
    decision = (
        None
        if seat.is_on_autopilot
        else decision_for(state, seat.number, names, entered)
    )
    return Dock(
        template="games/dock/waiting.html" if decision is None else decision.template,
        question="" if decision is None else str(state.question),
        decision=decision,
        pane=None if decision is None else _pane(decision, entered.at),
        order=",".join(entered.order),
        sends_at_once=seat.user is not None and seat.user.sends_at_once,
    )


def unasked_place(context: Mapping[str, Any]) -> str:
    """Return the place that is looked at where nothing is asked about it, or ''."""
    table, dock = context["table"], context["dock"]
    return table.at if dock.pane is None else ""


def _pane(decision: AskedDecision, at: str) -> Pane | None:
    """Return the pane of a place; of a single use there is nothing else to see."""
    if isinstance(decision, UseDecision) and len(decision.use_actions) == 1:
        return decision.use_actions[0]
    return next((pane for pane in decision.panes if pane.key == at), None)
