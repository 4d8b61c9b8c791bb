"""Facts that the service records: time zones, replies, outages, restores, new rules.

A fact is an event without a command. The service records it before the first decision
that depends on it, so that the record alone explains that decision. The rounds of a
public beacon are facts, too.
"""

from datetime import datetime

from msgspec.structs import replace

from stoneage_core import engine
from stoneage_core.cryptography.beacon import PATIENCE, randomness_of
from stoneage_core.errors import Irregular
from stoneage_core.events.base import Event
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed, BeaconRoundNamed
from stoneage_core.events.service import (
    GameRestored,
    HoursSet,
    OutageRecorded,
    ReplyReceived,
    RulesChanged,
)
from stoneage_core.match.calendar import Offset, Span, read_moment
from stoneage_core.match.recorder import SERVICE, Recorder, Rule
from stoneage_core.match.state import Authorship, Evolver, TableState, change_seat
from stoneage_core.rules import setup
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.rules.draft import Draft


def record_outage(recorder: Recorder, event: OutageRecorded) -> None:
    """Record an outage that is over; outages are recorded in order, each one once."""
    span = Span(read_moment(event.begins), read_moment(event.ends))
    known = recorder.table.outages
    if not span.length or span.ends > recorder.by.at:
        raise Irregular("an outage was recorded before it was over")
    if known and span.begins < known[-1].ends:
        raise Irregular("an outage was recorded twice or out of order")
    recorder.record(event)


def record_restore(recorder: Recorder, event: GameRestored) -> None:
    """Record a restore: it reveals the old seed and commits to a new one."""
    recorder.require_sealed()
    if event.seed != recorder.chance.reveal():
        raise Irregular("a restore has to reveal the seed that was used so far")
    if event.commitment == recorder.board.commitment:
        raise Irregular("after a restore the dice need another seed")
    recorder.record(event)


def receive_reply(recorder: Recorder, event: ReplyReceived) -> None:
    """Record that a player's email arrived; its decisions follow at the same moment."""
    seats = recorder.table.seats
    if event.player not in range(len(seats)) or seats[event.player].is_automatic:
        raise Irregular("no person plays that seat")
    recorder.record(event)


def set_hours(recorder: Recorder, event: HoursSet) -> None:
    """Record the UTC offsets of a player, if the table's clock has hours."""
    recorder.require_seat(event.player)
    if not recorder.table.control.has_hours:
        raise Irregular("no clock of this table depends on the time of day")
    begins = [read_moment(since) for since, _ in event.offsets]
    if begins[0] > recorder.by.at or begins != sorted(set(begins)):
        raise Irregular("offsets have to be in order, the first of them in effect now")
    recorder.record(event)


def change_rules(recorder: Recorder, event: RulesChanged) -> None:
    draft = Draft(recorder.board, recorder.chance)
    setup.change_rules(draft, event)
    recorder.record_decision(draft.decision())


def take_beacon(recorder: Recorder, event: BeaconRevealed | BeaconMissed) -> None:
    """
    Go on with the named round of the beacon, or without it if it was missed.

    Raise Irregular if it is another round, if it was not published yet, or if the
    service waited for less than ``PATIENCE`` seconds before it gave up.
    """
    board, number = recorder.board, event.round
    if board.terms.beacon is None or not waits_for_beacon(board):
        raise Irregular("the game does not wait for a beacon")
    if number != board.beacon_round:
        raise Irregular("the game waits for another round of the beacon")
    waited = recorder.by.at.timestamp() - board.terms.beacon.published_at(number)
    if waited < 0:
        raise Irregular("that round of the beacon was not published yet")
    if isinstance(event, BeaconMissed):
        if waited < PATIENCE:
            raise Irregular("the service stopped waiting for the beacon too early")
    elif event.value != randomness_of(event.signature):
        raise Irregular("the value of the beacon does not match its signature")
    recorder.record_decision(engine.take_beacon(board, event, recorder.chance))


def name_round(recorder: Recorder) -> None:
    board = recorder.board
    if board.terms.beacon is None or board.beacon_round or not waits_for_beacon(board):
        return
    number = board.terms.beacon.round_after(int(recorder.by.at.timestamp()) + 1)
    recorder.record_consequence([BeaconRoundNamed(number)])


# What each event changes


def _set_hours(table: TableState, event: HoursSet, by: Authorship) -> TableState:
    """Replace the offsets from now on; time that has run keeps the old ones."""
    new = [
        Offset(datetime.fromisoformat(since), ahead) for since, ahead in event.offsets
    ]
    before = table.seats[event.player].offsets
    asked = table.pending.get(event.player)
    if before and asked is not None:
        new[0] = Offset(by.at, new[0].minutes)
        ran = [each for each in before if each.since < by.at]
        # No deadline depends on offsets from before the current question.
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


#: How each fact is recorded.
RULES: dict[type, Rule] = {
    BeaconRevealed: Rule(take_beacon, SERVICE, needs_running=False),
    BeaconMissed: Rule(take_beacon, SERVICE, needs_running=False),
    HoursSet: Rule(set_hours, SERVICE, needs_running=False, while_frozen=SERVICE),
    ReplyReceived: Rule(receive_reply, SERVICE, needs_running=False),
    RulesChanged: Rule(
        change_rules, SERVICE, needs_running=False, while_frozen=SERVICE
    ),
    OutageRecorded: Rule(record_outage, SERVICE, while_frozen=SERVICE),
    GameRestored: Rule(
        record_restore, SERVICE, needs_running=False, while_frozen=SERVICE
    ),
}

#: What each event changes.
EVOLVERS: dict[type[Event], Evolver] = {
    HoursSet: _set_hours,
    OutageRecorded: _add_outage,
    GameRestored: _note_restore,
}
