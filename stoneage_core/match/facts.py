"""Facts that the service tells of players and of itself, for clocks to be reckoned.

Nothing of it is anybody's doing: it is noted ahead of a decision that depends on it.
"""

from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.service import (
    GameRestored,
    HoursSet,
    OutageRecorded,
    ReplyReceived,
)
from stoneage_core.fields import Digest, Minutes, Number
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.match.commands import JsonCommand, Moment
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import SERVICE, Rule
from stoneage_core.match.state import Authorship, TableState
from stoneage_core.match.table_changes import Evolver, change_seat
from stoneage_core.match.zones import Offset


class SetHours(JsonCommand, frozen=True):
    """Note what the clocks of a player are ahead of UTC, from which moments on."""

    player: Number
    offsets: Annotated[tuple[tuple[Moment, Minutes], ...], Meta(min_length=1)]


class ReceiveReply(JsonCommand, frozen=True):
    """Note the mail that leads to what follows; the fields are its event's."""

    player: Number
    digest: Digest
    is_signed: bool


class RecordOutage(JsonCommand, frozen=True):
    """Note that the service was not there, and no clock ran."""

    begins: Moment
    ends: Moment


class Restore(JsonCommand, frozen=True):
    """Note that the service was restored, and draw from the seed of a commitment."""

    commitment: str


def record_outage(recorder: Recorder, command: RecordOutage) -> None:
    """Note an outage: in order, when it is over, and each but once."""
    span = Span(command.begins.astimezone(UTC), command.ends.astimezone(UTC))
    known = recorder.table.outages
    if not span.length or span.ends > recorder.by.at:
        raise Irregular("an outage is noted when it is over")
    if known and span.begins < known[-1].ends:
        raise Irregular("outages are noted in order, and each of them once")
    recorder.record(OutageRecorded(write_moment(span.begins), write_moment(span.ends)))


def restore(recorder: Recorder, command: Restore) -> None:
    """Note that the service was restored, and reveal the seed that was used so far."""
    if recorder.board.seed:
        raise Irregular("the game is final: the seed of its dice is known")
    if command.commitment == recorder.board.commitment:
        raise Irregular("after a restore the dice take another seed")
    recorder.record(GameRestored(recorder.chance.reveal(), command.commitment))


def receive_reply(recorder: Recorder, command: ReceiveReply) -> None:
    """Note a mail of somebody who plays: what it leads to comes at the same moment."""
    _require_person(recorder, command.player)
    recorder.record(ReplyReceived(command.player, command.digest, command.is_signed))


def _require_person(recorder: Recorder, player: int) -> None:
    seats = recorder.table.seats
    if player not in range(len(seats)) or seats[player].is_automatic:
        raise Irregular("nobody there decides by themselves")


def set_hours(recorder: Recorder, command: SetHours) -> None:
    """Note the time of day where a player is, at tables where it matters."""
    if command.player not in range(recorder.board.player_count):
        raise Irregular("there is no such seat")
    if not recorder.table.control.has_hours:
        raise Irregular("no clock of this table depends on the time of day")
    begins = [since.astimezone(UTC) for since, _ in command.offsets]
    if begins[0] > recorder.by.at or begins != sorted(set(begins)):
        raise Irregular("hours are told from now on, in order")
    offsets = tuple(
        (write_moment(since), minutes) for since, minutes in command.offsets
    )
    recorder.record(HoursSet(command.player, offsets))


# What each event changes


def _set_hours(table: TableState, event: HoursSet, by: Authorship) -> TableState:
    """Note other hours from now on; running time until now keeps the former ones."""
    new = [
        Offset(datetime.fromisoformat(since), ahead) for since, ahead in event.offsets
    ]
    before = table.seats[event.player].offsets
    asked = table.pending.get(event.player)
    if before and asked is not None:
        new[0] = Offset(by.at, new[0].minutes)
        ran = [each for each in before if each.since < by.at]
        # What counted before the present question is of no use any more.
        while len(ran) > 1 and ran[1].since <= asked.since:
            del ran[0]
        new = [*ran, *new]
    return change_seat(table, event.player, offsets=tuple(new))


def _add_outage(table: TableState, event: OutageRecorded, by: Authorship) -> TableState:
    span = Span(
        datetime.fromisoformat(event.begins), datetime.fromisoformat(event.ends)
    )
    return replace(table, outages=(*table.outages, span))


def _note_restore(table: TableState, event: GameRestored, by: Authorship) -> TableState:
    return replace(table, restored_at=by.at)


#: How each command is decided.
RULES: dict[type, Rule] = {
    SetHours: Rule(set_hours, SERVICE, needs_running=False, while_frozen=SERVICE),
    ReceiveReply: Rule(receive_reply, SERVICE, needs_running=False),
    RecordOutage: Rule(record_outage, SERVICE, while_frozen=SERVICE),
    Restore: Rule(restore, SERVICE, needs_running=False, while_frozen=SERVICE),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    HoursSet: _set_hours,
    OutageRecorded: _add_outage,
    GameRestored: _note_restore,
}
