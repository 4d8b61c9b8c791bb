"""Events in sentences, what they are about, and who decided them."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import takewhile

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
    """What an event is about; the round and its phases belong to none of them."""

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

#: All else that happens is around the table.
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


#: Where nothing came of it: on which place that was.
_PLACES = {
    PlaceKind.CARD: HistoryKind.CARDS,
    PlaceKind.BUILDING: HistoryKind.BUILDINGS,
    PlaceKind.VILLAGE: HistoryKind.VILLAGE,
}


def history_kind_of(event: Event) -> HistoryKind | None:
    """Return what an event is about, None for a heading and for whose turn it is."""
    if isinstance(event, RoundStarted | PhaseStarted | TurnStarted):
        return None
    if isinstance(event, ActionDeclined | NothingGained):
        place = event.place
        return HistoryKind.DICE if place is None else _PLACES[place.kind]
    return _KINDS.get(type(event), HistoryKind.TABLE)


_TIMED_OUT = TurnTimedOut.type_name()


class SourceMask:
    """
    Tells, event after event in their order, how each was decided.

    It has to begin with a decision's first event: the others are known by that. To
    ``reader``, a player, their own orders are no secret.
    """

    def __init__(self, game: Game, reader: int | None = None) -> None:
        self._is_over = game.is_final
        self._reader = reader
        self._cover = Source.PAGE

    def source_of(
        self, type_name: str, decided_by: int | None, source: str, command: str
    ) -> Source:
        """Return how an event may be said to have been decided."""
        if type_name == _TIMED_OUT:
            self._cover = Source.TIMEOUT
        elif command:
            self._cover = Source.PAGE
        is_secret = source == Source.ORDERS and not self._is_over
        if is_secret and (decided_by is None or decided_by != self._reader):
            return self._cover
        return Source(source)

    def read_past(self, happened: Iterable[PastEvent]) -> None:
        """Read events of which nothing is to be told, in their order."""
        for one in happened:
            name = one.event.type_name()
            self.source_of(name, one.decided_by, one.source, one.command)


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


#: Events that bring a player something, or that confirm what they chose.
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
    """A sentence about what a decision brought, with the ``dice`` to draw beside it."""

    text: str
    dice: tuple[int, ...] = ()


def outcome_sentences(
    events: Sequence[Event], player: int
) -> tuple[OutcomeSentence, ...]:
    """
    Return what a player's decision brought them, a sentence for each event.

    ``events`` begin with the decision's own. What happens to the player's tribe by
    itself afterwards, such as feeding, is included; what the others did is not.
    """
    return tuple(
        OutcomeSentence(
            say(describe_to(event, player)),
            event.dice if isinstance(event, actions.DiceRolled) else (),
        )
        for event in events
        if isinstance(event, TOLD) and event.player == player and not _is_empty(event)
    )


def _is_empty(event: Event) -> bool:
    return isinstance(event, feeding.FoodProduced) and event.amount == 0
