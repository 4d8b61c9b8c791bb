"""Replays: what happened, decision by decision, as the table shows it."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import dropwhile

from django.urls import reverse
from msgspec import Struct

from games.caches import EventCache, cached_by_language, next_serial
from games.log.positions import PastEvent
from games.models import Game, Seat
from games.presentation import labels
from games.presentation.event_text import (
    EventText,
    HistoryKind,
    SourceMask,
    event_text,
    history_kind_of,
    version_before_last_decision,
)
from games.presentation.text import format_change
from games.presentation.timeline import Timeline, load_timeline
from games.presentation.tribes import COUNTED, count_of, icon_of, shown_score
from stoneage_core import awaited
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, PLACES, Place
from stoneage_core.components.tools import SLOTS
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
from stoneage_core.forecast import meal_ahead
from stoneage_core.state import GameState, Phase

#: A number, a word, what lies in a place (None if nothing), or several numbers.
Shown = int | str | tuple[int, ...] | None

#: All that the table shows of a position. Keys are "1.wood" for the wood of seat 1,
#: "1.at.forest" for its people in the forest, "card_2" for the card in a place.
#: "1.spare" is the least food that feeding will leave, negative if it lacks some, and
#: "1.spare.open" whether dice still decide about it.
#:
#: The difference of two snapshots leads from one position to the other. So the replay
#: script can show any position without knowing the rules.
Snapshot = dict[str, Shown]


def snapshot_of(state: GameState) -> Snapshot:
    """Return the snapshot of a position. Places without people have no key."""
    snapshot: Snapshot = {
        "round": state.round,
        "phase": str(state.phase),
        "start": state.start_player,
        "asked": tuple(sorted(awaited(state))),
        "deck": len(state.unseen_cards),
    }
    for place in CARD_SLOTS:
        snapshot[str(place.value)] = state.slots[place.index]
    for place, stack in zip(BUILDING_STACKS, state.stacks, strict=False):
        snapshot[str(place.value)] = stack.top
        snapshot[f"{place.value}.left"] = stack.left
    for seat in range(len(state.players)):
        for key, shown in _tribe(state, seat):
            snapshot[f"{seat}.{key}"] = shown
    return snapshot


def snapshot_changes(before: Snapshot, after: Snapshot) -> Snapshot:
    """Return what differs in ``after``, with 0 for people who left a place."""
    changes = {
        key: shown
        for key, shown in after.items()
        if key not in before or before[key] != shown
    }
    return changes | dict.fromkeys(before.keys() - after.keys(), 0)


def _tribe(state: GameState, seat: int) -> Iterator[tuple[str, Shown]]:
    tribe = state.players[seat]
    yield from ((key, count_of(tribe, key)) for key in COUNTED)
    meal = meal_ahead(state, seat)
    yield "home", tribe.unplaced
    # A tool that was used in this round has a negative value.
    tools = [-tool.value if tool.used else tool.value for tool in tribe.tools]
    yield "tools", (*tools, *[0] * (SLOTS - len(tools)))
    yield "score", shown_score(state, seat)
    yield "spare", None if meal.is_past else meal.least
    yield "spare.open", int(meal.is_open)
    for place in PLACES:
        if people := tribe.on(place):
            yield f"at.{place.value}", people


#: Events without a sentence: the table shows them, or a heading says them.
UNTOLD = (TurnStarted, SeedRevealed, CardRevealed, BuildingRevealed)

#: Events whose player does not act.
_NO_ACTS = (MatchEvent, TurnStarted, FinalScored)


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """
    One decision, or an automatic consequence.

    ``at`` is the sequence of its last event. ``changes`` lead from the snapshot before
    it to the one after it. ``seat`` acted, or nobody. ``gains`` are what that brought
    and cost them, ``people`` how many they sent to ``place``. ``how`` says who decided
    if it was not the player.
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
    seat: int | None
    happened: Sequence[PastEvent]

    @property
    def last(self) -> int:
        return self.happened[-1].sequence

    @property
    def place(self) -> Place | None:
        """Where a player acts, or None if not on the board."""
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
    Return the steps between the positions after two events.

    ``mask`` must not have read anything yet.
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
    Yield the parts between two events that had not been taken back by the later one.

    A taking back is shown only if it took back the first event.
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
    """Split the events at each decision, each acting player and each heading."""
    for decision in timeline.decisions:
        part = ReplayPart(decision.player, [])
        for one in timeline.between(decision.first - 1, min(decision.last, upto)):
            if part.happened and _begins(one.event, part):
                yield part
                acts = not _is_heading(one.event)
                part = ReplayPart(
                    getattr(one.event, "player", None) if acts else None, []
                )
            part = ReplayPart(part.seat, [*part.happened, one])
        if part.happened:
            yield part


def _begins(event: Event, part: ReplayPart) -> bool:
    """Return whether an event belongs to a new part."""
    if _is_heading(event):
        return True
    player = getattr(event, "player", None)
    if part.seat is None or player is None or isinstance(event, _NO_ACTS):
        return False
    place = _place_of(event)
    is_elsewhere = None not in (place, part.place) and place is not part.place
    return player != part.seat or is_elsewhere


def _is_heading(event: Event) -> bool:
    if isinstance(event, PhaseStarted):
        return event.phase is Phase.FEEDING
    return isinstance(event, RoundStarted)


def _place_of(event: Event) -> Place | None:
    """Return where the player of an event acts, or None."""
    is_act = getattr(event, "player", None) is not None
    return getattr(event, "place", None) if is_act else None


