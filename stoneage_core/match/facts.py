"""What the service tells of players and of itself, so that clocks can be reckoned.

Nothing of it is anybody's doing: it is noted ahead of a decision that depends on it.
"""

from datetime import UTC

from stoneage_core.errors import Irregular
from stoneage_core.match import commands as m
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.match.recorder import Recorder
from stoneage_core.match_events import (
    GameRestored,
    HoursSet,
    OutageRecorded,
    ReplyReceived,
)


def record_outage(recorder: Recorder, command: m.RecordOutage) -> None:
    """Note an outage: in order, when it is over, and each but once."""
    span = Span(command.begins.astimezone(UTC), command.ends.astimezone(UTC))
    known = recorder.around.outages
    if not span.length or span.ends > recorder.by.at:
        raise Irregular("an outage is noted when it is over")
    if known and span.begins < known[-1].ends:
        raise Irregular("outages are noted in order, and each of them once")
    recorder.record(OutageRecorded(write_moment(span.begins), write_moment(span.ends)))


def restore(recorder: Recorder, command: m.Restore) -> None:
    """Note that the service was restored, and reveal the seed that was used so far."""
    if recorder.board.seed:
        raise Irregular("the game is final: the seed of its dice is known")
    if command.commitment == recorder.board.commitment:
        raise Irregular("after a restore the dice take another seed")
    recorder.record(GameRestored(recorder.chance.reveal(), command.commitment))


def receive_reply(recorder: Recorder, command: m.ReceiveReply) -> None:
    """Note a mail of somebody who plays: what it leads to comes at the same moment."""
    seats = recorder.around.seats
    if command.player not in range(len(seats)) or seats[command.player].is_automatic:
        raise Irregular("nobody there writes mails")
    recorder.record(ReplyReceived(command.player, command.digest, command.is_signed))


def set_hours(recorder: Recorder, command: m.SetHours) -> None:
    """Note the time of day where a player is, at tables where it matters."""
    if command.player not in range(recorder.board.player_count):
        raise Irregular("there is no such seat")
    if not recorder.around.control.has_hours:
        raise Irregular("no clock of this table depends on the time of day")
    begins = [since.astimezone(UTC) for since, _ in command.offsets]
    if begins[0] > recorder.by.at or begins != sorted(set(begins)):
        raise Irregular("hours are told from now on, in order")
    offsets = tuple(
        (write_moment(since), minutes) for since, minutes in command.offsets
    )
    recorder.record(HoursSet(command.player, offsets))
