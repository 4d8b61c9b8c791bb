"""How often the beat calls, whatever is done to the clock on the wall.

Celery compares wall clocks: set back by an hour, it would call nobody for an hour.
"""

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

_STARTED_AT, _BEGAN = datetime.now(UTC), time.monotonic()


def steady_now() -> datetime:
    """Return when this process started, and as much later as has passed since."""
    return _STARTED_AT + timedelta(seconds=time.monotonic() - _BEGAN)


def every(seconds: float) -> schedule:
    return schedule(seconds, nowfun=steady_now)
