"""Requests that wait for news occupy no thread, and their number is limited."""

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from config.web import waiting_room
from tests.config.test_web import ThreadedSite
from tests.support.waiting import wait_for


class WaitingSite(ThreadedSite):
    """A server with one thread, whose ``/news`` waits for a minute, or for news."""

    def __init__(self, **options: Any) -> None:
        super().__init__(find_news=self.find_news, **options)
        self.news: set[str] = set()
        self.attempts: list[bool] = []
        self.fails = False

    def find_news(self, subjects: Collection[str]) -> Collection[str]:
        if self.fails:
            raise OSError("the database is away")
        return self.news & set(subjects)

    def answer(self, environ: dict[str, Any], start: Callable) -> list[bytes]:
        path, who = environ["PATH_INFO"], environ["QUERY_STRING"]
        if path not in {"/news", "/soon"}:
            return super().answer(environ, start)
        seconds = 60 if path == "/news" else 0.1
        is_parked = path not in self.news and environ["stoneage.park"](
            who, path, seconds
        )
        self.attempts.append(is_parked)
        body = b"" if is_parked or path not in self.news else b"news"
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    def waiting(self) -> int:
        return len(self.server.room._waiting)


@contextmanager
def serving(**options: Any) -> Iterator[WaitingSite]:
    site = WaitingSite(**options)
    site.thread.start()
    try:
        yield site
    finally:
        site.server.stop()
        site.thread.join(10)
        site.server.asyncore.close_all(site.server._map)
        assert not site.thread.is_alive()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_room, "PAUSE", 0.01)


@pytest.fixture
def clients() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as pool:
        yield pool


def send(
    clients: ThreadPoolExecutor, site: WaitingSite, path: str
) -> Future[tuple[int, Any, bytes]]:
    return clients.submit(site.get, path)


def test_waiting_requests_occupy_no_thread(clients: ThreadPoolExecutor) -> None:
    with serving() as site:
        waiting = [send(clients, site, f"/news?{number}") for number in range(10)]
        wait_for(lambda: site.waiting() == 10)
        assert site.serves_pages()
        assert not any(each.done() for each in waiting)
        site.news.add("/news")
        assert {each.result()[2] for each in waiting} == {b"news"}
        assert site.waiting() == 0


def test_request_is_answered_when_its_time_is_up(clients: ThreadPoolExecutor) -> None:
    with serving() as site:
        assert send(clients, site, "/soon").result()[2] == b""
        # The second attempt is not parked again.
        assert site.attempts == [True, False]


def test_connection_can_be_used_again_after_waiting() -> None:
    from http.client import HTTPConnection

    with serving() as site:
        client = HTTPConnection(*site.place, timeout=10)
        for _ in range(2):
            client.request("GET", "/soon")
            assert client.getresponse().read() == b""
        client.close()
        assert site.attempts == [True, False] * 2


def test_one_user_cannot_take_all_places(
    clients: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_room, "MOST_OF_ONE", 2)
    monkeypatch.setattr(waiting_room, "MOST_WAITING", 3)
    with serving() as site:
        for number in (1, 2):
            send(clients, site, "/news?greedy")
            wait_for(lambda number=number: site.waiting() == number)
        assert send(clients, site, "/news?greedy").result()[2] == b""
        send(clients, site, "/news?modest")
        wait_for(lambda: site.waiting() == 3)
        assert send(clients, site, "/news?late").result()[2] == b""
        site.news.add("/news")


def test_shutdown_answers_waiting_requests(clients: ThreadPoolExecutor) -> None:
    with serving() as site:
        waiting = send(clients, site, "/news?a")
        wait_for(lambda: site.waiting() == 1)
        site.server.stop()
        assert waiting.result()[2] == b""


def test_failed_look_for_news_is_repeated(
    clients: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    with serving() as site:
        site.fails = True
        waiting = send(clients, site, "/news?a")
        wait_for(lambda: "Looking for news" in caplog.text)
        site.fails = False
        site.news.add("/news")
        assert waiting.result()[2] == b"news"
