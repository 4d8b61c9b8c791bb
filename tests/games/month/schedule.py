"""A clock that jumps from one action to the next, however long nothing happens."""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

Deed = Callable[[], object]


class Agenda:
    """What is to be done, by moment; of two at the same one the first planned."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self._planned: list[tuple[datetime, int, Deed]] = []
        self._number = count()

    def at(self, moment: datetime, deed: Deed) -> None:
        """Plan a deed; what would be in the past is done next."""
        entry = (max(moment, self.now), next(self._number), deed)
        heapq.heappush(self._planned, entry)

    def after(self, delay: timedelta, deed: Deed) -> None:
        """Plan a deed so long from now."""
        self.at(self.now + delay, deed)

    @property
    def next_at(self) -> datetime | None:
        """When the next deed is planned for, if any is."""
        return self._planned[0][0] if self._planned else None

    def do_next(self) -> None:
        """Travel to the next deed and do it."""
        self.now, _, deed = heapq.heappop(self._planned)
        deed()

    def put_off(self, until: datetime) -> None:
        """Leave nothing planned for earlier; the order stays."""
        self._planned = [(max(at, until), *rest) for at, *rest in self._planned]
        heapq.heapify(self._planned)
