"""The outcome of a decision, told to whoever made it: "You rolled 4 and 5: 2 brick"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.text import join_list, say_clause
from stoneage_core.components.resources import NOTHING, Resources
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
from stoneage_core.events.base import Event
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.proposals import DecisionTakenBack
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


@dataclass(frozen=True)
class OutcomeSentence:
    """A sentence of what came of a decision, with the ``dice`` that it tells of."""

    text: str
    dice: tuple[int, ...] = ()


def outcome_sentences(
    events: Sequence[Event], player: int
) -> tuple[OutcomeSentence, ...]:
    """
    Return what a player's decision led to for them, no sentence for nothing of note.

    ``events`` begin with the decision's own. What happened to the tribe by itself
    afterwards, such as feeding, is told as well; what the others did is not.
    """
    return tuple(_sentences(events, player))


def _sentences(events: Sequence[Event], player: int) -> Iterator[OutcomeSentence]:
    rolled: DiceRolled | None = None
    added = 0
    for event in events:
        if getattr(event, "player", player) != player:
            continue
        match event:
            case DiceRolled():
                rolled = event
            case ToolsUsed(value=added):
                pass
            case GoodsGathered():
                dice = () if rolled is None else rolled.dice
                yield OutcomeSentence(_harvest(event, rolled, added), dice)
                rolled, added = None, 0
            case _:
                if sentence := _sentence(event):
                    yield OutcomeSentence(sentence)
    if rolled is not None:  # tools are asked for, beside its dice
        text = _("You rolled %(dice)s.") % {"dice": _faces(rolled)}
        yield OutcomeSentence(text)


def _harvest(event: GoodsGathered, rolled: DiceRolled | None, added: int) -> str:
    """Tell a roll with what came of it, or what tools made of one told before."""
    goods = (
        labels.count_good(event.good, event.amount) if event.amount else _("nothing")
    )
    values = {"goods": goods, "tools": added}
    if rolled is None:
        if added:
            return _("With tools +%(tools)d: %(goods)s.") % values
        return _("You took %(goods)s.") % values
    values["dice"] = _faces(rolled)
    if added:
        return _("You rolled %(dice)s, with tools +%(tools)d: %(goods)s.") % values
    return _("You rolled %(dice)s: %(goods)s.") % values


def _faces(rolled: DiceRolled | DiceForAllRolled) -> str:
    return join_list([str(face) for face in rolled.dice])


def _sentence(event: Event) -> str:
    """Tell one event in the second person; '' for what needs no words of its own."""
    match event:
        case PeoplePlaced() | ActionDeclined() | CardTaken() | BuildingBuilt():
            return _at_a_place(event)
        case FoodRanShort() | TribeFed() | TribeStarved() | FoodProduced():
            return _at_a_meal(event)
        case DiceForAllRolled():
            return _("Dice for all: %(dice)s.") % {"dice": _faces(event)}
        case DiePicked(face=face):
            return _("You picked the %(face)d.") % {"face": face}
        case DecisionTakenBack():
            return _("It’s undone.")
    return _gain(event)


def _at_a_place(
    event: PeoplePlaced | ActionDeclined | CardTaken | BuildingBuilt,
) -> str:
    place = say_clause(event.place)
    match event:
        case PeoplePlaced(people=count):
            text = ngettext(
                "You sent %(count)d person to %(place)s.",
                "You sent %(count)d people to %(place)s.",
                count,
            )
            return text % {"count": count, "place": place}
        case ActionDeclined():
            return _("You left %(place)s.") % {"place": place}
        case CardTaken(payment=payment):
            values = {"place": place, "payment": labels.resources_label(payment)}
            return _("You took %(place)s, paying %(payment)s.") % values
        case BuildingBuilt(points=points):
            values = {"place": place, "points": labels.count_points(points)}
            return _("You built %(place)s: %(points)s.") % values


def _at_a_meal(
    event: FoodRanShort | TribeFed | TribeStarved | FoodProduced,
) -> str:
    match event:
        case FoodProduced(amount=amount):
            goods = labels.count_good("food", amount)
            return (
                _("Your food track gave %(goods)s.") % {"goods": goods}
                if amount
                else ""
            )
        case FoodRanShort(missing=missing):
            text = ngettext(
                "You’re %(count)d food short.", "You’re %(count)d food short.", missing
            )
            return text % {"count": missing}
        case TribeFed(food=food, resources=resources):
            eaten = _eaten(food, resources)
            return _("Your tribe ate %(eaten)s.") % {"eaten": eaten}
        case TribeStarved(points=points):
            lost = labels.count_points(-points)
            return _("Your tribe went hungry: %(points)s.") % {"points": lost}


def _eaten(food: int, resources: Resources) -> str:
    if resources == NOTHING:
        return labels.count_good("food", food)
    return labels.resources_label(resources)


def _gain(event: Event) -> str:
    match event:
        case ToolMade(value=value):
            return _("You have a tool of value %(value)d now.") % {"value": value}
        case PersonBorn():
            return _("Your tribe grew by one person.")
        case FoodTrackRaised(level=level):
            return _("Your food track is at %(level)d now.") % {"level": level}
        case NothingGained():
            return _("There was nothing more to get.")
        case FoodGained(amount=amount):
            return _you_got(labels.count_good("food", amount))
        case ResourcesGained(resources=got) | ResourcesTaken(resources=got):
            return _you_got(labels.resources_label(got))
        case PointsScored(points=points):
            return _you_got(labels.count_points(points))
        case CardDrawn():
            return _("You drew another card.")
        case CardKeptOpen():
            return _("The card stays open for later.")
    return ""


def _you_got(what: str) -> str:
    return _("You got %(what)s.") % {"what": what}
