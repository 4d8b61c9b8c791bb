"""Questions: what a player is asked in a position, with all choices."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar

from django.utils.translation import gettext as _

from games.caches import cached_by_language
from games.presentation import labels
from games.presentation.board import occupied_places
from games.presentation.cards import Face, face_at, when_picked
from games.presentation.text import format_signed, join_list, say, say_clause
from games.table.choices import (
    AskedDecision,
    Choice,
    Entered,
    ExpectedGain,
    MealSum,
    Odds,
    Pane,
    Payment,
    average,
    gain_at,
    meal_sum,
    odds_of,
    payment_of,
    sum_in_words,
    takings_of,
    tool_gain,
    track_gain,
)
from stoneage_core import IllegalMove, awaited, careful, engine, notation
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import PlacePeople, UsePlace, UseTools
from stoneage_core.components.cards import DIE_RESOURCES, DIE_TOOL
from stoneage_core.components.places import (
    BUILDING_STACKS,
    GATHERING,
    PLACES,
    Place,
    PlaceKind,
)
from stoneage_core.components.resources import DIVISORS
from stoneage_core.components.tools import slot_to_improve
from stoneage_core.forecast import meal_after, meal_ahead
from stoneage_core.orders import Answered, next_command
from stoneage_core.payments import Payments
from stoneage_core.rules import (
    dice_for_all,
    feeding,
    gathering,
    open_cards,
    placement,
    purchases,
)
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK
from stoneage_core.state import GameState, Player, Question, ToolsDecision
from stoneage_core.wording.descriptions import gift_of


@dataclass(frozen=True)
class PartyChoice(Choice):
    """
    A number of people for one place. ``is_first`` marks the suggested number.

    ``meal`` is what feeding will leave after this placement, or None if it makes no
    difference.
    """

    people: int = 0
    good: str = ""
    ready_tools: int = 0
    send: str = ""
    is_first: bool = False
    meal: MealSum | None = None

    @property
    def odds(self) -> Odds | None:
        return odds_of(self.good, self.people) if self.good else None

    @property
    def with_tools(self) -> str:
        if not (self.good and self.ready_tools):
            return ""
        return average(self.good, self.people, self.ready_tools)


@dataclass(frozen=True)
class Spot(Pane):
    """
    An open place, with a choice for each number of people.

    ``meal`` is what feeding will leave without them, or None if they make no
    difference.
    """

    template: ClassVar[str] = "games/dock/_spot.html"

    sign: str
    good: str
    divisor: int
    choices: tuple[PartyChoice, ...]
    expected_gain: ExpectedGain | None = None
    face: Face | None = None
    meal: MealSum | None = None


@dataclass(frozen=True)
class ClosedSpot(Pane):
    template: ClassVar[str] = "games/dock/_closed.html"

    sign: str
    why: str


@dataclass(frozen=True, eq=False)
class PlacementDecision(AskedDecision):
    template: ClassVar[str] = "games/dock/placement.html"

    people_left: int
    ready_tools: tuple[int, ...]
    meal: MealSum
    spots: tuple[Spot, ...]
    closed: tuple[ClosedSpot, ...]

    @property
    def panes(self) -> tuple[Spot | ClosedSpot, ...]:
        return *self.spots, *self.closed


def placement_decision(
    state: GameState, player: int, entered: Entered, names: tuple[str, ...]
) -> PlacementDecision:
    legal = groupby(placement.legal(state, player), key=lambda command: command.place)
    spots = {
        place: _spot(state, player, place, list(commands), entered)
        for place, commands in legal
    }
    return PlacementDecision(
        heading=_("Place your people"),
        takings=(),
        people_left=state.players[player].unplaced,
        ready_tools=gathering.tool_values(state.players[player]),
        meal=meal_sum(meal_ahead(state, player)),
        spots=tuple(spots.values()),
        closed=tuple(_closed_spots(state, player, set(spots), names)),
    )


def _spot(
    state: GameState,
    player: int,
    place: Place,
    commands: list[PlacePeople],
    entered: Entered,
) -> Spot:
    tribe = state.players[player]
    ready = sum(gathering.tool_values(tribe))
    known = [each for each in commands if notation.to_text(each) == entered.command]
    first = known[0] if known else careful.choose_party(tribe, commands)
    now = meal_ahead(state, player)
    meals = [meal_after(state, player, command) for command in commands]
    changes = any(meal != now for meal in meals)
    choices = (
        replace(
            _choice(command, ready, entered, is_first=command == first),
            meal=meal_sum(meal) if changes else None,
        )
        for command, meal in zip(commands, meals, strict=True)
    )
    good = place.good or ""
    return Spot(
        key=str(place.value),
        label=labels.place_label(place),
        sign=labels.place_sign(place),
        good=good,
        divisor=DIVISORS.get(good, 0),
        choices=tuple(choices),
        expected_gain=gain_at(state, player, place),
        face=face_at(state, place),
        meal=meal_sum(now) if changes else None,
    )


def _choice(
    command: PlacePeople, ready: int, entered: Entered, *, is_first: bool
) -> PartyChoice:
    text = notation.to_text(command)
    good = command.place.good or ""
    where = {"people": command.people, "place": say_clause(command.place)}
    amount = {"amount": average(good, command.people)} if good else {}
    return PartyChoice(
        command=text,
        label=str(command.people),
        detail=_("≈ %(amount)s") % amount if good else "",
        is_entered=text == entered.command,
        people=command.people,
        good=good,
        ready_tools=ready,
        send=_("Send %(people)d to %(place)s") % where,
        is_first=is_first,
    )


def _closed_spots(
    state: GameState, player: int, open_places: set[Place], names: tuple[str, ...]
) -> Iterator[ClosedSpot]:
    """Yield each closed place, with the engine's reason."""
    for place in PLACES:
        if place in open_places or place in BUILDING_STACKS[state.player_count :]:
            continue
        people = 1 if place in GATHERING else notation.usual_party(place) or 1
        try:
            engine.decide(state, player, PlacePeople(place, people), LoadedChance())
        except IllegalMove as error:
            yield ClosedSpot(
                key=str(place.value),
                label=labels.place_label(place),
                sign=labels.place_sign(place),
                why=say(error.phrase, names),
            )


