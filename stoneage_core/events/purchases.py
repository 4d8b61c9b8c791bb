"""What is bought, cards and buildings, and what cards give."""

from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources, amount
from stoneage_core.events.base import Event
from stoneage_core.fields import BuildingId, CardId, Count, Number
from stoneage_core.phrases import Sentences, ngettext_noop
from stoneage_core.phrases import gettext_noop as _


class CardTaken(Event, frozen=True, tag="CardTaken"):
    player: Number
    place: Place
    card: CardId
    payment: Resources

    sentences = Sentences(
        _("{player} took {place} ({card}), paying {payment}."),
        _("You took {place}, paying {payment}."),
    )


class CardKeptOpen(Event, frozen=True, tag="CardKeptOpen"):
    player: Number
    card: CardId

    sentences = Sentences(
        _("{player} keeps the card open for later."),
        _("You keep the card open for later."),
    )


class FoodGained(Event, frozen=True, tag="FoodGained"):
    player: Number
    amount: Count

    sentences = Sentences(
        _("{player} took {goods} from the card."), _("You took {goods} from the card.")
    )

    def derive_values(self) -> dict[str, object]:
        return {"goods": amount("food", self.amount)}


class ResourcesGained(Event, frozen=True, tag="ResourcesGained"):
    player: Number
    resources: Resources

    sentences = Sentences(
        _("{player} took {resources} from the supply."),
        _("You took {resources} from the supply."),
    )


class PointsScored(Event, frozen=True, tag="PointsScored"):
    player: Number
    points: Count

    sentences = Sentences(
        ngettext_noop("{player} scored one point.", "{player} scored {count} points."),
        ngettext_noop("You scored one point.", "You scored {count} points."),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.points}


class CardDrawn(Event, frozen=True, tag="CardDrawn"):
    """A further card came from the deck, for its final scoring alone."""

    player: Number
    card: CardId

    is_revealing = True
    sentences = Sentences(
        _("{player} drew another card ({card})."), _("You drew another card ({card}).")
    )


_DICE_FOR_ALL = Sentences(
    _("{player} rolled the dice for all: {dice}."),
    _("You rolled the dice for all: {dice}."),
)
_DICE_WAIT = Sentences(
    _("{player} rolled the dice for all: {dice}. The others pick at their next turns."),
    _("You rolled the dice for all: {dice}. The others pick at their next turns."),
)


class DiceForAllRolled(Event, frozen=True, omit_defaults=True, tag="DiceForAllRolled"):
    """A die for each player was rolled; ``at_own_turn``, others pick later."""

    player: Number
    place: Place
    dice: tuple[int, ...]
    at_own_turn: bool = False

    is_revealing = True

    def choose_sentences(self) -> Sentences:
        return _DICE_WAIT if self.at_own_turn else _DICE_FOR_ALL


class DiePicked(Event, frozen=True, tag="DiePicked"):
    """A player picked a die; what it gave follows."""

    player: Number
    face: Count

    sentences = Sentences(_("{player} picked the {face}."), _("You picked the {face}."))


class ResourcesTaken(Event, frozen=True, tag="ResourcesTaken"):
    player: Number
    card: CardId
    resources: Resources

    sentences = Sentences(
        _("{player} turned a card over and got {resources}."),
        _("You turned a card over and got {resources}."),
    )


class BuildingBuilt(Event, frozen=True, tag="BuildingBuilt"):
    player: Number
    place: Place
    building: BuildingId
    payment: Resources
    points: Count

    sentences = Sentences(
        ngettext_noop(
            "{player} built {place}, paying {payment}, and scored one point.",
            "{player} built {place}, paying {payment}, and scored {count} points.",
        ),
        ngettext_noop(
            "You built {place}, paying {payment}, and scored one point.",
            "You built {place}, paying {payment}, and scored {count} points.",
        ),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.points}
