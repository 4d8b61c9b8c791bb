"""Everything that the turn page shows to one seat."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Seat, Status
from games.people.reachability import lost_mails
from games.play.dock import dock_of
from games.play.first_notes import first_note
from games.play.hints import hint_for, is_practice
from games.play.next_wish import next_wish, preference
from games.play.seat_settings import FormError, missed_before_autopilot
from games.play.table_page import Awaited, awaited_of
from games.play.takeback_page import undo_of
from games.play.watch_page import over_context, quiet_dock
from games.presentation import labels
from games.presentation.opponent_reasons import has_reasons
from games.presentation.outcome import OutcomeSentence, outcome_sentences
from games.presentation.proposals import proposals_of
from games.presentation.replay.since import load_since_turn, replay_since_turn
from games.presentation.table import Mode, table_of
from games.presentation.text import names_of
from games.store.heads import mark_of
from games.store.stream import load_stream
from games.web.numbers import read_number
from games.web.seat_access import SeatAccess
from stoneage_core.state import GameState, Phase

#: The template of what is asked.
DOCK = "games/dock/dock.html"


@dataclass(frozen=True)
class Turn:
    """The head of the page; ``deadline`` is the reader's own, if they are awaited."""

    action: str
    version: int
    head: str
    request_id: str
    seat: int
    name: str
    colour: str
    shape: str
    round: int
    zone: str
    deadline: datetime | None
    awaited: tuple[Awaited, ...]
    is_over: bool
    is_on_autopilot: bool
    refusal: str
    is_guest: bool


def turn_context(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    action: str,
    error: FormError,
) -> dict[str, Any]:
    """
    Return the context of the turn page of a game that has started.

    ``action`` is the page's own address. ``error`` says also what is looked at.
    """
    seat, names = seats[access.own.number], names_of(seats)
    since = load_since_turn(seat)
    proposals = proposals_of(seat.game, seats, seat)
    undo = undo_of(seat, access.now)
    is_over = state.phase is Phase.ENDED
    dock = dock_of(seat, state, names, error.entered)
    return {
        "turn": turn_of(seat, seats, state, action=action, refusal=error.sentence),
        "dock": dock,
        "decision": dock.decision,
        "replay": replay_since_turn(seat, names, since),
        "has_reasons": has_reasons(seats, since),
        "undo": undo,
        "next_wish": next_wish(seat, state),
        "preference": preference(seat, state),
        "offers_hints": is_practice(seat),
        "wants_hints": seat.user is not None and seat.user.wants_hints,
        "hint": hint_for(seat, seats, state),
        "first_note": first_note(seat, state, has_undo=undo is not None),
        "missed": missed_before_autopilot(seat) if seat.is_on_autopilot else 0,
        "votes_wanted": sum(one.may_vote and one.own is None for one in proposals),
        "lost_mails": lost_mails(seat.user),
        "table": table_of(
            state,
            names,
            mode=Mode.OVER if is_over else Mode.PLAY,
            reader=seat.number,
            before=since.states[0],
            at=error.entered.at,
        ),
        "dock_template": quiet_dock(is_over=True) if is_over else DOCK,
        **(over_context(state, names) if is_over else {}),
    }


def turn_of(
    seat: Seat,
    seats: Sequence[Seat],
    state: GameState,
    *,
    action: str,
    refusal: str = "",
) -> Turn:
    """Return the head of a seat's pages."""
    names = names_of(seats)
    mark = labels.SEATS[seat.number]
    return Turn(
        action=action,
        version=state.version,
        head=mark_of(seat.game.head),
        request_id=str(uuid.uuid4()),
        seat=seat.number,
        name=names[seat.number],
        colour=str(mark.colour),
        shape=str(mark.shape_label),
        round=state.round,
        zone=seat.user.time_zone if seat.user else "UTC",
        deadline=seats[seat.number].deadline_at,
        awaited=awaited_of(state, seats, names),
        is_over=seat.game.status == Status.FINISHED,
        is_on_autopilot=seat.is_on_autopilot and seat.game.status == Status.ACTIVE,
        refusal=refusal,
        is_guest=seat.user is not None and seat.user.is_guest,
    )


def outcome_since(seat: Seat, first_sequence: str) -> tuple[OutcomeSentence, ...]:
    """
    Return what came of the decision that began with an event, if one did.

    ``first_sequence`` is from an address, and may be anything.
    """
    after, upto = (read_number(first_sequence) or 0) - 1, seat.game.version
    if not 0 <= after < upto:
        return ()
    events = load_stream(seat.game, after=after, upto=upto)
    return outcome_sentences(tuple(events), seat.number)
