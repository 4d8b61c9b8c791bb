"""Acts of the staff: each stands in the log ahead of what it leads to.

With it stands a commitment to the reason, which itself is told beside the log: there it
can be erased, and the log stays whole.
"""

import hmac

from msgspec.structs import replace

from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.staff import StaffActed
from stoneage_core.fields import ActName, Number
from stoneage_core.match.clock_changes import (
    Freeze,
    GrantTime,
    Pause,
    Resume,
    SetTimeControl,
    Unfreeze,
)
from stoneage_core.match.commands import JsonCommand, MatchCommand, PlayMove
from stoneage_core.match.lifecycle import Adjudicate
from stoneage_core.match.moves import RollBack
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import STAFF, Rule
from stoneage_core.match.seats import (
    EntrustSeat,
    OfferSeat,
    ReclaimSeat,
    WithdrawOffer,
)
from stoneage_core.match.state import Authorship, Match, OpenAct, TableState
from stoneage_core.match.table_changes import Evolver


class Act(JsonCommand, frozen=True):
    """Do something as one of the staff; the fields are those of ``StaffActed``."""

    act: ActName
    seat: Number | None
    reason_commitment: str


#: The acts on a game, by the names that records know them by, and the command that each
#: leads to at once. Without one it leads to nothing in the game.
ACTS: dict[str, type[MatchCommand] | None] = {
    "pause": Pause,
    "resume": Resume,
    "grant": GrantTime,
    "clock": SetTimeControl,
    "entrust": EntrustSeat,
    "give_back": ReclaimSeat,
    "play": PlayMove,
    "roll_back": RollBack,
    "end": Adjudicate,
    "freeze": Freeze,
    "unfreeze": Unfreeze,
    "invite": OfferSeat,
    "withdraw": WithdrawOffer,
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


def note_act(recorder: Recorder, command: Act) -> None:
    """Note an act of the staff; what it leads to has to follow."""
    if command.act not in ACTS:
        raise Irregular("the staff can do no such thing: {act}", act=command.act)
    if command.seat is not None and command.seat >= recorder.board.player_count:
        raise Irregular("there is no such seat")
    recorder.record(StaffActed(command.act, command.seat, command.reason_commitment))


def require_act(
    match: Match, command: MatchCommand, by: Authorship, *, is_by_staff: bool
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


def _seat_about(match: Match, command: MatchCommand, by: Authorship) -> int | None:
    """Return the seat that a decision of the staff is about, if it is about one."""
    match command:
        case GrantTime() | OfferSeat():
            return command.player
        case WithdrawOffer():
            offer = match.table.offer(command.offer)
            return None if offer is None else offer.player
        case _:
            return by.player


def _open_act(table: TableState, event: StaffActed, by: Authorship) -> TableState:
    """What an act leads to has to follow; some lead to nothing."""
    leads_on = ACTS.get(event.act) is not None
    act = OpenAct(event.act, event.seat, by.at) if leads_on else None
    return replace(table, open_act=act)


#: How each command is decided.
RULES: dict[type, Rule] = {
    Act: Rule(note_act, STAFF, at_any_time=True, needs_act=False),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {StaffActed: _open_act}