def _stood(part: ReplayPart, undone: AbstractSet[int]) -> bool:
    """Return whether a part has events on the board that were not taken back."""
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
    """Return by how much a seat's counts changed, without those that did not."""
    if seat is None or not before.players:
        return ()
    old, new = before.players[seat], after.players[seat]
    by = ((key, count_of(new, key) - count_of(old, key)) for key in COUNTED)
    return tuple((key, number) for key, number in by if number)


@dataclass(frozen=True)
class Gain:
    """An icon, and a change with its sign: '+3'."""

    icon: str
    by: str


@dataclass(frozen=True)
class StepChip:
    """
    One step in a line: people sent to a place, or dice rolled there.

    ``place`` is a phase if a step of nobody began it. ``sign`` is the icon of the
    place or phase, ``number`` that of a card or building, or 0.
    ``text`` is the whole step in sentences. ``round`` is the round that began with it,
    or 0.
    """

    at: int
    seat: int | None
    people: int
    place: str
    sign: str
    number: int
    dice: tuple[int, ...]
    gains: tuple[Gain, ...]
    text: str
    how: str
    round: int


#: The icons of phases that no player begins.
_PHASE_SIGNS: dict[Shown, str] = {
    str(Phase.FEEDING): "food",
    str(Phase.ENDED): "points",
}


def chips_of(steps: Iterable[ReplayStep]) -> tuple[StepChip, ...]:
    return tuple(map(_chip, steps))


def _chip(step: ReplayStep) -> StepChip:
    begun, phase = step.changes.get("round"), step.changes.get("phase")
    place, sign = "", ""
    if step.place:
        place, sign = labels.place_label(step.place), labels.place_picture(step.place)
    elif step.seat is None and phase in _PHASE_SIGNS:
        place, sign = str(labels.PHASES[Phase(str(phase))]), _PHASE_SIGNS[phase]
    return StepChip(
        at=step.at,
        seat=step.seat,
        people=step.people,
        place=place,
        sign=sign,
        number=labels.place_number(step.place) if step.place else 0,
        dice=step.dice,
        gains=tuple(Gain(icon_of(key), format_change(by)) for key, by in step.gains),
        text=step.text,
        how=step.how,
        round=begun if isinstance(begun, int) else 0,
    )


#: How many steps are shown beside a question. The replay has all.
LATEST = 3
#: A process caches 100 timelines for each seat number.
_CACHE = tuple(EventCache[Timeline](most=100) for _seat in labels.SEATS)
#: How many replays a process caches, with their timelines.
MOST_REPLAYS = 256


@dataclass(frozen=True, eq=False)
class Replay:
    """
    A stretch of a game to be played, from event ``first`` to event ``last``.

    The table shows event ``at``, which is after ``number`` of ``count`` steps.
    ``chips`` are the steps in a line, perhaps more than are played.

    ``serial`` is the key under which templates cache what they render of a replay:
    ``replay_since_turn`` caches replays.
    """

    first: int
    last: int
    at: int
    number: int
    count: int
    chips: tuple[StepChip, ...]
    steps_url: str
    address: str
    serial: int = field(default_factory=next_serial)

    @property
    def latest(self) -> tuple[StepChip, ...]:
        """The last of the steps that are played: never the reader's own decision."""
        return self.chips[len(self.chips) - min(LATEST, self.count) :]

    @property
    def earlier(self) -> int:
        """How many of the steps that are played come before the latest."""
        return self.count - len(self.latest)


def load_since_turn(seat: Seat) -> Timeline:
    """Return a seat's last decision and everything since. Cached by version."""
    game, kept = seat.game, _CACHE[seat.number]
    since = kept.get(game, game.version, game.head)
    if since is None:
        before = version_before_last_decision(seat)
        since = load_timeline(game, start=min(before, game.version))
        kept.keep(game, game.version, game.head, since)
    return since


def replay_since_turn(
    seat: Seat, names: tuple[str, ...], timeline: Timeline
) -> Replay | None:
    """
    Return what happened since a seat's last decision, or None if nothing did.

    ``timeline`` is that of ``load_since_turn``. The decision itself has chips but is
    not played again. ``count`` is 0 if nothing followed it.
    """
    return _replay(timeline, seat.number, names, seat.game)


@cached_by_language(MOST_REPLAYS)
def _replay(
    timeline: Timeline, reader: int, names: tuple[str, ...], game: Game
) -> Replay | None:
    """Cached by timeline, which belongs to one version of its game."""
    before, mask = max(1, timeline.start), SourceMask(game, reader)
    steps = replay_steps(timeline, before, game.version, names, mask)
    # Nobody moved in the steps up to the heading of the first round.
    rounds = [step.changes.get("round") for step in steps]
    if 1 in rounds:
        first_round = rounds.index(1)
        before, steps = steps[first_round].at, steps[first_round + 1 :]
    since = list(dropwhile(lambda step: step.seat == reader, steps))
    if not steps:
        return None
    own = steps[: len(steps) - len(since)]
    first = own[-1].at if own else before
    return Replay(
        first=first,
        last=game.version,
        at=game.version,
        number=len(since),
        count=len(since),
        chips=chips_of(steps),
        steps_url=steps_url(game.slug, first, game.version),
        address=reverse("games:position", args=[game.slug, 0]),
    )


def steps_url(slug: str, first: int, last: int) -> str:
    return f"{reverse('games:steps', args=[slug])}?from={first}&to={last}"
