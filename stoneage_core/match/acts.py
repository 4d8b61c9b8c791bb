"""Acts of the staff: each stands in the log ahead of what it leads to.

With it stands a commitment to the reason, which itself is told beside the log: there it
can be erased, and the log stays whole.
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
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import STAFF, Rule
from stoneage_core.match.seats import EntrustSeat, ReclaimSeat
from stoneage_core.match.state import Authorship, Match, OpenAct, TableState
from stoneage_core.match.table_changes import Evolver

#: The acts on a game, by the names that records know them by, and the command or the
#: fact that each leads to at once. Without one it leads to nothing in the game.
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


#: How many bytes the nonce of a reason has.
NONCE_BYTES = 32


def commit_reason(nonce: bytes, game: str, reason: str) -> str:
    """
    Return what binds the staff to a reason, in hex: HMAC-SHA256 with a nonce as key.

    Without the nonce nobody can find out what the reason was.
    """
    label = f"stoneage/reason/1/{game}/{reason}"
    return hmac.digest(nonce, label.encode(), "sha256").hex()


def note_act(recorder: Recorder, event: StaffActed) -> None:
    """Record an act of the staff; what it leads to has to follow."""
    if event.act not in ACTS:
        raise Irregular("the staff can do no such thing: {act}", act=event.act)
    if event.seat is not None:
        recorder.require_seat(event.seat)
    recorder.record(event)


def require_act(
    match: Match, command: CommandOrFact, by: Authorship, *, is_by_staff: bool
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


def _seat_about(match: Match, command: CommandOrFact, by: Authorship) -> int | None:
    """Return the seat that a decision of the staff is about, if it is about one."""
    match command:
        case TimeGranted() | SeatOffered():
            return command.player
        case OfferWithdrawn():
            offer = match.table.offer(command.offer)
            return None if offer is None else offer.player
        case _:
            return by.player


def _open_act(table: TableState, event: StaffActed, by: Authorship) -> TableState:
    """What an act leads to has to follow; some lead to nothing."""
    leads_on = ACTS.get(event.act) is not None
    act = OpenAct(event.act, event.seat, by.at) if leads_on else None
    return replace(table, open_act=act)


#: How each fact is recorded.
RULES: dict[type, Rule] = {
    StaffActed: Rule(note_act, STAFF, at_any_time=True, needs_act=False),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {StaffActed: _open_act}
