"""The base classes of all events."""

from typing import ClassVar

from msgspec import Struct

from stoneage_core.phrases import Sentences


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """
    Something that happened in a game. Unknown fields are an error when it is read.

    The tag of each class is its name in stored logs. It never changes, even if the
    class is renamed or moved. If an event has a ``place``, the people on that place go
    home; ``place`` is None if a picked die caused the event.
    """

    #: The event reveals something that nobody knew, or ends the game. A move with such
    #: an event cannot be taken back without a vote.
    is_revealing: ClassVar[bool] = False
    sentences: ClassVar[Sentences]

    @classmethod
    def type_name(cls) -> str:
        return str(cls.__struct_config__.tag)

    def choose_sentences(self) -> Sentences:
        return self.sentences

    def derive_values(self) -> dict[str, object]:
        """Return the values of its sentences that are not fields of the event."""
        return {}


class MatchEvent(Event, frozen=True):
    """An event around the board; only take-backs and roll-backs change the position."""


class StaffEvent(MatchEvent, frozen=True):
    """An act or a decision of the staff."""