@dataclass(frozen=True)
class UseAction(Pane):
    """
    What the people in one place can do.

    ``number`` is that of a card or building, or 0. ``may_still_pay`` is set if turning
    over an open card would pay for it. ``asks`` is set if orders certainly stop there,
    whatever comes before.
    """

    template: ClassVar[str] = "games/dock/_use.html"

    sign: str
    number: int
    short_label: str
    people: str
    good: str = ""
    use: Choice | None = None
    odds: Odds | None = None
    odds_with_tools: Odds | None = None
    ready_tools: int = 0
    face: Face | None = None
    expected_gain: ExpectedGain | None = None
    payment: Payment | None = None
    leave: Choice | None = None
    may_still_pay: bool = False
    people_count: int = 0
    asks: bool = False


@dataclass(frozen=True)
class OrderedUse:
    """A use, and the orders in which it comes one earlier or one later."""

    use_action: UseAction
    earlier: str
    later: str


@dataclass(frozen=True, eq=False)
class UseDecision(AskedDecision):
    template: ClassVar[str] = "games/dock/use.html"

    use_actions: tuple[UseAction, ...]
    order: tuple[str, ...]

    @property
    def panes(self) -> tuple[UseAction, ...]:
        return self.use_actions

    @property
    def is_single(self) -> bool:
        """Whether only one place is left. It is shown at once, without an order."""
        return len(self.use_actions) == 1

    @property
    def ordered(self) -> tuple[OrderedUse, ...]:
        by_key = {use_action.key: use_action for use_action in self.use_actions}
        return tuple(
            OrderedUse(
                by_key[key],
                earlier=_swapped(self.order, at - 1),
                later=_swapped(self.order, at),
            )
            for at, key in enumerate(self.order)
        )


def use_decision(state: GameState, player: int, entered: Entered) -> UseDecision:
    places = occupied_places(state, player)
    return UseDecision(
        heading=_("Use your people"),
        takings=takings_of(state, player, entered),
        use_actions=tuple(
            replace(
                _use_action(state, player, place, entered),
                asks=_is_sure_to_ask(state, player, place, places),
            )
            for place in places
        ),
        order=_order(state, player, places, entered),
    )


