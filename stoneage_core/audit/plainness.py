"""No personal data in a record: only names and hashes stand where they belong.

Streams are read as they were stored. That what stands in them is in form is checked
here, when somebody asks.
"""

from collections.abc import Sequence

from msgspec import ValidationError, convert

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.service import GameRestored
from stoneage_core.events.setup import GameCreated
from stoneage_core.events.staff import StaffActed
from stoneage_core.fields import Digest, GameName


def check_plain(entries: Sequence[Entry], events: Sequence[Event]) -> None:
    """Raise Wrong at the first event that holds what does not belong there."""
    for entry, event in zip(entries, events, strict=True):
        _require_plain(entry, event)


def _require_plain(entry: Entry, event: Event) -> None:
    match event:
        case GameCreated(game=game, commitment=commitment):
            _require(GameName, entry, game, "a game cannot be called that")
            _require(Digest, entry, commitment, "the commitment is no hash")
        case StaffActed(reason_commitment=bound):
            _require(Digest, entry, bound, "the commitment to the reason is no hash")
        case GameRestored(seed=seed, commitment=commitment):
            _require(Digest, entry, seed, "the seed is not 32 bytes in hex")
            _require(Digest, entry, commitment, "the commitment is no hash")
        case SeedRevealed(seed=seed):
            _require(Digest, entry, seed, "the seed is not 32 bytes in hex")


def _require(field: object, entry: Entry, text: str, english: str) -> None:
    """Raise Wrong where a text is not what the type of a field allows."""
    try:
        convert(text, field)
    except ValidationError as error:
        raise Wrong(entry.sequence, english) from error
