"""A visitor who keeps playing whatever happens to the service."""

import threading

from tests.e2e.player import PagePlayer
from tests.support.waiting import wait_for

#: Seconds between two moves, so that the limit for new games is never reached.
PAUSE = 0.3


class RestlessPlayer:
    """Plays game after game until the block ends; each move must be answered."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._begin()
        self.moves, self.is_over = 0, threading.Event()
        self.failures: list[BaseException] = []
        self.playing = threading.Thread(target=self._play)

    def __enter__(self) -> "RestlessPlayer":
        self.playing.start()
        self.make_moves(2)
        return self

    def __exit__(self, *_failure: object) -> None:
        self.is_over.set()
        self.playing.join()
        assert self.failures == [], self.failures

    def make_moves(self, more: int) -> None:
        """Wait until so many more moves have been made."""
        wanted = self.moves + more
        wait_for(lambda: self.moves >= wanted or self.failures)
        assert self.failures == [], self.failures

    def _begin(self) -> None:
        """Start a game against a bot as a new visitor."""
        self.player = PagePlayer("", self.address, taste=1)
        page = self.player.browser.get("/")
        form = page.form_with("opponents")
        self.page = self.player.browser.submit(page, form, opponents="1")
        assert "/play/" in self.page.address

    def _play(self) -> None:
        try:
            while not self.is_over.is_set():
                if not self.page.question:
                    self._begin()
                self.page = self.player.decide_once(self.page)
                self.moves += 1
                self.is_over.wait(PAUSE)
        except BaseException as failure:
            self.failures.append(failure)