def _is_sure_to_ask(
    state: GameState, player: int, place: Place, places: tuple[Place, ...]
) -> bool:
    """
    Return whether orders stop at a place, whatever order they come in.

    What cannot be paid now may be possible after a roll or a card. Of several ways to
    pay, one may be left after another payment.
    """
    if not _stops_at(state, player, place):
        return False
    others = [other for other in places if other != place]
    choices = purchases.legal(state, player, place)
    if not any(isinstance(choice, Payments) for choice in choices):
        return not any(other.good or other.kind is PlaceKind.CARD for other in others)
    return all(
        other.kind not in purchases.FOR_SALE or _stops_at(state, player, other)
        for other in others
    )


def _stops_at(state: GameState, player: int, place: Place) -> bool:
    """Return whether orders that begin at a place ask the player at once."""
    use = ((UsePlace(place),),)
    answer = next_command(use, state, player, has_rolled=False)
    return not isinstance(answer, Answered)


def _order(
    state: GameState, player: int, places: tuple[Place, ...], entered: Entered
) -> tuple[str, ...]:
    """Return the places in the entered order. The others follow in a sensible one."""
    wise = careful.order_uses(state, player, places)
    keys = [str(place.value) for place in wise]
    chosen = [key for key in dict.fromkeys(entered.order) if key in keys]
    return (*chosen, *[key for key in keys if key not in chosen])


def _swapped(order: tuple[str, ...], at: int) -> str:
    """Return an order with the places ``at`` and ``at + 1`` swapped."""
    start = max(0, at)
    pair = order[start : at + 2]
    return ",".join((*order[:start], *reversed(pair), *order[at + 2 :]))


def _use_action(
    state: GameState, player: int, place: Place, entered: Entered
) -> UseAction:
    if place.kind in purchases.FOR_SALE:
        return _purchase(state, player, place, entered)
    if place.good is not None:
        return _gathering(state, player, place, place.good)
    verb = {
        Place.TOOL_MAKER: _("Make a tool"),
        Place.HUT: _("Let the tribe grow"),
        Place.FIELD: _("Till the field"),
    }[place]
    return replace(
        _at(state, player, place),
        use=Choice(notation.to_text(UsePlace(place)), verb),
        expected_gain=gain_at(state, player, place),
    )


def _at(state: GameState, player: int, place: Place) -> UseAction:
    return UseAction(
        key=str(place.value),
        label=labels.place_label(place),
        sign=labels.place_sign(place),
        number=labels.place_number(place),
        short_label=str(labels.MAP_WORDS.get(place, "")),
        people=labels.count_people(state.players[player].on(place)),
        people_count=state.players[player].on(place),
    )


def _gathering(state: GameState, player: int, place: Place, good: str) -> UseAction:
    tribe = state.players[player]
    people = tribe.on(place)
    ready = sum(gathering.tool_values(tribe))
    values = {"dice": people, "good": labels.GOODS[good]}
    one, several = _("Roll 1 die for %(good)s"), _("Roll %(dice)d dice for %(good)s")
    label = one if people == 1 else several
    return replace(
        _at(state, player, place),
        good=good,
        use=Choice(notation.to_text(UsePlace(place)), label % values, icon=good),
        odds=odds_of(good, people),
        odds_with_tools=odds_of(good, people, ready) if ready else None,
        ready_tools=ready,
    )


def _purchase(
    state: GameState, player: int, place: Place, entered: Entered
) -> UseAction:
    payments, leave = None, None
    for choice in purchases.legal(state, player, place):
        if isinstance(choice, Payments):
            payments = payment_of(state, player, choice, entered)
        else:
            text, is_card = notation.to_text(choice), place.kind is PlaceKind.CARD
            label = _("Leave the card") if is_card else _("Leave the building")
            leave = Choice(text, label, is_entered=text == entered.command)
    return replace(
        _at(state, player, place),
        face=face_at(state, place),
        expected_gain=gain_at(state, player, place),
        payment=payments,
        leave=leave,
        may_still_pay=payments is None and _may_still_pay(state, player, place),
    )


def _may_still_pay(state: GameState, player: int, place: Place) -> bool:
    tribe, price = state.players[player], purchases.price(state, place)
    return any(
        price.payable(tribe.resources + taking.resources)
        for taking in open_cards.takings(tribe)
    )


#: The command of a form in which switches choose the tools.
TOOLS = "tools"


