"""The page of a seat: what its player arranges beside the moves."""

from collections.abc import Sequence
from typing import Any

from games.models import Seat
from games.people.reachability import lost_mails
from games.play.seat_settings import (
    FormError,
    absence_settings,
    has_settings,
    orders_settings,
)
from games.play.table_decisions import PROPOSAL_FORMS
from games.play.takeback_page import earlier_decisions, undo_of
from games.play.turn_page import turn_of
from games.presentation.proposals import proposal_choices_of, proposals_of
from games.presentation.seat_clocks import seat_clocks
from games.signals.bus import collect
from games.signals.games import CollectSeatNotes
from games.web.seat_access import SeatAccess
from stoneage_core.state import GameState

#: The forms that say themselves why they were refused, by their actions.
SPEAKING = {"orders", "orders-form", "away", "back"}


def seat_context(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    action: str,
    error: FormError,
) -> dict[str, Any]:
    """
    Return the context of the page of a seat, of a game that has started.

    ``action`` is the page's own address.
    """
    seat, now = seats[access.own.number], access.now
    has_own = has_settings(seat)
    says_itself = error.action in SPEAKING and has_own
    refusal = "" if says_itself else error.sentence
    return {
        "game": seat.game,
        "table_url": access.back_url,
        "turn": turn_of(seat, seats, state, action=action, refusal=refusal),
        "going_back": earlier_decisions(seat, seats, undo_of(seat, now)),
        "proposals": proposals_of(seat.game, seats, seat),
        "proposal_choices": proposal_choices_of(seat, seats, now),
        "opens_proposing": error.action in PROPOSAL_FORMS,
        "orders": orders_settings(seat, seats, state, error) if has_own else None,
        "absence": absence_settings(seat, now, error) if has_own else None,
        "clocks": seat_clocks(seat.game, seats, now, seat),
        "lost_mails": lost_mails(seat.user),
        "mail_notes": mail_notes(seat),
    }


def mail_notes(seat: Seat) -> list[str]:
    """Return what a seat's player is to know of their mails; guests get none anyway."""
    user = seat.user
    if user is None or user.is_guest:
        return []
    return collect(CollectSeatNotes(user, seat.game))
