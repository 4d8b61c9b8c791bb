"""Dice and draws: the only source of randomness, and how it is sealed.

A game's seed is secret until the end. Its SHA-256, the commitment, is in the first
event. A draw is HMAC-SHA256 with the seed as key, over a label that says what it
decides (game, beacon, kind, round, player, place). So anybody can check every draw once
the seed is revealed. Without the seed no draw can be predicted, and nothing that
happens in the game changes one.
"""

import hmac
import random
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from itertools import count
from typing import Protocol

SEED_BYTES = 32

#: How many different numbers four bytes can hold.
SPAN = 1 << 32


class DrawKind(StrEnum):
    """What a draw decides; it is part of the label."""

    START_PLAYER = "start"
    BUILDING = "building"
    CARD = "card"
    FURTHER_CARD = "further"
    DICE = "dice"
    DICE_FOR_ALL = "all"


class Chance(Protocol):
    """The interface of chance; ``label`` names what a draw decides."""

    def roll(self, label: str) -> int:
        """Return a die, 1 to 6."""

    def pick(self, items: Sequence[int], label: str) -> int:
        """Return one of ``items``, all with the same probability."""

    def reveal(self) -> str:
        """Return the seed in hex, or '' if there is none."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hex, which is published before the game."""
    return sha256(seed).hexdigest()


class SealedChance:
    """The chance of real games: HMAC-SHA256 with a secret seed, without modulo bias."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def roll(self, label: str) -> int:
        return 1 + self._below(6, label)

    def pick(self, items: Sequence[int], label: str) -> int:
        return items[self._below(len(items), label)]

    def reveal(self) -> str:
        return self._seed.hex()

    def _below(self, sides: int, label: str) -> int:
        # Numbers from the last whole multiple of ``sides`` on would cause a bias.
        limit = SPAN - SPAN % sides
        numbers = draw_numbers(self._seed, label)
        return next(number for number in numbers if number < limit) % sides


def draw_numbers(seed: bytes, label: str) -> Iterator[int]:
    """Yield numbers below ``SPAN``: the draw and, if it is rejected, the next ones."""
    for attempt in count():
        digest = hmac.digest(seed, f"{label}/{attempt}".encode(), "sha256")
        yield int.from_bytes(digest[:4])


class RandomChance:
    """A chance for simulations: fast, and repeatable within one Python version."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def roll(self, label: str) -> int:
        return 1 + int(self._random.random() * 6)

    def pick(self, items: Sequence[int], label: str) -> int:
        return items[int(self._random.random() * len(items))]

    def reveal(self) -> str:
        return ""


class LoadedChance:
    """A chance with given ``dice`` and ``picks``, which are drawn in order."""

    def __init__(
        self, dice: Iterable[int] = (), picks: Iterable[int] = (), seed: str = ""
    ) -> None:
        self._dice = iter(dice)
        self._picks = iter(picks)
        self._seed = seed

    def roll(self, label: str) -> int:
        return next(self._dice)

    def pick(self, items: Sequence[int], label: str) -> int:
        """Return the next loaded pick, or the first of ``items`` if none is left."""
        return next(self._picks, items[0])

    def reveal(self) -> str:
        return self._seed