@dataclass(frozen=True)
class ToolsChoice(Choice):
    gain: int = 0
    good_label: str = ""
    words: str = ""
    is_chosen: bool = False
    tiles: tuple[int, ...] = ()
    once: tuple[int, ...] = ()


@dataclass(frozen=True)
class ToolSwitch:
    value: int
    is_on: bool


@dataclass(frozen=True, eq=False)
class AddToolsDecision(AskedDecision):
    """
    Tools for a roll: the ``best`` way to each yield, highest first, and the others.

    Ways that spend one-use tools come last. ``is_chosen`` is set if tools are chosen
    beforehand, as ``stoneage_core.careful`` decides, or were entered.
    """

    template: ClassVar[str] = "games/dock/tools.html"

    key: str
    good: str
    place: str
    dice: tuple[int, ...]
    pips: int
    divisor: int
    best: tuple[ToolsChoice, ...]
    others: tuple[ToolsChoice, ...]
    tiles: tuple[ToolSwitch, ...]
    once: tuple[ToolSwitch, ...]
    is_chosen: bool
    take_one: str
    take_several: str


@dataclass(frozen=True, eq=False)
class PickDieDecision(AskedDecision):
    """Dice for all: what each face gives, when to pick, and who picks later."""

    template: ClassVar[str] = "games/dock/die.html"

    dice: tuple[int, ...]
    faces: tuple[tuple[int, Choice], ...]
    when: str
    waiting_after: tuple[str, ...]


def tools_decision(state: GameState, player: int, entered: Entered) -> AddToolsDecision:
    roll = gathering.open_roll(state)
    ways = sorted(
        gathering.legal(state, player),
        # Without one-use tools first, then by yield, then by pips spent.
        key=lambda way: (
            bool(way.once),
            -gathering.gain(roll, _added(way)),
            sum(way.once),
            _added(way),
        ),
    )
    best: dict[int, UseTools] = {}
    for way in ways:
        best.setdefault(gathering.gain(roll, _added(way)), way)
    first = careful.choose_tools(state, player)
    chosen, tribe = set(best.values()), state.players[player]
    is_kept = entered.command == TOOLS
    tiles_on = entered.tiles if is_kept or first is None else first.tiles
    once_on = entered.once if is_kept else ()
    others = [way for way in ways if way not in chosen]
    take = _("Take %(goods)s")
    return AddToolsDecision(
        heading=_("Add tools to your roll?"),
        takings=takings_of(state, player, entered),
        key=str(roll.place.value),
        good=roll.good,
        place=labels.place_label(roll.place),
        dice=roll.dice,
        pips=sum(roll.dice),
        divisor=DIVISORS[roll.good],
        tiles=_switches(gathering.unused_tiles(tribe), tiles_on),
        once=_switches(gathering.one_use_tools(tribe), once_on),
        is_chosen=is_kept or first is not None,
        take_one=take % {"goods": labels.count_good(roll.good, 1)},
        take_several=take % {"goods": labels.estimate_of_good("{count}", roll.good)},
        best=tuple(
            replace(_tools_choice(roll, way, entered), is_chosen=way == first)
            for way in best.values()
        ),
        others=tuple(_tools_choice(roll, way, entered) for way in others),
    )


def die_decision(
    state: GameState, player: int, entered: Entered, names: tuple[str, ...]
) -> PickDieDecision:
    decision = dice_for_all.open_dice(state)
    tribe = state.players[player]
    faces = []
    for command in dice_for_all.legal(state):
        text = notation.to_text(command)
        label, detail, icon = _face(tribe, command.face)
        choice = Choice(text, label, detail, icon, text == entered.command)
        faces.append((command.face, choice))
    return PickDieDecision(
        heading=_("Pick a die"),
        takings=takings_of(state, player, entered),
        dice=decision.dice,
        faces=tuple(faces),
        when=when_picked(state),
        waiting_after=tuple(names[other] for other in _pick_after(state, player)),
    )


def _pick_after(state: GameState, player: int) -> tuple[int, ...]:
    decision = dice_for_all.open_dice(state)
    if decision.roll is None:
        return decision.waiting[1:]
    order = dice_for_all.order_of_picking(state, state.open_rolls[decision.roll])
    return tuple(other for other in order if other != player)


def _added(way: UseTools) -> int:
    return sum(way.tiles) + sum(way.once)


