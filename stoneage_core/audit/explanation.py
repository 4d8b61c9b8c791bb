"""Explains events of a record: who decided them, how, and why this was the outcome.

The record up to them is decided again, so the explanation is verified: the player
and the command, the label for each die and card, the deadline, votes and reasons.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from stoneage_core.audit.appendix import read_reasons
from stoneage_core.audit.authorship import mail_before
from stoneage_core.audit.decisions import CheckedDecision, decide_again
from stoneage_core.audit.draws import drawn_by, start_is_drawn
from stoneage_core.audit.entries import Entry, read
from stoneage_core.audit.seals import Seals
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.chance import SPAN, Chance, draw_numbers
from stoneage_core.events.base import Event
from stoneage_core.events.proposals import (
    Outcome,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.purchases import CardDrawn
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    FinalScored,
    GameEnded,
)
from stoneage_core.events.setup import GameStarted
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.acts import ACTS
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.state import Source
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.phrases import SeatName, capitalised, show_english
from stoneage_core.wording.descriptions import (
    card_in_words,
    duration_phrase,
    price_in_words,
)
from stoneage_core.wording.sentences import describe_event


class Draw(NamedTuple):
    """One draw: its label, the number of sides, the outcome, the seed or ''."""

    label: str
    sides: int
    outcome: int
    seed: str


class RecordingChance:
    """A chance that records its draws in order."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.draws: list[Draw] = []

    def roll(self, label: str) -> int:
        return self._note(label, 6, self._chance.roll(label))

    def pick(self, items: Sequence[int], label: str) -> int:
        return self._note(label, len(items), self._chance.pick(items, label))

    def reveal(self) -> str:
        return self._chance.reveal()

    def _note(self, label: str, sides: int, outcome: int) -> int:
        self.draws.append(Draw(label, sides, outcome, self._chance.reveal()))
        return outcome


class _Explained(NamedTuple):
    decision: CheckedDecision
    draws: Sequence[Draw]


def explain_events(text: str, numbers: Iterable[int]) -> str:
    """
    Explain events, as lines: each decision once, and after it those of its events.

    An event that an accepted proposal or an act of the staff led to is explained
    together with the votes or the act.

    Raise Wrong if the record does not have one of them, or is wrong before it.
    """
    entries = read(text)
    events = [entry.decoded() for entry in entries]
    asked_for = {*numbers}
    if max(asked_for) > len(events):
        raise Wrong(WHOLE, "the record has {count} events", count=len(events))
    wanted = sorted(asked_for | _acts_of(events, asked_for))
    reasons = read_reasons(text)
    parts = []
    for explained, of_decision in _by_decision(entries, events, wanted):
        lines = [
            *_explain_decision(explained),
            *_explain_author(entries, events, explained.decision.entry),
            *_explain_deadline(explained),
        ]
        first = explained.decision.entry.sequence
        carried = [
            number
            for number in range(first, of_decision[-1])
            if _is_carried(events[number - 1])
        ]
        for number in sorted({*of_decision, *carried}):
            told = capitalised(str(describe_event(events[number - 1])))
            lines.append(f"Event {number}: {told}")
            lines += _explain_draws(events[:number], explained)
            lines += _explain_outcome(events[:number])
            lines += [
                f"The reason of the staff: {each.reason}"
                for each in reasons
                if each.event == number
            ]
        parts.append("".join(f"{line}\n" for line in lines))
    return "\n".join(parts)


def _acts_of(events: Sequence[Event], numbers: Collection[int]) -> set[int]:
    """Return acts of the staff together with what they led to, if either is asked."""
    pairs = [
        {number, number + 1}
        for number, event in enumerate(events, start=1)
        if isinstance(event, StaffActed) and ACTS[event.act] is not None
    ]
    return {each for pair in pairs if not pair.isdisjoint(numbers) for each in pair}


def _is_carried(event: Event) -> bool:
    return isinstance(event, ProposalSettled) and event.outcome is Outcome.CARRIED


def _by_decision(
    entries: Sequence[Entry], events: Sequence[Event], numbers: Sequence[int]
) -> Iterator[tuple[_Explained, list[int]]]:
    """Yield each decision that made some of these events, and their numbers."""
    seals = Seals(events, None)
    chances: list[RecordingChance] = []

    def chance_at(sequence: int) -> Chance:
        chances.append(RecordingChance(seals.chance_at(sequence)))
        return chances[-1]

    for decision in decide_again(entries, events, chance_at):
        first, last = decision.entry.sequence, decision.after.board.version
        if found := [number for number in numbers if first <= number <= last]:
            yield _Explained(decision, chances[-1].draws), found
        if last >= numbers[-1]:
            return


