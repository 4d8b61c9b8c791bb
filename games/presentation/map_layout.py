"""The layout of the map: words and marks of each place, in units of its view box.

The shapes of the places are in ``templates/games/table/_map_shapes.html``, the rings
are laid out by ``rings.py``.
"""

from dataclasses import dataclass

from stoneage_core.components.places import Place


@dataclass(frozen=True)
class MapLayout:
    """
    A place on the map: what its ``ground`` is, and where its word begins.

    Of a place where dice are rolled also where a chip with who came is put; of one in
    the village, whose word is centred at ``x``, its ``sign`` and where that begins.
    """

    ground: str
    x: int
    y: int = 0
    chip_x: int = 0
    chip_y: int = 0
    sign: str = ""
    sign_x: int = 0


#: By place, in the order in which they are drawn and reached by keys.
LAYOUT = {
    Place.FOREST: MapLayout("forest", 22, 38, chip_x=98, chip_y=127),
    Place.CLAY_PIT: MapLayout("clay", 182, 38, chip_x=262, chip_y=127),
    Place.QUARRY: MapLayout("quarry", 342, 38, chip_x=414, chip_y=127),
    Place.HUNTING_GROUNDS: MapLayout("plain", 22, 192, chip_x=124, chip_y=206),
    Place.TOOL_MAKER: MapLayout("village", 246, sign="tool", sign_x=224),
    Place.HUT: MapLayout("village", 335, sign="building", sign_x=313),
    Place.FIELD: MapLayout("village", 424, sign="track", sign_x=402),
    Place.RIVER: MapLayout("river", 216, 352, chip_x=404, chip_y=404),
}
