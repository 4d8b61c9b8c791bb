"""The course of a game as an animated GIF: its table, round by round.

Its frames are the pictures of the table, which share one palette, with a bar at the
foot that grows from round to round. No name and no word is in it.
"""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from games.presentation.picture import draw_picture
from games.presentation.table import TableView

#: Milliseconds that a frame is shown, and the last one before all begins again.
FRAME, LAST_FRAME = 1_200, 4_000
#: Pixels of the bar's height, and its colour.
BAR, BAR_COLOUR = 8, (138, 75, 18)


def animation_of(tables: Sequence[TableView]) -> bytes:
    """Return tables one after the other, at least one, as a GIF that begins again."""
    first, *others = [
        _frame(table, (number + 1) / len(tables)) for number, table in enumerate(tables)
    ]
    gif = BytesIO()
    first.save(
        gif,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[FRAME] * len(others) + [LAST_FRAME],
        loop=0,
        optimize=True,  # what stays as it was is not drawn again
    )
    return gif.getvalue()


def _frame(table: TableView, share: float) -> Image.Image:
    """Return a table as a frame, with how much of the game has been played then."""
    frame = Image.open(BytesIO(draw_picture(table)))
    width, height = frame.size
    box = (0, height - BAR, round(width * share) - 1, height)
    ImageDraw.Draw(frame).rectangle(box, fill=BAR_COLOUR)
    return frame
