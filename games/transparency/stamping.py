"""Time stamps of checkpoints: asked for every hour where the operator names whom."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from http.client import HTTPException
from typing import Any
from urllib.request import Request

from celery import shared_task
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags

from games.background.attempts import attempt_whole
from games.background.fetching import fetch_answer
from games.models import Checkpoint, TimeStamp
from games.now import database_now
from games.transparency.logs import current_log, newest_checkpoint
from stoneage_core.transparency.notes import read_note
from stoneage_core.transparency.time_stamps import (
    LARGEST_ANSWER,
    BadTimeStamp,
    LibraryMissing,
    read_stamp,
    request_stamp,
)

logger = logging.getLogger(__name__)

#: From one time stamp to the next.
EVERY = timedelta(hours=1)
#: Seconds that an authority may take to answer.
TIMEOUT = 10


@shared_task(name="games.transparency.stamp_log")
def stamp_log() -> None:
    """Look whether an hour is over; the beat calls for it more often."""
    now = database_now()
    if settings.TIME_STAMP_AUTHORITY and _due(now) is not None:
        attempt_whole("time stamp", lambda: stamp_checkpoint(now=now), now)


def stamp_checkpoint(*, now: datetime) -> TimeStamp | None:
    """
    Have the newest checkpoint stamped if an hour is over; return what was kept.

    One request. An authority that cannot be had, or says anything else, is warned of in
    the server's log, and asked again by the next call.
    """
    checkpoint = _due(now) if settings.TIME_STAMP_AUTHORITY else None
    if checkpoint is None:
        return None
    text = read_note(checkpoint.note).text
    try:
        request = request_stamp(text)
        answer = _ask(settings.TIME_STAMP_AUTHORITY, request.content)
        moment = read_stamp(answer, text, request.nonce)
    except (OSError, HTTPException, BadTimeStamp) as error:
        logger.warning("%s is not stamped: %s", checkpoint, error)
        return None
    return TimeStamp.objects.create(
        checkpoint=checkpoint, response=answer, stamped_at=moment
    )


def _due(now: datetime) -> Checkpoint | None:
    """Return the checkpoint that is to be stamped now, if one is."""
    log = current_log()
    newest = newest_checkpoint(log) if log else None
    if newest is None or TimeStamp.objects.filter(checkpoint=newest).exists():
        return None
    recent = TimeStamp.objects.filter(checkpoint__log=log, stamped_at__gt=now - EVERY)
    return None if recent.exists() else newest


def _ask(address: str, content: bytes) -> bytes:
    headers = {"Content-Type": "application/timestamp-query"}
    request = Request(address, content, headers)
    return fetch_answer(request, seconds=TIMEOUT, longest=LARGEST_ANSWER)


@checks.register(Tags.security)
def check_authority(**_: Any) -> Iterable[CheckMessage]:
    """Check that the library is there that reads an authority's answers."""
    address = settings.TIME_STAMP_AUTHORITY
    if not address:
        return
    if not address.startswith(("http://", "https://")):
        yield checks.Error(
            f"TIME_STAMP_AUTHORITY is {address!r}, which is no address.",
            hint="Set it to where an authority of RFC 3161 takes requests.",
            id="games.E002",
        )
    try:
        request_stamp("")
    except LibraryMissing as error:
        yield checks.Error(
            f"TIME_STAMP_AUTHORITY is set, and {error}.",
            hint="Install it, or unset TIME_STAMP_AUTHORITY.",
            id="games.E003",
        )
