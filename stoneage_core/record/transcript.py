"""Writes a game as a transcript for people, like the move list of a chess game.

It has a header and numbered decisions, with dice in brackets. Lines that begin with a
semicolon are other events, such as a card that was turned up or a vote. Players have
numbers, as in the log.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from stoneage_core.components.places import Place
from stoneage_core.components.resources import FOOD, amount
from stoneage_core.errors import Code, CorruptStream
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
from stoneage_core.match.families import FACTS, read_command
from stoneage_core.match.timeouts import TimeOut
from stoneage_core.phrases import SeatName, capitalised, show_english
from stoneage_core.record.log import LOG, STAFF, load
from stoneage_core.terms import OPTIONS, Terms
from stoneage_core.wording.descriptions import card_in_words, time_control_in_words
from stoneage_core.wording.sentences import describe_event

#: What the short forms in a transcript mean.
NOTATION = "P1 is player 1, @14 is event 14 of the log, and times are UTC."
#: Events that repeat a decision or only matter to clocks; they are left out.
LEFT_OUT = (TurnStarted, PhaseStarted, CardsSlid, TimeSpent)


def _dice(event: DiceRolled | DiceForAllRolled) -> str:
    return f"[{' '.join(map(str, event.dice))}]"


def _goods(good: str, count: int) -> str:
    return show_english(amount(good, count))


def _resources(event: ResourcesGained | ResourcesTaken) -> str:
    return f"+ {show_english(event.resources.words())}"


def _points(event: PointsScored | BuildingBuilt) -> str:
    return f"+ {event.points} points"


def _card(event: CardTaken | CardDrawn) -> str:
    return f"({show_english(card_in_words(event.card))})"


#: The text of events that are effects of a decision, by type. Other events add nothing
#: to the command.
_EFFECTS: dict[type, Callable[[Any], str]] = {
    DiceRolled: _dice,
    DiceForAllRolled: _dice,
    ToolsUsed: lambda event: f"+{event.value}",
    GoodsGathered: lambda event: f"= {_goods(event.good, event.amount)}",
    FoodGained: lambda event: f"+ {_goods(FOOD, event.amount)}",
    ResourcesGained: _resources,
    ResourcesTaken: _resources,
    PointsScored: _points,
    BuildingBuilt: _points,
    CardTaken: _card,
    CardDrawn: _card,
    FoodTrackRaised: lambda event: f"food track {event.level}",
    ToolMade: lambda event: f"tool of {event.value}",
    TribeStarved: lambda event: f"- {event.points} points",
}


class TranscriptLine(NamedTuple):
    """
    An event, its player or None, and the command if it begins a decision.

    ``recorded_at`` is the recorded moment, '' if it is unknown, as in a log. ``reason``
    is what the staff gave for an act, '' if the text does not have it.
    """

    sequence: int
    event: Event
    decided_by: int | None
    command: str
    recorded_at: str = ""
    reason: str = ""


class Wanted(NamedTuple):
    """
    Which decisions are shown: all by default.

    ``player`` counts from 1. ``place`` is the name of a place on the board, ``type``
    that of a type of events; a decision is shown if one of its events has it.
    """

    player: int | None = None
    place: str = ""
    round: int | None = None
    type: str = ""


EVERYTHING = Wanted()


class TranscriptDecision(NamedTuple):
    """A decision with the round in which it was made, 0 before the first."""

    round: int
    lines: list[TranscriptLine]

    def is_wanted(self, wanted: Wanted) -> bool:
        first, events = self.lines[0], [each.event for each in self.lines]
        seat = None if first.decided_by is None else first.decided_by + 1
        places = (getattr(each, "place", None) for each in events)
        names = {each.value for each in places if isinstance(each, Place)}
        return (
            wanted.player in (None, seat)
            and wanted.round in (None, self.round)
            and wanted.type in ("", *(each.type_name() for each in events))
            and wanted.place.replace(" ", "_") in ("", *names)
        )


class _Line(Struct):
    decided_by: int | None = None
    command: str = ""
    recorded_at: str = ""


class _Reason(Struct):
    event: int
    reason: str


class _ReasonLine(Struct):
    staff: _Reason


_lines = msgspec.json.Decoder(_Line)
_reason_lines = msgspec.json.Decoder(_ReasonLine)


def text_of_events(text: str) -> str:
    """Return a log or record without the lines after its events."""
    return "\n".join(
        line for line in text.split("\n") if not line.startswith((STAFF, LOG))
    )


def read_transcript_lines(text: str) -> list[TranscriptLine]:
    """Return the events of a log or record; raise CorruptStream for a bad line."""
    kept = text_of_events(text).split("\n")
    events = load("\n".join(kept))
    decided = [_lines.decode(line) for line in kept if line.strip()]
    reasons = _reasons_in(text)
    return [
        TranscriptLine(
            sequence,
            event,
            line.decided_by,
            line.command,
            line.recorded_at,
            reasons.get(sequence, ""),
        )
        for sequence, (event, line) in enumerate(
            zip(events, decided, strict=True), start=1
        )
    ]


def _reasons_in(text: str) -> dict[int, str]:
    """Return the reasons of the staff by event, each as one line."""
    try:
        found = [
            _reason_lines.decode(line).staff
            for line in text.split("\n")
            if line.startswith(STAFF)
        ]
    except msgspec.MsgspecError as error:
        unread = "a reason of the staff cannot be read"
        raise CorruptStream(Code.BAD_STREAM, unread) from error
    return {each.event: " ".join(each.reason.split()) for each in found}


def write_transcript(
    lines: Sequence[TranscriptLine], wanted: Wanted = EVERYTHING
) -> str:
    """Return the transcript of a game, from its first event on."""
    transcript = [*_header([line.event for line in lines])]
    number = 0
    for decision in _decisions(lines):
        first = decision.lines[0]
        move = _move_of(first)
        number += bool(move)
        if not decision.is_wanted(wanted):
            continue
        if move:
            effects = " ".join(_effects(decision.lines))
            told = f"{number:>5}. {move}{'  ' if effects else ''}{effects}"
            transcript.append(f"{told}  {_mark(first)}")
        transcript += _comments(decision.lines, without_own=bool(move))
    return "\n".join(transcript) + "\n"


def transcript_json(
    lines: Sequence[TranscriptLine], wanted: Wanted = EVERYTHING
) -> str:
    """
    Return the decisions of a game as JSON. Players count from 1, null is nobody. Only
    an act of the staff has a ``reason``, if the text has it.
    """
    told = [
        {
            "round": decision.round,
            "player": None if first.decided_by is None else first.decided_by + 1,
            "command": first.command,
            "recorded_at": first.recorded_at or None,
            "events": [
                {
                    "sequence": line.sequence,
                    "type": line.event.type_name(),
                    "sentence": str(describe_event(line.event)),
                    **({"reason": line.reason} if line.reason else {}),
                }
                for line in decision.lines
            ],
        }
        for decision in _decisions(lines)
        if decision.is_wanted(wanted)
        for first in decision.lines[:1]
    ]
    return msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n"


def _mark(line: TranscriptLine) -> str:
    """Return the number of an event and its time, to the second."""
    moment = line.recorded_at[:19].replace("T", " ")
    return f"@{line.sequence}{' ' if moment else ''}{moment}"


def _header(events: Sequence[Event]) -> Iterator[str]:
    ranks: tuple[int, ...] = ()
    scores: dict[int, int] = {}
    for event in events:
        match event:
            case GameCreated():
                yield f"Game: {event.game}"
                yield f"How to read it: {NOTATION}"
                yield f"Players: {event.terms.player_count}"
                yield f"Version of the rules: {event.rules_version}"
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
    for option in OPTIONS:
        sentence = option.chosen(terms).sentence
        if sentence is not None:
            yield f"{option.name}: {show_english(sentence)}"
    yield f"Clock: {show_english(time_control_in_words(terms.control))}"


def _decisions(lines: Iterable[TranscriptLine]) -> Iterator[TranscriptDecision]:
    decision, number, following = list[TranscriptLine](), 0, 0
    for line in lines:
        if decision and (line.command or type(line.event) in FACTS):
            yield TranscriptDecision(number, decision)
            decision, number = [], following
        if isinstance(line.event, RoundStarted):
            following = line.event.round
        decision.append(line)
    if decision:
        yield TranscriptDecision(number, decision)


def _move_of(first: TranscriptLine) -> str:
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
    for line in decision:
        write = _EFFECTS.get(type(line.event))
        if write is not None and getattr(line.event, "player", None) == line.decided_by:
            yield write(line.event)


def _comments(
    decision: Sequence[TranscriptLine], *, without_own: bool
) -> Iterator[str]:
    """Yield the comments on a decision; ``without_own`` leaves out the player's own."""
    for line in decision:
        event = line.event
        if isinstance(event, RoundStarted):
            yield ""
            yield f"Round {event.round}, {SeatName(event.start_player)} starts"
        elif not isinstance(event, LEFT_OUT) and not (without_own and _is_own(line)):
            yield f"       ; {capitalised(str(describe_event(event)))}  {_mark(line)}"
            if line.reason:
                yield f"       ; The reason of the staff: {line.reason}"


def _is_own(line: TranscriptLine) -> bool:
    """Return whether an event on the board is about the player who decided."""
    if isinstance(line.event, MatchEvent):
        return False
    return getattr(line.event, "player", None) == line.decided_by


def _seat(player: int) -> str:
    return f"P{player + 1}"
