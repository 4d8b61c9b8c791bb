"""What pages, mails and commands read. Nothing here writes."""

from games.selectors.decisions import (
    answer_to,
    open_decision,
)
from games.selectors.due import (
    due_forgettings,
    due_orders,
    due_reminders,
    due_reveals,
    due_seats,
    last_sweep_age,
    oldest_overdue_age,
)
from games.selectors.naming import (
    AUTOMATIC_NAMES,
    name_of,
    names,
)
from games.selectors.positions import (
    Happened,
    cached_state,
    events_of,
    history,
    recap,
    state_at,
    state_of,
)
from games.selectors.seats import (
    active_seats,
    finished_seats,
    game_by_slug,
    hosted_games,
    invited_seats,
    open_games,
    open_seats,
    own_seat,
    seat_for,
    seats_of,
    seats_of_others,
    seats_reached_by,
    waiting_seats,
)
from games.selectors.vacancies import (
    lent_seat,
    lent_seats,
    standing_offers,
    stewarded_seats,
)

__all__ = [
    "AUTOMATIC_NAMES",
    "Happened",
    "active_seats",
    "answer_to",
    "cached_state",
    "due_forgettings",
    "due_orders",
    "due_reminders",
    "due_reveals",
    "due_seats",
    "events_of",
    "finished_seats",
    "game_by_slug",
    "history",
    "hosted_games",
    "invited_seats",
    "last_sweep_age",
    "lent_seat",
    "lent_seats",
    "name_of",
    "names",
    "oldest_overdue_age",
    "open_decision",
    "open_games",
    "open_seats",
    "own_seat",
    "recap",
    "seat_for",
    "seats_of",
    "seats_of_others",
    "seats_reached_by",
    "standing_offers",
    "state_at",
    "state_of",
    "stewarded_seats",
    "waiting_seats",
]