def _explain_decision(explained: _Explained) -> Iterator[str]:
    entry = explained.decision.entry
    who = "The service"
    if entry.decided_by is not None:
        who = capitalised(str(SeatName(entry.decided_by)))
    how = f"{entry.recorded_at}, by way of “{entry.source}”"
    yield (
        f"{who} decided, {how}: {entry.command}"
        if entry.command
        else f"{who} recorded a fact, {how}."
    )
    first, last = entry.sequence + 1, explained.decision.after.board.version
    if first == last:
        yield f"It is event {entry.sequence}. Event {last} followed by itself."
    elif first < last:
        yield (
            f"It is event {entry.sequence}. Events {first} to {last} followed by "
            "themselves."
        )


def _explain_author(
    entries: Sequence[Entry], events: Sequence[Event], entry: Entry
) -> Iterator[str]:
    """Yield the evidence for who decided, if a player did."""
    if entry.source == Source.PAGE.value and entry.decided_by is not None:
        yield "It was made with the seat’s link, or by its player, who was signed in."
    if entry.source == Source.REPLY.value:
        mail = mail_before(entries, events, entry.sequence - 1)
        if mail is None:
            yield "It was made by an email that is not in the record."
        else:
            is_signed = "signed" if mail.is_signed else "not signed"
            yield (
                f"It was made by an email {is_signed} by its domain, "
                f"with SHA-256 {mail.digest}."
            )


def _explain_deadline(explained: _Explained) -> Iterator[str]:
    entry, table = explained.decision.entry, explained.decision.before.table
    player = entry.decided_by
    if not isinstance(explained.decision.command, PlayMove | TimeOut) or player is None:
        return
    asked = table.pending[player]
    due = deadline_of(table, player)
    seat = table.seats[player]
    allowed = show_english(duration_phrase(table.control.allowance(seat.bank)))
    changed = ""
    if seat.granted:
        size = show_english(duration_phrase(abs(seat.granted)))
        sign = "more" if seat.granted > 0 else "less"
        changed = f", and {size} {sign} were granted for this turn"
    who = capitalised(str(SeatName(player)))
    yield f"{who} was asked at {write_moment(asked.since)}."
    if due is None:
        yield "There was no deadline."
        return
    yield (
        f"The clock allowed {allowed} of running time{changed}, so the deadline was "
        f"{write_moment(due)}. Time in which the clock stood still does not count."
    )
    if isinstance(explained.decision.command, TimeOut):
        yield "The deadline had passed, so the decision was made for the player."


def _explain_draws(events: Sequence[Event], explained: _Explained) -> Iterator[str]:
    """Yield how each die and card of the last of ``events`` was drawn."""
    # The events of a decision use its draws in order.
    *earlier, event = events[explained.decision.entry.sequence - 1 :]
    start = start_is_drawn(events[0])
    *before, count = [
        len(drawn.dice) + len(drawn.picks)
        for drawn in (drawn_by(each, draws_start=start) for each in (*earlier, event))
    ]
    draws = explained.draws[sum(before) :][:count]
    if not draws:
        return
    if not draws[0].seed:
        yield "The seed is not revealed yet, so these draws are not verified:"
    else:
        yield f"Drawn by HMAC-SHA256 from the seed {draws[0].seed}:"
    for draw in draws:
        yield f"  {_outcome(draw, event)}, by the label {draw.label}"
        yield from _calculation(draw) if draw.seed else ()


def _outcome(draw: Draw, event: Event) -> str:
    drawn, sides = draw.outcome, draw.sides
    match event:
        case CardRevealed() | CardDrawn():
            return f"{show_english(card_in_words(drawn))}, one of {sides} cards"
        case BuildingRevealed():
            return f"{show_english(price_in_words(drawn))}, one of {sides} tiles"
        case GameStarted():
            return f"{SeatName(drawn)}, one of {sides}"
    return f"a {drawn}"


def _calculation(draw: Draw) -> Iterator[str]:
    """Yield the numbers drawn, up to the first one below the limit."""
    limit = SPAN - SPAN % draw.sides
    numbers = draw_numbers(bytes.fromhex(draw.seed), draw.label)
    for attempt, found in enumerate(numbers):
        number = f"    with “/{attempt}” appended: {found:08x} = {found}"
        if found < limit:
            yield f"{number}; modulo {draw.sides} it is {found % draw.sides}"
            return
        yield f"{number}; it is {limit} or more, so it is drawn again"


def _explain_outcome(events: Sequence[Event]) -> Iterator[str]:
    causes: Iterator[Event] = iter(())
    match events[-1]:
        case ProposalSettled(proposal=settled):
            votes = (one for one in events if isinstance(one, ProposalMade | VoteCast))
            causes = (vote for vote in votes if vote.proposal == settled)
        case GameEnded():
            causes = (one for one in events if isinstance(one, FinalScored))
        case StaffActed(act=act, seat=seat):
            about = "" if seat is None else f", about {SeatName(seat)}"
            yield f"  The act is “{act}”{about}."
    for cause in causes:
        yield f"  {capitalised(str(describe_event(cause)))}"
