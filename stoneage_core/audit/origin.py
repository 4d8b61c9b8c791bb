"""The origin of a what-if game: whether the other game really had that position."""

from stoneage_core.audit.entries import entries_of
from stoneage_core.audit.verdict import WHOLE, Wrong
from stoneage_core.audit.verification import verify
from stoneage_core.engine import replay
from stoneage_core.events.setup import GameCreated, Origin, PositionSetUp


def check_origin(text: str, source: str) -> Origin:
    """
    Return the event of the record ``source`` at whose position that of ``text`` begins.

    ``text`` is a record in order. Raise Wrong where it begins elsewhere, the source is
    another game or not in order, or the position is not that of its event.
    """
    events = [entry.decoded() for entry in entries_of(text)]
    set_up = next((each for each in events if isinstance(each, PositionSetUp)), None)
    if set_up is None:
        raise Wrong(WHOLE, "this game began with an empty board, in no other game")
    verdict = verify(source)
    if verdict.finding is not None:
        english = "the record it is said to come from is wrong: {finding}"
        raise Wrong(WHOLE, english, finding=verdict.finding.reason)
    origin, entries = set_up.origin, entries_of(source)
    past = list(entries)[: origin.sequence]
    played = [entry.decoded() for entry in past]
    first = played[0]
    is_named = isinstance(first, GameCreated) and first.game == origin.game
    if not is_named or past[-1].hash != origin.hash:
        raise Wrong(WHOLE, "the record given is not that of the game it came from")
    if replay(played).position != set_up.position:
        english = "the other game did not stand like that after event {event}"
        raise Wrong(WHOLE, english, event=origin.sequence)
    return origin
