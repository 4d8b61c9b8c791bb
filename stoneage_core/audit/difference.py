"""Compares a record with another one: of the same game, or of its origin."""

from itertools import zip_longest

from stoneage_core.audit.entries import Entry, entries_of
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.audit.verification import verify
from stoneage_core.engine import replay
from stoneage_core.events.setup import GameCreated, Origin, PositionSetUp
from stoneage_core.wording.sentences import describe_event

#: The fields of an entry that are compared, in the order of the report.
FIELDS = (
    *("event", "decided_by", "source", "command", "recorded_at", "request_id"),
    *("schema_version", "hash"),
)


_DIFFERENT_GAMES = "These are records of different games: their first events differ."
_ENDS = "They are the same up to event {}, where the {} ends; the {} goes on.\n"


def compare_records(first: str, second: str) -> str:
    """
    Return a report of the first difference between two records, '' if they are equal.

    A record that only ends earlier is a difference, too. Raise Wrong if a line of
    either cannot be read. The records are not verified.
    """
    pairs = zip_longest(entries_of(first), entries_of(second))
    for number, (one, other) in enumerate(pairs, start=1):
        if one is None:
            return _ENDS.format(number - 1, "first", "second")
        if other is None:
            return _ENDS.format(number - 1, "second", "first")
        if one != other:
            if number == 1 and one.decoded() != other.decoded():
                return (
                    "These are records of different games: their first events differ.\n"
                )
            report = f"They differ at event {number}, and are the same before it.\n"
            for name in FIELDS:
                if getattr(one, name) != getattr(other, name):
                    report += f"  {name} in the first:  {_field_text(one, name)}\n"
                    report += f"  {name} in the second: {_field_text(other, name)}\n"
            return report
    return ""


def _field_text(entry: Entry, name: str) -> str:
    if name == "event":
        return f"{describe_event(entry.decoded())} {entry.data}"
    return str(getattr(entry, name))


def check_origin(text: str, source: str) -> Origin:
    """
    Check that the game of ``text`` began from a position of the game of ``source``.

    ``text`` is a record that was verified. Return its origin. Raise Wrong if it began
    normally, if ``source`` is of another game or wrong, or if the positions differ.
    """
    events = [entry.decoded() for entry in entries_of(text)]
    set_up = next((each for each in events if isinstance(each, PositionSetUp)), None)
    if set_up is None:
        raise Wrong(WHOLE, "this game did not begin from another game’s position")
    verdict = verify(source)
    if verdict.finding is not None:
        english = "the record of the other game is wrong: {finding}"
        raise Wrong(WHOLE, english, finding=verdict.finding.reason)
    origin, entries = set_up.origin, entries_of(source)
    past = list(entries)[: origin.sequence]
    played = [entry.decoded() for entry in past]
    first = played[0]
    is_named = isinstance(first, GameCreated) and first.game == origin.game
    if not is_named or past[-1].hash != origin.hash:
        raise Wrong(WHOLE, "the record given is not that of the other game")
    if replay(played).position != set_up.position:
        english = "the other game had another position after event {event}"
        raise Wrong(WHOLE, english, event=origin.sequence)
    return origin
