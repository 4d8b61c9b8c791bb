"""Cards and buildings as they lie on the table: their faces, and who stands there."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.cards import Face, Half, face_at
from games.presentation.map_layout import Crowd, crowds_on
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.state import GameState


@dataclass(frozen=True)
class Tile:
    """
    A card or a building on the table; without a face there is none any more.

    ``price`` is what a card costs or how many buildings lie there; ``link`` looks at
    it, ``obstacle`` says why nobody of the reader may go there, '' if somebody may.
    """

    key: str
    label: str
    is_card: bool
    price: int
    face: Face | None
    crowd: Crowd | None
    link: str = ""
    obstacle: str = ""
    is_chosen: bool = False
    arrived: tuple[Crowd, ...] = ()

    @property
    def halves(self) -> tuple[Half, ...]:
        """The halves of its face, if it has one."""
        return () if self.face is None else self.face.halves

    @property
    def text(self) -> str:
        """What it gives at once and at the end, or costs and is worth; '' of none."""
        if self.face is None or self.is_card:
            return "" if self.face is None else self.face.text
        return f"{self.face.text}, {self.face.halves[1].explained}"

    @property
    def title(self) -> str:
        """The name of its link: what it is and who stands there."""
        if self.is_card:
            costs = _("costs %(cost)s") % {"cost": self.price}
            taken = _("taken")
            title = f"{self.label}, {costs}: {self.text or taken}."
        else:
            none = _("none left")
            left = ngettext("last one", "%(left)s left", self.price)
            some = f"{self.text}; {left % {'left': self.price}}"
            title = f"{self.label}: {some if self.face else none}."
        return title if self.crowd is None else f"{title} {self.crowd.name}."

    @property
    def explained(self) -> str:
        """What both halves do, for whoever points at the tile."""
        return " ".join(half.explained for half in self.halves)


def tile_at(state: GameState, names: Sequence[str], place: Place) -> Tile:
    """Return the tile on a card slot or a stack of buildings."""
    is_card = place.kind is PlaceKind.CARD
    return Tile(
        key=str(place.value),
        label=labels.place_label(place),
        is_card=is_card,
        price=place.index + 1 if is_card else state.stacks[place.index].left,
        face=face_at(state, place),
        crowd=next(iter(crowds_on(state, names, place)), None),
    )
