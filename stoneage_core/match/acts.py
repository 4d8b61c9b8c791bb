"""Acts of the staff: each stands in the log ahead of what it leads to.

With it stands a commitment to the reason, which itself is told beside the log: there it
can be erased, and the log stays whole.
"""

import hmac

from stoneage_core.errors import Irregular
from stoneage_core.events.staff import StaffActed
from stoneage_core.match import commands as m
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.state import By, Match, OpenAct

#: The acts on a game, by the names that records know them by, and the command that each
#: leads to at once. Without one it leads to nothing in the game.
ACTS: dict[str, type[MatchCommand] | None] = {
    "pause": m.Pause,
    "resume": m.Resume,
    "grant": m.GrantTime,
    "clock": m.SetTimeControl,
    "entrust": m.Resign,
    "give_back": m.ReclaimSeat,
    "play": m.PlayMove,
    "roll_back": m.RollBack,
    "end": m.Adjudicate,
    "freeze": m.Freeze,
    "unfreeze": m.Unfreeze,
    "invite": m.OfferSubstitute,
    "withdraw": m.WithdrawOffer,
    "links": None,
    "resend": None,
    "hide": None,
    "unhide": None,
    "note": None,
}


def commit_reason(nonce: bytes, game: str, reason: str) -> str:
    """
    Return what binds the staff to a reason, in hex: HMAC-SHA256 with a nonce as key.

    Without the nonce nobody can find out what the reason was.
    """
    label = f"stoneage/reason/1/{game}/{reason}"
    return hmac.digest(nonce, label.encode(), "sha256").hex()


def open_act(event: StaffActed, by: By) -> OpenAct | None:
    """Return the act of the staff whose consequences are still missing, or None."""
    leads_on = ACTS.get(event.act) is not None
    return OpenAct(event.act, event.seat, by.at) if leads_on else None


def require_act(
    match: Match, command: MatchCommand, by: By, *, is_by_staff: bool
) -> None:
    """Raise Irregular unless what the staff decide, and it alone, follows its act."""
    told = match.table.open_act
    if told is None:
        if is_by_staff:
            raise Irregular("no act of the staff led to this")
        return
    fits = ACTS[told.act] is type(command) and told.at == by.at
    if not (is_by_staff and fits and told.seat == _seat_about(match, command, by)):
        raise Irregular("the act of the staff cannot have led to this")


def _seat_about(match: Match, command: MatchCommand, by: By) -> int | None:
    """Return the seat that a decision of the staff is about, if it is about one."""
    match command:
        case m.GrantTime() | m.OfferSubstitute():
            return command.player
        case m.WithdrawOffer():
            offer = match.table.offer(command.offer)
            return None if offer is None else offer.player
        case _:
            return by.player
