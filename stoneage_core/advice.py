"""Advice for beginners: autopilot's choice, and its reason in a sentence.

Rules of thumb, not the best play: whoever learns is to see one good reason at a time.
"""

from msgspec import Struct

from stoneage_core import autopilot
from stoneage_core import commands as c
from stoneage_core.components import odds
from stoneage_core.components.buildings import BUILDINGS, Fixed
from stoneage_core.components.cards import DIE_FOOD_TRACK, DIE_RESOURCES, DIE_TOOL
from stoneage_core.components.places import Place, PlaceKind, place_in_words
from stoneage_core.components.resources import amount
from stoneage_core.phrases import Phrase, Word, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules import gathering, purchases
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import GameState, Phase, Player
from stoneage_core.wording.descriptions import benefit_of

#: How likely an amount has to be before it is promised.
LIKELY = 0.5

#: How many rounds ahead food is reckoned; more of it is as good as enough.
ROUNDS_AHEAD = 9


class Advice(Struct, frozen=True):
    """A decision, and why it is a good one."""

    command: c.Command
    reason: Phrase


def advise(state: GameState, player: int) -> Advice:
    """Return what autopilot would decide for an awaited player, and its reason."""
    command = autopilot.choose(state, player)
    return Advice(command, reason_for(state, player, command))


def rounds_fed(tribe: Player) -> int:
    """Return how many feedings a tribe stands without hunting, as it is now."""
    food = tribe.food
    for fed in range(ROUNDS_AHEAD):
        food += tribe.food_track - tribe.people
        if food < 0:
            return fed
    return ROUNDS_AHEAD


def food_in_words(state: GameState, player: int) -> Phrase:
    """Say for how long a tribe is fed, or what it lacks in this round."""
    tribe = state.players[player]
    safe = rounds_fed(tribe)
    if tribe.food_track >= tribe.people or safe >= ROUNDS_AHEAD:
        return Phrase("advice.fed", "Your food will do for the rest of the game.")
    if safe:
        return Phrase(
            "advice.rounds",
            ngettext_noop(
                "{food} food, {people} mouths: one round is safe.",
                "{food} food, {people} mouths: {count} rounds are safe.",
            ),
            {"food": tribe.food, "people": tribe.people, "count": safe},
        )
    missing = tribe.people - tribe.food_track - tribe.food
    return Phrase(
        "advice.short",
        "{food} food, {people} mouths: you’re {missing} food short in this round.",
        {"food": tribe.food, "people": tribe.people, "missing": missing},
    )


def reason_for(state: GameState, player: int, command: c.Command) -> Phrase:
    """Return a good reason for a decision of an awaited player, a rule of thumb."""
    tribe = state.players[player]
    match command:
        case c.PlacePeople(place, people):
            return _why_place(state, tribe, place, people)
        case c.UsePlace(place):
            return _why_use(place)
        case c.UseTools():
            return _why_tools(state, command)
        case c.PickDie(face):
            return _why_die(face)
        case c.BuyCard(place) | c.Build(place) | c.Leave(place):
            return _why_buy(state, place, command)
        case _:
            return _why_feed(state, command)


def _why_place(state: GameState, tribe: Player, place: Place, people: int) -> Phrase:
    if place is Place.HUT:
        english = _("The hut: one more person works for you in every further round.")
        return Phrase("advice.hut", english)
    if place is Place.FIELD:
        return Phrase("advice.field", "The field: one more food every round.")
    if place is Place.TOOL_MAKER:
        english = _("The tool maker: a tool may raise one roll in every round.")
        return Phrase("advice.tool_maker", english)
    if place.good is not None:
        return _why_gather(tribe, place, people)
    where = {"place": place_in_words(place)}
    if place.kind is PlaceKind.CARD:
        card = purchases.card_on(state, place)
        english = _("{place}: {benefit} at once, and points at the end.")
        return Phrase("advice.card", english, where | {"benefit": benefit_of(card)})
    return _why_building(state, tribe, place)


