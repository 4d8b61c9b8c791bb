"""The logs of the site: which one is current, and how a new one begins.

A file below ``VAR_DIR`` holds the newest checkpoint of each log that this machine has
published. It reveals that an older database was restored before anything is signed:
continuing that log would contradict what was published before.
"""

import logging
import secrets
from datetime import datetime

from django.conf import settings

from games.background.kept_files import KeptFiles
from games.models import Checkpoint, Game, TransparencyLog
from games.signals import ServiceRestored, receives
from stoneage_core.transparency.checkpoints import read_tree_head
from stoneage_core.transparency.notes import BadNote, read_note

logger = logging.getLogger(__name__)

#: Each log has a URL below this path of the site, which is its origin.
PLACE = "log"
_TOKEN_BYTES = 4
#: The newest checkpoint of each log, by its token.
PUBLISHED = KeptFiles("checkpoints")


def current_log() -> TransparencyLog | None:
    """Return the current log, or None before the first one."""
    return TransparencyLog.objects.order_by("-pk").first()


def newest_checkpoint(log: TransparencyLog) -> Checkpoint | None:
    """Return the newest checkpoint of a log, or None before the first one."""
    return log.checkpoints.order_by("-size").first()


def token_of(log: TransparencyLog) -> str:
    """Return the end of a log's origin, which identifies it within the site."""
    return log.origin.rpartition("/")[2]


def lock_log(*, now: datetime) -> TransparencyLog:
    """
    Lock the current log in order to append to it. Call this in a transaction.

    If this machine has published something that the database lacks, the database was
    restored from a backup, and a new log begins.
    """
    log = TransparencyLog.objects.select_for_update().order_by("-pk").first()
    if log is None:
        return begin_log(now=now)
    newest = newest_checkpoint(log)
    lost = find_lost_checkpoint(log, newest.note if newest else "")
    return begin_log(now=now, follows=log, lost=lost) if lost else log


def begin_log(
    *, now: datetime, follows: TransparencyLog | None = None, lost: str = ""
) -> TransparencyLog:
    """
    Begin a log with a new origin, into which all games are entered again.

    ``lost`` is the checkpoint of the former log that was published and is lost. Call
    this in a transaction.
    """
    site = settings.SITE_URL.partition("://")[2]
    origin = f"{site}/{PLACE}/{secrets.token_hex(_TOKEN_BYTES)}"
    log = TransparencyLog.objects.create(
        origin=origin, began_at=now, follows=follows, lost_checkpoint=lost
    )
    if follows is not None:
        Game.objects.filter(logged_version__gt=0).update(logged_version=0)
        logger.warning("The log %s ends, because the database was restored", follows)
    return log


@receives(ServiceRestored)
def end_log(restored: ServiceRestored) -> None:
    """Begin a new log if published entries of the current one may be lost."""
    log = TransparencyLog.objects.select_for_update().order_by("-pk").first()
    if log is not None and log.checkpoints.exists():
        lost = read_published(log)
        begin_log(now=restored.now, follows=log, lost=lost)


def read_published(log: TransparencyLog) -> str:
    """Return the checkpoint that was published last, or '' if unknown."""
    return PUBLISHED.read(token_of(log))


def write_published(log: TransparencyLog, note: str) -> None:
    """Store a checkpoint that has been committed as the published one."""
    PUBLISHED.write(token_of(log), note)


def find_lost_checkpoint(log: TransparencyLog, known: str) -> str:
    """
    Return what was published of a log and its database lacks, or ''. ``known`` is the
    newest checkpoint in the database, or ''.
    """
    published = read_published(log)
    if not published or published == known:
        return ""
    try:
        ours = read_tree_head(read_note(published))
        theirs = read_tree_head(read_note(known)) if known else None
    except BadNote:
        return ""  # a truncated file proves nothing
    if theirs is not None and ours.size < theirs.size:
        return ""
    return "" if ours == theirs else published
