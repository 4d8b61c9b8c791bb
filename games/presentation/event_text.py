"""Events in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from django.utils.translation import gettext as _

from games.log.positions import PastEvent
from games.models import Seat, StoredEvent
from games.presentation.source_mask import SourceMask
from games.presentation.text import say
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.catalogue import Return
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked
from stoneage_core.events.rounds import PhaseStarted, RoundStarted
from stoneage_core.match.state import Source
from stoneage_core.wording.sentences import describe_event

#: How many uses of people can be decided in one go: one at each place, and more.
MOST_USES = 24


@dataclass(frozen=True)
class EventText:
    """
    A sentence, with the dice it speaks of and the seat it is about (or None).

    ``how`` says who decided where it was not the player; ``is_undone`` that the
    decision was taken back later.
    """

    sequence: int
    text: str
    seat: int | None
    dice: tuple[int, ...]
    how: str
    is_heading: bool
    at: datetime
    is_undone: bool = False


def undone_sequences(happened: Sequence[PastEvent], start: int = 0) -> frozenset[int]:
    """
    Return the sequences of all that was taken back later on in the same stretch.

    That may be ``start`` too, the event before the stretch; 0 is before all of them.
    """
    # What went before each event on the board, and the last of them after each event.
    before = {start: 0} if start else {}
    last, last_after = start, {start: start}
    for one in happened:
        if isinstance(one.event, Return):
            last = last_after.get(one.event.sequence, 0)
        elif not isinstance(one.event, MatchEvent):
            before[one.sequence], last = last, one.sequence
        last_after[one.sequence] = last
    undone = set(before)
    while last:
        undone.discard(last)
        last = before[last]
    return frozenset(undone)


def rounds_of(events: Iterable[Event]) -> Iterator[int]:
    """
    Yield the round after each event of a whole game, 0 before the first.

    Going back to a round is in it again.
    """
    rounds = [0]  # by sequence
    for event in events:
        match event:
            case RoundStarted(round=begun):
                rounds.append(begun)
            case back if isinstance(back, Return):
                rounds.append(rounds[back.sequence])
            case _:
                rounds.append(rounds[-1])
        yield rounds[-1]


def event_text(
    happened: PastEvent,
    names: Sequence[str],
    mask: SourceMask,
    undone: AbstractSet[int] = frozenset(),
) -> EventText:
    """Tell one event in a sentence."""
    event = happened.event
    return EventText(
        sequence=happened.sequence,
        text=say(describe_event(event), names),
        seat=getattr(event, "player", None),
        dice=_dice(event),
        how=_how(happened, mask),
        is_heading=isinstance(event, RoundStarted | PhaseStarted),
        at=happened.recorded_at,
        is_undone=happened.sequence in undone,
    )


def _dice(event: Event) -> tuple[int, ...]:
    match event:
        case DiceRolled(dice=dice) | DiceForAllRolled(dice=dice):
            return dice
        case DiePicked(face=face):
            return (face,)
    return ()


def _how(happened: PastEvent, mask: SourceMask) -> str:
    """Say where it was not the player who decided, at what is about the player."""
    event, player = happened.event, happened.decided_by
    how = mask.source_of(event.type_name(), player, happened.source, happened.command)
    if isinstance(event, MatchEvent) or getattr(event, "player", None) != player:
        return ""
    match how:
        case Source.TIMEOUT:
            return _("time ran out")
        case Source.AUTOPILOT:
            return _("autopilot")
        case Source.ORDERS:
            return _("orders")
    return ""


def version_before_last_decision(seat: Seat) -> int:
    """Return the version before the last decision that the seat's player made."""
    made = StoredEvent.objects.filter(
        game_id=seat.game_id,
        decided_by=seat.number,
        source__in=[how for how in Source if how.is_by_hand],
        sequence__lte=seat.seen_version,
    ).moves()
    latest = made.order_by("-sequence")[:MOST_USES]
    decided = latest.values_list("sequence", "request_id", "recorded_at")
    # Of several in one go, recorded at one moment, the first bears the request.
    first, *others = decided or [(seat.seen_version + 1, None, None)]
    together = takewhile(lambda one: one[2] == first[2], others)
    asked = [one for one in (first, *together) if one[1] is not None]
    return int((asked or [first])[0][0]) - 1
