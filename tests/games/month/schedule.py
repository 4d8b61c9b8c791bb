"""A clock that jumps from one action to the next."""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

Deed = Callable[[], object]


class Agenda:
    """Actions by time. Of two at the same time the one planned first comes first."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._planned: list[tuple[datetime, int, Deed]] = []
        self._number = count()

    def at(self, moment: datetime, deed: Deed) -> None:
        """Plan an action. If the time has passed, it is done next."""
        entry = (max(moment, self.now), next(self._number), deed)
        heapq.heappush(self._planned, entry)

    def after(self, delay: timedelta, deed: Deed) -> None:
        """Plan an action after a delay."""
        self.at(self.now + delay, deed)

    @property
    def next_at(self) -> datetime | None:
        """Return the time of the next action, or None."""
        return self._planned[0][0] if self._planned else None

    def do_next(self) -> None:
        """Move the clock to the next action and do it."""
        self.now, _, deed = heapq.heappop(self._planned)
        deed()

    def put_off(self, until: datetime) -> None:
        """Move all earlier actions to this time, in the same order."""
        self._planned = [(max(at, until), *rest) for at, *rest in self._planned]
        heapq.heapify(self._planned)
