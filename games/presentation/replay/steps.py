"""Steps of a replay: what a table shows one after the other, a decision at a time."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct

from games.log.positions import PastEvent
from games.presentation.counts import COUNTED, count_of
from games.presentation.event_text import EventText, event_text
from games.presentation.replay.kinds import HistoryKind, history_kind_of
from games.presentation.replay.snapshot import (
    Snapshot,
    snapshot_changes,
    snapshot_of,
)
from games.presentation.replay.timeline import Timeline
from games.presentation.source_mask import SourceMask
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.catalogue import Return
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    FinalScored,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.state import GameState, Phase

#: What the table shows by itself, or says in a heading.
UNTOLD = (TurnStarted, SeedRevealed, CardRevealed, BuildingRevealed)

#: What speaks of a player who does nothing by it.
_NO_ACTS = (MatchEvent, TurnStarted, FinalScored)


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """
    One decision, or what followed from it by itself.

    ``at`` is the sequence of its last event; ``changes`` lead from the snapshot before
    to the one after. ``seat`` acted (None: nobody), ``gains`` is what
    that brought and cost them, ``people`` how many they sent to ``place``, and ``how``
    says who decided where it was not they.
    """

    at: int
    changes: Snapshot
    text: str
    seat: int | None = None
    kind: HistoryKind | None = None
    place: Place | None = None
    people: int = 0
    dice: tuple[int, ...] = ()
    gains: tuple[tuple[str, int], ...] = ()
    how: str = ""


class ReplayPart(Struct, frozen=True):
    """A stretch of events that is one step; ``seat`` is who acts, None for nobody."""

    seat: int | None
    happened: Sequence[PastEvent]

    @property
    def last(self) -> int:
        """The sequence of its last event."""
        return self.happened[-1].sequence

    @property
    def place(self) -> Place | None:
        """Where a player acts, None for nowhere on the board."""
        places = (_place_of(one.event) for one in self.happened)
        return next(filter(None, places), None)


def replay_steps(
    timeline: Timeline,
    after: int,
    upto: int,
    names: Sequence[str],
    mask: SourceMask,
) -> tuple[ReplayStep, ...]:
    """
    Return the steps from the position after an event to that after a later one.

    ``mask`` has read nothing yet.
    """
    undone = timeline.undone_upto(upto)
    mask.read_past(timeline.between(timeline.start, after))
    told = {
        one.sequence: event_text(one, names, mask, undone)
        for one in timeline.between(after, upto)
    }
    steps: list[ReplayStep] = []
    before = timeline.state_after(after)
    snapshot = snapshot_of(before)
    for part in shown_parts(timeline, after, upto):
        state = timeline.state_after(part.last)
        now = snapshot_of(state)
        new = [one for one in part.happened if one.sequence > after]
        part = ReplayPart(part.seat, new)
        texts = [told[one.sequence] for one in new]
        changes = snapshot_changes(snapshot, now)
        steps.append(_step(part, changes, texts, before, state))
        before, snapshot = state, now
    return tuple(steps)


def shown_parts(timeline: Timeline, after: int, upto: int) -> Iterator[ReplayPart]:
    """
    Yield what is shown between two events: all that stood until the later one.

    A taking back is only shown where the first event was itself taken back by it.
    """
    undone = timeline.undone_upto(upto)
    is_astray = after in undone
    for part in _parts(timeline, upto):
        if part.last <= after:
            continue
        if is_astray and any(isinstance(one.event, Return) for one in part.happened):
            is_astray = False
            yield part
        elif _stood(part, undone):
            yield part


def _parts(timeline: Timeline, upto: int) -> Iterator[ReplayPart]:
    """Cut what happened where somebody decided, or acts, and at each heading."""
    for decision in timeline.decisions:
        part = ReplayPart(decision.player, [])
        for one in timeline.between(decision.first - 1, min(decision.last, upto)):
            if part.happened and _begins(one.event, part):
                yield part
                part = ReplayPart(_seat_from(one.event), [])
            part = ReplayPart(part.seat, [*part.happened, one])
        if part.happened:
            yield part


def _begins(event: Event, part: ReplayPart) -> bool:
    """Whether an event is no part of what happened just before."""
    if _is_heading(event):
        return True
    player = getattr(event, "player", None)
    if part.seat is None or player is None or isinstance(event, _NO_ACTS):
        return False
    place = _place_of(event)
    is_elsewhere = None not in (place, part.place) and place is not part.place
    return player != part.seat or is_elsewhere


def _is_heading(event: Event) -> bool:
    """Whether what follows is the game's doing: a round, or its feeding."""
    if isinstance(event, PhaseStarted):
        return event.phase is Phase.FEEDING
    return isinstance(event, RoundStarted)


def _seat_from(event: Event) -> int | None:
    return None if _is_heading(event) else getattr(event, "player", None)


def _place_of(event: Event) -> Place | None:
    """Return where a player acts with an event."""
    is_act = getattr(event, "player", None) is not None
    return getattr(event, "place", None) if is_act else None


def _stood(part: ReplayPart, undone: AbstractSet[int]) -> bool:
    """Whether anything on the board happened and was not taken back."""
    return any(
        one.sequence not in undone and not isinstance(one.event, MatchEvent)
        for one in part.happened
    )


def _step(
    part: ReplayPart,
    changes: Snapshot,
    texts: Sequence[EventText],
    before: GameState,
    after: GameState,
) -> ReplayStep:
    events = [one.event for one in part.happened]
    told = [event for event in events if not isinstance(event, UNTOLD)]
    kinds = (history_kind_of(event) for event in told)
    spoken = [
        text.text for text, event in zip(texts, events, strict=True) if event in told
    ]
    placed = next((each for each in events if isinstance(each, PeoplePlaced)), None)
    return ReplayStep(
        at=part.last,
        changes=changes,
        text=" ".join(spoken),
        seat=part.seat,
        kind=next((k for k in kinds if k and k is not HistoryKind.TABLE), None),
        place=part.place,
        people=0 if placed is None else placed.people,
        dice=next((text.dice for text in texts if text.dice), ()),
        gains=_gains(part.seat, before, after),
        how=next((text.how for text in texts if text.how), ""),
    )


def _gains(
    seat: int | None, before: GameState, after: GameState
) -> tuple[tuple[str, int], ...]:
    """Return what a seat has more of afterwards, and (below 0) what less."""
    if seat is None or not before.players:
        return ()
    old, new = before.players[seat], after.players[seat]
    by = ((key, count_of(new, key) - count_of(old, key)) for key in COUNTED)
    return tuple((key, number) for key, number in by if number)
