"""
The ladder of opponents, from one for a child's first game to the strongest.

``python -m bench.ladder`` measures its steps; docs/opponents.md has the result.
"""

from hashlib import sha256

from msgspec import Struct

from stoneage_core.events.setup import Bot
from stoneage_core.opponents.styles import ALL_ROUND, load_styles
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _


class Opponent(Struct, frozen=True):
    """
    A bot of the ladder.

    ``playouts`` is the number for a decision; with 0 it does not search. Its estimates
    have random errors of up to ``noise`` points. Every change of its decisions has to
    raise ``version``.
    """

    name: str
    version: int
    style: str
    words: str
    playouts: int = 0
    noise: float = 0.0

    @property
    def thinks(self) -> bool:
        """Whether it searches, so that a decision takes more than some milliseconds."""
        return self.playouts > 0

    @property
    def digest(self) -> str:
        """The SHA-256, in hex, of all that its decisions depend on."""
        styles = load_styles()
        used = [styles[self.style].digest, styles[ALL_ROUND].digest]
        text = f"{self.name}/{self.version}/{self.playouts}/{self.noise}/{used}"
        return sha256(text.encode()).hexdigest()

    @property
    def bot(self) -> Bot:
        return Bot(self.name.lower(), self.version, self.digest)

    @property
    def character(self) -> Phrase:
        return Phrase(f"opponent.{self.name.lower()}", self.words)


_LADDER = (
    Opponent(
        "Acorn",
        version=1,
        style=ALL_ROUND,
        noise=300.0,
        words=_("Acorn plays its first game, and sends people almost anywhere."),
    ),
    Opponent(
        "Pebble",
        version=3,
        style=ALL_ROUND,
        noise=120.0,
        words=_("Pebble plays by whim, and is easy to beat."),
    ),
    Opponent(
        "Clay",
        version=1,
        style=ALL_ROUND,
        noise=65.0,
        words=_("Clay knows what is good, and forgets half of it."),
    ),
    Opponent(
        "Thatch",
        version=3,
        style="builder",
        noise=20.0,
        words=_("Thatch likes to build, and cares less for cards."),
    ),
    Opponent(
        "Ochre",
        version=3,
        style=ALL_ROUND,
        noise=12.0,
        words=_("Ochre weighs everything at a glance, and seldom errs."),
    ),
    Opponent(
        "Antler",
        version=1,
        style=ALL_ROUND,
        playouts=100,
        words=_("Antler tries things in its mind, and takes what worked."),
    ),
    Opponent(
        "Ash",
        version=4,
        style="starver",
        playouts=250,
        words=_("Ash lets the tribe starve, and puts everyone to other work."),
    ),
    Opponent(
        "Flint",
        version=4,
        style=ALL_ROUND,
        playouts=1000,
        words=_("Flint plays every game on in its mind, and forgives nothing."),
    ),
)

#: By name, the easiest first.
OPPONENTS: dict[str, Opponent] = {opponent.name: opponent for opponent in _LADDER}
#: The opponent in forms until another one is chosen.
DEFAULT_OPPONENT = OPPONENTS["Thatch"]
