"""Repeats all decisions: each command or fact has to lead to the recorded events."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import parse_moment
from stoneage_core.audit.verdict import Wrong
from stoneage_core.chance import Chance
from stoneage_core.errors import GameError, Irregular
from stoneage_core.events.base import Event
from stoneage_core.match.commands import CommandOrFact, PlayMove, is_move
from stoneage_core.match.deadlines import is_late
from stoneage_core.match.decide import decide_match
from stoneage_core.match.families import FACTS, read_command
from stoneage_core.match.state import Authorship, History, Match, MatchStep, Source
from stoneage_core.record.codec import encode
from stoneage_core.wording.sentences import describe_event


class CheckedDecision(NamedTuple):
    """A decision that passed the check; ``entry`` and ``event`` are its first ones."""

    entry: Entry
    event: Event
    command: CommandOrFact
    #: A player decided after the deadline, before the service timed them out.
    is_late: bool
    #: The game went back over dice or cards, which will be drawn again.
    is_redrawn: bool
    before: Match
    after: Match


def decide_again(
    entries: Sequence[Entry],
    events: Sequence[Event],
    chance_at: Callable[[int], Chance],
) -> Iterator[CheckedDecision]:
    """
    Decide a whole game again, and yield its decisions.

    ``chance_at`` returns the chance for the decision that begins with an event, by its
    sequence. Raise Wrong at the first event that does not follow from its decision.
    """
    match, history = Match(), History()
    requests: set[str] = set()
    now = parse_moment(entries[0].recorded_at)
    while match.board.version < len(events):
        at = match.board.version
        entry = entries[at]
        by = _by(entry)
        if by.at < now:
            raise Wrong(entry.sequence, "time ran backwards")
        now = by.at
        _require_fresh(entry, requests)
        try:
            command = _command_of(entry, events[at])
            decision = decide_match(
                match,
                command,
                by,
                chance=chance_at(entry.sequence),
                past=lambda: history,
            )
        except GameError as error:
            raise _name_refusal(entry, error) from error
        assert decision.steps, "every decision has at least one event"
        _compare(at, decision.steps, events, entries)
        yield CheckedDecision(
            entry,
            events[at],
            command,
            _is_late(match, command, by),
            decision.match.board.redone != match.board.redone,
            match,
            decision.match,
        )
        before = match
        for step, after in zip(decision.steps, decision.matches, strict=True):
            history.note(before, step, after)
            before = after
        match = decision.match
    if match.table.open_act is not None:
        raise Wrong(len(events), "the record breaks off in the middle of an act")


def _by(entry: Entry) -> Authorship:
    try:
        source = Source(entry.source)
    except ValueError:
        english = "the source “{source}” is unknown"
        raise Wrong(entry.sequence, english, source=entry.source) from None
    return Authorship(entry.decided_by, source, parse_moment(entry.recorded_at))


def _require_fresh(entry: Entry, requests: set[str]) -> None:
    """Raise Wrong unless a request id is new and belongs to a move."""
    if entry.request_id is None:
        return
    if entry.request_id in requests or not is_move(entry.command):
        raise Wrong(entry.sequence, "the request id is not new, or not that of a move")
    requests.add(entry.request_id)


def _command_of(entry: Entry, event: Event) -> CommandOrFact:
    if entry.command:
        return read_command(entry.command)
    if type(event) in FACTS:
        return event
    alone = entry.decided_by is None
    english = "nobody had agreed to this" if alone else "no command led to this"
    raise Wrong(entry.sequence, english)


def _name_refusal(entry: Entry, error: GameError) -> Wrong:
    if isinstance(error, Irregular):
        return Wrong(entry.sequence, error.phrase.english, **error.phrase.values)
    english = "the rules do not allow it: {reason}"
    return Wrong(entry.sequence, english, reason=error.phrase)


def _is_late(match: Match, command: CommandOrFact, by: Authorship) -> bool:
    """Return whether a player moved after the deadline, before being timed out."""
    if not isinstance(command, PlayMove) or not by.source.is_in_person:
        return False
    assert by.player is not None
    return is_late(match.table, by.player, by.at)


def _compare(
    at: int,
    steps: Sequence[MatchStep],
    events: Sequence[Event],
    entries: Sequence[Entry],
) -> None:
    """Raise Wrong at the first event that differs from the repeated decision."""
    moment, place = entries[at].recorded_at, at
    for step in steps:
        command = step.command
        for event in step.events:
            if place >= len(events):
                raise Wrong(place, "the record breaks off in the middle of a decision")
            if events[place] != event:
                english = "it should say: {expected} It says: {found}"
                expected, found = _distinct_texts(event, events[place])
                raise Wrong(place + 1, english, expected=expected, found=found)
            entry = entries[place]
            by = (entry.decided_by, entry.source, entry.recorded_at)
            if by != (step.by.player, step.by.source, moment):
                english = "player, source or time differs from the rest of the decision"
                raise Wrong(entry.sequence, english)
            if place > at and (entry.command or entry.request_id):
                english = "a command or request id is in the middle of a decision"
                raise Wrong(entry.sequence, english)
            if entry.command != command:
                english = "the command is not in its canonical form"
                raise Wrong(entry.sequence, english)
            command, place = "", place + 1


def _distinct_texts(expected: Event, found: Event) -> tuple[object, object]:
    """Return two events as sentences, or in stored form if the sentences are equal."""
    sentences = describe_event(expected), describe_event(found)
    if str(sentences[0]) != str(sentences[1]):
        return sentences
    return encode(expected), encode(found)
