"""Steps of a replay: what a table shows one after the other, a decision at a time."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct

from games.presentation.event_text import (
    MATCH_EVENTS,
    EventText,
    event_text,
    undone_sequences,
)
from games.presentation.replay.kinds import HistoryKind, kind_of
from games.presentation.replay.picture import (
    COUNTED,
    Picture,
    changes_between,
    count_of,
    picture_of,
)
from games.presentation.replay.timeline import PlayedDecision, Timeline
from games.presentation.source_mask import SourceMask
from games.store.positions import PastEvent
from stoneage_core import events as e
from stoneage_core.match_events import Return
from stoneage_core.state import GameState, Phase

#: What the table shows by itself, or says in a heading.
_UNTOLD = (e.TurnStarted, e.SeedRevealed, e.CardRevealed, e.BuildingRevealed)


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """
    One decision, or what followed from it by itself.

    ``at`` is the sequence of its last event; ``changes`` lead from the picture before
    to the one after. ``seat`` acted (None: nobody), ``gains`` is what
    that brought and cost them, ``people`` how many they sent to ``place``, and ``how``
    says who decided where it was not they.
    """

    at: int
    changes: Picture
    text: str
    seat: int | None = None
    kind: HistoryKind | None = None
    place: str = ""
    people: int = 0
    dice: tuple[int, ...] = ()
    gains: tuple[tuple[str, int], ...] = ()
    how: str = ""


class _Part(Struct, frozen=True):
    """A stretch of events that is one step."""

    seat: int | None
    happened: Sequence[PastEvent]

    @property
    def last(self) -> int:
        return self.happened[-1].sequence


def replay_steps(
    timeline: Timeline,
    after: int,
    upto: int,
    names: Sequence[str],
    mask: SourceMask,
) -> tuple[ReplayStep, ...]:
    """
    Return the steps from the position after an event to that after a later one.

    What was taken back until then is passed over, and what the table does not show.
    ``mask`` has read nothing yet.
    """
    happened = timeline.happened[:upto]
    undone = undone_sequences(happened)
    mask.read_past(happened[:after])
    told = {
        one.sequence: event_text(one, names, mask, undone) for one in happened[after:]
    }
    steps: list[ReplayStep] = []
    before, picture = timeline.states[after], picture_of(timeline.states[after])
    for part in _parts(timeline.decisions, happened[after:]):
        if not _is_shown(part, undone):
            continue
        state = timeline.states[part.last]
        now = picture_of(state)
        if changes := changes_between(picture, now):
            texts = [told[one.sequence] for one in part.happened]
            steps.append(_step(part, changes, texts, before, state))
        before, picture = state, now
    return tuple(steps)


def _parts(
    decisions: Iterable[PlayedDecision], happened: Sequence[PastEvent]
) -> Iterator[_Part]:
    """Cut what happened at each decision, where the next acts, and at each heading."""
    if not happened:
        return
    first, last = happened[0].sequence, happened[-1].sequence
    for decision in decisions:
        start, end = max(decision.first, first), min(decision.last, last)
        seat, part = decision.player, list[PastEvent]()
        for one in happened[max(0, start - first) : max(0, end - first + 1)]:
            if part and (_begins(one.event) or _is_of_another(one.event, seat)):
                yield _Part(seat, part)
                seat, part = _seat_from(one.event), []
            part.append(one)
        if part:
            yield _Part(seat, part)


def _is_shown(part: _Part, undone: AbstractSet[int]) -> bool:
    """Whether a part led to a position that stood."""
    return any(
        one.event.sequence not in undone
        if isinstance(one.event, Return)
        else one.sequence not in undone and not isinstance(one.event, MATCH_EVENTS)
        for one in part.happened
    )


def _begins(event: e.Event) -> bool:
    """Whether what follows is the game's doing: a round, or its feeding."""
    if isinstance(event, e.PhaseStarted):
        return event.phase is Phase.FEEDING
    return isinstance(event, e.RoundStarted)


def _is_of_another(event: e.Event, seat: int | None) -> bool:
    """Whether somebody else acts here, whose only way on was taken at once."""
    is_act = not isinstance(event, (*MATCH_EVENTS, e.TurnStarted, e.FinalScored))
    player = getattr(event, "player", seat)
    return is_act and seat is not None and player != seat


def _seat_from(event: e.Event) -> int | None:
    return None if _begins(event) else getattr(event, "player", None)


def _step(
    part: _Part,
    changes: Picture,
    texts: Sequence[EventText],
    before: GameState,
    after: GameState,
) -> ReplayStep:
    events = [one.event for one in part.happened]
    kinds = (kind_of(event) for event in events)
    spoken = [
        text.text
        for text, event in zip(texts, events, strict=True)
        if not isinstance(event, _UNTOLD)
    ]
    placed = next((each for each in events if isinstance(each, e.PeoplePlaced)), None)
    return ReplayStep(
        at=part.last,
        changes=changes,
        text=" ".join(spoken),
        seat=part.seat,
        kind=next((k for k in kinds if k and k is not HistoryKind.TABLE), None),
        place=_place(events),
        people=0 if placed is None else placed.people,
        dice=next((text.dice for text in texts if text.dice), ()),
        gains=_gains(part.seat, before, after),
        how=next((text.how for text in texts if text.how), ""),
    )


def _place(events: Iterable[e.Event]) -> str:
    """Return the place of the board where a player acted, '' for none."""
    by_players = (
        event for event in events if getattr(event, "player", None) is not None
    )
    places = (getattr(event, "place", None) for event in by_players)
    return next((str(place.value) for place in places if place is not None), "")


def _gains(
    seat: int | None, before: GameState, after: GameState
) -> tuple[tuple[str, int], ...]:
    """Return what a seat has more of afterwards, and (below 0) what less."""
    if seat is None or not before.players:
        return ()
    old, new = before.players[seat], after.players[seat]
    by = ((key, count_of(new, key) - count_of(old, key)) for key in COUNTED)
    return tuple((key, number) for key, number in by if number)
