"""A game as a transcript: a header, numbered decisions, dice in brackets.

For people, as chess has its move lists. A line that begins with a semicolon is no
decision: a card that was turned up, what everybody's fields gave, a vote. Players are
numbers, as in the log.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from stoneage_core.components.resources import FOOD, amount
from stoneage_core.events.actions import (
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.clocks import TimeSpent
from stoneage_core.events.feeding import TribeStarved
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardTaken,
    DiceForAllRolled,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import (
    CardsSlid,
    FinalScored,
    GameEnded,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.setup import GameCreated
from stoneage_core.match.commands import is_move
from stoneage_core.match.recorded_commands import read_command
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.phrases import SeatName, capitalised, show_english
from stoneage_core.serialization.log import LOG, STAFF, load
from stoneage_core.terms import OPTIONS, Terms
from stoneage_core.wording.clock_words import time_control_in_words
from stoneage_core.wording.descriptions import card_in_words
from stoneage_core.wording.sentences import describe_event

#: What says nothing that a decision does not say, or clocks alone need.
UNTOLD = (TurnStarted, PhaseStarted, CardsSlid, TimeSpent)


def _tell_dice(event: DiceRolled | DiceForAllRolled) -> str:
    return f"[{' '.join(map(str, event.dice))}]"


def _goods(good: str, count: int) -> str:
    return show_english(amount(good, count))


def _tell_resources(event: ResourcesGained | ResourcesTaken) -> str:
    return f"+ {show_english(event.resources.words())}"


def _tell_points(event: PointsScored | BuildingBuilt) -> str:
    return f"+ {event.points} points"


def _tell_card(event: CardTaken | CardDrawn) -> str:
    return f"({show_english(card_in_words(event.card))})"


#: What a decision brings, by its events; the others say no more than the command.
_EFFECTS: dict[type, Callable[[Any], str]] = {
    DiceRolled: _tell_dice,
    DiceForAllRolled: _tell_dice,
    ToolsUsed: lambda event: f"+{event.value}",
    GoodsGathered: lambda event: f"= {_goods(event.good, event.amount)}",
    FoodGained: lambda event: f"+ {_goods(FOOD, event.amount)}",
    ResourcesGained: _tell_resources,
    ResourcesTaken: _tell_resources,
    PointsScored: _tell_points,
    BuildingBuilt: _tell_points,
    CardTaken: _tell_card,
    CardDrawn: _tell_card,
    FoodTrackRaised: lambda event: f"food track {event.level}",
    ToolMade: lambda event: f"tool of {event.value}",
    TribeStarved: lambda event: f"- {event.points} points",
}


class TranscriptLine(NamedTuple):
    """An event, the player who decided it, and the command that begins a decision."""

    event: Event
    decided_by: int | None
    command: str


class _Line(Struct):
    decided_by: int | None = None
    command: str = ""


_lines = msgspec.json.Decoder(_Line)


def read_transcript_lines(text: str) -> list[TranscriptLine]:
    """Return the lines of a log or record; raise CorruptStream where one is wrong.

    What a record tells after its events is passed over: of the staff, and of its place
    in the log of the site.
    """
    told = [line for line in text.split("\n") if not line.startswith((STAFF, LOG))]
    events = load("\n".join(told))
    decided = [_lines.decode(line) for line in told if line.strip()]
    return [
        TranscriptLine(event, line.decided_by, line.command)
        for event, line in zip(events, decided, strict=True)
    ]


def write_transcript(lines: Sequence[TranscriptLine]) -> str:
    """Return the transcript of a game that begins with ``lines``."""
    told = [*_header([line.event for line in lines])]
    number = 0
    for decision in _decisions(lines):
        made = _move_of(decision[0])
        if made:
            number += 1
            effects = " ".join(_effects(decision))
            told.append(f"{number:>5}. {made}{'  ' if effects else ''}{effects}")
        told += _comments(decision, of_others=bool(made))
    return "\n".join(told) + "\n"


def _header(events: Sequence[Event]) -> Iterator[str]:
    """Yield what is known of the whole game, a line each."""
    ranks: tuple[int, ...] = ()
    scores: dict[int, int] = {}
    for event in events:
        match event:
            case GameCreated():
                yield f"Game: {event.game}"
                yield f"Players: {event.terms.player_count}"
                yield f"Rules: {event.rules_version}"
                yield from _terms(event.terms)
                yield f"Dice sealed as: {event.commitment}"
            case FinalScored():
                scores[event.player] = event.score.total
            case GameEnded():
                ranks = event.ranks
            case SeedRevealed():
                yield f"Seed: {event.seed}"
    points = ", ".join(f"{_seat(seat)} {total}" for seat, total in scores.items())
    yield f"Result: {points}" if points else f"Result: none after {len(events)} events"
    if ranks:
        won = [_seat(seat) for seat, rank in enumerate(ranks) if rank == min(ranks)]
        yield f"Won by: {', '.join(won)}"


def _terms(terms: Terms) -> Iterator[str]:
    """Yield each option of the table in words, and its clock."""
    for option in OPTIONS:
        sentence = option.chosen(terms).sentence
        if sentence is not None:
            yield f"{option.name}: {show_english(sentence)}"
    yield f"Clock: {show_english(time_control_in_words(terms.control))}"


def _decisions(lines: Iterable[TranscriptLine]) -> Iterator[list[TranscriptLine]]:
    """Yield each decision with what came of it; what has no command stands alone."""
    decision: list[TranscriptLine] = []
    for line in lines:
        if line.command and decision:
            yield decision
            decision = []
        decision.append(line)
    if decision:
        yield decision


def _move_of(first: TranscriptLine) -> str:
    """Say who did what on the board, '' where a decision is none on the board."""
    if first.decided_by is None or not first.command:
        return ""
    who = _seat(first.decided_by)
    if is_move(first.command):
        return f"{who}  {first.command}"
    command = read_command(first.command)
    if isinstance(command, TimeOut):
        return f"{who}  {'; '.join(command.moves)} (time ran out)"
    return ""


def _effects(decision: Iterable[TranscriptLine]) -> Iterator[str]:
    """Yield what a decision brought whoever made it."""
    for line in decision:
        tell = _EFFECTS.get(type(line.event))
        if tell is not None and getattr(line.event, "player", None) == line.decided_by:
            yield tell(line.event)


def _comments(decision: Sequence[TranscriptLine], *, of_others: bool) -> Iterator[str]:
    """Yield what stands beside a decision; ``of_others`` alone beside a move."""
    for line in decision:
        event = line.event
        if isinstance(event, RoundStarted):
            yield ""
            yield f"Round {event.round}, {SeatName(event.start_player)} starts"
        elif not isinstance(event, UNTOLD) and not (of_others and _is_own(line)):
            yield f"       ; {capitalised(str(describe_event(event)))}"


def _is_own(line: TranscriptLine) -> bool:
    """Whether an event says on the board what its player did."""
    if isinstance(line.event, MatchEvent):
        return False
    return getattr(line.event, "player", None) == line.decided_by


def _seat(player: int) -> str:
    return f"P{player + 1}"
