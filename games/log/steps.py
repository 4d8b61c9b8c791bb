"""Split a stored stream into the steps in which it was recorded."""

from collections.abc import Iterable, Iterator

from games.log.chain import Record
from games.log.stream import event_of
from stoneage_core.match.evolve import STANDALONE, replay_match
from stoneage_core.match.state import Authorship, History, Match, MatchStep, Source

_SOLITARY_NAMES = {event.type_name() for event in STANDALONE}


def replay_stream(records: Iterable[Record]) -> Match:
    """Return the state that results from a whole stream."""
    return replay_match(steps_of(records), History())


def history_of(records: Iterable[Record]) -> History:
    """Return the steps of a stream, each with the state after it."""
    history = History()
    replay_match(steps_of(records), history)
    return history


def steps_of(records: Iterable[Record]) -> Iterator[MatchStep]:
    """Yield the steps of a stream. Events that stand alone are steps of their own."""
    batch: list[Record] = []
    for record in records:
        if batch and begins_step(record, batch[-1]):
            yield _step(batch)
            batch = []
        batch.append(record)
    if batch:
        yield _step(batch)


def begins_step(record: Record, previous: Record) -> bool:
    """Return whether ``record`` begins_step a new step after ``previous``."""
    if record.command:
        return True
    if (record.decided_by, record.source) != (previous.decided_by, previous.source):
        return True
    return not _SOLITARY_NAMES.isdisjoint((record.type, previous.type))


def _step(batch: list[Record]) -> MatchStep:
    first = batch[0]
    by = Authorship(first.decided_by, Source(first.source), first.recorded_at)
    return MatchStep(tuple(map(event_of, batch)), by, first.command)
