"""The ladder: opponents by name, from one that a child beats to the strongest."""

from hashlib import sha256

from msgspec import Struct

from stoneage_core.events.setup import Bot
from stoneage_core.opponents.styles import ALL_ROUND, load_styles
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _


class Opponent(Struct, frozen=True):
    """
    Who can be played against.

    ``playouts`` is how many it makes for a decision, 0 for none; its guesses go wrong
    by up to ``noise`` points. Whatever changes its decisions raises ``version``.
    """

    name: str
    version: int
    style: str
    words: str
    playouts: int = 0
    noise: float = 0.0

    @property
    def thinks(self) -> bool:
        """Whether a decision takes more than some milliseconds."""
        return self.playouts > 0

    @property
    def digest(self) -> str:
        """What its decisions depend on, as a SHA-256 in hex."""
        styles = load_styles()
        used = [styles[self.style].digest, styles[ALL_ROUND].digest]
        told = f"{self.name}/{self.version}/{self.playouts}/{self.noise}/{used}"
        return sha256(told.encode()).hexdigest()

    @property
    def bot(self) -> Bot:
        """What logs call it."""
        return Bot(self.name.lower(), self.version, self.digest)

    @property
    def character(self) -> Phrase:
        """What it is like, in a sentence."""
        return Phrase(f"opponent.{self.name.lower()}", self.words)


_LADDER = (
    Opponent(
        "Pebble",
        version=2,
        style=ALL_ROUND,
        noise=60.0,
        words=_("Pebble plays by whim, and is easy to beat."),
    ),
    Opponent(
        "Thatch",
        version=2,
        style="builder",
        noise=20.0,
        words=_("Thatch likes to build, and cares less for cards."),
    ),
    Opponent(
        "Ochre",
        version=2,
        style=ALL_ROUND,
        words=_("Ochre weighs everything at a glance, and seldom errs."),
    ),
    Opponent(
        "Ash",
        version=3,
        style="starver",
        playouts=400,
        words=_("Ash lets the tribe starve, and puts everyone to other work."),
    ),
    Opponent(
        "Flint",
        version=3,
        style=ALL_ROUND,
        playouts=1000,
        words=_("Flint plays every game on in its mind, and forgives nothing."),
    ),
)

#: By name, the easiest first.
OPPONENTS: dict[str, Opponent] = {opponent.name: opponent for opponent in _LADDER}
#: Who plays where nobody chose.
DEFAULT_OPPONENT = OPPONENTS["Thatch"]
