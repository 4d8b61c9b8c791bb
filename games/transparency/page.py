"""The page of the site's log: its newest checkpoint, and who saw it."""

from datetime import datetime
from typing import Any, NamedTuple

from games.models import TimeStamp, TransparencyLog
from games.transparency.keys import signers_of
from games.transparency.logs import (
    current_log,
    newest_checkpoint,
    token_of,
)
from games.transparency.witnesses import witnesses_of
from stoneage_core.transparency.checkpoints import encode_hash, read_tree_head
from stoneage_core.transparency.notes import read_note


class EndedLog(NamedTuple):
    """A log that a return to a back-up ended: its end, and what is lost of it."""

    origin: str
    ended_at: datetime
    size: int
    lost: int


def page_of_log(*, now: datetime) -> dict[str, Any]:
    """Return what the page's template needs; nothing but ``now`` before the first."""
    log = current_log()
    newest = newest_checkpoint(log) if log else None
    if log is None or newest is None:
        return {"now": now, "ended": _ended(log)}
    head = read_tree_head(read_note(newest.note))
    stamps = TimeStamp.objects.filter(checkpoint__log=log).select_related("checkpoint")
    return {
        "now": now,
        "log": log,
        "token": token_of(log),
        "newest": newest,
        "root": encode_hash(head.root),
        "keys": [each.key.vkey for each in signers_of(log.origin)],
        "witnesses": witnesses_of(log.pk),
        "stamp": stamps.order_by("-stamped_at").first(),
        "ended": _ended(log),
    }


def _ended(log: TransparencyLog | None) -> list[EndedLog]:
    """Return the logs before this one, the last one first."""
    ended = []
    while log is not None and log.follows is not None:
        before = log.follows
        newest = newest_checkpoint(before)
        size = newest.size if newest else 0
        # How many entries are known to have been.
        lost = log.lost_checkpoint and read_tree_head(read_note(log.lost_checkpoint))
        published = lost.size if lost else 0
        ended.append(EndedLog(before.origin, log.began_at, size, published - size))
        log = before
    return ended
