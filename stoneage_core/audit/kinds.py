"""What the staff can do, and how what comes of it begins: one table for all.

A record tells the acts that are named here, and the audit asks of each whether the log
fits it. A further act is a further line here.
"""

from typing import Any, NamedTuple

from stoneage_core import conduct as c
from stoneage_core import events as e
from stoneage_core.audit.commands import MOVES


class Kind(NamedTuple):
    """
    What comes of an act.

    ``leads_to`` are the events one of which it leads to, as the first of a decision by
    the staff; where there are none, it leads to nothing in the log. ``later`` is
    decided by the staff when somebody takes up what they offered.
    """

    leads_to: tuple[type[Any], ...] = ()
    later: type[Any] | None = None


#: The acts on a game: they stand in its record, by these names.
ON_GAMES: dict[str, Kind] = {
    "pause": Kind((c.GamePaused,)),
    "resume": Kind((c.GameResumed,)),
    "grant": Kind((c.TimeGranted,)),
    "clock": Kind((c.ClockSet,)),
    "entrust": Kind((c.SeatEntrusted,)),
    "give_back": Kind((c.PlayerReturned,)),
    "play": Kind(tuple(MOVES)),
    "roll_back": Kind((c.GameRolledBack,)),
    "end": Kind((e.FinalScored, e.GameEnded)),
    "freeze": Kind((c.GameHeld,)),
    "unfreeze": Kind((c.GameReleased,)),
    "invite": Kind(later=c.PlayerReplaced),
    "withdraw": Kind(),
    "links": Kind(),
    "resend": Kind(),
    "hide": Kind(),
    "unhide": Kind(),
    "note": Kind(),
}

#: The acts on people, accounts and reports that lead to something in a game: they stand
#: in no record.
ELSEWHERE: dict[str, Kind] = {"ban": Kind((c.SeatEntrusted,))}
