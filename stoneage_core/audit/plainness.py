"""No personal data in a record: only names and hashes stand where they belong.

Streams are read as they were stored. That what stands in them is in form is checked
here, when somebody asks.
"""

import re
from collections.abc import Sequence

from msgspec import ValidationError, convert

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.service import GameRestored
from stoneage_core.events.setup import GameCreated, PlayerJoined, SaltsRevealed
from stoneage_core.events.staff import StaffActed
from stoneage_core.fields import Digest

#: How a game may be called, in whatever installation it was played.
_NAME = re.compile(r"[0-9a-z]{1,32}")


def check_plain(entries: Sequence[Entry], events: Sequence[Event]) -> None:
    """Raise Wrong at the first event that holds what does not belong there."""
    for entry, event in zip(entries, events, strict=True):
        _require_plain(entry, event)


def _require_plain(entry: Entry, event: Event) -> None:
    match event:
        case GameCreated(game=game, commitment=commitment):
            if not _NAME.fullmatch(game):
                raise Wrong(entry.sequence, "a game cannot be called that")
            _require_digest(entry, commitment, "the commitment is no hash")
        case PlayerJoined(salt_commitment=bound) if bound:
            english = "what was typed when joining is not hashed"
            _require_digest(entry, bound, english)
        case SaltsRevealed(salts):
            for salt in filter(None, salts):
                _require_digest(entry, salt, "a salt is no hash")
        case StaffActed(reason_commitment=bound):
            _require_digest(entry, bound, "the commitment to the reason is no hash")
        case GameRestored(seed=seed, commitment=commitment):
            _require_digest(entry, seed, "the seed is not 32 bytes in hex")
            _require_digest(entry, commitment, "the commitment is no hash")
        case SeedRevealed(seed=seed):
            _require_digest(entry, seed, "the seed is not 32 bytes in hex")


def _require_digest(entry: Entry, text: str, english: str) -> None:
    try:
        convert(text, Digest)
    except ValidationError as error:
        raise Wrong(entry.sequence, english) from error