def _switches(
    values: tuple[int, ...], added: tuple[int, ...]
) -> tuple[ToolSwitch, ...]:
    """Return a switch for each tool. Of equal tools the first are on."""
    rest = list(added)
    switches = []
    for value in values:
        if is_on := value in rest:
            rest.remove(value)
        switches.append(ToolSwitch(value, is_on))
    return tuple(switches)


def _tools_choice(roll: ToolsDecision, way: UseTools, entered: Entered) -> ToolsChoice:
    text = notation.to_text(way)
    added = _added(way)
    gain = gathering.gain(roll, added)
    how = sum_in_words(roll.good, sum(roll.dice), added)
    return ToolsChoice(
        command=text,
        label=_("Take %(goods)s") % {"goods": labels.count_good(roll.good, gain)},
        detail=f"{_tools_in_words(way)}: {how}",
        icon=roll.good,
        is_entered=text == entered.command,
        gain=gain,
        good_label=str(labels.GOODS[roll.good]),
        words=_tools_in_words(way),
        tiles=way.tiles,
        once=way.once,
    )


def _tools_in_words(way: UseTools) -> str:
    parts = []
    if way.tiles:
        tools = " + ".join(map(str, way.tiles))
        parts.append(_("tools %(tools)s") % {"tools": tools})
    if way.once:
        tools = " + ".join(map(str, way.once))
        parts.append(_("one-use tools %(tools)s") % {"tools": tools})
    return join_list(parts) or _("no tools")


def _face(tribe: Player, face: int) -> tuple[str, str, str]:
    """Return what a die brings, what its picker has of it now, and its icon."""
    gift = say_clause(gift_of(face))
    if face in DIE_RESOURCES:
        good = str(DIE_RESOURCES[face])
        detail = _("you have %(count)d") % {"count": tribe.resources.of(good)}
        return gift, detail, good
    if face == DIE_TOOL:
        if slot_to_improve(tribe.tools) is None:
            return gift, tool_gain(tribe), "tool"
        values = " + ".join(str(tool.value) for tool in tribe.tools) or "0"
        return gift, _("now %(have)s") % {"have": values}, "tool"
    if tribe.food_track >= HIGHEST_FOOD_TRACK:
        return gift, track_gain(tribe), "track"
    return gift, _("now %(have)s") % {"have": tribe.food_track}, "track"


@dataclass(frozen=True, eq=False)
class FeedDecision(AskedDecision):
    template: ClassVar[str] = "games/dock/feed.html"

    people: int
    missing: int
    score: int
    payment: Payment | None
    hungry: Choice

    @property
    def cost(self) -> int:
        return -HUNGER_POINTS


def feed_decision(state: GameState, player: int, entered: Entered) -> FeedDecision:
    tribe = state.players[player]
    payment = None
    for choice in feeding.legal(state, player):
        if isinstance(choice, Payments):
            payment = payment_of(state, player, choice, entered)
    hungry = notation.to_text(feeding.GO_HUNGRY)
    left = format_signed(tribe.score - HUNGER_POINTS)
    score = {"points": HUNGER_POINTS, "score": left}
    detail = _("lose %(points)d points, down to %(score)s; keep your resources") % score
    return FeedDecision(
        heading=_("Feed your tribe"),
        takings=takings_of(state, player, entered),
        people=tribe.people,
        missing=state.owing[player],
        score=tribe.score,
        payment=payment,
        hungry=Choice(
            hungry, _("Go hungry"), detail, is_entered=hungry == entered.command
        ),
    )


NOTHING_ENTERED = Entered()
#: How many decisions a process caches, each of some tens of kilobytes.
MOST_DECISIONS = 256


@cached_by_language(MOST_DECISIONS)
def decision_for(
    state: GameState,
    player: int,
    names: tuple[str, ...],
    entered: Entered = NOTHING_ENTERED,
) -> AskedDecision | None:
    """
    Return what ``player`` has to decide, or None if they are not awaited. Cached.

    ``names`` are those of the seats. ``entered`` is the content of a refused form.
    """
    if player not in awaited(state):
        return None
    match state.question:
        case Question.PLACE:
            return placement_decision(state, player, entered, names)
        case Question.USE:
            return use_decision(state, player, entered)
        case Question.TOOLS:
            return tools_decision(state, player, entered)
        case Question.DIE:
            return die_decision(state, player, entered, names)
        case _:
            return feed_decision(state, player, entered)
