"""Why standing orders fit no more: facts to be kept, and worded for whoever reads them.

They are stored as their tags and fields say: do not rename or remove any.
"""

from msgspec import Struct

from stoneage_core.components.resources import Resource
from stoneage_core.phrases import Many, Phrase, Spelling, Word, ngettext_noop


class NoneLegal(Struct, frozen=True, tag="none_legal"):
    """None of the placements ordered, in the notation, is legal."""

    placements: tuple[str, ...]

    def phrase(self) -> Phrase:
        """Return the clause that says so."""
        return Phrase(
            "disarmed.place",
            ngettext_noop(
                "your order “{placements}” isn’t possible now",
                "none of {placements} is possible now",
            ),
            {
                "placements": Many(map(Spelling, self.placements)),
                "count": len(self.placements),
            },
        )


class NonePayable(Struct, frozen=True, tag="none_payable"):
    """Nothing ordered to be bought, spelled as in orders, can be paid."""

    purchases: tuple[str, ...]

    def phrase(self) -> Phrase:
        """Return the clause that says so."""
        return Phrase(
            "disarmed.buy",
            ngettext_noop(
                "“{purchases}” can’t be bought now",
                "none of {purchases} can be bought now",
            ),
            {
                "purchases": Many(map(Spelling, self.purchases)),
                "count": len(self.purchases),
            },
        )


class TooFew(Struct, frozen=True, tag="too_few"):
    """The resources named make less food than is missing."""

    kinds: tuple[Resource, ...]
    found: int
    missing: int

    def phrase(self) -> Phrase:
        """Return the clause that says so."""
        return Phrase(
            "disarmed.feed",
            ngettext_noop(
                "you’re {missing} food short, but your {resources} makes only {found}",
                "you’re {missing} food short, but your {resources} make only {found}",
            ),
            {
                "missing": self.missing,
                "resources": Many(map(Word, self.kinds)),
                "found": self.found,
                "count": len(self.kinds),
            },
        )


class Failed(Struct, frozen=True, tag="failed"):
    """Following the orders failed, and not by what they say."""

    def phrase(self) -> Phrase:
        """Return the clause that says so."""
        return Phrase("disarmed.failed", "they weren’t possible")


Reason = NoneLegal | NonePayable | TooFew | Failed
