"""
Styles: learned weights for each number of players (``weights.json``).

Weights are kept for ever, by their digest, so that old decisions can be repeated. A
style is a name for the newest weights of its kind.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from stoneage_core.errors import Irregular
from stoneage_core.model import weighing

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
    """Digests by the names of styles, and all weights that ever were, by digest."""

    version: int
    styles: dict[str, str]
    weights: dict[str, Style]


@cache
def _load_book(file: Path) -> _StyleBook:
    """Return the content of a file; raise Irregular if it is unreadable."""
    try:
        book = msgspec.json.decode(file.read_bytes(), type=_StyleBook)
        for digest, style in book.weights.items():
            if style.digest != digest:
                raise msgspec.ValidationError(f"{digest} has other weights")
            for row in style.weights.values():
                if len(row) != weighing.WEIGHTS:
                    raise msgspec.ValidationError(f"{len(row)} weights in a row")
        if unknown := {*book.styles.values()} - {*book.weights}:
            raise msgspec.ValidationError(f"{min(unknown)} is missing")
    except (OSError, msgspec.MsgspecError) as error:
        raise Irregular(
            "{file} is unreadable: {error}", file=str(file), error=error
        ) from error
    return book


def load_styles(file: Path = WEIGHTS_FILE) -> dict[str, Style]:
    """Return the styles in a file by name; raise Irregular if it is unreadable."""
    book = _load_book(file)
    return {name: book.weights[digest] for name, digest in book.styles.items()}


def find_weights(digest: str) -> Style | None:
    """Return the weights with a digest, also those that no style has any more."""
    return _load_book(WEIGHTS_FILE).weights.get(digest)


def save_style(name: str, style: Style, file: Path) -> None:
    """Name new weights in a file; the weights that had the name stay in it."""
    book = _load_book(file) if file.exists() else _StyleBook(1, {}, {})
    book = _StyleBook(
        book.version,
        book.styles | {name: style.digest},
        # The same weights may have been learned before, for another style.
        {style.digest: style} | book.weights,
    )
    plain = msgspec.to_builtins(book, str_keys=True)
    text = msgspec.json.encode(plain, order="sorted")
    file.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
    _load_book.cache_clear()


def with_noise(row: Sequence[float], noise: float) -> list[float]:
    """Return the weights with random errors of up to ``noise`` points."""
    *weights, _ = row
    return [*weights, noise]
