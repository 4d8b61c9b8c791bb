"""What can be done, one function each, each in a transaction of its own.

Keyword-only, the time handed in; ``games.errors.Refused`` or the engine's ``GameError``
when it cannot be done, and then nothing has changed.
"""

from games.services.commands import Submitted, command_submit
from games.services.expiry import turn_expire, turn_quarantine
from games.services.games import game_cancel, game_create, practice_game_create
from games.services.keeping import keep_confirm, keep_request
from games.services.links import link_request, links_revoke
from games.services.seats import (
    seat_accept,
    seat_automate,
    seat_decline,
    seat_invite,
    seat_open,
    seat_take,
)
from games.services.setup import AUTOMATIC, OPEN, Vacancy
from games.services.users import (
    sign_in_request,
    sign_in_use,
    user_for_email,
    user_update,
)

__all__ = [
    "AUTOMATIC",
    "OPEN",
    "Submitted",
    "Vacancy",
    "command_submit",
    "game_cancel",
    "game_create",
    "keep_confirm",
    "keep_request",
    "link_request",
    "links_revoke",
    "practice_game_create",
    "seat_accept",
    "seat_automate",
    "seat_decline",
    "seat_invite",
    "seat_open",
    "seat_take",
    "sign_in_request",
    "sign_in_use",
    "turn_expire",
    "turn_quarantine",
    "user_for_email",
    "user_update",
]
