"""What can be done, one function each, each in a transaction of its own.

Keyword-only, the time handed in; ``games.errors.Refused`` or the engine's ``GameError``
when it cannot be done, and then nothing has changed.
"""

from games.services.absences import absence_declare, absence_end, absences_declare
from games.services.addresses import address_change, address_request, unused_drop
from games.services.commands import Submitted, command_submit
from games.services.expiry import turn_expire, turn_quarantine
from games.services.forgetting import forgetting_due, forgetting_put_off, user_forget
from games.services.games import game_cancel, game_create, practice_game_create
from games.services.importing import game_import
from games.services.keeping import keep_confirm, keep_request
from games.services.leaving import seat_leave
from games.services.links import link_request, links_revoke
from games.services.motions import (
    clock_propose,
    end_propose,
    substitute_propose,
    takeback_propose,
    vote_cast,
)
from games.services.offers import substitute_offer, substitute_withdraw
from games.services.orders import orders_drop, orders_follow, orders_write
from games.services.reachability import (
    address_try,
    user_reachable,
    user_reached,
    user_unreachable,
)
from games.services.reminding import reminder_drop, seat_look, seat_remind
from games.services.reports import report_make
from games.services.returning import seat_return
from games.services.revealing import reveal_put_off, seed_reveal
from games.services.salting import (
    SealedSalt,
    added_by,
    salt_reveal,
    salts_close,
    salts_put_off,
)
from games.services.seats import (
    seat_accept,
    seat_automate,
    seat_decline,
    seat_invite,
    seat_open,
    seat_take,
)
from games.services.setup import AUTOMATIC, OPEN, Vacancy
from games.services.takebacks import decision_take_back
from games.services.talk import talk_hide, talk_read, talk_say, talk_unhide
from games.services.timing import (
    beat,
    deadlines_refresh,
    outages_credit,
    still_here,
    user_deadlines_refresh,
)
from games.services.users import (
    locale_remember,
    sign_in_request,
    sign_in_use,
    user_for_email,
    user_settings_update,
    user_update,
)

__all__ = [
    "AUTOMATIC",
    "OPEN",
    "SealedSalt",
    "Submitted",
    "Vacancy",
    "absence_declare",
    "absence_end",
    "absences_declare",
    "added_by",
    "address_change",
    "address_request",
    "address_try",
    "beat",
    "clock_propose",
    "command_submit",
    "deadlines_refresh",
    "decision_take_back",
    "end_propose",
    "forgetting_due",
    "forgetting_put_off",
    "game_cancel",
    "game_create",
    "game_import",
    "keep_confirm",
    "keep_request",
    "link_request",
    "links_revoke",
    "locale_remember",
    "orders_drop",
    "orders_follow",
    "orders_write",
    "outages_credit",
    "practice_game_create",
    "reminder_drop",
    "report_make",
    "reveal_put_off",
    "salt_reveal",
    "salts_close",
    "salts_put_off",
    "seat_accept",
    "seat_automate",
    "seat_decline",
    "seat_invite",
    "seat_leave",
    "seat_look",
    "seat_open",
    "seat_remind",
    "seat_return",
    "seat_take",
    "seed_reveal",
    "sign_in_request",
    "sign_in_use",
    "still_here",
    "substitute_offer",
    "substitute_propose",
    "substitute_withdraw",
    "takeback_propose",
    "talk_hide",
    "talk_read",
    "talk_say",
    "talk_unhide",
    "turn_expire",
    "turn_quarantine",
    "unused_drop",
    "user_deadlines_refresh",
    "user_for_email",
    "user_forget",
    "user_reachable",
    "user_reached",
    "user_settings_update",
    "user_unreachable",
    "user_update",
    "vote_cast",
]
