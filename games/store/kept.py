"""What a process keeps of games as of their events, so as not to reckon it again."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from games.models import Game

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """
    A cache of what is made of a game's stream up to an event, safe among threads.

    Kept are the values that this process has seen last, by game, sequence and hash.

    All that led to an event is bound by its hash: what was reckoned up to there stays
    true. Of more than ``most`` the one goes that was needed the longest ago.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[tuple[int, int, str], Value] = OrderedDict()
        self._lock = Lock()

    def get(self, game: Game, sequence: int, stored_hash: str) -> Value | None:
        """Return the value as of an event, None where it is not kept."""
        with self._lock:
            key = (game.pk, sequence, stored_hash)
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, game: Game, sequence: int, stored_hash: str, value: Value) -> None:
        """Keep the value as of an event."""
        with self._lock:
            self._values[game.pk, sequence, stored_hash] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)
