"""What the staff can do, and by which command: one table for all.

A record tells the acts that are named here, and the audit asks of each whether the log
fits it. A further act is a further line here.
"""

from typing import NamedTuple

from stoneage_core.match import commands as m
from stoneage_core.match.commands import MatchCommand


class Kind(NamedTuple):
    """
    What comes of an act.

    ``command`` is what it leads to, as a decision by the staff; without one it leads to
    nothing in the log. ``later`` is the command that the staff are taken to have given
    when somebody takes up what they offered.
    """

    command: type[MatchCommand] | None = None
    later: type[MatchCommand] | None = None


#: The acts on a game: they stand in its record, by these names.
ON_GAMES: dict[str, Kind] = {
    "pause": Kind(m.Pause),
    "resume": Kind(m.Resume),
    "grant": Kind(m.GrantTime),
    "clock": Kind(m.SetTimeControl),
    "entrust": Kind(m.Resign),
    "give_back": Kind(m.ReclaimSeat),
    "play": Kind(m.PlayMove),
    "roll_back": Kind(m.RollBack),
    "end": Kind(m.Adjudicate),
    "freeze": Kind(m.Freeze),
    "unfreeze": Kind(m.Unfreeze),
    "invite": Kind(m.OfferSubstitute, later=m.Replace),
    "withdraw": Kind(m.WithdrawOffer),
    "links": Kind(),
    "resend": Kind(),
    "hide": Kind(),
    "unhide": Kind(),
    "note": Kind(),
}

#: The acts on people, accounts and reports that lead to something in a game: they stand
#: in no record.
ELSEWHERE: dict[str, Kind] = {"ban": Kind(m.Resign)}
