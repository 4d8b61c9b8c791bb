"""Reasons why orders cannot be followed.

They are stored by their tags and fields, which must never be renamed or removed.
"""

from msgspec import Struct

from stoneage_core.components.resources import Resource
from stoneage_core.phrases import Many, Phrase, Spelling, Word, ngettext_noop


class NonePossible(Struct, frozen=True, tag="none_possible"):
    """No alternative of a step is possible; ``orders`` are its alternatives as text."""

    orders: tuple[str, ...]

    def phrase(self) -> Phrase:
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
    """The named resources give less food than is missing."""

    kinds: tuple[Resource, ...]
    found: int
    missing: int

    def phrase(self) -> Phrase:
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
    """Following the orders failed for a reason that is not in the orders."""

    def phrase(self) -> Phrase:
        return Phrase("disarmed.failed", "they weren’t possible")


Reason = NonePossible | TooFew | Failed
