"""The base of all events: their form, and how they are told."""

from typing import ClassVar

from msgspec import Struct

from stoneage_core.phrases import Sentences


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """
    A fact of a game: it cannot be refused, and is strict when read back from a log.

    The tag of each class is its stable name in every stored log: it never changes,
    however the class may be renamed or moved. An event that names the ``place`` it
    comes from brings home the people who stood there; ``place`` is None for a picked
    die. One that ``is_revealing`` tells what nobody knew before it happened, or is the
    end, after which nothing is open.
    """

    is_revealing: ClassVar[bool] = False
    sentences: ClassVar[Sentences]

    @classmethod
    def type_name(cls) -> str:
        """Return the stable name of its type, by which it is stored."""
        return str(cls.__struct_config__.tag)

    def choose_sentences(self) -> Sentences:
        """Return how it is told to others, and to whom it happens."""
        return self.sentences

    def derive_values(self) -> dict[str, object]:
        """Return values for the gaps of its sentences that no single field holds."""
        return {}


class MatchEvent(Event, frozen=True):
    """An event around the board; only going back changes the position by it."""


class StaffEvent(MatchEvent, frozen=True):
    """A decision of the staff."""
