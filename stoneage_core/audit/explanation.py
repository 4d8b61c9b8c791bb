"""Explanation of an event of a record, in words: why it is what it is.

The whole record up to there is decided again, so what is told was checked: who decided
it by which command, from which label each die and card was drawn, how much time there
was, and what votes and reasons stand behind it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stoneage_core.audit.appendix import read_reasons
from stoneage_core.audit.authorship import mail_ahead
from stoneage_core.audit.decisions import CheckedDecision, decide_again
from stoneage_core.audit.entries import Entry, read
from stoneage_core.audit.seals import Seals
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.chance import SPAN, Chance, draw_numbers
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.proposals import ProposalMade, ProposalSettled, VoteCast
from stoneage_core.events.purchases import CardDrawn, DiceForAllRolled
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    FinalScored,
    GameEnded,
)
from stoneage_core.events.setup import GameCreated, GameStarted
from stoneage_core.match.calendar import write_moment
from stoneage_core.match.commands import PlayMove
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.state import Source
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.phrases import SeatName, capitalised, show_english
from stoneage_core.wording.clock_words import duration_phrase
from stoneage_core.wording.descriptions import card_in_words, price_in_words
from stoneage_core.wording.sentences import describe_event


class Draw(NamedTuple):
    """What was drawn by a label, out of how many, and from which seed ('': unknown)."""

    label: str
    sides: int
    outcome: int
    seed: str


class WatchedChance:
    """Chance that remembers its draws, in their order."""

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
    """A decision, and what was drawn for it."""

    decision: CheckedDecision
    draws: Sequence[Draw]


def explain_event(text: str, number: int) -> str:
    """
    Return why the event with this number is what it is, as lines of English.

    Raise Wrong where the record is wrong before it, or has no such event.
    """
    entries = read(text)
    events = [entry.decoded() for entry in entries]
    explained = _find(entries, events, number)
    told = [f"Event {number}: {capitalised(str(describe_event(events[number - 1])))}"]
    told += _tell_decision(explained, number)
    told += _tell_who(entries, events, explained.decision.entry)
    told += _tell_time(explained)
    told += _tell_draws(events[:number], explained)
    told += _tell_grounds(events[:number])
    told += [
        f"The reason of the staff: {each.reason}"
        for each in read_reasons(text)
        if each.event == number
    ]
    return "\n".join(told) + "\n"


def _find(entries: Sequence[Entry], events: Sequence[Event], number: int) -> _Explained:
    if number > len(events):
        raise Wrong(WHOLE, "the record has {count} events", count=len(events))
    seals = Seals(events, None)
    watched: list[WatchedChance] = []

    def chance_at(sequence: int) -> Chance:
        watched.append(WatchedChance(seals.chance_at(sequence)))
        return watched[-1]

    decisions = decide_again(entries, events, chance_at)
    decision = next(each for each in decisions if number <= each.after.board.version)
    return _Explained(decision, watched[-1].draws)


def _tell_decision(explained: _Explained, number: int) -> Iterator[str]:
    """Yield which decision an event came from, and who made it."""
    entry = explained.decision.entry
    who = "The service"
    if entry.decided_by is not None:
        who = capitalised(str(SeatName(entry.decided_by)))
    yield (
        f"{who} decided, {entry.recorded_at}, by way of “{entry.source}”: "
        f"{entry.command}"
    )
    if entry.sequence != number:
        yield f"It came of that decision, which begins with event {entry.sequence}."


def _tell_who(
    entries: Sequence[Entry], events: Sequence[Event], entry: Entry
) -> Iterator[str]:
    """Yield how sure one can be who decided, where a player did at that moment."""
    if entry.source == Source.PAGE.value and entry.decided_by is not None:
        yield "By whoever held the seat’s link, or was signed in as its player."
    if entry.source == Source.REPLY.value:
        mail = mail_ahead(entries, events, entry.sequence - 1)
        if mail is None:
            yield "By a mail that the record does not tell."
        else:
            signed_by = "signed" if mail.is_signed else "not signed"
            yield f"By a mail {signed_by} by its domain, with SHA-256 {mail.digest}."


def _tell_time(explained: _Explained) -> Iterator[str]:
    """Yield since when and until when a player had to decide, of a move."""
    entry, table = explained.decision.entry, explained.decision.before.table
    player = entry.decided_by
    if not isinstance(explained.decision.command, PlayMove | TimeOut) or player is None:
        return
    asked = table.pending[player]
    due = deadline_of(table, player)
    bank = table.seats[player].bank
    allowed = show_english(duration_phrase(table.control.allowance(bank)))
    who = capitalised(str(SeatName(player)))
    yield f"{who} was asked at {write_moment(asked.since)}."
    if due is None:
        yield "No clock ran for it."
        return
    yield (
        f"The clock allowed {allowed} of running time: until {write_moment(due)}, "
        "which leaves out when it stood still."
    )
    if isinstance(explained.decision.command, TimeOut):
        yield "That was over, so the decision was made for them."


def _tell_draws(events: Sequence[Event], explained: _Explained) -> Iterator[str]:
    """Yield how each die and card of the last of ``events`` was drawn.

    The events of its decision took its draws one after the other.
    """
    *earlier, event = events[explained.decision.entry.sequence - 1 :]
    is_drawn = (
        isinstance(events[0], GameCreated) and events[0].terms.first_player is None
    )
    taken = sum(_count_draws(each, start_is_drawn=is_drawn) for each in earlier)
    count = _count_draws(event, start_is_drawn=is_drawn)
    draws = explained.draws[taken : taken + count]
    if not draws:
        return
    if not draws[0].seed:
        yield "The seed is not revealed yet: what was drawn is told as it was recorded."
    else:
        yield f"Drawn by HMAC-SHA256 from the seed {draws[0].seed}:"
    for draw in draws:
        yield f"  {_outcome(draw, event)}, by the label {draw.label}"
        yield from _reckoning(draw) if draw.seed else ()


def _count_draws(event: Event, *, start_is_drawn: bool) -> int:
    match event:
        case DiceRolled(dice=dice) | DiceForAllRolled(dice=dice):
            return len(dice)
        case CardRevealed() | CardDrawn() | BuildingRevealed():
            return 1
        case GameStarted():
            return int(start_is_drawn)
    return 0


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


def _reckoning(draw: Draw) -> Iterator[str]:
    """Yield the numbers up to the one that will do."""
    limit = SPAN - SPAN % draw.sides
    numbers = draw_numbers(bytes.fromhex(draw.seed), draw.label)
    for attempt, found in enumerate(numbers):
        begins = f"    with “/{attempt}” behind it: {found:08x}, or {found}"
        if found < limit:
            yield f"{begins}, which leaves {found % draw.sides} of {draw.sides}"
            return
        yield f"{begins}, which is {limit} or more: drawn again"


def _tell_grounds(events: Sequence[Event]) -> Iterator[str]:
    """Yield the votes, or the scores, behind an outcome: the last of ``events``."""
    grounds: Iterator[Event] = iter(())
    match events[-1]:
        case ProposalSettled(proposal=settled):
            votes = (one for one in events if isinstance(one, ProposalMade | VoteCast))
            grounds = (vote for vote in votes if vote.proposal == settled)
        case GameEnded():
            grounds = (one for one in events if isinstance(one, FinalScored))
    for ground in grounds:
        yield f"  {capitalised(str(describe_event(ground)))}"
