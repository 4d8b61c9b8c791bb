"""config/celery_threads.py: how a free thread wakes the loop that takes calls."""

import os
from types import SimpleNamespace

from config.celery_threads import ThreadPool


def test_reconnecting_worker_keeps_its_pipe() -> None:
    readers: list[int] = []
    hub = SimpleNamespace(add_reader=lambda fd, read: readers.append(fd))
    pool = ThreadPool(1)
    for _ in range(3):
        pool.register_with_event_loop(hub)
    assert len(set(readers)) == 1
    os.close(pool.reading)
    os.close(pool.writing)
