"""Events of feeding the tribes at the end of a round."""

from stoneage_core.components.resources import NOTHING, Resources, amount
from stoneage_core.events.base import Event
from stoneage_core.fields import Count, Number
from stoneage_core.phrases import Sentences, ngettext_noop
from stoneage_core.phrases import gettext_noop as _


class FoodProduced(Event, frozen=True, tag="FoodProduced"):
    player: Number
    amount: Count

    sentences = Sentences(
        _("{player}’s food track gave {goods}."), _("Your food track gave {goods}.")
    )

    def derive_values(self) -> dict[str, object]:
        return {"goods": amount("food", self.amount)}


class FoodRanShort(Event, frozen=True, tag="FoodRanShort"):
    """A tribe ate all its ``food``, and ``missing`` food is still needed."""

    player: Number
    food: Count
    missing: Count

    sentences = Sentences(
        ngettext_noop(
            "{player}’s tribe ate {food} food and is still one short.",
            "{player}’s tribe ate {food} food and is still {count} short.",
        ),
        ngettext_noop(
            "Your tribe ate {food} food and is still one short.",
            "Your tribe ate {food} food and is still {count} short.",
        ),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.missing}


class TribeFed(Event, frozen=True, tag="TribeFed"):
    """A tribe was fed with ``food``, and with ``resources`` at one food each."""

    player: Number
    food: Count
    resources: Resources

    sentences = Sentences(
        _("{player} fed the tribe with {eaten}."), _("You fed your tribe with {eaten}.")
    )

    def derive_values(self) -> dict[str, object]:
        resources = self.resources
        if resources == NOTHING:
            return {"eaten": amount("food", self.food)}
        return {"eaten": resources.words()}


class TribeStarved(Event, frozen=True, tag="TribeStarved"):
    player: Number
    points: Count

    sentences = Sentences(
        ngettext_noop(
            "{player}’s tribe went hungry and lost one point.",
            "{player}’s tribe went hungry and lost {count} points.",
        ),
        ngettext_noop(
            "Your tribe went hungry and lost one point.",
            "Your tribe went hungry and lost {count} points.",
        ),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.points}
