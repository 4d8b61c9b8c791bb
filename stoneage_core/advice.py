"""Advice for beginners: autopilot's choice, with a reason in one sentence.

These are rules of thumb, not the best play, so that learners see one good reason at a
time. A reason is true even if the decision is not the best: the coach gives reasons for
several moves, and bots give reasons for theirs.
"""

from msgspec import Struct

from stoneage_core import autopilot, forecast
from stoneage_core import commands as c
from stoneage_core.components import odds
from stoneage_core.components.buildings import BUILDINGS, Fixed
from stoneage_core.components.cards import DIE_FOOD_TRACK, DIE_RESOURCES, DIE_TOOL
from stoneage_core.components.places import (
    GATHERING,
    PLACES,
    Place,
    PlaceKind,
    place_in_words,
)
from stoneage_core.components.resources import amount
from stoneage_core.components.tools import slot_to_improve
from stoneage_core.payments import best_payment, cheapest_payment
from stoneage_core.phrases import Phrase, Word, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules import dice_for_all, gathering, purchases
from stoneage_core.rules.feeding import HUNGER_POINTS, missing_food
from stoneage_core.rules.placement import MOST_PEOPLE
from stoneage_core.rules.scoring import points_of_card
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK
from stoneage_core.state import GameState, Phase, Player
from stoneage_core.wording.descriptions import benefit_of

#: The least probability of an amount that advice mentions.
LIKELY = 0.5


class Advice(Struct, frozen=True):
    command: c.Command
    reason: Phrase


def advise(state: GameState, player: int) -> Advice:
    """Return what autopilot would decide for an awaited player, with a reason."""
    command = autopilot.choose(state, player)
    return Advice(command, reason_for(state, player, command))


def food_in_words(state: GameState, player: int) -> Phrase:
    """Return a sentence on how many rounds food lasts, if nobody else is born."""
    meal = forecast.meal_ahead(state, player)
    safe = forecast.rounds_fed(meal)
    if safe is None:
        english = _(
            "Your food track feeds all {people} of your people, unless the tribe grows."
        )
        return Phrase("advice.fed", english, {"people": meal.eats})
    if safe:
        return Phrase(
            "advice.rounds",
            ngettext_noop(
                "{food} food, {people} mouths: one round is safe, if no one else is "
                "born.",
                "{food} food, {people} mouths: {count} rounds are safe, if no one else "
                "is born.",
            ),
            {"food": meal.food, "people": meal.eats, "count": safe},
        )
    return Phrase(
        "advice.short",
        "{food} food, {people} mouths: you’re {missing} food short in this round.",
        {"food": meal.food, "people": meal.eats, "missing": meal.short},
    )


def reason_for(state: GameState, player: int, command: c.Command) -> Phrase:
    tribe = state.players[player]
    match command:
        case c.PlacePeople(place, people):
            return _why_place(state, tribe, place, people)
        case c.UsePlace(place):
            return _why_use(state, tribe, place)
        case c.UseTools():
            return _why_tools(state, tribe, command)
        case c.PickDie(face):
            return _why_die(state, tribe, face)
        case c.BuyCard(place) | c.Build(place) | c.Leave(place):
            return _why_buy(state, player, place, command)
        case _:
            return _why_feed(state, player, command)


def _why_place(state: GameState, tribe: Player, place: Place, people: int) -> Phrase:
    where: dict[str, object] = {"place": place_in_words(place)}
    if place.kind is PlaceKind.VILLAGE:
        if not _gains_at(tribe, place):
            english = _("{place}: you gain nothing there, but keep the others out.")
            return Phrase("advice.blocking", english, where)
        return Phrase(f"advice.{place.value}", _VILLAGE[place])
    if place.good is not None:
        return _why_gather(tribe, place, people)
    if place.kind is PlaceKind.CARD:
        card = purchases.card_on(state, place)
        points = points_of_card(tribe, card)
        values = where | {"benefit": benefit_of(card), "count": points}
        if not points:
            english = _("{place}: {benefit}, and its lower half may score later.")
            return Phrase("advice.card_later", english, values)
        scored = ngettext_noop(
            "{place}: {benefit}, and {count} point at the end, as things stand.",
            "{place}: {benefit}, and {count} points at the end, as things stand.",
        )
        return Phrase("advice.card", scored, values)
    return _why_building(state, tribe, place)


