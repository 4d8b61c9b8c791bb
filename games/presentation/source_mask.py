"""The source mask: how decisions were made, as far as the reader may know.

That a player left orders is nobody else's business while the game runs: what
those decided is told as the player's own, and at the end of their time as a matter of
time. Once the game is over for good everything is told.
"""

from collections.abc import Iterable

from games.log.positions import PastEvent
from games.models import Game
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.match.state import Source

_TIMED_OUT = TurnTimedOut.type_name()


class SourceMask:
    """
    Tells, event after event in their order, how each was decided.

    It has to begin with a decision's first event: the others are known by that. To
    ``reader``, a player, their own orders are no secret.
    """

    def __init__(self, game: Game, reader: int | None = None) -> None:
        self._is_over = game.is_final
        self._reader = reader
        self._cover = Source.PAGE

    def source_of(
        self, type_name: str, decided_by: int | None, source: str, command: str
    ) -> Source:
        """Return how an event may be said to have been decided."""
        if type_name == _TIMED_OUT:
            self._cover = Source.TIMEOUT
        elif command:
            self._cover = Source.PAGE
        is_secret = source == Source.ORDERS and not self._is_over
        if is_secret and (decided_by is None or decided_by != self._reader):
            return self._cover
        return Source(source)

    def read_past(self, happened: Iterable[PastEvent]) -> None:
        """Read events of which nothing is to be told, in their order."""
        for one in happened:
            name = one.event.type_name()
            self.source_of(name, one.decided_by, one.source, one.command)
