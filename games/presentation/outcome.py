"""What a decision brought, told to whoever made it: "You rolled 4 and 5: 2 brick"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.text import join_list, say_clause
from stoneage_core import events as e
from stoneage_core.match_events import DecisionTakenBack
from stoneage_core.resources import NOTHING, Resources


@dataclass(frozen=True)
class OutcomeSentence:
    """A sentence of what came of a decision, with the ``dice`` that it tells of."""

    text: str
    dice: tuple[int, ...] = ()


def outcome_of(events: Sequence[e.Event], player: int) -> tuple[OutcomeSentence, ...]:
    """
    Return what a player's decision led to for them, no sentence for nothing of note.

    ``events`` begin with the decision's own. What happened to the tribe by itself
    afterwards, such as feeding, is told as well; what the others did is not.
    """
    return tuple(_sentences(events, player))


def outcome_in_words(events: Sequence[e.Event], player: int) -> str:
    """Return the same in words alone, '' for nothing of note."""
    return " ".join(sentence.text for sentence in outcome_of(events, player))


def _sentences(events: Sequence[e.Event], player: int) -> Iterator[OutcomeSentence]:
    rolled: e.DiceRolled | None = None
    added = 0
    for event in events:
        if getattr(event, "player", player) != player:
            continue
        match event:
            case e.DiceRolled():
                rolled = event
            case e.ToolsUsed(value=added):
                pass
            case e.GoodsGathered():
                dice = () if rolled is None else rolled.dice
                yield OutcomeSentence(_harvest(event, rolled, added), dice)
                rolled, added = None, 0
            case _:
                if sentence := _sentence(event):
                    yield OutcomeSentence(sentence)
    if rolled is not None:  # tools are asked for, beside its dice
        text = _("You rolled %(dice)s.") % {"dice": _faces(rolled)}
        yield OutcomeSentence(text)


def _harvest(event: e.GoodsGathered, rolled: e.DiceRolled | None, added: int) -> str:
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


def _faces(rolled: e.DiceRolled | e.DiceForAllRolled) -> str:
    return join_list([str(face) for face in rolled.dice])


def _sentence(event: e.Event) -> str:
    """Tell one event in the second person; '' for what needs no words of its own."""
    match event:
        case e.PeoplePlaced() | e.ActionDeclined() | e.CardTaken() | e.BuildingBuilt():
            return _at_a_place(event)
        case e.FoodRanShort() | e.TribeFed() | e.TribeStarved() | e.FoodProduced():
            return _at_a_meal(event)
        case e.DiceForAllRolled():
            return _("Dice for all: %(dice)s.") % {"dice": _faces(event)}
        case e.DiePicked(face=face):
            return _("You picked the %(face)d.") % {"face": face}
        case DecisionTakenBack():
            return _("It’s undone.")
    return _gain(event)


def _at_a_place(
    event: e.PeoplePlaced | e.ActionDeclined | e.CardTaken | e.BuildingBuilt,
) -> str:
    place = say_clause(event.place)
    match event:
        case e.PeoplePlaced(people=count):
            text = ngettext(
                "You sent %(count)d person to %(place)s.",
                "You sent %(count)d people to %(place)s.",
                count,
            )
            return text % {"count": count, "place": place}
        case e.ActionDeclined():
            return _("You left %(place)s.") % {"place": place}
        case e.CardTaken(payment=payment):
            values = {"place": place, "payment": labels.resources_label(payment)}
            return _("You took %(place)s, paying %(payment)s.") % values
        case e.BuildingBuilt(points=points):
            values = {"place": place, "points": labels.count_points(points)}
            return _("You built %(place)s: %(points)s.") % values


def _at_a_meal(
    event: e.FoodRanShort | e.TribeFed | e.TribeStarved | e.FoodProduced,
) -> str:
    match event:
        case e.FoodProduced(amount=amount):
            goods = labels.count_good("food", amount)
            return (
                _("Your food track gave %(goods)s.") % {"goods": goods}
                if amount
                else ""
            )
        case e.FoodRanShort(missing=missing):
            text = ngettext(
                "You’re %(count)d food short.", "You’re %(count)d food short.", missing
            )
            return text % {"count": missing}
        case e.TribeFed(food=food, resources=resources):
            eaten = _eaten(food, resources)
            return _("Your tribe ate %(eaten)s.") % {"eaten": eaten}
        case e.TribeStarved(points=points):
            lost = labels.count_points(-points)
            return _("Your tribe went hungry: %(points)s.") % {"points": lost}


def _eaten(food: int, resources: Resources) -> str:
    if resources == NOTHING:
        return labels.count_good("food", food)
    return labels.resources_label(resources)


def _gain(event: e.Event) -> str:
    match event:
        case e.ToolMade(value=value):
            return _("You have a tool of value %(value)d now.") % {"value": value}
        case e.PersonBorn():
            return _("Your tribe grew by one person.")
        case e.FoodTrackRaised(level=level):
            return _("Your food track is at %(level)d now.") % {"level": level}
        case e.NothingGained():
            return _("There was nothing more to get.")
        case e.FoodGained(amount=amount):
            return _you_got(labels.count_good("food", amount))
        case e.ResourcesGained(resources=got) | e.ResourcesTaken(resources=got):
            return _you_got(labels.resources_label(got))
        case e.PointsScored(points=points):
            return _you_got(labels.count_points(points))
        case e.CardDrawn():
            return _("You drew another card.")
        case e.CardKeptOpen():
            return _("The card stays open for later.")
    return ""


def _you_got(what: str) -> str:
    return _("You got %(what)s.") % {"what": what}
