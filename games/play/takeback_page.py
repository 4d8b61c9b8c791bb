"""Decisions that a player may take back alone, or with the others' consent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import queries
from games.models import Game, Seat, Status, StoredEvent
from games.presentation.event_text import undone_sequences
from games.presentation.text import names_of, say
from games.store.positions import PastEvent, past_events
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.proposals import ProposalKind
from stoneage_core.events.rounds import RoundStarted
from stoneage_core.match.commands import is_move
from stoneage_core.serialization import codec
from stoneage_core.wording.sentences import describe_event

#: How many decisions can be chosen from; going back further is playing anew.
MOST = 8


@dataclass(frozen=True)
class Undo:
    """A decision that its player can take back until a moment, so many seconds off."""

    sequence: int
    until: datetime
    seconds: int


def undo_of(seat: Seat, now: datetime) -> Undo | None:
    """Return the decision that a seat's player can take back now."""
    if seat.game.status != Status.ACTIVE:
        return None
    made = queries.open_decision(seat.game, seat.number, now)
    if made is None:
        return None
    until = made.recorded_at + timedelta(seconds=seat.game.time_control.takeback_window)
    return Undo(made.sequence, until, int((until - now).total_seconds()))


def earlier_decisions(
    seat: Seat, seats: Sequence[Seat], undo: Undo | None
) -> list[tuple[int, str]]:
    """
    Return a seat's decisions of this round and the last that all may take back.

    An empty list while nobody is there to agree, and while there is such a proposal.
    """
    game = seat.game
    if game.status != Status.ACTIVE or not _can_ask(seat, seats):
        return []
    happened = past_events(game, after=_version_before_last_round(game))
    undone, own = undone_sequences(happened), undo.sequence if undo else None
    names = names_of(seats)
    made = [
        (one.sequence, say(describe_event(one.event), names))
        for one in happened
        if _is_decision(one, seat) and one.sequence not in undone | {own}
    ]
    return made[: -MOST - 1 : -1]


def _can_ask(seat: Seat, seats: Sequence[Seat]) -> bool:
    table_state = seat.game.table_state
    asked = any(
        proposal.made.kind is ProposalKind.TAKE_BACK
        for proposal in table_state.proposals
    )
    others = (other for other in seats if other.number != seat.number)
    return not asked and any(
        not (other.is_automatic or other.is_on_autopilot) for other in others
    )


def _is_decision(one: PastEvent, seat: Seat) -> bool:
    decided = is_move(one.command) or isinstance(one.event, TurnTimedOut)
    return decided and one.decided_by == seat.number


def _version_before_last_round(game: Game) -> int:
    """Return the version at which the round before the present one began, or 0."""
    begun = StoredEvent.objects.filter(game=game, type=RoundStarted.type_name())
    rows = begun.order_by("sequence").values_list(
        "sequence", "type", "schema_version", "data"
    )
    # Of a round that began again, once that was taken back, the later start counts.
    starts = {
        event.round: sequence
        for sequence, name, version, data in rows
        if isinstance(event := codec.decode(name, version, data), RoundStarted)
    }
    return starts.get(game.round - 1, 1) - 1
