"""Parts of the rules page: chapters, topics, small pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

from stoneage_core.components.buildings import ALL_BUILDINGS, BUILDINGS, Price
from stoneage_core.components.cards import ALL_CARDS, CARDS, Benefit


@dataclass(frozen=True)
class RulePicture:
    """Icons of the sheet side by side, and what they mean; ``tone`` of a card."""

    icons: tuple[str, ...]
    text: str
    tone: str = ""


@dataclass(frozen=True)
class RuleTopic:
    """One rule under its ``anchor``; ``badge`` says how often a thing is there."""

    anchor: str
    title: str
    sentences: tuple[str, ...]
    icon: str = ""
    badge: str = ""
    pictures: tuple[RulePicture, ...] = ()


@dataclass(frozen=True)
class RuleChapter:
    """Rules that belong together, with what holds for all of them first."""

    anchor: str
    title: str
    sentences: tuple[str, ...] = ()
    topics: tuple[RuleTopic, ...] = ()
    pictures: tuple[RulePicture, ...] = ()
    icon: str = ""


def cards_with(kind: type[Benefit]) -> tuple[int, ...]:
    """Return the cards whose upper half is of a kind."""
    return tuple(card for card in ALL_CARDS if isinstance(CARDS[card].benefit, kind))


def buildings_with(kind: type[Price]) -> Iterator[int]:
    """Yield the buildings whose price is of a kind."""
    return (tile for tile in ALL_BUILDINGS if isinstance(BUILDINGS[tile].price, kind))
