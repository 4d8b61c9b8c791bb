"""No personal data in a record: only names and hashes stand where they belong.

Streams are read as they were stored. That what stands in them is in form is checked
here, when somebody asks.
"""

import re
from collections.abc import Sequence

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.service import GameRestored
from stoneage_core.events.setup import GameCreated, PlayerJoined, SaltsRevealed
from stoneage_core.events.staff import StaffActed

#: How a game may be called, in whatever installation it was played.
_NAME = re.compile(r"[0-9a-z]{1,32}")
_HASH = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"([0-9a-f]{64})?")


def check_plain(entries: Sequence[Entry], events: Sequence[Event]) -> None:
    """Raise Wrong at the first event that holds what does not belong there."""
    for entry, event in zip(entries, events, strict=True):
        _require_plain(entry, event)


def _require_plain(entry: Entry, event: Event) -> None:
    match event:
        case GameCreated(game=game, commitment=commitment):
            _require(entry, _NAME, game, "a game cannot be called that")
            _require(entry, _HASH, commitment, "the commitment is no hash")
        case PlayerJoined(salt_commitment=bound):
            _require(entry, _SALT, bound, "what was typed when joining is not hashed")
        case SaltsRevealed(salts):
            for salt in salts:
                _require(entry, _SALT, salt or "", "a salt is no hash")
        case StaffActed(reason_commitment=bound):
            _require(entry, _HASH, bound, "the commitment to the reason is no hash")
        case GameRestored(seed=seed, commitment=commitment):
            _require(entry, _HASH, seed, "the seed is not 32 bytes in hex")
            _require(entry, _HASH, commitment, "the commitment is no hash")
        case SeedRevealed(seed=seed):
            _require(entry, _HASH, seed, "the seed is not 32 bytes in hex")


def _require(entry: Entry, form: re.Pattern[str], text: str, english: str) -> None:
    if not form.fullmatch(text):
        raise Wrong(entry.sequence, english)
