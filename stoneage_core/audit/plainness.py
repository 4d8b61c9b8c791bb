"""Checks that names, hashes and seeds of a record have their forms.

A field in its form cannot hide personal data. Decoding does not check these forms, so
that stored events can always be read.
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
    """Raise Wrong at the first event with a field that is not in its form."""
    for entry, event in zip(entries, events, strict=True):
        _require_plain(entry, event)


def _require_plain(entry: Entry, event: Event) -> None:
    match event:
        case GameCreated(game=game, commitment=commitment):
            _require(GameName, entry, game, "this is not a valid name of a game")
            _require(Digest, entry, commitment, "the commitment is not a hash")
        case StaffActed(reason_commitment=commitment):
            english = "the commitment to the reason is not a hash"
            _require(Digest, entry, commitment, english)
        case GameRestored(seed=seed, commitment=commitment):
            _require(Digest, entry, seed, "the seed is not 32 bytes in hex")
            _require(Digest, entry, commitment, "the commitment is not a hash")
        case SeedRevealed(seed=seed):
            _require(Digest, entry, seed, "the seed is not 32 bytes in hex")


def _require(field: object, entry: Entry, text: str, english: str) -> None:
    try:
        convert(text, field)
    except ValidationError as error:
        raise Wrong(entry.sequence, english) from error