def _why_gather(tribe: Player, place: Place, people: int) -> Phrase:
    assert place.good is not None
    tools = sum(gathering.unused_tiles(tribe))
    promised = likely_amount(place.good, people, tools)
    percent = round(100 * odds.at_least(place.good, people, promised, tools))
    return Phrase(
        "advice.gather",
        ngettext_noop(
            "One person to {place}: {goods} or more in {percent} of 100 rolls.",
            "{count} people to {place}: {goods} or more in {percent} of 100 rolls.",
        ),
        {
            "count": people,
            "place": place_in_words(place),
            "goods": amount(place.good, promised),
            "percent": percent,
        },
    )


def likely_amount(good: str, people: int, tools: int = 0) -> int:
    """Return the most that is gathered in half of all rolls or more; never nothing."""
    likely = (
        number
        for number in odds.yields(good, people, tools)
        if odds.at_least(good, people, number, tools) >= LIKELY
    )
    return max([1, *likely])


def _why_building(state: GameState, tribe: Player, place: Place) -> Phrase:
    price = BUILDINGS[purchases.building_on(state, place)].price
    where: dict[str, object] = {"place": place_in_words(place)}
    if purchases.price(state, place).payable(tribe.resources):
        english = _("{place}: you can pay for it, and it scores at once.")
        return Phrase("advice.building", english, where)
    if isinstance(price, Fixed):
        english = _("{place}: gather {goods} for it, and it scores {points} points.")
        goods = {"goods": price.cost.words(), "points": price.cost.points}
        return Phrase("advice.building_later", english, where | goods)
    english = _("{place}: it scores what you will pay for it.")
    return Phrase("advice.building_open", english, where)


def _why_use(place: Place) -> Phrase:
    where = {"place": place_in_words(place)}
    if place.kind is PlaceKind.VILLAGE:
        english = _(
            "First {place}: what you gain there may help you in this very turn."
        )
        return Phrase("advice.use_village", english, where)
    english = _("Now {place}: gather before you buy.")
    return Phrase("advice.use_gathering", english, where)


def _why_tools(state: GameState, tools: c.UseTools) -> Phrase:
    roll = gathering.open_roll(state)
    added = sum(tools.tiles) + sum(tools.once)
    if not added:
        english = _("Keep your tools: they add nothing to this roll.")
        return Phrase("advice.no_tools", english)
    return Phrase(
        "advice.tools",
        "Add {added}: that makes {goods} instead of {fewer}.",
        {
            "added": added,
            "goods": amount(roll.good, gathering.gain(roll, added)),
            "fewer": gathering.gain(roll),
        },
    )


def _why_die(face: int) -> Phrase:
    if face == DIE_FOOD_TRACK:
        english = _("The food track: one more food every round.")
        return Phrase("advice.die_track", english)
    if face == DIE_TOOL:
        english = _("The tool: it may raise one roll in every round.")
        return Phrase("advice.die_tool", english)
    return Phrase(
        "advice.die_good",
        "Of these, {good} is worth most.",
        {"good": Word(DIE_RESOURCES[face])},
    )


def _why_buy(state: GameState, place: Place, command: c.Command) -> Phrase:
    where: dict[str, object] = {"place": place_in_words(place)}
    match command:
        case c.Build(payment=payment):
            english = _("{place}: these resources score most here, {points} points.")
            return Phrase("advice.build", english, where | {"points": payment.points})
        case c.BuyCard(payment=payment):
            english = _("{place}: pay with the cheapest, {goods}.")
            return Phrase("advice.buy", english, where | {"goods": payment.words()})
    english = _("{place}: you can’t pay for it now, so take your person back.")
    return Phrase("advice.leave", english, where)


def _why_feed(state: GameState, command: c.Command) -> Phrase:
    hunger = {"points": HUNGER_POINTS}
    if isinstance(command, c.Feed):
        english = _("Feed with the cheapest resources: hunger costs {points} points.")
        return Phrase("advice.feed", english, hunger)
    if isinstance(command, c.TakeResources):
        if state.phase is Phase.FEEDING:
            english = _("Turn the card over: its resources save you from hunger.")
            return Phrase("advice.take_food", english)
        english = _("Turn the card over: then you can pay.")
        return Phrase("advice.take", english)
    english = _(
        "Go hungry: it costs {points} points, and the resources are worth more."
    )
    return Phrase("advice.hungry", english, hunger)
