"""Adds up how long each player let the table wait, from a record."""

from collections.abc import Mapping
from typing import NamedTuple

from stoneage_core.audit.decisions import decide_again
from stoneage_core.audit.entries import read
from stoneage_core.audit.moments import parse_moment
from stoneage_core.audit.seals import Seals
from stoneage_core.audit.verdict import Wrong
from stoneage_core.events.setup import GameCreated
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.phrases import SeatName, capitalised, show_english
from stoneage_core.wording.descriptions import duration_phrase


class Wait(NamedTuple):
    """How many seconds a decision took, and the event with which it was made."""

    seconds: float
    event: int


def waits_of(text: str) -> Mapping[int, list[Wait]]:
    """
    Return how long each player took for each decision, timeouts included, in order.

    A wait is all the time for which somebody was asked, by the calendar: nights,
    absences, pauses and outages count, and a change of the clock does not begin it
    again. Decisions that were taken back count as well. Raise Wrong for a bad record.
    """
    entries = read(text)
    events = [entry.decoded() for entry in entries]
    created = events[0]
    if not isinstance(created, GameCreated):
        raise Wrong(1, "the record does not begin with GameCreated")
    seats = range(created.terms.player_count)
    waits: dict[int, list[Wait]] = {seat: [] for seat in seats}
    waited = dict.fromkeys(seats, 0.0)
    before = parse_moment(entries[0].recorded_at)
    for decision in decide_again(entries, events, Seals(events, None).chance_at):
        now = parse_moment(decision.entry.recorded_at)
        asked = decision.before.table.pending
        passed = (now - before).total_seconds()
        waited = {seat: waited[seat] + passed if seat in asked else 0 for seat in seats}
        before = now
        player = decision.entry.decided_by
        if player in asked and isinstance(decision.command, PlayMove | TimeOut):
            waits[player].append(Wait(waited[player], decision.entry.sequence))
            waited[player] = 0
    return waits


def waits_in_words(text: str) -> str:
    """Return a line per player: how long they took in all, and for the longest."""
    lines = []
    for player, waits in waits_of(text).items():
        who = capitalised(str(SeatName(player)))
        if not waits:
            lines.append(f"{who} decided nothing.")
            continue
        longest = max(waits)
        whole = sum(wait.seconds for wait in waits)
        count = "one decision" if len(waits) == 1 else f"{len(waits)} decisions"
        lines.append(
            f"{who} took {_in_words(whole)} for {count}, and "
            f"{_in_words(longest.seconds)} for the longest, event {longest.event}."
        )
    lines.append(
        "That is all the time from question to decision: pauses and absences count."
    )
    return "".join(f"{line}\n" for line in lines)


def _in_words(seconds: float) -> str:
    return show_english(duration_phrase(round(seconds)))
