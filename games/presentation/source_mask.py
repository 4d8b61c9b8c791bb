"""
How decisions were made, as far as the reader may know.

That a player left standing orders is nobody else's business while the game runs: what
those decided is told as the player's own, and at the end of their time as a matter of
time. Once the game is over for good everything is told.
"""

from games.models import DecidedHow, Game

_TIMED_OUT = "TurnTimedOut"


class SourceMask:
    """
    Tells, event after event in their order, how each was decided.

    It has to begin with a decision's first event: the others are known by that. To
    ``reader``, a player, their own orders are no secret.
    """

    def __init__(self, game: Game, reader: int | None = None) -> None:
        self._is_over = game.is_final
        self._reader = reader
        self._cover = DecidedHow.PAGE

    def how(
        self, type_name: str, decided_by: int | None, how: str, command: str
    ) -> DecidedHow:
        """Return how an event may be said to have been decided."""
        if command:
            self._cover = DecidedHow.PAGE
        elif type_name == _TIMED_OUT:
            self._cover = DecidedHow.TIMEOUT
        is_secret = how == DecidedHow.ORDERS and not self._is_over
        if is_secret and (decided_by is None or decided_by != self._reader):
            return self._cover
        return DecidedHow(how)
