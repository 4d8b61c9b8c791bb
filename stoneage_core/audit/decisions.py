"""Every decision made anew: the same events must come of it, die by die."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stoneage_core.audit.circumstances import RecordedCircumstances
from stoneage_core.audit.commands import CommandReader
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import moment_of
from stoneage_core.audit.verdict import Wrong
from stoneage_core.chance import Chance
from stoneage_core.codec import encode
from stoneage_core.errors import GameError, Irregular
from stoneage_core.events import Event
from stoneage_core.match.commands import MatchCommand, PlayMove
from stoneage_core.match.deadlines import is_late
from stoneage_core.match.decide import decide_match
from stoneage_core.match.history import History
from stoneage_core.match.state import By, Match, MatchStep, Source
from stoneage_core.phrases import Seat
from stoneage_core.sentences import describe


class CheckedDecision(NamedTuple):
    """
    A decision that was in order, and what is told of it beside.

    It ``is_late`` that came after the bare time for it, and ``is_spared`` that took
    less out of a bank than that: which need not be wrong. One that ``is_redrawn`` went
    back over draws, which are drawn anew.
    """

    entry: Entry
    event: Event
    is_late: bool
    is_spared: bool
    is_redrawn: bool


def decide_again(
    entries: Sequence[Entry], events: Sequence[Event], chance: Chance
) -> Iterator[CheckedDecision]:
    """
    Decide a whole game again, and yield its decisions.

    Raise Wrong at the first event that does not come of its decision.
    """
    match, history = Match(), History()
    reader = CommandReader(entries, events)
    circumstances = RecordedCircumstances(entries, events)
    requests: set[str] = set()
    now = moment_of(entries[0].recorded_at)
    while match.board.version < len(events):
        at = match.board.version
        entry = entries[at]
        by = _by(entry)
        if by.at < now:
            raise Wrong(entry.sequence, "time ran backwards")
        now = by.at
        _require_fresh(entry, requests)
        _require_own(entry, events[at])
        circumstances.begin(entry)
        try:
            command = reader.command_at(at)
            decision = decide_match(
                match,
                command,
                by,
                circumstances=circumstances,
                chance=chance,
                past=lambda: history,
            )
        except GameError as error:
            raise _name_refusal(entry, error) from error
        if not decision.steps:
            raise Wrong(entry.sequence, "no command led to this")
        _compare(at, decision.steps, events, entries)
        yield CheckedDecision(
            entry,
            events[at],
            _is_late(match, command, by, circumstances),
            bool(circumstances.spared) and not _has_hours(match),
            decision.match.board.redone != match.board.redone,
        )
        before = match
        for step, after in zip(decision.steps, decision.matches, strict=True):
            history.note(before, step, after)
            before = after
        match = decision.match


def _by(entry: Entry) -> By:
    try:
        source = Source(entry.decided_how)
    except ValueError:
        english = "it cannot come about by “{how}”"
        raise Wrong(entry.sequence, english, how=entry.decided_how) from None
    return By(entry.decided_by, source, moment_of(entry.recorded_at))


def _require_fresh(entry: Entry, requests: set[str]) -> None:
    """Each request was carried out once, and brought a command."""
    if entry.request_id is None:
        return
    if entry.request_id in requests or not entry.command:
        raise Wrong(entry.sequence, "this request was not made for it")
    requests.add(entry.request_id)


def _require_own(entry: Entry, event: Event) -> None:
    """Each player decides for their own seat."""
    whose = getattr(event, "player", entry.decided_by)
    if whose is None or entry.command or entry.decided_by is None:
        return
    if entry.decided_by != whose:
        raise Wrong(entry.sequence, "only {player} can do that", player=Seat(whose))


def _name_refusal(entry: Entry, error: GameError) -> Wrong:
    if isinstance(error, Irregular):
        return Wrong(entry.sequence, error.phrase.english, **error.phrase.values)
    english = "the rules do not allow it: {reason}"
    return Wrong(entry.sequence, english, reason=error.phrase)


def _is_late(
    match: Match,
    command: MatchCommand,
    by: By,
    circumstances: RecordedCircumstances,
) -> bool:
    """Whether a move came after the bare time: it may be a window, or a favour."""
    if not isinstance(command, PlayMove) or not by.source.is_in_person:
        return False
    assert by.player is not None
    return is_late(match.around, by.player, by.at, circumstances)


def _has_hours(match: Match) -> bool:
    """Whether how long a clock ran depends on a time zone."""
    clock = match.around.clock
    return bool(clock.window or clock.weekends)


def _compare(
    at: int,
    steps: Sequence[MatchStep],
    events: Sequence[Event],
    entries: Sequence[Entry],
) -> None:
    """Raise Wrong at the first event that is not what came of the decision."""
    moment, place = entries[at].recorded_at, at
    for step in steps:
        command = step.command
        for event in step.events:
            if place >= len(events):
                raise Wrong(place, "the record breaks off in the middle of a decision")
            if events[place] != event:
                english = "it should say: {expected} It says: {found}"
                expected, found = _tell_apart(event, events[place])
                raise Wrong(place + 1, english, expected=expected, found=found)
            entry = entries[place]
            by = (entry.decided_by, entry.decided_how, entry.recorded_at)
            if by != (step.by.player, step.by.source, moment):
                english = "who decided, how or when is not told as before"
                raise Wrong(entry.sequence, english)
            if place > at and (entry.command or entry.request_id):
                english = "a command stands in the middle of a decision"
                raise Wrong(entry.sequence, english)
            if entry.command != command:
                english = "the command is written in another way than ours"
                raise Wrong(entry.sequence, english)
            command, place = "", place + 1


def _tell_apart(expected: Event, found: Event) -> tuple[object, object]:
    """Return two events in sentences, or as they are stored if these are the same."""
    sentences = describe(expected), describe(found)
    if str(sentences[0]) != str(sentences[1]):
        return sentences
    return encode(expected), encode(found)
