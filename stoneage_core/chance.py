"""Dice and draws: the only source of randomness, and how it is sealed.

A game's seed is secret until the end; its SHA-256, the commitment, stands in the
first event. Each draw is HMAC-SHA256 of the seed over a label that says what it decides
(game, beacon, kind, round, player, place), so anybody can check every draw once the
seed is revealed. Only whoever knows the seed can foresee a draw, and nothing that is
done during the game changes one.
"""

import hmac
import random
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from itertools import count
from typing import Protocol

SEED_BYTES = 32

#: How many numbers four bytes tell.
SPAN = 1 << 32


class DrawKind(StrEnum):
    """What a draw decides; the first part of its label that is not the game's."""

    START_PLAYER = "start"
    BUILDING = "building"
    CARD = "card"
    FURTHER_CARD = "further"
    DICE = "dice"
    DICE_FOR_ALL = "all"


class Chance(Protocol):
    """The interface of chance; ``label`` names what a draw decides."""

    def roll(self, label: str) -> int:
        """Return one die, 1 to 6."""

    def pick(self, items: Sequence[int], label: str) -> int:
        """Return one of ``items``, each as likely as the others."""

    def reveal(self) -> str:
        """Return the seed in hex, or '' where there is none to reveal."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hex, which is published long before the seed."""
    return sha256(seed).hexdigest()


class SealedChance:
    """Chance of a real game: HMAC-SHA256 of a secret seed, without modulo bias."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def roll(self, label: str) -> int:
        return 1 + self._below(6, label)

    def pick(self, items: Sequence[int], label: str) -> int:
        return items[self._below(len(items), label)]

    def reveal(self) -> str:
        return self._seed.hex()

    def _below(self, sides: int, label: str) -> int:
        """Draw from range(sides), again while above the last whole multiple of it."""
        limit = SPAN - SPAN % sides
        numbers = draw_numbers(self._seed, label)
        return next(number for number in numbers if number < limit) % sides


def draw_numbers(seed: bytes, label: str) -> Iterator[int]:
    """Yield numbers below SPAN: the first is drawn, the others where it will not do."""
    for attempt in count():
        digest = hmac.digest(seed, f"{label}/{attempt}".encode(), "sha256")
        yield int.from_bytes(digest[:4])


class RandomChance:
    """Chance for simulations: fast, repeatable within one Python, never for games."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def roll(self, label: str) -> int:
        return 1 + int(self._random.random() * 6)

    def pick(self, items: Sequence[int], label: str) -> int:
        return items[int(self._random.random() * len(items))]

    def reveal(self) -> str:
        return ""


class LoadedChance:
    """Chance that is given: ``dice`` and ``picks`` in the order they are drawn."""

    def __init__(
        self, dice: Iterable[int] = (), picks: Iterable[int] = (), seed: str = ""
    ) -> None:
        self._dice = iter(dice)
        self._picks = iter(picks)
        self._seed = seed

    def roll(self, label: str) -> int:
        return next(self._dice)

    def pick(self, items: Sequence[int], label: str) -> int:
        """Return the next loaded pick, or the first of ``items`` when none is left."""
        return next(self._picks, items[0])

    def reveal(self) -> str:
        return self._seed
