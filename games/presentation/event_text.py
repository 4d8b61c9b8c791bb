"""Events in sentences, what they are about, and who decided them."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import takewhile
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.log.lookups import last_command
from games.log.positions import PastEvent
from games.models import Game, Seat, StoredEvent
from games.presentation.text import say
from stoneage_core.components.places import PlaceKind
from stoneage_core.events import actions, feeding, purchases
from stoneage_core.events.actions import (
    ActionDeclined,
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PeoplePlaced,
    PersonBorn,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.base import Event, MatchEvent, StaffEvent
from stoneage_core.events.catalogue import Return, find_types
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardKeptOpen,
    CardTaken,
    DiceForAllRolled,
    DiePicked,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    CardsSlid,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.match.state import Source
from stoneage_core.wording.sentences import describe_event, describe_to


class HistoryKind(StrEnum):
    PLACING = "placing"
    DICE = "dice"
    VILLAGE = "village"
    CARDS = "cards"
    BUILDINGS = "buildings"
    FEEDING = "feeding"
    PROPOSALS = "proposals"
    STAFF = "staff"
    TABLE = "table"


KIND_LABELS: dict[HistoryKind, str | Promise] = {
    HistoryKind.PLACING: gettext_lazy("placing people"),
    HistoryKind.DICE: gettext_lazy("dice, food and resources"),
    HistoryKind.VILLAGE: gettext_lazy("village"),
    HistoryKind.CARDS: gettext_lazy("cards"),
    HistoryKind.BUILDINGS: gettext_lazy("buildings"),
    HistoryKind.FEEDING: gettext_lazy("feeding"),
    HistoryKind.PROPOSALS: gettext_lazy("proposals and votes"),
    HistoryKind.STAFF: gettext_lazy("acts of the moderators"),
    HistoryKind.TABLE: gettext_lazy("around the table"),
}

#: All other events are of the kind TABLE.
_EVENTS: dict[HistoryKind, tuple[type, ...]] = {
    HistoryKind.PLACING: (PeoplePlaced,),
    HistoryKind.DICE: (
        *(DiceRolled, ToolsUsed, GoodsGathered),
        *(DiceForAllRolled, DiePicked),
    ),
    HistoryKind.VILLAGE: (ToolMade, PersonBorn, FoodTrackRaised),
    HistoryKind.CARDS: (
        *(CardTaken, CardKeptOpen, CardDrawn, CardRevealed, CardsSlid),
        *(FoodGained, ResourcesGained, ResourcesTaken, PointsScored),
    ),
    HistoryKind.BUILDINGS: (BuildingBuilt, BuildingRevealed),
    HistoryKind.FEEDING: (FoodProduced, FoodRanShort, TribeFed, TribeStarved),
    HistoryKind.PROPOSALS: (ProposalMade, VoteCast, ProposalSettled),
    HistoryKind.STAFF: find_types(StaffEvent),
}
_KINDS = {event: kind for kind, events in _EVENTS.items() for event in events}


#: The kind of an action without effect, by the kind of its place.
_PLACES = {
    PlaceKind.CARD: HistoryKind.CARDS,
    PlaceKind.BUILDING: HistoryKind.BUILDINGS,
    PlaceKind.VILLAGE: HistoryKind.VILLAGE,
}


def history_kind_of(event: Event) -> HistoryKind | None:
    if isinstance(event, RoundStarted | PhaseStarted | TurnStarted):
        return None
    if isinstance(event, ActionDeclined | NothingGained):
        place = event.place
        return HistoryKind.DICE if place is None else _PLACES[place.kind]
    return _KINDS.get(type(event), HistoryKind.TABLE)


_TIMED_OUT = TurnTimedOut.type_name()


class SourceMask:
    """
    Tells how decisions were made, as far as the reader may know.

    Orders are private while the game runs, and a decision by orders looks like the
    player's own. If the player's time ran out, the log says that orders decided. Once
    the game is final, everything is shown. ``reader`` is the number of the reader's
    seat, whose own orders are shown to them.

    Events must be given in order, from the first event of a decision on.
    """

    def __init__(self, game: Game, reader: int | None = None) -> None:
        self._is_over = game.is_final
        self._reader = reader
        self._cover = Source.PAGE

    @classmethod
    def after(cls, game: Game, sequence: int, reader: int | None = None) -> Self:
        """Return a mask that knows the events up to ``sequence`` (one query)."""
        mask = cls(game, reader)
        last = last_command(game, sequence, or_type=_TIMED_OUT) if sequence else None
        if last is not None:
            mask.source_of(last.type, last.decided_by, last.source, last.command)
        return mask

    def source_of(
        self, type_name: str, decided_by: int | None, source: str, command: str
    ) -> Source:
        """Return how an event was decided, as the reader may know."""
        if type_name == _TIMED_OUT:
            self._cover = Source(source)
        elif command:
            self._cover = Source.PAGE
        is_secret = source == Source.ORDERS and not self._is_over
        if is_secret and (decided_by is None or decided_by != self._reader):
            return self._cover
        return Source(source)

    def read_past(self, happened: Iterable[PastEvent]) -> None:
        """Read events that will not be shown, in order."""
        for one in happened:
            name = one.event.type_name()
            self.source_of(name, one.decided_by, one.source, one.command)


#: More uses of people than one request can decide.
MOST_USES = 24


@dataclass(frozen=True)
class EventText:
    """
    An event in a sentence, with its dice and the seat it is about, or None.

    ``how`` says who decided if it was not the player. ``is_undone`` is set if the
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
    Return the sequences of the events that later ones of the stretch took back.

    ``start`` is the event before the stretch, which may be among them, or 0.
    """
    # ``before`` links each event on the board to the one before it that stands, and
    # ``last_after`` names the last that stands after each event.
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

    After a taking back it is the earlier round again.
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
    """Return how an event was decided if its player did not do it, or ''."""
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
    """Return the version before a player's last decision by hand."""
    made = StoredEvent.objects.filter(
        game_id=seat.game_id,
        decided_by=seat.number,
        source__in=[how for how in Source if how.is_by_hand],
        sequence__lte=seat.seen_version,
    ).moves()
    latest = made.order_by("-sequence")[:MOST_USES]
    decided = latest.values_list("sequence", "request_id", "recorded_at")
    # Decisions of one request are recorded at one time, and the first has its id.
    first, *others = decided or [(seat.seen_version + 1, None, None)]
    together = takewhile(lambda one: one[2] == first[2], others)
    asked = [one for one in (first, *together) if one[1] is not None]
    return int((asked or [first])[0][0]) - 1


