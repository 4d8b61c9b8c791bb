"""What the staff can do: each act with its permission, its reason and its row.

All keyword-only, ``by`` whom and why first; nobody moderates a game they play in. What
was done is undone by a further act, never by removing anything.
"""

from games.services.staff.accounts import address_set, user_forget_later, user_keep
from games.services.staff.people import user_ban, user_mute, user_unban, user_unmute
from games.services.staff.positions import (
    ENDS,
    game_end,
    game_hold,
    game_note,
    game_release,
    game_roll_back,
)
from games.services.staff.seats import (
    replacement_accept,
    replacement_decline,
    replacement_invite,
    replacement_remind,
    replacement_withdraw,
    seat_entrust,
    seat_give_back,
    seat_links_revoke,
    seat_play,
)
from games.services.staff.talk import message_hide, message_unhide
from games.services.staff.time import (
    PAUSE_BUDGET,
    clock_set,
    game_pause,
    game_resume,
    time_grant,
)

__all__ = [
    "ENDS",
    "PAUSE_BUDGET",
    "address_set",
    "clock_set",
    "game_end",
    "game_hold",
    "game_note",
    "game_pause",
    "game_release",
    "game_resume",
    "game_roll_back",
    "message_hide",
    "message_unhide",
    "replacement_accept",
    "replacement_decline",
    "replacement_invite",
    "replacement_remind",
    "replacement_withdraw",
    "seat_entrust",
    "seat_give_back",
    "seat_links_revoke",
    "seat_play",
    "time_grant",
    "user_ban",
    "user_forget_later",
    "user_keep",
    "user_mute",
    "user_unban",
    "user_unmute",
]
