"""Styles: learned weights for each number of players (``weights.json``)."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from stoneage_core.errors import Irregular
from stoneage_core.opponents.model import weighing

WEIGHTS_FILE = Path(__file__).with_name("weights.json")

#: The style of the other players in playouts, and of reviews and the coach.
ALL_ROUND = "all-round"


class Style(Struct, frozen=True):
    """
    Weights in the order of ``model/weighing.py``, for 2, 3 and 4 players.

    The other fields are the arguments of ``train``; ``like`` is the style that it
    started from, or '' for the initial guesses.
    """

    seed: int
    generations: int
    games: int
    weights: dict[int, tuple[float, ...]]
    traits: dict[int, float] = {}
    like: str = ""

    @property
    def digest(self) -> str:
        """The first 16 hex digits of the SHA-256 of the weights."""
        text = msgspec.json.encode(
            msgspec.to_builtins(self.weights, str_keys=True), order="sorted"
        )
        return sha256(text).hexdigest()[:16]

    def row(self, players: int, noise: float = 0.0) -> list[float]:
        """Return the weights for a number of players, with noise in points."""
        return with_noise(self.weights[players], noise)


class _StyleBook(Struct, frozen=True):
    version: int
    styles: dict[str, Style]


@cache
def load_styles(file: Path = WEIGHTS_FILE) -> dict[str, Style]:
    """Return the styles in a file by name; raise Irregular if it is unreadable."""
    try:
        styles = msgspec.json.decode(file.read_bytes(), type=_StyleBook).styles
        for style in styles.values():
            for row in style.weights.values():
                if len(row) != weighing.WEIGHTS:
                    raise msgspec.ValidationError(f"{len(row)} weights in a row")
    except (OSError, msgspec.MsgspecError) as error:
        raise Irregular(
            "{file} is unreadable: {error}", file=str(file), error=error
        ) from error
    return styles


def save_style(name: str, style: Style, file: Path) -> None:
    """Add a style to a file, or replace it there."""
    styles = dict(load_styles.__wrapped__(file)) if file.exists() else {}
    book = _StyleBook(1, styles | {name: style})
    plain = msgspec.to_builtins(book, str_keys=True)
    text = msgspec.json.encode(plain, order="sorted")
    file.write_bytes(msgspec.json.format(text, indent=1) + b"\n")


def rows_of(own: Sequence[float], player: int, players: int) -> list[Sequence[float]]:
    """Return the weights of each seat: ``own`` for ``player``, all-round for others."""
    others = load_styles()[ALL_ROUND].row(players)
    return [own if seat == player else others for seat in range(players)]


def with_noise(row: Sequence[float], noise: float) -> list[float]:
    """Return the weights with random errors of up to ``noise`` points."""
    *weights, _ = row
    return [*weights, noise]
