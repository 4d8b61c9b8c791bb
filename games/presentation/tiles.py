"""Cards and buildings as they lie on the table: two halves, and who stands there."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.presentation.board import Board, BuildingStack, CardSlot
from games.presentation.cards import CardFace, Half, TileFace, card_face, tile_face
from games.presentation.map_layout import Crowd
from games.store.caches import cached_by_language
from stoneage_core.components import cards as c
from stoneage_core.components.buildings import BUILDINGS, Fixed, Mixed
from stoneage_core.components.cards import CARDS

MOST_LANGUAGES = 8


@dataclass(frozen=True)
class TileHalf:
    """
    One half of a tile: icons and words, and ``short`` where there is no room for both.

    ``is_counted`` says that the short words count the icon, which is then shown once,
    and ``is_worth`` that it is what a building is worth.
    """

    icons: tuple[str, ...]
    text: str
    short: str
    explained: str
    tone: str = ""
    is_counted: bool = True
    is_worth: bool = False


@dataclass(frozen=True)
class Tile:
    """
    A card or a building on the table; without halves there is none any more.

    ``price`` is what a card costs or how many buildings lie there; ``link`` looks at
    it, ``obstacle`` says why nobody of the reader may go there, '' if somebody may.
    """

    key: str
    label: str
    title: str
    is_card: bool
    price: int
    halves: tuple[TileHalf, ...]
    crowd: Crowd | None
    link: str = ""
    obstacle: str = ""
    is_chosen: bool = False
    arrived: tuple[Crowd, ...] = ()

    @property
    def explained(self) -> str:
        """What both halves do, for whoever points at the tile."""
        return " ".join(half.explained for half in self.halves)

    @property
    def half_numbers(self) -> str:
        """What the halves are known by, two numbers; '' without halves."""
        numbers = number_halves() if self.halves else {}
        return " ".join(str(numbers[half]) for half in self.halves)


@cached_by_language(MOST_LANGUAGES)
def number_halves() -> dict[TileHalf, int]:
    """Return the halves of all cards and buildings, each once, with their numbers."""
    faces = [card_halves(card_face(card)) for card in CARDS]
    faces += [building_halves(tile_face(building)) for building in BUILDINGS]
    halves = dict.fromkeys(half for face in faces for half in face)
    return {half: number for number, half in enumerate(halves)}


def tiles_of(board: Board) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return the cards of a board, and its buildings."""
    return (
        tuple(_card_tile(slot) for slot in board.cards),
        tuple(_building_tile(stack) for stack in board.stacks),
    )


def _card_tile(slot: CardSlot) -> Tile:
    label = _("Card %(number)d") % {"number": slot.cost}
    costs = _("costs %(cost)s") % {"cost": slot.cost}
    what = _("taken") if slot.face is None else slot.face.text
    return Tile(
        key=slot.key,
        label=label,
        title=_title(f"{label}, {costs}", what, slot.crowd),
        is_card=True,
        price=slot.cost,
        halves=() if slot.face is None else card_halves(slot.face),
        crowd=slot.crowd,
    )


def _building_tile(stack: BuildingStack) -> Tile:
    label = _("Building %(number)d") % {"number": stack.number}
    left = ngettext("last one", "%(left)s left", stack.left) % {"left": stack.left}
    if stack.face is None:
        what = _("none left")
    else:
        what = f"{stack.face.price}, {stack.face.points}; {left}"
    return Tile(
        key=stack.key,
        label=label,
        title=_title(label, what, stack.crowd),
        is_card=False,
        price=stack.left,
        halves=() if stack.face is None else building_halves(stack.face),
        crowd=stack.crowd,
    )


def _title(label: str, what: str, crowd: Crowd | None) -> str:
    """Return the name of a tile's link: what it is and who stands there."""
    title = f"{label}: {what}."
    return title if crowd is None else f"{title} {crowd.name}."


def card_halves(face: CardFace) -> tuple[TileHalf, TileHalf]:
    """Return the halves of a card: what it gives at once, and at the end."""
    scoring = "" if face.tone == "green" else f"×{face.scoring.times}"  # noqa: RUF001
    return (
        _card_half(face.benefit, _short_benefit(face.id), ""),
        _card_half(face.scoring, scoring, face.tone),
    )


def _card_half(half: Half, short: str, tone: str) -> TileHalf:
    icons = (half.icon,) * half.times
    return TileHalf(icons, half.text, short, half.explained, tone)


def _short_benefit(card: int) -> str:
    """Return as few letters as can be, for tiles of the width of a thumb."""
    match CARDS[card].benefit:
        case c.Food(amount) | c.Goods(_, amount) | c.Points(amount):
            return f"+{amount}"
        case c.OneUseTool(amount) | c.AnyResources(amount):
            return f"+{amount}"
        case c.RollFor():
            return pgettext("tile", "roll")
        case c.DiceForAll():
            return pgettext("tile", "all")
    return "+1"


def building_halves(face: TileFace) -> tuple[TileHalf, TileHalf]:
    """Return the halves of a building: what it costs, and its points."""
    price = BUILDINGS[face.id].price
    paid, explained = pgettext("tile", "paid"), _("worth what you pay")
    if isinstance(price, Fixed):
        worth = str(price.cost.points)
        points = TileHalf(("points",), worth, worth, face.points, "sand", is_worth=True)
        return _price_half(face.pieces, face, "", is_counted=False), points
    if isinstance(price, Mixed):
        short = f"{price.count} ({price.kinds})"
    else:
        short = f"{price.fewest}–{price.most}"
    points = TileHalf(("points",), paid, paid, explained, "sand", is_worth=True)
    return _price_half(("any",), face, short, is_counted=True), points


def _price_half(
    icons: tuple[str, ...], face: TileFace, short: str, *, is_counted: bool
) -> TileHalf:
    return TileHalf(icons, face.price, short, face.price, is_counted=is_counted)
