"""Events of people on places: placing, rolling, gathering, tools, growth."""

from stoneage_core.components.places import Place
from stoneage_core.components.resources import amount
from stoneage_core.events.base import Event
from stoneage_core.fields import CardId, Count, GoodName, Number
from stoneage_core.phrases import Sentences, ngettext_noop
from stoneage_core.phrases import gettext_noop as _


class PeoplePlaced(Event, frozen=True, tag="PeoplePlaced"):
    player: Number
    place: Place
    people: Count

    sentences = Sentences(
        ngettext_noop(
            "{player} sent one person to {place}.",
            "{player} sent {count} people to {place}.",
        ),
        ngettext_noop(
            "You sent one person to {place}.", "You sent {count} people to {place}."
        ),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.people}


class DiceRolled(Event, frozen=True, tag="DiceRolled"):
    player: Number
    place: Place
    good: GoodName
    dice: tuple[int, ...]

    is_revealing = True
    sentences = Sentences(
        _("{player} rolled {dice} for {good} ({place})."),
        _("You rolled {dice} for {good}."),
    )


class ToolsUsed(Event, frozen=True, tag="ToolsUsed"):
    """Tools in ``slots`` and one-use ``cards`` added ``value`` to the roll."""

    player: Number
    slots: tuple[int, ...]
    cards: tuple[CardId, ...]
    value: Count

    sentences = Sentences(
        _("{player} added tools worth {value}."), _("You added tools worth {value}.")
    )


_NOTHING = Sentences(_("{player} got nothing."), _("You got nothing."))


class GoodsGathered(Event, frozen=True, tag="GoodsGathered"):
    player: Number
    place: Place
    good: GoodName
    amount: Count

    sentences = Sentences(_("{player} got {goods}."), _("You got {goods}."))

    def choose_sentences(self) -> Sentences:
        return self.sentences if self.amount else _NOTHING

    def derive_values(self) -> dict[str, object]:
        return {"goods": amount(self.good, self.amount)}


class ToolMade(Event, frozen=True, tag="ToolMade"):
    """The tool in ``slot`` is new or was raised to ``value``."""

    player: Number
    place: Place | None
    slot: Count
    value: Count

    sentences = Sentences(
        _("{player} now has a tool of value {value} in slot {slot}."),
        _("You now have a tool of value {value}."),
    )

    def derive_values(self) -> dict[str, object]:
        return {"slot": self.slot + 1}


class PersonBorn(Event, frozen=True, tag="PersonBorn"):
    player: Number
    place: Place

    sentences = Sentences(
        _("{player}’s tribe grew by one person."), _("Your tribe grew by one person.")
    )


class FoodTrackRaised(Event, frozen=True, tag="FoodTrackRaised"):
    player: Number
    place: Place | None
    level: Count

    sentences = Sentences(
        _("{player} moved up the food track to {level}."),
        _("You moved up the food track to {level}."),
    )


class NothingGained(Event, frozen=True, tag="NothingGained"):
    """A player used a place or card that had nothing left to give."""

    player: Number
    place: Place | None

    sentences = Sentences(
        _("{player} gained nothing: there’s no more to get."),
        _("You gained nothing: there’s no more to get."),
    )


class ActionDeclined(Event, frozen=True, tag="ActionDeclined"):
    player: Number
    place: Place

    sentences = Sentences(
        _("{player} took nothing at {place}."), _("You took nothing at {place}.")
    )