#: The reasons to place people in the village.
_VILLAGE = {
    Place.HUT: _("The hut: one more person works for you in every further round."),
    Place.FIELD: _("The field: one more food every round."),
    Place.TOOL_MAKER: _("The tool maker: a tool may raise one roll in every round."),
}


def _gains_at(tribe: Player, place: Place) -> bool:
    return {
        Place.HUT: tribe.people < MOST_PEOPLE,
        Place.FIELD: tribe.food_track < HIGHEST_FOOD_TRACK,
        Place.TOOL_MAKER: slot_to_improve(tribe.tools) is not None,
    }[place]


def _why_gather(tribe: Player, place: Place, people: int) -> Phrase:
    assert place.good is not None
    tools = sum(gathering.unused_tiles(tribe))
    promised = likely_amount(place.good, people, tools)
    chance = odds.at_least(place.good, people, promised, tools)
    alone = odds.at_least(place.good, people, promised)
    with_tools = ngettext_noop(
        "One person to {place}: {goods} or more in {percent} of 100 rolls, with your "
        "tools.",
        "{count} people to {place}: {goods} or more in {percent} of 100 rolls, with "
        "your tools.",
    )
    without = ngettext_noop(
        "One person to {place}: {goods} or more in {percent} of 100 rolls.",
        "{count} people to {place}: {goods} or more in {percent} of 100 rolls.",
    )
    return Phrase(
        "advice.gather",
        with_tools if chance > alone else without,
        {
            "count": people,
            "place": place_in_words(place),
            "goods": amount(place.good, promised),
            # Only what is certain happens in 100 of 100 rolls.
            "percent": 100 if chance == 1 else min(99, round(100 * chance)),
        },
    )


def likely_amount(good: str, people: int, tools: int = 0) -> int:
    """Return the largest amount with a probability of ``LIKELY``, but at least 1."""
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
    english = _("{place}: it scores the value of what you pay for it.")
    return Phrase("advice.building_open", english, where)


def _why_use(state: GameState, tribe: Player, place: Place) -> Phrase:
    where = {"place": place_in_words(place)}
    if place is Place.TOOL_MAKER and _gains_at(tribe, place):
        english = _("First {place}: the new tool may help you in this very turn.")
        return Phrase("advice.use_tool_maker", english, where)
    if place.kind is PlaceKind.VILLAGE:
        english = _("Now {place}: it makes no difference when you go there.")
        return Phrase("advice.use_village", english, where)
    if any(tribe.on(other) for other in PLACES if other.kind in purchases.FOR_SALE):
        english = _("Now {place}: what you gather may pay for what you reserved.")
        return Phrase("advice.use_before_buying", english, where)
    english = _("Now {place}: the dice decide what your people bring.")
    return Phrase("advice.use_gathering", english, where)


def _why_tools(state: GameState, tribe: Player, tools: c.UseTools) -> Phrase:
    roll = gathering.open_roll(state)
    added = sum(tools.tiles) + sum(tools.once)
    goods, fewer = gathering.gain(roll, added), gathering.gain(roll)
    if not added:
        tiles = sum(gathering.unused_tiles(tribe))
        if gathering.gain(roll, tiles) > fewer:
            english = _("Without tools you get {goods}.")
            alone = {"goods": amount(roll.good, fewer)}
            return Phrase("advice.no_tools", english, alone)
        english = _("Keep your one-use tools: each of them helps only once.")
        return Phrase("advice.keep_once", english)
    if goods == fewer:
        english = _("Adding {added} brings nothing more.")
        return Phrase("advice.tools_wasted", english, {"added": added})
    return Phrase(
        "advice.tools",
        "Add {added}: that makes {goods} instead of {fewer}.",
        {"added": added, "goods": amount(roll.good, goods), "fewer": fewer},
    )


