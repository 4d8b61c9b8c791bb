"""The logs of the site: which one is at work, and how a new one begins.

The newest checkpoint that this machine has published of a log lies in a file below
``VAR_DIR``. Whoever puts an older database back beside it is found out before anything
is signed: going on with that log would show another past than was shown before.
"""

import logging
import secrets
from datetime import datetime

from django.conf import settings

from games.models import Checkpoint, Game, TransparencyLog
from games.signals.bus import receives
from games.signals.games import ServiceRestored
from games.store.kept_files import KeptFiles
from stoneage_core.transparency.checkpoints import read_tree_head
from stoneage_core.transparency.notes import BadNote, read_note

logger = logging.getLogger(__name__)

#: Under this path of the site each log has an address of its own, which is its origin.
PLACE = "log"
_TOKEN_BYTES = 4
#: The newest checkpoint of each log, by its token.
PUBLISHED = KeptFiles("checkpoints")


def current_log() -> TransparencyLog | None:
    """Return the log that is at work, None before the first one."""
    return TransparencyLog.objects.order_by("-pk").first()


def newest_checkpoint(log: TransparencyLog) -> Checkpoint | None:
    """Return the newest checkpoint of a log, None before the first one."""
    return log.checkpoints.order_by("-size").first()


def token_of(log: TransparencyLog) -> str:
    """Return what tells a log from others of its site: the end of its origin."""
    return log.origin.rpartition("/")[2]


def lock_log(*, now: datetime) -> TransparencyLog:
    """
    Lock the log that is at work, for whoever appends to it; belongs in a transaction.

    Where this machine has published what the database does not know, that database was
    put back from a back-up, and another log begins.
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
    Begin a log with an origin that no log had, into which all games come anew.

    ``lost`` is the checkpoint that was published of the one before and is not known
    any more. Belongs in a transaction.
    """
    site = settings.SITE_URL.partition("://")[2]
    origin = f"{site}/{PLACE}/{secrets.token_hex(_TOKEN_BYTES)}"
    log = TransparencyLog.objects.create(
        origin=origin, began_at=now, follows=follows, lost_checkpoint=lost
    )
    if follows is not None:
        Game.objects.filter(logged_version__gt=0).update(logged_version=0)
        logger.warning("The log %s ends, for the database was put back", follows)
    return log


@receives(ServiceRestored)
def end_log(restored: ServiceRestored) -> None:
    """Begin another log where what was told in the present one may be lost."""
    log = TransparencyLog.objects.select_for_update().order_by("-pk").first()
    if log is not None and log.checkpoints.exists():
        lost = read_published(log)
        begin_log(now=restored.now, follows=log, lost=lost)


def read_published(log: TransparencyLog) -> str:
    """Return the checkpoint that was published last, '' where none is known."""
    return PUBLISHED.read(token_of(log))


def write_published(log: TransparencyLog, note: str) -> None:
    """Keep a checkpoint whose transaction is over."""
    PUBLISHED.write(token_of(log), note)


def find_lost_checkpoint(log: TransparencyLog, known: str) -> str:
    """
    Return what was published of a log and its database does not know, '' if nothing.

    ``known`` is the newest checkpoint in the database, '' where there is none.
    """
    published = read_published(log)
    if not published or published == known:
        return ""
    try:
        ours = read_tree_head(read_note(published))
        theirs = read_tree_head(read_note(known)) if known else None
    except BadNote:
        return ""  # a file that was cut off tells nothing
    if theirs is not None and ours.size < theirs.size:
        return ""
    return "" if ours == theirs else published
