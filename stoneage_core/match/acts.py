"""Acts of the staff: the log has each one just before the events that it leads to.

The log holds only a commitment to the reason of an act. The reason itself is stored
outside the log, so that it can be erased without breaking the hash chain.
"""

import hmac

from msgspec.structs import replace

from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.seats import OfferWithdrawn, SeatOffered
from stoneage_core.events.staff import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.match.commands import CommandOrFact, PlayMove
from stoneage_core.match.recorder import STAFF, Recorder, Rule
from stoneage_core.match.seats import EntrustSeat, ReclaimSeat
from stoneage_core.match.state import Authorship, Evolver, Match, OpenAct, TableState

#: The recorded name of each act, and the type of the command or fact that has to follow
#: at the same moment. None means that nothing follows in the game.
ACTS: dict[str, type[CommandOrFact] | None] = {
    "pause": GamePaused,
    "resume": GameResumed,
    "grant": TimeGranted,
    "clock": TimeControlSet,
    "entrust": EntrustSeat,
    "give_back": ReclaimSeat,
    "play": PlayMove,
    "roll_back": GameRolledBack,
    "end": GameAdjudicated,
    "freeze": GameFrozen,
    "unfreeze": GameUnfrozen,
    "invite": SeatOffered,
    "withdraw": OfferWithdrawn,
    "links": None,
    "resend": None,
    "hide": None,
    "unhide": None,
    "note": None,
}


NONCE_BYTES = 32


def commit_reason(nonce: bytes, game: str, reason: str) -> str:
    """
    Return a commitment to a reason: HMAC-SHA256 in hex, with the nonce as key.

    It reveals nothing about the reason to anybody who does not have the nonce.
    """
    label = f"stoneage/reason/1/{game}/{reason}"
    return hmac.digest(nonce, label.encode(), "sha256").hex()


def record_act(recorder: Recorder, event: StaffActed) -> None:
    """Record an act of the staff; the command in ``ACTS`` has to follow."""
    if event.act not in ACTS:
        raise Irregular("there is no such act of the staff: {act}", act=event.act)
    if event.seat is not None:
        recorder.require_seat(event.seat)
    recorder.record(event)


def require_act(
    match: Match, command: CommandOrFact, by: Authorship, *, is_by_staff: bool
) -> None:
    """
    Raise Irregular unless the command and the open act of the staff fit each other.

    A command of the staff needs an open act of its kind, seat and moment. While an act
    is open, nothing else is allowed.
    """
    act = match.table.open_act
    if act is None:
        if is_by_staff:
            raise Irregular("no act of the staff led to this")
        return
    fits = ACTS[act.act] is type(command) and act.at == by.at
    if not (is_by_staff and fits and act.seat == _seat_about(match, command, by)):
        raise Irregular("the act of the staff cannot have led to this")


def _seat_about(match: Match, command: CommandOrFact, by: Authorship) -> int | None:
    match command:
        case TimeGranted() | SeatOffered():
            return command.player
        case OfferWithdrawn():
            offer = match.table.offer(command.offer)
            return None if offer is None else offer.player
        case _:
            return by.player


def _open_act(table: TableState, event: StaffActed, by: Authorship) -> TableState:
    leads_on = ACTS.get(event.act) is not None
    act = OpenAct(event.act, event.seat, by.at) if leads_on else None
    return replace(table, open_act=act)


#: How each fact is recorded.
RULES: dict[type, Rule] = {
    StaffActed: Rule(record_act, STAFF, at_any_time=True, needs_act=False),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {StaffActed: _open_act}
