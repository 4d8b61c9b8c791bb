"""Per-process caches: values computed from games, and texts by language."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, wraps
from itertools import count
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from django.utils.translation import get_language

from games.models import Game

Value = TypeVar("Value")
P = ParamSpec("P")
R = TypeVar("R")


#: Returns a number that is unique in this process. A cached view has one (``serial``):
#: it is the key under which templates cache what they render of the view.
next_serial = count().__next__


class EventCache(Generic[Value]):
    """
    A thread-safe LRU cache of values computed from a game's stream up to an event. The
    key is the game, the sequence and the hash of the event. The hash covers everything
    before the event, so a cached value never becomes wrong. The cache holds at most
    ``most`` values.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[tuple[int, int, str], Value] = OrderedDict()
        self._lock = Lock()

    def get(self, game: Game, sequence: int, stored_hash: str) -> Value | None:
        """Return the cached value as of an event, or None."""
        with self._lock:
            key = (game.pk, sequence, stored_hash)
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, game: Game, sequence: int, stored_hash: str, value: Value) -> None:
        with self._lock:
            self._values[game.pk, sequence, stored_hash] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)


def cached_by_language(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator with an LRU cache of at most ``most`` results."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(most)
        def cached(_language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def ask(*args: P.args, **kwargs: P.kwargs) -> R:
            return cached(get_language(), *args, **kwargs)  # type: ignore[arg-type]

        return ask

    return decorate
