"""Requests that wait for news, without a thread for each.

An application that has nothing new to answer parks its request. One thread looks for
news for all parked requests of the process, once a second. A request with news, or
whose time is up, is answered again from the beginning, by any thread of the server.
"""

import logging
import time
from collections.abc import Callable, Collection, Hashable
from threading import Condition, Thread
from typing import Any, NamedTuple

logger = logging.getLogger(__name__)

#: How many requests may wait in one process, and how many of them for one user.
MOST_WAITING = 500
MOST_OF_ONE = 8
#: In seconds: the pause between two looks for news.
PAUSE = 1.0

#: Returns those of some subjects that have news.
FindNews = Callable[[Collection[Any]], Collection[Any]]


class Place(NamedTuple):
    """Who waits for what, and until when on the monotonic clock."""

    who: Hashable
    subject: Hashable
    until: float


class Parked(BaseException):
    """Ends an attempt to answer, and is no error that Waitress should log."""

    def __init__(self, place: Place) -> None:
        self.place = place


class WaitingRoom:
    """``resume`` is called for a waiting request as soon as it can be answered."""

    def __init__(self, find_news: FindNews, resume: Callable[[Any], None]) -> None:
        self._find_news = find_news
        self._resume = resume
        self._waiting: dict[Any, Place] = {}
        self._changed = Condition()
        self._is_closed = False
        self._thread: Thread | None = None

    def has_room_for(self, who: Hashable) -> bool:
        with self._changed:
            places = self._waiting.values()
            of_one = sum(place.who == who for place in places)
            return not self._is_closed and (
                len(places) < MOST_WAITING and of_one < MOST_OF_ONE
            )

    def enter(self, request: Any, place: Place) -> None:
        """Let a request wait. In a closed room it is resumed at once."""
        with self._changed:
            if not self._is_closed:
                self._waiting[request] = place
                if self._thread is None:
                    self._thread = Thread(target=self._watch, daemon=True)
                    self._thread.start()
                self._changed.notify()
                return
        self._resume(request)

    def close(self) -> None:
        """Resume all requests; nobody may wait any more."""
        with self._changed:
            self._is_closed = True
            waiting, self._waiting = self._waiting, {}
            self._changed.notify()
        for request in waiting:
            self._resume(request)

    def _watch(self) -> None:
        while True:
            with self._changed:
                while not (self._waiting or self._is_closed):
                    self._changed.wait()
                if self._is_closed:
                    return
                subjects = {place.subject for place in self._waiting.values()}
            news: Collection[Any] = ()
            try:
                news = self._find_news(subjects)
            except Exception:  # such as a database that restarts: they wait on
                logger.exception("Looking for news for waiting requests failed")
            self._resume_those_with(news)
            time.sleep(PAUSE)

    def _resume_those_with(self, news: Collection[Any]) -> None:
        now = time.monotonic()
        with self._changed:
            ready = [
                request
                for request, place in self._waiting.items()
                if place.subject in news or place.until <= now
            ]
            for request in ready:
                del self._waiting[request]
        for request in ready:
            self._resume(request)
