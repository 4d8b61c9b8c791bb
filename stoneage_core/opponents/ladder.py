"""
The ladder of opponents, from one for a child's first game to the strongest.

``python -m bench.ladder`` measures its steps; docs/opponents.md has the result.
"""

from hashlib import sha256

from msgspec import Struct

from stoneage_core.events.setup import Bot
from stoneage_core.model import ESTIMATES
from stoneage_core.model.styles import Style, find_weights
from stoneage_core.opponents.searching import SEARCH
from stoneage_core.phrases import Phrase
from stoneage_core.phrases import gettext_noop as _

#: Digests of weights (``model/weights.json``).
ALL_ROUND, BUILDER = "b6ef7edd7e5f61ea", "66a7535727e523fd"
STARVER = "af2f1ac434d72fb1"


class Opponent(Struct, frozen=True):
    """
    A bot of the ladder.

    ``weights`` and ``others`` are digests of its own weights and those of the other
    players in its playouts. ``playouts`` is the number for a decision; with 0 it does
    not search. Its estimates have random errors of up to ``noise`` points.
    ``estimates`` and ``search`` are the versions of the code that it decides by. Every
    change of its decisions has to raise ``version``; the old row moves to ``FORMER``.
    """

    name: str
    version: int
    words: str
    weights: str = ALL_ROUND
    others: str = ALL_ROUND
    playouts: int = 0
    noise: float = 0.0
    estimates: int = ESTIMATES
    search: int = SEARCH

    @property
    def thinks(self) -> bool:
        """Whether it searches, so that a decision takes more than some milliseconds."""
        return self.playouts > 0

    @property
    def digest(self) -> str:
        """The SHA-256, in hex, of all that its decisions depend on."""
        used = [self.weights, self.others]
        text = f"{self.name}/{self.version}/{self.playouts}/{self.noise}/{used}"
        return sha256(text.encode()).hexdigest()

    @property
    def bot(self) -> Bot:
        return Bot(self.name.lower(), self.version, self.digest)

    @property
    def character(self) -> Phrase:
        return Phrase(f"opponent.{self.name.lower()}", self.words)

    @property
    def is_repeatable(self) -> bool:
        """Whether this program still decides as it did."""
        is_searched_alike = not self.thinks or self.search == SEARCH
        return self.estimates == ESTIMATES and is_searched_alike

    def row(self, players: int) -> list[float]:
        """Return its weights for a number of players."""
        return _known(self.weights).row(players, self.noise)

    def row_of_others(self, players: int) -> list[float]:
        return _known(self.others).row(players)


def _known(digest: str) -> Style:
    style = find_weights(digest)
    assert style is not None, f"weights.json keeps all weights, also {digest}"
    return style


_LADDER = (
    Opponent(
        "Acorn",
        version=1,
        noise=300.0,
        words=_("Acorn plays its first game, and sends people almost anywhere."),
    ),
    Opponent(
        "Pebble",
        version=3,
        noise=120.0,
        words=_("Pebble plays by whim, and is easy to beat."),
    ),
    Opponent(
        "Clay",
        version=1,
        noise=65.0,
        words=_("Clay knows what is good, and forgets half of it."),
    ),
    Opponent(
        "Thatch",
        version=3,
        weights=BUILDER,
        noise=20.0,
        words=_("Thatch likes to build, and cares less for cards."),
    ),
    Opponent(
        "Ochre",
        version=3,
        noise=12.0,
        words=_("Ochre weighs everything at a glance, and seldom errs."),
    ),
    Opponent(
        "Antler",
        version=1,
        playouts=100,
        words=_("Antler tries things in its mind, and takes what worked."),
    ),
    Opponent(
        "Ash",
        version=4,
        weights=STARVER,
        playouts=250,
        words=_("Ash lets the tribe starve, and puts everyone to other work."),
    ),
    Opponent(
        "Flint",
        version=4,
        playouts=1000,
        words=_("Flint plays every game on in its mind, and forgives nothing."),
    ),
)

#: By name, the easiest first.
OPPONENTS: dict[str, Opponent] = {opponent.name: opponent for opponent in _LADDER}
#: Versions of bots that decided in recorded games, and that nobody can choose any more.
FORMER: tuple[Opponent, ...] = ()
#: The opponent in forms until another one is chosen.
DEFAULT_OPPONENT = OPPONENTS["Thatch"]
