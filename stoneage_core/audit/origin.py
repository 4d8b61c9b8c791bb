"""Checks the origin of a game that began from another game's position."""

from stoneage_core.audit.entries import entries_of
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.audit.verification import verify
from stoneage_core.engine import replay
from stoneage_core.events.setup import GameCreated, Origin, PositionSetUp


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
