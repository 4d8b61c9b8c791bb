"""Why orders cannot be followed: facts to be kept, and worded for whoever reads them.

They are stored as their tags and fields say: do not rename or remove any.
"""

from msgspec import Struct

from stoneage_core.components.resources import Resource
from stoneage_core.phrases import Many, Phrase, Spelling, Word, ngettext_noop


class NonePossible(Struct, frozen=True, tag="none_possible"):
    """None of the alternatives of a step, spelled as in orders, is possible."""

    orders: tuple[str, ...]

    def phrase(self) -> Phrase:
        """Return the clause that says so."""
        return Phrase(
            "disarmed.none",
            ngettext_noop(
                "your order “{orders}” isn’t possible now",
                "none of {orders} is possible now",
            ),
            {
                "orders": Many(map(Spelling, self.orders)),
                "count": len(self.orders),
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


Reason = NonePossible | TooFew | Failed