def _why_die(state: GameState, tribe: Player, face: int) -> Phrase:
    sources = {DIE_FOOD_TRACK: Place.FIELD, DIE_TOOL: Place.TOOL_MAKER}
    if face in sources and not _gains_at(tribe, sources[face]):
        return Phrase("advice.die_nothing", "You gain nothing by this die.")
    if face == DIE_FOOD_TRACK:
        english = _("The food track: one more food every round.")
        return Phrase("advice.die_track", english)
    if face == DIE_TOOL:
        english = _("The tool: it may raise one roll in every round.")
        return Phrase("advice.die_tool", english)
    good = {"good": Word(DIE_RESOURCES[face])}
    dice = dice_for_all.open_dice(state).dice
    if face < max(each for each in dice if each in DIE_RESOURCES):
        english = _("{good}: it pays for cards and buildings.")
        return Phrase("advice.die_lesser", english, good)
    return Phrase("advice.die_good", "Of these, {good} is worth most.", good)


def _rolls_later(tribe: Player) -> bool:
    return any(tribe.on(place) for place in GATHERING)


def _why_buy(state: GameState, player: int, place: Place, command: c.Command) -> Phrase:
    tribe = state.players[player]
    where: dict[str, object] = {"place": place_in_words(place)}
    demand = purchases.price(state, place)
    match command:
        case c.Build(payment=payment):
            best = best_payment(demand, tribe.resources)
            points = where | {"points": payment.points}
            if demand.exactly is None and best and best.points == payment.points:
                english = _(
                    "{place}: these resources score most here, {points} points."
                )
                return Phrase("advice.build", english, points)
            english = _("{place}: it scores {points} points.")
            return Phrase("advice.build_other", english, points)
        case c.BuyCard(payment=payment):
            if _rolls_later(tribe) and purchases.helps_a_roll(state, player, place):
                english = _(
                    "First {place}: the new tool may help you in this very turn."
                )
                return Phrase("advice.use_tool_card", english, where)
            cheapest = cheapest_payment(demand, tribe.resources)
            goods = where | {"goods": payment.words()}
            if cheapest and cheapest.points == payment.points:
                english = _("{place}: pay with the cheapest, {goods}.")
                return Phrase("advice.buy", english, goods)
            english = _("{place}: pay {goods}, and keep what is cheaper.")
            return Phrase("advice.buy_other", english, goods)
    if demand.payable(tribe.resources):
        english = _("{place}: leave it, and keep your resources.")
        return Phrase("advice.leave_payable", english, where)
    english = _("{place}: you can’t pay for it now, so take your person back.")
    return Phrase("advice.leave", english, where)


def _why_feed(state: GameState, player: int, command: c.Command) -> Phrase:
    tribe = state.players[player]
    hunger = {"points": HUNGER_POINTS}
    if isinstance(command, c.TakeResources):
        return _why_take(state, player, command)
    demand = missing_food(state, player)
    cheapest = cheapest_payment(demand, tribe.resources)
    if isinstance(command, c.Feed):
        if cheapest and command.resources.points == cheapest.points:
            english = _(
                "Feed with the cheapest resources: hunger costs {points} points."
            )
            return Phrase("advice.feed", english, hunger)
        english = _("Feed your people: hunger costs {points} points.")
        return Phrase("advice.feed_other", english, hunger)
    if cheapest is None:
        english = _("Go hungry: you can’t pay for all that is missing.")
        return Phrase("advice.hungry_poor", english)
    if cheapest.points > HUNGER_POINTS:
        english = _(
            "Go hungry: it costs {points} points, and the resources are worth more."
        )
        return Phrase("advice.hungry", english, hunger)
    english = _("Go hungry: it costs {points} points, and you keep your resources.")
    return Phrase("advice.hungry_other", english, hunger)


def _why_take(state: GameState, player: int, command: c.TakeResources) -> Phrase:
    tribe = state.players[player]
    purse = tribe.resources + command.resources
    if state.phase is Phase.FEEDING and missing_food(state, player).payable(purse):
        english = _("Turn the card over: its resources save you from hunger.")
        return Phrase("advice.take_food", english)
    reserved = [
        purchases.price(state, place)
        for place in PLACES
        if place.kind in purchases.FOR_SALE and tribe.on(place)
    ]
    if any(
        demand.payable(purse) and not demand.payable(tribe.resources)
        for demand in reserved
    ):
        english = _("Turn the card over: then you can pay.")
        return Phrase("advice.take", english)
    english = _("Turn the card over for {goods}: that can be done only once.")
    return Phrase("advice.take_other", english, {"goods": command.resources.words()})