#: Events that give a player something or confirm their choice.
TOLD = (
    actions.PeoplePlaced,
    actions.DiceRolled,
    actions.ToolsUsed,
    actions.GoodsGathered,
    actions.ToolMade,
    actions.PersonBorn,
    actions.FoodTrackRaised,
    actions.NothingGained,
    actions.ActionDeclined,
    purchases.CardTaken,
    purchases.CardKeptOpen,
    purchases.FoodGained,
    purchases.ResourcesGained,
    purchases.PointsScored,
    purchases.CardDrawn,
    purchases.DiceForAllRolled,
    purchases.DiePicked,
    purchases.ResourcesTaken,
    purchases.BuildingBuilt,
    feeding.FoodProduced,
    feeding.FoodRanShort,
    feeding.TribeFed,
    feeding.TribeStarved,
    DecisionTakenBack,
)


@dataclass(frozen=True)
class OutcomeSentence:
    text: str
    dice: tuple[int, ...] = ()


def outcome_sentences(
    events: Sequence[Event], player: int
) -> tuple[OutcomeSentence, ...]:
    """
    Return what a player's decision brought them, a sentence an event.

    ``events`` begin with the decision's own. Automatic consequences for the player's
    tribe, such as feeding, are included. What others did is not.
    """
    return tuple(
        OutcomeSentence(
            say(describe_to(event, player)),
            event.dice if isinstance(event, actions.DiceRolled) else (),
        )
        for event in events
        if isinstance(event, TOLD)
        and event.player == player
        and not (isinstance(event, feeding.FoodProduced) and event.amount == 0)
    )
